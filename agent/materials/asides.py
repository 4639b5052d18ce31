"""Settings in the first columns beside the rows, as oscilloscopes write them."""

from collections.abc import Sequence
from dataclasses import replace

from agent.materials.blocks import Block
from agent.materials.cells import Line, make_line
from agent.materials.heads import Head
from agent.materials.metadata import Entry, entries

FEWEST = 3
"""Settings; of fewer it is rather a table with a few labels."""
SHARE = 0.7
"""Most rows of the whole that may have a setting beside them."""


def aside(block: Block, decimal: str) -> tuple[Block, tuple[Entry, ...]]:
    """The block without the columns of names and settings at its left, and what these say.

    The names stand beside the first rows only, and no other column holds words.
    """
    rows = block.rows
    count = next((n for n, row in enumerate(rows) if row.kinds[:1] != "T"), len(rows))
    if block.head.names or not FEWEST <= count <= SHARE * len(rows):
        return block, ()
    start = _first_of_numbers(rows)
    if start < 2 or any(row.kinds[:start].strip("E") for row in rows[count:]):
        return block, ()
    keys = [row.cells[0] for row in rows[:count]]
    if len(set(keys)) < len(keys):
        return block, ()
    said = entries((row.number, row.cells[:start]) for row in rows[:count])
    values = {entry.key: entry.cells[1] for entry in said if len(entry.cells) > 1}
    names, units = _named(values, max(map(len, (row.cells for row in rows))) - start)
    made = tuple(make_line(row.number, row.cells[start:], decimal) for row in rows)
    width = max(len(row.cells) for row in made)
    head = Head(names=names, units=units)
    return replace(block, head=head, rows=made, width=width), said


def _first_of_numbers(rows: Sequence[Line]) -> int:
    """The place from which on all rows hold numbers; 0 where there is none."""
    width = min(len(row.kinds) for row in rows)
    start = width
    while start > 0 and all(row.kinds[start - 1] in "NM" for row in rows):
        start -= 1
    return start if start < width else 0


def _named(values: dict[str, str], width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What an oscilloscope calls its two columns, and their units."""
    if width != 2 or not {"Horizontal Units", "Vertical Units"} & values.keys():
        return (), ()
    names = ("time", values.get("Source", ""))
    return names, (values.get("Horizontal Units", ""), values.get("Vertical Units", ""))
