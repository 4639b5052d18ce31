r"""Cures for captions and parts of figures that stand outside of a figure or table."""

import re
from collections.abc import Iterator

from compile.remedies.boxes import FLOATS, captionof
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import load, loaded
from compile.remedies.near import nearest
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import Environment, environments
from latex.floats import KINDS

_CAPTION = re.compile(r"\\caption(?=\*?\s*[\[{])")
_LABEL = re.compile(r"\s*\\label\s*\{[^{}\n]*\}")
_TABLE = re.compile(r"\\begin\s*\{(?:tabular|tabularx|tabulary|array|tblr|longtable)\*?\}")
_DRAWING = re.compile(r"\\(?:includegraphics|includesvg|tikz|rule)(?![A-Za-z])|\\begin\s*\{tikzp")
_CODE = re.compile(r"\\begin\s*\{(?:lstlisting|minted)\}")
_PARTS = frozenset({"subfigure", "subtable"})
_OTHERS = frozenset({"algorithm", "algorithm2e", "listing", "lstlisting", "subfigure", "subtable"})
"""Environments that have captions without being among the floats."""
_NEAR = 600
"""Letters around a caption that are looked at for what it describes."""


class _Caption:
    def __init__(self, file: str, found: re.Match[str]) -> None:
        self.file, self.found = file, found
        self.start, self.end = found.span()


@remedy("caption-outside-float")
def place_caption(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A caption beside its figure moves into it; another becomes `\captionof{figure}`.

    Before: `\includegraphics{a} \caption{A}`; after: `\includegraphics{a} \captionof{figure}{A}`.
    """
    for lone in nearest(problem, project, list(_lone(project))):
        yield from _moved_inside(lone, project)
        kind = _kind(lone, project)
        edits = [captionof(lone.file, project.code(lone.file), lone.found, kind)]
        if "caption" not in loaded(project):
            edits.append(load(project, "caption"))
        what = {"lstlisting": "listing"}.get(kind, kind)
        yield Cure(f"Made a caption outside of a float that of a {what}.", tuple(edits))


def _lone(project: Project) -> Iterator[_Caption]:
    """The captions outside of everything that can have one."""
    for file in project.sources:
        code = project.code(file)
        holders = [
            e for e in environments(code) if e.name.rstrip("*") in KINDS or e.name in _OTHERS
        ]  # fmt: skip
        for found in _CAPTION.finditer(code):
            if not any(holder.start < found.start() < holder.end for holder in holders):
                yield _Caption(file, found)


def _moved_inside(lone: _Caption, project: Project) -> Iterator[Cure]:
    r"""A caption right behind `\end{figure}`, or before its `\begin`, where the figure has none."""
    code, text = project.code(lone.file), project.texts[lone.file]
    end = _caption_end(code, lone.end)
    if end is None:
        return
    for holder in environments(code):
        if holder.name not in FLOATS or _CAPTION.search(code, holder.start, holder.end):
            continue
        behind = holder.end <= lone.start and not code[holder.end : lone.start].strip()
        before = end <= holder.start and not code[end : holder.start].strip()
        if not (behind or before):
            continue
        moved = text[lone.start : end].strip()
        at = holder.inner_end if behind else _head_end(code, holder)
        insert = f"{moved}\n" if behind else f"\n{moved}"
        taken = (holder.end, end) if behind else (lone.start, holder.start)
        edits = (Edit(lone.file, at, at, insert), Edit(lone.file, *taken, ""))
        yield Cure(f"Moved a caption into its {holder.name.rstrip('*')}.", edits)
        return


def _caption_end(code: str, position: int) -> int | None:
    """Behind the caption's argument, and behind a label that follows it."""
    braces = Braces(code)
    group = braces.argument(braces.behind_options(position))
    if group is None:
        return None
    label = _LABEL.match(code, group[1])
    return label.end() if label else group[1]


def _head_end(code: str, holder: Environment) -> int:
    r"""Behind the placement of a float and its \centering."""
    head = re.compile(r"\s*(?:\[[^\[\]\n]*\])?\s*(?:\\centering(?![A-Za-z]))?")
    found = head.match(code, holder.inner_start)
    return found.start() + len(found[0].rstrip()) if found else holder.inner_start


def _kind(lone: _Caption, project: Project) -> str:
    """What the caption describes, by what stands nearest to it in its block."""
    code = project.code(lone.file)
    start, end = _block(lone, code)
    last = _caption_end(code, lone.end) or lone.end
    nearest_thing: tuple[int, str] = (_NEAR, "figure")
    for kind, pattern in (("table", _TABLE), ("figure", _DRAWING), ("lstlisting", _CODE)):
        if kind == "lstlisting" and "listings" not in loaded(project):
            continue
        for found in pattern.finditer(code, start, end):
            before, behind = lone.start - _end_of(code, found), found.start() - last
            far = before if before >= 0 else max(0, behind)
            nearest_thing = min(nearest_thing, (far, kind))
    return nearest_thing[1]


def _end_of(code: str, found: re.Match[str]) -> int:
    """Where what begins here ends, as far as it is an environment."""
    name = re.search(r"\{([^{}]*)\}", found[0])
    end = code.find(f"\\end{{{name[1]}}}", found.end()) if name else -1
    return end + len(name[0]) + 4 if name and end >= 0 else found.end()


def _block(lone: _Caption, code: str) -> tuple[int, int]:
    around = [
        e
        for e in environments(code)
        if e.start < lone.start < e.end and e.name != "document" and e.name != "landscape"
    ]
    if around:
        return around[-1].inner_start, around[-1].inner_end
    return max(0, lone.start - _NEAR), lone.end + _NEAR


@remedy("package-error", "caption-outside-float")
def wrap_parts(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Parts of a figure without the figure: `\begin{figure}` comes around them."""
    if problem.code == "package-error" and "outside float" not in problem.message:
        return
    for file in project.sources:
        code = project.code(file)
        found = environments(code)
        wide = [e for e in found if e.name in FLOATS or e.name.rstrip("*") in KINDS]
        parts = [
            e
            for e in found
            if e.name in _PARTS and not any(w.start < e.start and e.end < w.end for w in wide)
        ]
        if parts:
            yield _wrapped(file, code, parts, found)
            return


def _wrapped(
    file: str, code: str, parts: list[Environment], found: tuple[Environment, ...]
) -> Cure:
    """The first run of parts that no blank line breaks, and the caption behind them."""
    first, last = parts[0], parts[0]
    for part in parts[1:]:
        if re.search(r"\n[ \t]*\n", code[last.end : part.start]):
            break
        last = part
    start, end = first.start, last.end
    outer = [e for e in found if e.start < start and end < e.end and e.name == "center"]
    if outer:
        start, end = outer[-1].start, outer[-1].end
    caption = re.compile(r"\s*\\caption(?=\*?\s*[\[{])").match(code, end)
    if caption and (behind := _caption_end(code, caption.end())):
        end = behind
    kind = "figure" if first.name == "subfigure" else "table"
    edits = (
        Edit(file, start, start, f"\\begin{{{kind}}}[htbp]\n"),
        Edit(file, end, end, f"\n\\end{{{kind}}}"),
    )
    return Cure(f"Put a {kind} around its parts.", edits)
