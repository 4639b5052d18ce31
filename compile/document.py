"""Compiles one document from its source to the PDF beside it."""

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from compile.build import Built, build
from compile.engine import choose_engine
from compile.errors import Uncompilable
from compile.publish import publish
from compile.result import CompileResult, Outcome
from compile.sandbox import sandbox_level
from compile.sources import gather, read_document
from latex.diagnostic import Diagnostic


def compile_document(
    root: Path,
    *,
    engine: str = "auto",
    timeout: float = 120.0,
    output: Path | None = None,
    keep: Path | None = None,
) -> CompileResult:
    """Compile `root` in a private folder and publish the PDF only if there is a whole one.

    Args:
        root: the main .tex file.
        engine: `auto`, or the engine to use.
        timeout: wall seconds for all passes together.
        output: the PDF's path, or a folder for it; beside the source by default.
        keep: a folder for the raw logs; without it they go with the build folder.

    Raises:
        Uncompilable: the input cannot be compiled, or the PDF cannot be put where it should go.
        EngineAbsent: the engine it needs is not installed.
    """
    source = read_document(root)
    target = _target(root, output)
    chosen = choose_engine(gather(root, source), wish=engine)
    level = sandbox_level()
    if chosen == "lualatex" and level != "bubblewrap":
        raise Uncompilable(
            "This document needs LuaLaTeX, which can read and write any file unless locked in, "
            "and bubblewrap does not work here.",
            "Install it (sudo apt-get install bubblewrap), or compile with xelatex.",
        )
    digest = ""
    try:
        with tempfile.TemporaryDirectory(prefix="reflectex-", ignore_cleanup_errors=True) as folder:
            built = build(root, engine=chosen, timeout=timeout, sandbox=level, folder=Path(folder))
            if built.pdf is not None:
                digest = _digest(built.pdf)
                publish({target.name: built.pdf}, target.parent)
            log = _keep_log(built, keep, root.stem)
    except OSError as error:
        raise Uncompilable(
            f"A file could not be written while {root.name} was compiled: {error.strerror}"
            + (f" ({error.filename})." if error.filename else "."),
            "Check free space and permissions; a PDF that was there before is untouched.",
        ) from error
    return CompileResult(
        outcome=_outcome(built.pdf is not None, built.diagnostics),
        pdf=str(target) if built.pdf is not None else None,
        pdf_digest=digest,
        engine=chosen,
        passes=built.passes,
        pages=built.pages,
        seconds=built.seconds,
        diagnostics=built.diagnostics,
        log=log,
        sandbox=built.sandbox,
    )


def _outcome(published: bool, diagnostics: Sequence[Diagnostic]) -> Outcome:
    severities = {diagnostic.severity for diagnostic in diagnostics}
    if not published:
        return Outcome.FAILED
    if "error" in severities:
        return Outcome.DEGRADED
    return Outcome.WARNINGS if "warning" in severities else Outcome.CLEAN


def _target(root: Path, output: Path | None) -> Path:
    """Where the PDF goes, refused before TeX runs if it cannot go there."""
    target = output or root.with_suffix(".pdf")
    if target.is_dir():
        target = target / root.with_suffix(".pdf").name
    if target.suffix.lower() != ".pdf":
        raise Uncompilable(
            f"The output {str(target)!r} is no name for a PDF.", "Give a name that ends in .pdf."
        )
    folder = next(place for place in target.absolute().parents if place.exists())
    if not os.access(folder, os.W_OK) or not folder.is_dir():
        raise Uncompilable(
            f"The PDF cannot be written to {str(target.parent)!r}.",
            "Give another place with --output.",
        )
    return target


def _keep_log(built: Built, keep: Path | None, stem: str) -> str | None:
    if keep is None or built.log is None:
        return None
    publish({f"{stem}.log": built.log}, keep)
    return str(keep / f"{stem}.log")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
