"""Cures for displayed formulas: one in another, without their signs, with a number of their own."""

import re
from collections.abc import Iterator

from compile.remedies.begins import begins_for
from compile.remedies.cure import Cure, Edit
from compile.remedies.ends import ends_for
from compile.remedies.formula_spans import Display, displays, in_formula, inline_formulas
from compile.remedies.known import DISPLAYS, ENVIRONMENTS, INNER
from compile.remedies.live import live
from compile.remedies.near import nearest
from compile.remedies.nesting import Fault, Mark, nesting
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_WITHIN = {"align": "aligned", "gather": "gathered", "alignat": "alignedat", "eqnarray": "aligned",
           "flalign": "aligned", "multline": "gathered"}  # fmt: skip
_DISPLAYMATH = re.compile(r"\\(?:begin|end)\{displaymath\}")
_TAG = re.compile(r"\\tag\*?\s*\{")


def near_displays(problem: Diagnostic, project: Project) -> list[Display]:
    """The displays the problem may be about, the likeliest first."""
    found = [d for name in project.sources for d in displays(name, live(project, name))]
    return nearest(problem, project, found)[:3]


@remedy(
    "math-nesting", "missing-dollar", "package-error", "tex-error", "unbalanced-environment",
    "too-many-braces", "unbalanced-group",
)  # fmt: skip
def unnest_displays(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Keep one of two displays that stand in each other.

    Before: `$$\begin{align} … \end{align}$$`; after: `\begin{align} … \end{align}`. In an
    equation with more than that, `align` becomes `aligned`.
    """
    for display in near_displays(problem, project):
        code = live(project, display.file)
        inner = [
            pair
            for pair in nesting(display.file, code).spans
            if display.start <= pair[0].start < display.end and pair[0].name in DISPLAYS
        ]
        for begin, end in inner[:1]:
            alone = not (code[display.start : begin.start] + code[end.end : display.end]).strip()
            if alone and display.name in ("$$", "\\["):
                edits = (
                    Edit(display.file, display.start - 2, begin.start, ""),
                    Edit(display.file, end.end, display.end + 2, ""),
                )
                yield Cure("Took one of two displays away that stood in each other.", edits)
            yield _within(display.file, code, begin, end)


def _within(file: str, code: str, begin: Mark, end: Mark) -> Cure:
    name = _WITHIN.get(begin.name.rstrip("*"), "")
    new = (begin.spelt(name), end.spelt(name)) if name else ("", "")
    return Cure(
        f"Used {name or 'no environment'} for the display {begin.name} inside another.",
        (
            Edit(file, begin.start, begin.end, new[0]),
            Edit(file, end.start, end.end, new[1]),
        ),
    )


@remedy("missing-dollar", "wrong-syntax", "tex-error", "unbalanced-environment", "wrong-place")
def pair_display_signs(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Close a \[ or open a \] that stands alone.

    Before: `\[ a = b` and a blank line; after: `\[ a = b \]`.
    """
    for name in project.sources:
        code = live(project, name)
        for begins, start, wall in _lone_signs(code):
            mark = Mark(begins, "displaymath", start, start + 2, whole=True)
            if begins:
                places = ends_for(Fault(name, "unclosed", start, wall, mark), code)
            else:
                places = begins_for(Fault(name, "unopened", wall, start + 2, mark), code)
            sign = "\\]" if begins else "\\["
            if other := _wrong_partner(code, begins, start, wall):
                yield Cure(f"Wrote {sign} for {other[0]}.", (Edit(name, *other.span(), sign),))
            for at, text in places[:2]:
                new = _DISPLAYMATH.sub(sign.replace("\\", r"\\"), text)
                yield Cure(f"Added {sign} for a formula.", (Edit(name, at, at, new),))


def _wrong_partner(code: str, begins: bool, start: int, wall: int) -> re.Match[str] | None:
    r"""The \) that closes a \[, or the \( that a \] closes."""
    between = (start + 2, wall) if begins else (wall, start)
    round_signs = list(re.finditer(r"\\\\|\\[()]", code[between[0] : between[1]]))
    found = [sign for sign in round_signs if sign[0] != "\\\\"]
    if not found or found[0 if begins else -1][0] != ("\\)" if begins else "\\("):
        return None
    at = between[0] + found[0 if begins else -1].start()
    return re.compile(r"\\[()]").match(code, at)


def _lone_signs(code: str) -> Iterator[tuple[bool, int, int]]:
    r"""Each \[ and \] without partner, and how far its formula could reach."""
    opened: int | None = None
    last = 0
    for sign in re.finditer(r"\\\\|\\\[|\\\]", code):
        if sign[0] == "\\[":
            if opened is not None:
                yield True, opened, sign.start()
            opened = sign.start()
        elif sign[0] == "\\]":
            if opened is None:
                yield False, sign.start(), last
            opened, last = None, sign.end()
    if opened is not None:
        yield True, opened, len(code)


@remedy("missing-dollar", "unbalanced-group", "left-right")
def drop_dollars_around_display(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take the signs away that stand around a display environment.

    Before: `$\begin{equation} … \end{equation}$`; after: the same without `$`.
    """
    for name in project.sources:
        code = live(project, name)
        for begin, end in nesting(name, code).spans:
            before = re.search(r"(?<![\\$])\$\s*\Z", code[max(0, begin.start - 80) : begin.start])
            behind = re.compile(r"\s*\$(?!\$)").match(code, end.end)
            if begin.name in DISPLAYS and before and behind:
                edits = (
                    Edit(name, begin.start - len(before[0]), begin.start, ""),
                    Edit(name, end.end, behind.end(), ""),
                )
                yield Cure(f"Took the $ away around {begin.name}.", edits)


@remedy("missing-dollar", "only-in-math")
def display_environment(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Put an environment that belongs in a formula into one.

    Before: `\begin{pmatrix} … \end{pmatrix}` in text; after: the same between `$` and `$`, or
    between `\[` and `\]` where it has its lines for itself.
    """
    pairs = [(name, *pair) for name in project.sources for pair in _outside(name, project)]
    spots = [
        Fault(name, "unclosed", begin.start, end.end, end, begin) for name, begin, end in pairs
    ]
    for spot in nearest(problem, project, spots)[:2]:
        code = live(project, spot.file)
        alone = not code[code.rfind("\n", 0, spot.start) + 1 : spot.start].strip()
        signs = ("\\[", "\\]") if alone and code[spot.end : spot.end + 1] in "\n" else ("$", "$")
        edits = (
            Edit(spot.file, spot.start, spot.start, signs[0]),
            Edit(spot.file, spot.end, spot.end, signs[1]),
        )
        yield Cure(f"Set {spot.mark.name} as a formula.", edits)


def _outside(name: str, project: Project) -> Iterator[tuple[Mark, Mark]]:
    code = live(project, name)
    every = nesting(name, code).spans
    spans = [pair for pair in every if pair[0].name in INNER]
    for begin, end in spans:
        around = [b for b, e in every if b.start < begin.start < e.start]
        held = around and (around[0].name in INNER or around[0].name not in ENVIRONMENTS)
        if not held and not in_formula(name, code, begin.start):
            yield begin, end


@remedy("package-error", "tex-error", "latex-error")
def number_display(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Set a formula with a number of its own as a display of amsmath.

    Before: `$$ a = b \tag{1} $$`; after: `\[ a = b \tag{1} \]`.
    """
    if "\\tag not allowed" not in problem.message:
        return
    for name in project.sources:
        code = live(project, name)
        spans = [(d.start - 2, d.end + 2) for d in displays(name, code) if d.name == "$$"]
        for start, end in (*spans, *inline_formulas(name, code)):
            if _TAG.search(code, start, end):
                width = 2 if code[start : start + 2] in ("$$", "\\(") else 1
                edits = (
                    Edit(name, start, start + width, "\\["),
                    Edit(name, end - width, end, "\\]"),
                )
                yield Cure("Set a formula with a number as a display.", edits)
