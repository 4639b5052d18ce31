"""What the remedies and precautions make of a source."""

from pathlib import Path

from compile.document import compile_document
from compile.remedies import registry
from compile.remedies.cure import Cure, apply_edits
from compile.remedies.project import Project
from compile.result import CompileResult
from latex.diagnostic import Diagnostic

ROOT = "paper.tex"


def proposed(
    remedy: registry.Remedy,
    source: str,
    code: str,
    needle: str = "",
    *,
    message: str = "",
    context: str = "",
    engine: str = "pdflatex",
) -> list[Cure]:
    """The cures for a problem in the line that holds `needle`; without one its place is unknown."""
    line = source[: source.index(needle)].count("\n") + 1 if needle else None
    problem = Diagnostic("error", message, code, ROOT if needle else None, line, context)
    return list(remedy(problem, Project(ROOT, {ROOT: source}, engine)))


def applied(source: str, cure: Cure) -> str:
    return apply_edits({ROOT: source}, cure.edits)[ROOT]


def cured(remedy: registry.Remedy, source: str, code: str, needle: str = "", **more: str) -> str:
    """The source with the first cure of `remedy` in it; as it was where it has none."""
    cures = proposed(remedy, source, code, needle, **more)
    return applied(source, cures[0]) if cures else source


def guarded(precaution: registry.Precaution, source: str, engine: str = "pdflatex") -> str:
    """The source with what a precaution does to it."""
    for cure in precaution(Project(ROOT, {ROOT: source}, engine)):
        source = applied(source, cure)
    return source


def compiled(folder: Path, source: str | bytes, engine: str = "auto") -> CompileResult:
    """The whole way from the document to its PDF, with all remedies."""
    path = folder / ROOT
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return compile_document(path, engine=engine)


def repaired(folder: Path) -> str:
    """The source that the PDF was made from."""
    return (folder / "paper.repaired.tex").read_text(encoding="utf-8")


def errors(result: CompileResult) -> list[str]:
    return [str(found) for found in result.diagnostics if found.severity == "error"]
