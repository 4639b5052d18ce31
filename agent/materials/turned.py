"""Tables that lie on their side: a quantity in each row, the samples from left to right."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import regex

from agent.materials.blocks import Block
from agent.materials.cells import Line, make_line
from agent.materials.headers import is_unit, read_header, strip_brackets
from agent.materials.heads import Head
from agent.materials.metadata import as_number
from agent.materials.numbers import number

FEWEST = 3
"""Samples; of fewer nobody writes a table that runs from left to right."""
MOST_UNNAMED = 12
"""Rows of a table on its side that gives no units."""
LONGEST_LABEL = 40
WELL = regex.compile(r"[A-P](?:[1-9]|0[1-9]|1\d|2[0-4])")
"""A place on a plate of 96 or 384 wells."""
QUANTITY = regex.compile(r"(?P<value>[+\-−]?\d[\d.,]*(?:[eE][+-]?\d+)?)\s*(?P<unit>[^\d\s].*)?")
CORNER = regex.compile(r"(?P<down>[^\\]*?)\s*\\\s*(?P<across>[^\\]*)")
"""`T (K) \\ λ (nm)`: what runs down, and what runs across."""


def turned(block: Block, decimal: str, wanted: bool | None = None) -> tuple[Block, str]:
    """The block as a person reads it, and one sentence where it was turned: the first cells of its
    rows name the columns, and the cells of its head become the first of them.

    `wanted` is what a person settled, None where the block itself is to tell.
    """
    if wanted is False:
        return block, ""
    block = _with_names(block)
    rows = block.rows
    labels = [row.cells[0] if row.cells else "" for row in rows]
    start = 2 if _has_units(rows) else 1
    if not wanted and not _lies(block, labels, start):
        return block, ""
    names = list(block.head.names)
    units = [row.cells[1] for row in rows] if start == 2 else [""] * len(rows)
    across = [[*row.cells[start:]] for row in rows]
    if names:
        labels, units = [names[0], *labels], ["", *units]
        across = [names[start:], *across]
    count = max(map(len, across))
    cells = zip(*(line + [""] * (count - len(line)) for line in across), strict=True)
    first = rows[0].number
    made = tuple(make_line(first, cell, decimal) for cell in cells)
    head = Head(block.head.lines, tuple(labels), tuple(units) if start == 2 else ())
    said = f"The table lies on its side: its {len(labels)} rows became columns."
    return replace(block, head=head, rows=made, width=len(labels)), said


def _with_names(block: Block) -> Block:
    """`quantity, unit, 1, 2, 3` reads like a row, but has a word where the others have units."""
    first, *rest = block.rows
    if block.head.names or not rest or _has_units(block.rows) or not _has_units(rest):
        return block
    return replace(block, head=Head((first,), first.cells), rows=tuple(rest))


def _has_units(rows: Sequence[Line]) -> bool:
    """Whether the second cells of all rows are units, in a column of their own."""
    if any(len(row.cells) < 2 + FEWEST or row.kinds[1] == "N" for row in rows):
        return False
    cells = [strip_brackets(row.cells[1]) for row in rows]
    return all(is_unit(cell) or cell in {"", "-", "–"} for cell in cells) and any(cells)


def _lies(block: Block, labels: Sequence[str], start: int) -> bool:
    rows, names = block.rows, block.head.names
    samples = max(len(row.cells) for row in rows) - start
    if samples < FEWEST or not all(_is_label(row) for row in rows) or _is_plate(labels):
        return False
    if not all(set(row.kinds[start:]) <= set("NDEM") and "N" in row.kinds[start:] for row in rows):
        return False
    wells = sum(WELL.fullmatch(label) is not None for label in labels)
    heads = [read_header(label) for label in labels]
    united = len(rows) if start == 2 else sum(head.unit is not None for head in heads)
    if _are_words(names[start:]):
        named = any(read_header(name).unit for name in names[start:])
        return not named and united >= max(2, 0.5 * len(rows))
    if wells >= 0.5 * len(rows) or united >= max(1, 0.5 * (len(rows) - wells)):
        return True
    return len(rows) <= MOST_UNNAMED and (bool(names) or samples > len(rows))


def _is_label(row: Line) -> bool:
    return row.kinds[:1] == "T" and len(row.cells[0]) <= LONGEST_LABEL


def _are_words(names: Sequence[str]) -> bool:
    """Whether the head names samples in words; numbers and times are values of their own."""
    return any(name and number(name, ".") is None and ":" not in name for name in names)


def _is_plate(labels: Sequence[str]) -> bool:
    """A, B, C, … beside the rows of a plate, which is a matrix and no table on its side."""
    return "".join(labels) == ascii_uppercase[: len(labels)] and len(labels) > 1


def at_numbers(head: Head) -> tuple[Head, str]:
    """The head of a matrix, whose names are numbers, perhaps each with the same unit; in one
    notation, with what runs down as the name of the first column, and a sentence on what they are.
    """
    names = head.names
    found = [QUANTITY.fullmatch(name) for name in names[1:]]
    values = [as_number(one["value"], ".") if one else None for one in found]
    units = {one["unit"] or "" for one in found if one}
    if (
        len(names) <= FEWEST
        or None in values
        or len(units) > 1
        or not all(map(is_unit, units - {""}))
    ):
        return head, ""
    corner = CORNER.fullmatch(names[0])
    of = f" of {corner['across']!r}" if corner and corner["across"] else ""
    unit = f" in {unit}" if (unit := units.pop()) else ""
    said = f"The names of the columns are values{of}{unit}, from {names[1]} to {names[-1]}."
    plain = [f"{value:.15g}" for value in values if value is not None]
    return replace(head, names=(corner["down"] if corner else names[0], *plain)), said
