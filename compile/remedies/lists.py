r"""Cures for lists: a first \item that is missing, and one outside of a list."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.known import HEADING, LISTS
from compile.remedies.live import live
from compile.remedies.near import nearest
from compile.remedies.nesting import Mark, nesting
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_NAMES = LISTS | {"thebibliography"}
_OPTIONS = re.compile(r"(?:[ \t]*\[[^\]\n]*\])?(?:[ \t]*\{[^{}\n]*\})?\s*")
_WIDEST_LABEL = re.compile(r"\s*\{[^{}\n]*\}\s*")
"""Of a list of references, which may stand in the next line."""
_SETTING = re.compile(r"(?:\\(?:setlength|itemsep|addtolength|small|setcounter)[^\n]*\s*)+")
_ITEM = re.compile(r"\\(?:bib)?item(?![A-Za-z])")


@remedy("missing-item")
def add_item(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Begin a list with \item where text comes first.

    Before: `\begin{itemize} one \item two`; after: `\begin{itemize} \item one \item two`.
    """
    found = list(_lists_without_item(project))
    for file, begin, at in _near(problem, project, found):
        word = "\\bibitem{untitled} " if begin.name == "thebibliography" else "\\item "
        yield Cure(f"Began the list with {word.strip()}.", (Edit(file, at, at, word),))


def _lists_without_item(project: Project) -> Iterator[tuple[str, Mark, int]]:
    for file in project.sources:
        code = live(project, file)
        for begin, end in nesting(file, code).spans:
            if begin.name not in _NAMES:
                continue
            before = _WIDEST_LABEL if begin.name == "thebibliography" else _OPTIONS
            options = before.match(code, begin.end)
            at = options.end() if options else begin.end
            if setting := _SETTING.match(code, at):
                at = setting.end()
            if at < end.start and not _ITEM.match(code, at) and code[at : at + 1].strip():
                yield file, begin, at


class _Spot:
    def __init__(self, file: str, begin: Mark, at: int) -> None:
        self.file, self.begin, self.at = file, begin, at
        self.start, self.end = begin.start, at


def _near(
    problem: Diagnostic, project: Project, found: list[tuple[str, Mark, int]]
) -> Iterator[tuple[str, Mark, int]]:
    for spot in nearest(problem, project, [_Spot(*one) for one in found]):
        yield spot.file, spot.begin, spot.at


@remedy("lonely-item")
def wrap_items(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Put a list around items that stand outside of one.

    Before: a paragraph `\item one`; after: the same between \begin{itemize} and \end{itemize}.
    """
    span = project.line(problem.file, problem.line)
    if (
        problem.file is None
        or span is None
        or nesting(problem.file, live(project, problem.file)).faults
    ):
        return
    code = live(project, problem.file)
    first = code.rfind("\\item", 0, span[1])
    if first < 0 or _inside_list(problem.file, code, first):
        return
    start = code.rfind("\n", 0, first) + 1
    end = _run_end(code, start)
    yield Cure(
        "Put a list around its items.",
        (
            Edit(problem.file, start, start, "\\begin{itemize}\n"),
            Edit(problem.file, end, end, "\n\\end{itemize}"),
        ),
    )


def _inside_list(file: str, code: str, at: int) -> bool:
    return any(
        begin.start < at < end.start
        for begin, end in nesting(file, code).spans
        if begin.name in _NAMES
    )


def _run_end(code: str, start: int) -> int:
    r"""The end of the paragraph of the last of several items that follow each other."""
    position, end = start, len(code)
    for blank in re.finditer(r"\n[ \t]*\n\s*|\n(?=\s*\\end\s*\{)", code[start:]):
        end = start + blank.start()
        position = start + blank.end()
        if not _ITEM.match(code, position) or HEADING.match(code, position):
            break
    return end
