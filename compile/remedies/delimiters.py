r"""Cures for \left and \right that have no partner in their group, cell or row."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from compile.remedies.cure import Cure, Edit
from compile.remedies.formula_spans import displays, inline_formulas
from compile.remedies.live import live
from compile.remedies.near import nearest
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_DELIMITER = (
    r"(?:[()\[\]|/.<>]|\\[{}|]|\\(?:[lr](?:angle|floor|ceil|brace|brack|vert|Vert|group)|[Vv]ert"
    r"|(?:up|down|Up|Down|updown)arrow|backslash)(?![A-Za-z]))"
)
_STEP = re.compile(
    rf"""\\(?P<side>left|right)(?![A-Za-z])\s*(?P<sign>{_DELIMITER})?
       | (?P<begin>\\begin\s*\{{[^{{}}\n]*\}})|(?P<end>\\end\s*\{{[^{{}}\n]*\}})
       | (?P<row>\\\\|(?<!\\)&)|\\(?:big|Big|bigg|Bigg)[lrm]?\s*{_DELIMITER}
       | (?P<plain>[()\[\]]|\\[{{}}]|\\[lr]angle(?![A-Za-z])|\|)
       | \\[A-Za-z]++|\\.|(?P<brace>[{{}}])""",
    re.VERBOSE | re.DOTALL,
)
_BARE_BRACE = re.compile(r"\\left\s*(?=\{)|\\right\s*(?=\})")
_PARTNER = {"(": ")", "[": "]", "\\{": "\\}", "\\langle": "\\rangle", "|": "|"} | {
    ")": "(", "]": "[", "\\}": "\\{", "\\rangle": "\\langle",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    r"""A \left or \right, or a plain bracket."""

    word: str
    sign: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a formula in which the two must pair."""

    start: int
    end: int
    sides: tuple[Side, ...]
    plain: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    file: str
    start: int
    end: int
    side: Side
    cell: Cell
    partner: Side | None
    """Its other half, in a later cell or row of the same formula."""


@remedy(
    "left-right", "too-many-braces", "missing-dollar", "missing-brace", "tex-error",
    "unbalanced-group", "misplaced-alignment", "runaway-argument", "wrong-syntax",
    "unbalanced-environment", "extra-alignment",
)  # fmt: skip
def mend_delimiters(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Give a \left its \right and the other way round; across & and \\ use \bigl and \bigr.

    Before: `\left( \frac{a}{b} )`; after: `\left( \frac{a}{b} \right)`.
    """
    if bare := tuple(_bare_braces(project)):
        yield Cure("Wrote \\{ and \\} for the braces that \\left and \\right take.", bare)
    faults = [f for name in project.sources for f in _faults(name, live(project, name))]
    for fault in nearest(problem, project, faults)[:3]:
        yield from _cures(fault)


def _bare_braces(project: Project) -> Iterator[Edit]:
    for name in project.sources:
        for found in _BARE_BRACE.finditer(live(project, name)):
            yield Edit(name, found.end(), found.end(), "\\")


def _cures(fault: Fault) -> Iterator[Cure]:
    side, cell = fault.side, fault.cell
    if not side.sign:
        at = side.start + 1 + len(side.word)
        signs = [s.sign for s in cell.sides if s.sign and s.word != side.word]
        sign = _PARTNER.get(signs[0], ".") if signs else "."
        edit = Edit(fault.file, at, at, sign)
        yield Cure(f"Gave \\{side.word} its delimiter {sign}", (edit,))
        return
    if fault.partner is not None:
        pair = ((side, "l"), (fault.partner, "r"))
        edits = tuple(
            Edit(fault.file, s.start, s.start + 1 + len(s.word), f"\\big{c}") for s, c in pair
        )
        yield Cure("Used \\bigl and \\bigr across the parts of a formula.", edits)
    opens = side.word == "left"
    wanted = _PARTNER.get(side.sign)
    other = "right" if opens else "left"
    for plain in _partners(cell, side, wanted):
        edit = Edit(fault.file, plain.start, plain.start, f"\\{other}")
        yield Cure(f"Added the \\{other} that \\{side.word} lacked.", (edit,))
    at = cell.end if opens else cell.start
    edit = Edit(fault.file, at, at, f" \\{other}." if opens else f"\\{other}. ")
    yield Cure(f"Added \\{other}. for the \\{side.word} without partner.", (edit,))
    stop = side.end if side.sign == "." else side.start + 1 + len(side.word)
    edit = Edit(fault.file, side.start, stop, "")
    yield Cure(f"Took out a \\{side.word} without partner.", (edit,))


def _partners(cell: Cell, side: Side, wanted: str | None) -> list[Side]:
    """Plain brackets that could be the other half, the one with nothing open between first."""
    if wanted is None:
        return []
    forward = side.word == "left"
    depth = 0
    best: list[Side] = []
    later: list[Side] = []
    for plain in cell.plain if forward else reversed(cell.plain):
        if (plain.start < side.end) if forward else (plain.end > side.start):
            continue
        if plain.sign == wanted:
            (best if depth == 0 and not best else later).append(plain)
            depth -= 1
        elif plain.sign == side.sign:
            depth += 1
    return [*best, *later][:2]


@lru_cache(maxsize=8)
def _faults(file: str, code: str) -> tuple[Fault, ...]:
    spans = [(d.start, d.end) for d in displays(file, code)]
    for start, end in inline_formulas(file, code):
        width = 1 if code[start] == "$" else 2
        spans.append((start + width, end - width))
    return tuple(fault for start, end in spans for fault in _in_formula(file, code, start, end))


def _in_formula(file: str, code: str, start: int, end: int) -> Iterator[Fault]:
    cells = list(_cells(code, start, end))
    loose: list[tuple[Side, Cell]] = []
    for cell in cells:
        stack: list[Side] = []
        for side in cell.sides:
            if not side.sign:
                yield Fault(file, side.start, side.end, side, cell, None)
            if side.word == "left":
                stack.append(side)
            elif stack:
                stack.pop()
            else:
                loose.append((side, cell))
        loose += [(side, cell) for side in stack]
    rights = [side for side, _ in loose if side.word == "right"]
    for side, cell in loose:
        partner = None
        if side.word == "left":
            partner = next((r for r in rights if r.start > side.end), None)
            if partner is not None:
                rights.remove(partner)
        yield Fault(file, side.start, side.end, side, cell, partner)


def _cells(code: str, start: int, end: int) -> Iterator[Cell]:
    """The formula's cells, groups and inner environments, each on its own."""
    stack: list[tuple[int, list[Side], list[Side]]] = [(start, [], [])]
    for step in _STEP.finditer(code, start, end):
        begun, sides, plain = stack[-1]
        if step["side"]:
            sides.append(Side(step["side"], step["sign"] or "", *step.span()))
        elif step["plain"]:
            plain.append(Side("", step["plain"], *step.span()))
        elif step["begin"] or step["brace"] == "{":
            stack.append((step.end(), [], []))
        elif step["end"] or step["brace"] == "}":
            if len(stack) > 1:
                yield Cell(begun, step.start(), tuple(sides), tuple(plain))
                stack.pop()
        elif step["row"]:
            yield Cell(begun, step.start(), tuple(sides), tuple(plain))
            stack[-1] = (step.end(), [], [])
    while stack:
        begun, sides, plain = stack.pop()
        yield Cell(begun, end, tuple(sides), tuple(plain))
