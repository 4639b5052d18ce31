"""What stands in which environment, and what the labels of a source stand for."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from latex.commands import LABELS
from latex.environments import Environment, environments
from latex.floats import DISPLAYS, INNER, KINDS
from latex.structure import Mark, Structure
from latex.structure import structure as structure_of

Target = Literal["figure", "table", "equation", "section"]

IN_FLOATS = INNER | {
    *("center", "flushleft", "flushright", "threeparttable", "adjustbox", "tabular", "tabularx"),
    *("tabular*", "subcaptionblock", "small", "footnotesize", "scriptsize", "resizebox"),
}
"""Environments inside of a float that leave its number to a label, by name without star."""
OTHER_CAPTIONS = ("captionof", "captype", "captionsetup", "newfloat", "floatname")
"""What gives a caption in a float the number of something else."""


@lru_cache(maxsize=4)
def _nested(live: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where each environment begins, and which one holds it, -1 for none."""
    found = environments(live)
    above: list[int] = []
    open_ones: list[int] = []
    for position, environment in enumerate(found):
        while open_ones and found[open_ones[-1]].end <= environment.start:
            open_ones.pop()
        above.append(open_ones[-1] if open_ones else -1)
        open_ones.append(position)
    return tuple(environment.start for environment in found), tuple(above)


def enclosing(live: str, offset: int) -> Iterator[Environment]:
    """The environments that hold the character at this offset, the innermost first."""
    starts, above = _nested(live)
    found = environments(live)
    position = bisect_right(starts, offset) - 1
    while position >= 0:
        if found[position].end > offset:
            yield found[position]
        position = above[position]


def targets(structure: Structure) -> dict[str, Target]:
    """What each label numbers, as far as that is certain."""
    return _targets(structure.source)


@lru_cache(maxsize=4)
def _targets(source: str) -> dict[str, Target]:
    structure = structure_of(source)
    found: dict[str, Target] = {}
    twice: set[str] = set()
    for mark in structure.labels:
        if mark.key in found:
            twice.add(mark.key)
        kind = _kind(structure, mark)
        if kind is not None:
            found[mark.key] = kind
        else:
            twice.add(mark.key)
    return {key: kind for key, kind in found.items() if key not in twice}


def _kind(structure: Structure, mark: Mark) -> Target | None:
    if mark.command not in LABELS:
        return None
    for environment in enclosing(structure.live, mark.start):
        name = environment.name.rstrip("*")
        if name in DISPLAYS or name in ("subequations", "math-display"):
            return "equation"
        if name in KINDS:
            inside = structure.live[environment.start : environment.end]
            strange = any(word in inside for word in OTHER_CAPTIONS)
            return None if strange or r"\caption" not in inside else KINDS[name]
        if name in ("document", "appendices", "appendix"):
            break
        if name not in IN_FLOATS:
            return None
    return "section" if _names_a_heading(structure, mark) else None


def _names_a_heading(structure: Structure, mark: Mark) -> bool:
    section = structure.outline.at(mark.start)
    if section is None or section.starred:
        return False
    return not structure.live[section.body_start : mark.whole[0]].strip()
