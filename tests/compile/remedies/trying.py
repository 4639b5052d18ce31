"""A remedy asked about one problem of one document."""

from collections.abc import Callable, Iterable, Mapping

from compile.remedies.cure import Cure, apply_edits
from compile.remedies.project import Project
from latex.diagnostic import Diagnostic


def project_of(
    text: str,
    files: Mapping[str, bytes | None] | None = None,
    *,
    engine: str = "pdflatex",
    **others: str,
) -> Project:
    """`text` as main.tex; `files` are the other files of the folder, None where unreadable."""
    there = dict(files or {})
    texts = {"main.tex": text, **{f"{name}.tex": source for name, source in others.items()}}
    return Project("main.tex", texts, engine, frozenset(there), there.get)


def problem_at(project: Project, where: str, code: str, message: str = "", context: str = ""):
    """A diagnostic on the line of main.tex that holds `where`."""
    text = project.texts["main.tex"]
    assert where in text
    line = text.count("\n", 0, text.index(where)) + 1
    return Diagnostic("error", message, code, "main.tex", line, context)


def cured(cure: Cure, project: Project) -> str:
    return apply_edits(dict(project.texts), cure.edits)["main.tex"]


def first(
    remedy: Callable[[Diagnostic, Project], Iterable[Cure]], problem: Diagnostic, project: Project
) -> str:
    """The text after the first cure; the text as it was where there is none."""
    for cure in remedy(problem, project):
        return cured(cure, project)
    return project.texts["main.tex"]


def whole(body: str, preamble: str = "") -> str:
    return f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
