"""What a remedy makes of a problem, without TeX."""

from collections.abc import Mapping

from compile.remedies.cure import Cure, apply_edits
from compile.remedies.project import Project
from compile.remedies.registry import cures_for, precautions_for
from latex.diagnostic import Diagnostic, Severity


def project_of(texts: Mapping[str, str], assets: tuple[str, ...] = ()) -> Project:
    """A project whose root is the first text."""
    return Project(next(iter(texts)), dict(texts), "pdflatex", frozenset(assets))


def problem(
    code: str,
    message: str = "",
    *,
    file: str | None = None,
    line: int | None = None,
    context: str = "",
    severity: Severity = "error",
) -> Diagnostic:
    return Diagnostic(severity, message, code, file, line, context)


def cures(project: Project, found: Diagnostic) -> list[Cure]:
    return list(cures_for(found, project))


def mended(project: Project, found: Diagnostic) -> dict[str, str] | None:
    """The texts after the first cure; None where nothing is proposed."""
    cure = next(iter(cures_for(found, project)), None)
    return apply_edits(dict(project.texts), cure.edits) if cure else None


def guarded(project: Project) -> dict[str, str]:
    """The texts after all precautions, one after the other."""
    texts = dict(project.texts)
    for _ in range(20):
        now = Project(project.root, texts, project.engine, project.assets)
        changes = (apply_edits(texts, cure.edits) for cure in precautions_for(now))
        new = next((changed for changed in changes if changed != texts), None)
        if new is None:
            break
        texts = new
    return texts
