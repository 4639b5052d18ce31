"""Cures for arguments that are not there, and for options that nothing closes."""

from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.live import live
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic
from latex.patterns import re

_NEAR = 12
"""Lines above the report in which the argument may begin."""
_OPENED = re.compile(
    r"\\(?P<name>includegraphics|usepackage|documentclass|sqrt|item|caption|(?:sub){0,2}section"
    r"|begin\s*\{\w+\*?\}|SI|qty|num|cite[pt]?|lstinputlisting)\s*\[(?P<text>[^\[\]{}\n$&]*)"
    r"(?P<next>[{\n$&])"
)
_CLOSED = re.compile(r"(?:[^\[\]{}\n]|\{[^{}]*\}|\n(?![ \t\r]*\n)){0,1000}+\]")
"""The rest of an option, over several lines perhaps."""
_EMPTY = re.compile(
    r"(?P<script>[_^])\s*(?=[$&}]|\\[\])\\])|\\[dtc]?frac\s*(?:\{[^{}\n]*\}|\w)\s*(?=[$&}]|\\[\])\\])"
)


@remedy(
    "runaway-argument", "too-many-braces", "missing-item", "missing-number", "tex-error",
    "missing-brace", "wrong-syntax",
)  # fmt: skip
def close_option(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Close an option in brackets where the argument begins, or where its line or word ends.

    Before: `\includegraphics[width=5cm{plot}`; after: `\includegraphics[width=5cm]{plot}`.
    """
    for file, start, end in _spans(problem, project):
        code = live(project, file)
        for found in _OPENED.finditer(code, start, end):
            if _CLOSED.match(code, found.start("text")):
                continue
            at = _end_of_option(found)
            yield Cure(f"Closed the option of \\{found['name']}.", (Edit(file, at, at, "]"),))


def _end_of_option(found: re.Match[str]) -> int:
    start, end = found.span("text")
    if found["name"] == "item" and (word := re.match(r"\S+", found["text"])):
        return start + word.end()
    return start + len(found["text"].rstrip()) if found["text"].strip() else end


@remedy("missing-brace", "too-many-braces")
def fill_argument(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Give a script or a fraction that ends its formula the argument it lacks.

    Before: `$x_$` and `$\frac{1}$`; after: `$x_{}$` and `$\frac{1}{?}$`.
    """
    for file, start, end in _spans(problem, project):
        for found in _EMPTY.finditer(live(project, file), start, end):
            new = "{}" if found["script"] else "{?}"
            edit = Edit(file, found.end(), found.end(), new)
            yield Cure("Gave a command the argument it lacked.", (edit,), visible=new == "{?}")


def _spans(problem: Diagnostic, project: Project) -> Iterator[tuple[str, int, int]]:
    """The lines before the report and its own; all sources where no place is known."""
    span = project.line(problem.file, problem.line)
    if problem.file is not None and problem.line is not None and span is not None:
        first = project.line(problem.file, max(1, problem.line - _NEAR))
        yield (
            problem.file,
            first[0] if first else 0,
            min(span[1] + 1, len(live(project, problem.file))),
        )
    elif problem.line is None:
        for name in project.sources:
            yield name, 0, len(live(project, name))
