"""From blocks of rows to tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from agent.materials.accounts import accounted, cells_above, without
from agent.materials.asides import aside
from agent.materials.blocks import Block
from agent.materials.columns import Made, columns_of, headings, joined
from agent.materials.heads import Head
from agent.materials.metadata import as_number, entries, metadata
from agent.materials.names import table_name
from agent.materials.numbers import number
from agent.materials.turned import at_numbers, turned
from agent.materials.types import Metadata, Table
from agent.materials.waveforms import timed


def tables_of(
    blocks: Sequence[Block],
    texts: Sequence[str],
    *,
    path: str,
    decimal: str,
    delimiter: str | None = None,
    sheet: str | None = None,
    parts: Sequence[str] = (),
    turn: bool | None = None,
) -> tuple[Table, ...]:
    """The tables of the blocks that hold numbers.

    `texts` are all lines as they stand, for the preambles; `parts` are put into the names;
    `turn` is whether a person says that the tables lie on their side. Names are unique only once
    `scan` has seen all of them.
    """
    source = _Source(texts, path, decimal, delimiter, sheet, parts, turn)
    made = [_table(block, source) for block in blocks]
    tables = []
    places = {block.first_line: place for place, block in enumerate(blocks)}
    for block in without(blocks, [table is None for table in made], texts):
        place = places[block.first_line]
        # Lines that turned out to hold no table are words above this one.
        same = block.above == blocks[place].above
        if (table := made[place] if same else _table(block, source)) is not None:
            tables.append(accounted(table, block, texts, delimiter, decimal))
    if len(tables) == 1:
        return tuple(tables)
    return tuple(
        replace(table, name=table_name(path, *parts, str(number)))
        for number, table in enumerate(tables, start=1)
    )


class _Source(NamedTuple):
    texts: Sequence[str]
    path: str
    decimal: str
    delimiter: str | None
    sheet: str | None
    parts: Sequence[str]
    turn: bool | None


def _table(block: Block, source: _Source) -> Table | None:
    decimal, delimiter = source.decimal, source.delimiter
    block, settings = aside(block, decimal)
    block, on_its_side = turned(block, decimal, source.turn)
    head, at = at_numbers(block.head)
    width = max(block.width, len(head.names))
    cells = [
        [row.cells[place] if place < len(row.cells) else "" for row in block.rows]
        for place in range(width)
    ]
    heads = headings(*shifted(head, width, cells[0], delimiter), width)
    made = columns_of(heads, cells, decimal)
    above = (*entries(cells_above(source.texts, block.above, delimiter)), *settings)
    beside = beside_names(head, made, decimal)
    found = timed(heads, made, above, beside, len(block.rows), decimal)
    columns, remarks = joined(found.heads, found.made)
    if not any(column.type == "number" for column in columns):
        return None
    return Table(
        table_name(source.path, *source.parts),
        source.path,
        columns,
        len(block.rows),
        sheet=source.sheet,
        delimiter=delimiter,
        decimal=decimal if delimiter else None,
        header_rows=len(head.lines),
        first_line=block.rows[0].number,
        metadata=(*metadata(above, decimal), *beside),
        remarks=(
            *filter(None, (on_its_side, at)),
            *found.remarks,
            *remarks,
        ),
    )


def shifted(
    head: Head, width: int, first: Sequence[str], delimiter: str | None
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names, units and groups of a head, behind a nameless first column where the rows are
    numbered or labelled in a column that has no name: blanks at the start of a line part nothing.
    """
    parts = head.names, head.units, head.groups
    if delimiter != " " or len(head.names) != width - 1 or width < 2:
        return parts
    numbers = [number(cell, ".") for cell in first]
    counts = numbers in ([*range(len(first))], [*range(1, len(first) + 1)])
    if not counts and None not in numbers:
        return parts
    names, units, groups = (("", *part) if part else () for part in parts)
    return names, units, groups


def beside_names(head: Head, made: Sequence[Made | None], decimal: str) -> tuple[Metadata, ...]:
    """Numbers below names over columns that have no rows: an oscilloscope's start and step."""
    found = []
    for place, (name, below) in enumerate(zip(head.names, head.units, strict=False)):
        value = as_number(below, decimal)
        empty = place >= len(made) or made[place] is None
        if name and empty and value is not None:
            found.append(Metadata(name, below, value, None, head.lines[-1].number))
    return tuple(found)
