r"""Floats inside boxes: where they stand, and the two ways to keep them there."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import load, loaded
from compile.remedies.near import nearest
from compile.remedies.project import Project
from compile.remedies.tabular import TABLES
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import Environment, environments

FLOATS = frozenset({"figure", "figure*", "table", "table*"})
_HOLDS = re.compile(r"\\(?:parbox|footnote|footnotetext|vbox)\s*(?:\[[^\[\]]*\]|\{[^{}]*\})*\s*$")
"""Commands whose argument is set in lines, as a float that stays in its place must be."""
_CAPTION = re.compile(r"\\caption(?=\*?\s*[\[{])")


class Float:
    def __init__(self, file: str, environment: Environment) -> None:
        self.file, self.name = file, environment.name
        self.start, self.inner_start = environment.start, environment.inner_start
        self.inner_end, self.end = environment.inner_end, environment.end


def boxed_floats(problem: Diagnostic, project: Project) -> Iterator[Float]:
    """The floats that can be the cause: at the place, innermost first; else any inside a group."""
    found = [
        Float(file, environment)
        for file in project.sources
        for environment in environments(project.code(file))
        if environment.name in FLOATS
    ]
    line = problem.line
    here = [
        f
        for f in found
        if f.file == problem.file
        and line is not None
        and project.line_of(f.file, f.start) <= line <= project.line_of(f.file, f.end)
    ]
    if here:
        yield from sorted(here, key=lambda f: f.end - f.start)
        return
    for inner in nearest(problem, project, found):
        if _opening_brace(project.code(inner.file), inner.start) is not None:
            yield inner


def anchored(inner: Float, project: Project) -> Cure:
    edits = _with_placement(inner, project)
    if "float" not in loaded(project):
        edits.append(load(project, "float"))
    kind = inner.name.rstrip("*")
    return Cure(f"Kept a {kind} inside a box in its place with the package float.", tuple(edits))


def _with_placement(inner: Float, project: Project) -> list[Edit]:
    r"""`\begin{figure*}[t]` to `\begin{figure}[H]`, and its end."""
    kind = inner.name.rstrip("*")
    option = Braces(project.code(inner.file)).option(inner.inner_start)
    same_line = option and "\n" not in project.texts[inner.file][inner.inner_start : option[0]]
    behind = option[1] if option and same_line else inner.inner_start
    edits = [Edit(inner.file, inner.start, behind, f"\\begin{{{kind}}}[H]")]
    if kind != inner.name:
        edits.append(Edit(inner.file, inner.inner_end, inner.end, f"\\end{{{kind}}}"))
    return edits


def as_minipage(inner: Float, project: Project) -> Cure:
    kind, code = inner.name.rstrip("*"), project.code(inner.file)
    first = _with_placement(inner, project)[0]
    opening = f"\\begin{{minipage}}{{{_room(inner, project)}}}"
    edits = [Edit(inner.file, first.start, first.end, opening)]
    edits.append(Edit(inner.file, inner.inner_end, inner.end, "\\end{minipage}"))
    for found in _CAPTION.finditer(code, inner.inner_start, inner.inner_end):
        edits.append(captionof(inner.file, code, found, kind))
    if "caption" not in loaded(project):
        edits.append(load(project, "caption"))
    return Cure(f"Made a {kind} inside a box a minipage.", tuple(edits))


def captionof(file: str, code: str, found: re.Match[str], kind: str) -> Edit:
    r"""`\caption*{…}` to `\captionof*{figure}{…}`."""
    star = "*" if code.startswith("*", found.end()) else ""
    end = found.end() + len(star)
    return Edit(file, found.start(), end, f"\\captionof{star}{{{kind}}}")


def _room(inner: Float, project: Project) -> str:
    """The width for a float in its box: of a table cell an even share."""
    table = _enclosing(inner, project)
    if table is None or table.name not in TABLES:
        return r"\linewidth" if _opening_brace_is_wide(inner, project) else r"0.9\linewidth"
    row = re.split(r"\\\\", project.code(inner.file)[table.inner_start : table.inner_end])[0]
    columns = min(6, len(re.findall(r"(?<!\\)&", row)) + 1)
    return rf"{0.9 / columns:.2g}\linewidth"


def line_only(inner: Float, project: Project) -> bool:
    """Whether the float stands in a cell or an argument: [H] fails there, or is too wide."""
    table = _enclosing(inner, project)
    if table is not None and table.name in TABLES:
        return True
    return _opening_brace(project.code(inner.file), inner.start) is not None


def _opening_brace_is_wide(inner: Float, project: Project) -> bool:
    code = project.code(inner.file)
    at = _opening_brace(code, inner.start)
    return at is None or _HOLDS.search(code[max(0, at - 120) : at]) is not None


def _enclosing(inner: Float, project: Project) -> Environment | None:
    """The innermost environment around the float, but for the document."""
    around = [
        environment
        for environment in environments(project.code(inner.file))
        if environment.start < inner.start and inner.end < environment.end
    ]
    return next((e for e in reversed(around) if e.name != "document"), None)


def _opening_brace(code: str, position: int) -> int | None:
    """The brace of the group that is open at this place, within its paragraph or the one before."""
    depth = 0
    for at in range(position - 1, max(-1, position - 3000), -1):
        if code[at] not in "{}" or code[at - 1 : at] == "\\":
            continue
        depth += 1 if code[at] == "}" else -1
        if depth < 0:
            return at
    return None
