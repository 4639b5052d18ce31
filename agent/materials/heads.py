"""The lines above a block of rows that name its columns and give their units."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agent.materials.cells import Line
from agent.materials.headers import is_unit, strip_brackets
from agent.materials.metadata import as_number

LONGEST = 60
"""Characters of the name of a lone column; more is a sentence."""


@dataclass(frozen=True, slots=True)
class Head:
    lines: tuple[Line, ...] = ()
    """All that it consists of, from the top."""
    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    """What stands above names that would repeat, filled in to the right."""

    @property
    def width(self) -> int:
        return max((len(line.cells) for line in self.lines), default=0)

    def has_name(self, place: int) -> bool:
        return place < len(self.names) and bool(self.names[place])


NONE = Head()


def head_of(lines: Sequence[Line], index: int, floor: int) -> Head:
    """The head right above a row: names, names and units, or groups and names; perhaps none.

    Lines from `floor` on are no rows of a block; a lone row among them counts as a line of a head,
    since instruments write numbers beside the names of columns.
    """
    row = lines[index]
    if not any(kind in "ND" for kind in row.kinds):
        return NONE
    found: list[Line] = []
    place = index - 1
    while place >= floor and len(found) < 3:
        line = lines[place]
        if line.is_blank and index - place <= 2 and len(found) < 2:
            place -= 1
            continue
        if not _names_columns(line, row):
            break
        found.insert(0, line)
        place -= 1
    return _arranged(found, row, lines[place] if place >= floor else None)


def _names_columns(line: Line, row: Line) -> bool:
    """Whether text stands over most of the cells that the row fills, or moments over numbers."""
    if _gives_moments(line, row):
        return True
    over = [
        line.kinds[place] if place < len(line.kinds) else "E"
        for place, kind in enumerate(row.kinds)
        if kind in "NDTM"
    ]
    if not over:
        return False
    if _counts(line):
        # `type, density, 1, 2, 3, mean`: repeats are named by their number.
        over = ["T" if kind == "N" else kind for kind in over]
    if len(over) == 1 and not _names_one(line, row):
        return False
    text = over.count("T") + over.count("M")
    covers = text > 0.5 * len(over) or (text == 0.5 * len(over) and len(line.cells) > 1)
    return covers and text >= 0.7 * (len(over) - over.count("E")) and _differs(over, row)


def _counts(line: Line) -> bool:
    """Whether the numbers of a line with several words count its repeats from 1 on."""
    numbers = [cell for cell, kind in zip(line.cells, line.kinds, strict=True) if kind == "N"]
    counted = numbers == [str(number) for number in range(1, len(numbers) + 1)]
    return counted and len(numbers) > 1 and line.kinds.count("T") > 1


def _gives_moments(line: Line, row: Line) -> bool:
    """`sensor, 08:00, 09:00, 10:00` over a row that begins with a word as well."""
    times, below = line.kinds[1:], row.kinds[1:]
    return (
        len(times) > 2
        and set(times) == {"D"}
        and "N" in below
        and line.kinds[0] in "TE"
        and (row.kinds[0] == "T" and set(below) <= set("NME"))
    )


def _names_one(line: Line, row: Line) -> bool:
    """Over a single filled cell stands a short name, or a line of cells of the same number."""
    if row.fields > 1 and len(line.cells) > 1:
        return line.fields == row.fields
    return len(line.cells) == 1 and len(line.cells[0]) <= LONGEST


def _differs(over: Sequence[str], row: Line) -> bool:
    """A head has a word where the row has a number."""
    filled = [kind for kind in row.kinds if kind in "NDTM"]
    pairs = zip(over, filled, strict=True)
    return any(a == "T" and b in "ND" for a, b in pairs)


def _arranged(found: list[Line], row: Line, above: Line | None) -> Head:
    if not found:
        return NONE
    near = found[-1]
    if len(found) > 1 and (_gives_units(near, row) or _describes(near, found[-2])):
        names = found[-2]
        if not _repeats(names) and (_are_letters(names) or not _gives_units(names, row)):
            return Head((names, near), names.cells, near.cells)
    over = found[-2] if len(found) > 1 else above
    if over is not None and over.number == near.number - 1 and (groups := _groups(over, near)):
        return Head((over, near), near.cells, groups=groups)
    return Head((near,), near.cells)


def _are_letters(line: Line) -> bool:
    """Symbols such as `T` and `U`, each of which could as well be a unit."""
    return all(len(cell) == 1 for cell in line.cells if cell)


def _gives_units(line: Line, row: Line) -> bool:
    """Whether most cells above the row are units."""
    cells = [strip_brackets(x) for x in line.cells[: len(row.cells)] if x]
    units = sum(is_unit(cell) or cell in {"-", "–", "/"} for cell in cells)
    return bool(cells) and units >= 0.5 * len(cells) and units > 0


def _describes(near: Line, over: Line) -> bool:
    """Whether a line says `int`, `int`, `str`, … below names; groups of names leave gaps."""
    return _repeats(near) and sum(map(bool, over.cells)) >= sum(map(bool, near.cells))


def _repeats(line: Line) -> bool:
    cells = [cell for cell in line.cells if cell]
    return len(cells) > 2 and len(set(cells)) <= 0.5 * len(cells)


def _groups(over: Line, near: Line) -> tuple[str, ...]:
    """The line above filled in to the right, when it tells names apart that repeat."""
    names = [name for name in near.cells if name]
    if len(set(names)) == len(names) or sum(bool(cell) for cell in over.cells) < 2:
        return ()
    filled: list[str] = []
    last = ""
    for place, name in enumerate(near.cells):
        cell = over.cells[place] if place < len(over.cells) else ""
        last = cell or (last if name else "")
        filled.append(last)
    pairs = [(a, b) for a, b in zip(filled, near.cells, strict=True) if b]
    return tuple(filled) if len(set(pairs)) == len(pairs) else ()


def counts_columns(row: Line) -> bool:
    """Whether a row reads 1, 2, 3, … behind a first cell that is no number."""
    if len(row.cells) < 4 or row.kinds[0] == "N":
        return False
    return list(row.cells[1:]) == [str(number) for number in range(1, len(row.cells))]


def is_scale(row: Line, after: Line) -> bool:
    """Whether a row of numbers is the head of a matrix: values of what runs across, which rise or
    fall, behind a first cell that is none.

    That cell is empty, or holds words over a column of numbers.
    """
    if len(row.cells) < 4 or set(row.kinds[1:]) != {"N"} or len(after.cells) < len(row.cells) - 1:
        return False
    if row.kinds[0] not in "ETM" or after.kinds[0] not in "NT" or row.kinds[0] == after.kinds[0]:
        return False
    values = [as_number(cell, ".") for cell in row.cells[1:]]
    steps = {
        (a > b) - (a < b) if a is not None and b is not None else 0 for a, b in pairwise(values)
    }
    return len(steps) == 1 and 0 not in steps
