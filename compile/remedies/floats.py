r"""Cures for floats: placements LaTeX does not know, floats inside boxes, too many of them."""

import re
from collections.abc import Iterator

from compile.remedies.boxes import (
    FLOATS,
    Float,
    anchored,
    as_minipage,
    boxed_floats,
    line_only,
)
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import load, loaded
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic
from latex.environments import environments

_PLACED = re.compile(
    r"\\begin\s*\{(?:figure|table|algorithm|listing)\*?\}\s*\[([^\[\]{}\n]{0,40})\]"
)
_LETTERS = "htbp!"
_WORDS = {"here": "h", "top": "t", "bottom": "b", "page": "p", "center": "h", "centre": "h"}
_MANY = r"\extrafloats{500}"
_CYCLES = r"\maxdeadcycles=1000"


@remedy("unknown-float-option")
def place_float(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`[H]` gets the package float, `[htH]` becomes `[H]`, `[here]` becomes `[h]`.

    Where H cannot be had it becomes `[!ht]`.
    """
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return
    for found in _PLACED.finditer(project.code(problem.file), *line):
        given = found[1]
        if set(given) <= {*_LETTERS, " "} or (given == "H" and "float" in loaded(project)):
            continue
        if ("H" in given and not given.isupper()) or given in ("H", "H!", "!H"):
            edits = [] if given == "H" else [Edit(problem.file, *found.span(1), "H")]
            if "float" not in loaded(project):
                edits.append(load(project, "float"))
            yield Cure("Kept a float in its place with the package float.", tuple(edits))
            given = "!ht"
        placed = _placement(given)
        edit = Edit(problem.file, *found.span(1), placed)
        yield Cure(f"Let a float be placed by [{placed}].", (edit,))


def _placement(given: str) -> str:
    for word, letter in _WORDS.items():
        given = re.sub(rf"\b{word}\b", letter, given, flags=re.IGNORECASE)
    letters = "".join(dict.fromkeys(s for s in given.lower() if s in _LETTERS))
    return letters if letters.strip("!") else "htbp"


@remedy("float-inside-box")
def keep_float_in_box(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A figure inside a minipage, a table cell or another figure stays where it is.

    `\begin{figure}[h]` becomes `\begin{figure}[H]` with the package float; in the cell of a table,
    or in an argument, a minipage with `\captionof`.
    """
    for inner in boxed_floats(problem, project):
        cures = (anchored(inner, project), as_minipage(inner, project))
        yield from reversed(cures) if line_only(inner, project) else cures


@remedy("float-inside-box")
def keep_margin_note(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\marginpar` inside a box becomes `\marginnote`, which needs no float."""
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return
    for found in re.finditer(r"\\marginpar(?![A-Za-z])", project.code(problem.file)[slice(*line)]):
        start = line[0] + found.start()
        edits = [Edit(problem.file, start, start + len(found[0]), "\\marginnote")]
        if "marginnote" not in loaded(project):
            edits.append(load(project, "marginnote"))
        yield Cure("Set a margin note inside a box with the package marginnote.", tuple(edits))


@precaution
def keep_floats_in_columns(project: Project) -> Iterator[Cure]:
    r"""A figure inside multicols, which LaTeX leaves out of the PDF with no more than a remark.

    `\begin{figure}[t]` becomes `\begin{figure}[H]` with the package float; `figure*` is allowed.
    """
    for file in project.sources:
        found = environments(project.code(file))
        columns = [e for e in found if e.name == "multicols"]
        for environment in found:
            inside = any(c.start < environment.start and environment.end < c.end for c in columns)
            lost = Float(file, environment)
            if environment.name not in ("figure", "table") or not inside:
                continue
            placement = project.code(file)[environment.inner_start : environment.inner_start + 8]
            if not re.match(r"\s*\[H\]", placement):
                yield anchored(lost, project)


@remedy("too-many-floats")
def make_room_for_floats(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""More floats than TeX holds: `\extrafloats{500}`; else \clearpage before the one too many."""
    code = project.code(project.root)
    lines = [line for line in (_MANY, _CYCLES) if line.split("{")[0].split("=")[0] not in code]
    if lines:
        edit = project.in_preamble("\n".join(lines), before=())
        yield Cure("Let more figures and tables wait for their place.", (edit,))
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return
    at = project.code(problem.file).rfind("\\begin{", 0, line[1])
    if at >= 0 and project.code(problem.file).startswith(tuple(_BEGINS), at):
        edit = Edit(problem.file, at, at, "\\clearpage\n")
        yield Cure("Printed the figures and tables that wait before the next one.", (edit,))


_BEGINS = tuple(f"\\begin{{{name}}}" for name in FLOATS)
