"""One remedy tried on one source, and one faulty document cured by one pass of TeX."""

from collections.abc import Callable, Iterable
from pathlib import Path

import compile.remedies  # noqa: F401 - registers all of them
from compile.build import try_once
from compile.remedies.cure import Cure, apply_edits
from compile.remedies.project import Project
from compile.remedies.registry import cures_for
from latex.diagnostic import Diagnostic

Remedy = Callable[[Diagnostic, Project], Iterable[Cure]]
ROOT = "paper.tex"


def document(body: str, preamble: str = "", name: str = "article", options: str = "") -> str:
    head = rf"\documentclass{f'[{options}]' if options else ''}{{{name}}}"
    lines = [head, *([preamble] if preamble else []), r"\begin{document}", body, r"\end{document}"]
    return "\n".join([*lines, ""])


def problem(
    message: str, source: str = "", at: str = "", code: str = "", context: str = ""
) -> Diagnostic:
    """A diagnostic on the first line of `source` that holds `at`."""
    line = source[: source.index(at)].count("\n") + 1 if at else None
    return Diagnostic("error", message, code, ROOT if line else None, line, context)


def project(source: str, engine: str = "pdflatex", **files: str) -> Project:
    others = {name.replace("_", "."): text for name, text in files.items()}
    return Project(ROOT, {ROOT: source, **others}, engine)


def every(remedy: Remedy, found: Diagnostic, source: str, engine: str = "pdflatex") -> list[str]:
    """The source after each cure the remedy proposes, the best first."""
    texts = {ROOT: source}
    return [apply_edits(texts, cure.edits)[ROOT] for cure in remedy(found, project(source, engine))]


def cured(remedy: Remedy, message: str, source: str, at: str = "", code: str = "") -> str:
    """The source after the best cure; as it was where the remedy has none."""
    return (every(remedy, problem(message, source, at, code), source) or [source])[0]


def errors(folder: Path, source: str, engine: str = "pdflatex") -> tuple[Diagnostic, ...]:
    path = folder / ROOT
    path.write_text(source, encoding="utf-8")
    found = try_once(path, engine=engine, timeout=60)
    assert found is not None
    return found


def cured_by(
    folder: Path, source: str, remedy: str, engine: str = "pdflatex"
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The source after the first cure of that name for any error of a pass, and what it leaves."""
    found = errors(folder, source, engine)
    here = Project(ROOT, {ROOT: source}, engine)
    for error in found:
        for cure in cures_for(error, here):
            if cure.remedy == remedy:
                new = apply_edits({ROOT: source}, cure.edits)[ROOT]
                return new, errors(folder, new, cure.engine or engine)
    raise AssertionError(f"{remedy} has no cure for {[str(error) for error in found]}")
