"""Compiles one document from its source to the PDF beside it."""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from compile.asking import Ask
from compile.bibtool import require_bibtool
from compile.build import Built, build
from compile.engine import choose_engine
from compile.errors import Uncompilable
from compile.forbidden import forbidden
from compile.publish import publish
from compile.quarantine import QUARANTINE, quarantine_text
from compile.result import CompileResult, Outcome
from compile.roots import root_of
from compile.sandbox import require_cage, sandbox_level
from compile.sources import gather, read_document
from latex.diagnostic import Diagnostic

STALE = "stale-repair"


def compile_document(
    root: Path,
    *,
    engine: str = "auto",
    timeout: float = 120.0,
    output: Path | None = None,
    keep: Path | None = None,
    mend: bool = True,
    ask: Ask | None = None,
    in_place: bool = False,
    bibtool: str = "auto",
    by_model: bool = False,
) -> CompileResult:
    """Compile `root` in a private folder and publish the PDF only if there is a whole one.

    Args:
        root: the main .tex file.
        engine: `auto`, or the engine to use.
        timeout: wall seconds for all passes together.
        output: the PDF's path, or a folder for it; beside the source by default.
        keep: a folder for the raw logs; without it they go with the build folder.
        mend: whether errors are cured, in a copy.
        ask: asks a model for a section with an error that no remedy cured.
        in_place: whether sources that were cured replace the given ones, which are then the
            caller's own; else they go out beside the PDF, and the given ones are never touched.
        bibtool: the program for the bibliography, one of `BIBTOOLS`.
        by_model: whether a model wrote of it; without bubblewrap the deny-list is then asked first.

    Raises:
        Uncompilable: the input cannot be compiled, or the PDF cannot be put where it should go, or
            a model wrote what nothing here could hold.
        EngineAbsent: the engine it needs is not installed.
    """
    require_bibtool(bibtool)
    source = read_document(root)
    if (whole := root_of(root, source)) is not None:
        raise Uncompilable(
            f"{root.name} is a part of {whole.name} and has no preamble of its own.",
            f"Compile {os.path.relpath(whole)}.",
        )
    target = _target(root, output)
    chosen = choose_engine(gather(root, source), wish=engine)
    level = sandbox_level()
    require_cage(chosen, level)
    if by_model and level != "bubblewrap":
        _refuse_forbidden(root, source)
    digest = ""
    stale: tuple[Diagnostic, ...] = ()
    try:
        with tempfile.TemporaryDirectory(prefix="reflectex-", ignore_cleanup_errors=True) as folder:
            built = build(
                root,
                engine=chosen,
                timeout=timeout,
                sandbox=level,
                folder=Path(folder),
                mend=mend,
                ask=ask,
                bibtool=bibtool,
            )
            if built.pdf is not None:
                digest = _digest(built.pdf)
                sources = _repaired(built, root, target, in_place=in_place)
                files = {target.name: built.pdf, **sources}
                publish(files, target.parent)
                stale = _stale(target, files)
            log = _keep_log(built, keep, root.stem)
    except OSError as error:
        raise Uncompilable(
            f"A file could not be written while {root.name} was compiled: {error.strerror}"
            + (f" ({error.filename})." if error.filename else "."),
            "Check free space and permissions; a PDF that was there before is untouched.",
        ) from error
    return CompileResult(
        outcome=_outcome(built),
        pdf=str(target) if built.pdf is not None else None,
        pdf_digest=digest,
        engine=built.engine,
        passes=built.passes,
        pages=built.pages,
        seconds=built.seconds,
        diagnostics=(*built.diagnostics, *stale),
        log=log,
        sandbox=built.sandbox,
        cured=built.cured,
        quarantined=built.quarantined,
        pass_reasons=built.pass_reasons,
        first=built.first,
    )


def _refuse_forbidden(root: Path, source: str) -> None:
    if found := forbidden({root.name: gather(root, source)}):
        more = f" and {len(found) - 1} more places" if len(found) > 1 else ""
        raise Uncompilable(
            f"{found[0]}{more}",
            "Install bubblewrap (sudo apt-get install bubblewrap), or take it out of the text.",
        )


def _outcome(built: Built) -> Outcome:
    """How far what came out is what went in; a note in place of something degrades it."""
    severities = {diagnostic.severity for diagnostic in built.diagnostics}
    if built.pdf is None:
        return Outcome.FAILED
    if "error" in severities or any(cured.visible for cured in built.cured):
        return Outcome.DEGRADED
    if "warning" in severities or built.cured:
        return Outcome.WARNINGS
    return Outcome.CLEAN


def _repaired(built: Built, root: Path, target: Path, *, in_place: bool) -> dict[str, Path | bytes]:
    """The sources the PDF was made from, where they are not the user's own.

    One changed main file goes beside the PDF; with more of them, all go into a folder that can be
    laid over the document's own. What was set aside lies there as well.
    """
    stem = target.stem
    files: dict[str, Path | bytes] = dict(built.sources)
    if built.quarantined:
        files[QUARANTINE] = quarantine_text(built.quarantined).encode()
    if in_place:
        return files
    if set(files) == {root.name}:
        return {f"{stem}.repaired.tex": files[root.name]}
    return {f"{stem}.repaired/{name}": data for name, data in files.items()}


def _stale(target: Path, written: Mapping[str, Path | bytes]) -> tuple[Diagnostic, ...]:
    """Repaired sources of an earlier build, which are not what this PDF was made of."""
    made = {name.split("/")[0] for name in written}
    old = [f"{target.stem}.repaired.tex", f"{target.stem}.repaired"]
    return tuple(
        Diagnostic("info", f"{name} is left over from an earlier build, not of this PDF.", STALE)
        for name in old
        if name not in made and (target.parent / name).exists()
    )


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
