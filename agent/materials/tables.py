"""From blocks of rows to tables."""

from collections.abc import Sequence
from dataclasses import replace

import regex

from agent.materials.accounts import account_of, without
from agent.materials.blocks import Block
from agent.materials.cells import split
from agent.materials.columns import Made, columns_of, headings, joined
from agent.materials.heads import Head
from agent.materials.metadata import Entry, as_number, entries, metadata
from agent.materials.names import table_name
from agent.materials.numbers import number
from agent.materials.turned import at_numbers, turned
from agent.materials.types import Metadata, Table
from agent.materials.waveforms import timed

MAX_PREAMBLE = 60
MAX_BELOW = 30
"""Lines below the rows, and cells of each, beyond which they are no remarks on the table."""


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
    made = [_table(block, texts, path, decimal, delimiter, sheet, parts, turn) for block in blocks]
    kept = without(blocks, [table is None for table in made], texts)
    tables = [
        _accounted(table, block, texts, delimiter, decimal)
        for table, block in zip(filter(None, made), kept, strict=True)
    ]
    if len(tables) == 1:
        return tuple(tables)
    return tuple(
        replace(table, name=table_name(path, *parts, str(number)))
        for number, table in enumerate(tables, start=1)
    )


def _accounted(
    table: Table, block: Block, texts: Sequence[str], delimiter: str | None, decimal: str
) -> Table:
    """With what became of each line, and a sentence for each sort that was left out."""
    below = _below(block, texts, delimiter)
    said = {entry.line for entry in below}
    left = [(number, what) for number, what in block.left_out if number not in said]
    account = account_of(block, texts, said)
    remarks = left_out_remarks(left)
    if account.above > MAX_PREAMBLE:
        many = f"Of {account.above} lines above the head the first {MAX_PREAMBLE} are kept."
        remarks = (many, *remarks)
    return replace(
        table,
        account=account,
        rows_left_out=len(left),
        preamble=preamble(texts, *block.above),
        metadata=(*table.metadata, *metadata(below, decimal)),
        remarks=(*table.remarks, *remarks),
    )


def _below(block: Block, texts: Sequence[str], delimiter: str | None) -> tuple[Entry, ...]:
    """Lines right below the rows that say something under a key, such as a sum or an end time."""
    last = block.rows[-1].number
    lines = [n for n, what in block.left_out if n > last and what == "line"]
    if not 0 < len(lines) <= MAX_BELOW:
        return ()
    cells = [cells_above(texts, (n, n + 1), delimiter)[0] for n in lines]
    short = [(n, line) for n, line in cells if sum(map(bool, line)) <= MAX_BELOW]
    return tuple(e for e in entries(short) if any(e.cells[1:]))


def _table(
    block: Block,
    texts: Sequence[str],
    path: str,
    decimal: str,
    delimiter: str | None,
    sheet: str | None,
    parts: Sequence[str],
    turn: bool | None,
) -> Table | None:
    block, on_its_side = turned(block, decimal, turn)
    head, at = at_numbers(block.head)
    width = max(block.width, len(head.names))
    cells = [
        [row.cells[place] if place < len(row.cells) else "" for row in block.rows]
        for place in range(width)
    ]
    heads = headings(*shifted(head, width, cells[0], delimiter), width)
    made = columns_of(heads, cells, decimal)
    above = entries(cells_above(texts, block.above, delimiter))
    beside = beside_names(head, made, decimal)
    found = timed(heads, made, above, beside, len(block.rows), decimal)
    columns, remarks = joined(found.heads, found.made)
    if not any(column.type == "number" for column in columns):
        return None
    return Table(
        table_name(path, *parts),
        path,
        columns,
        len(block.rows),
        sheet=sheet,
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


def left_out_remarks(left_out: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """One sentence for each sort of line left out, with the first few numbers."""
    remarks = []
    for what in dict.fromkeys(kind for _, kind in left_out):
        numbers = [number for number, kind in left_out if kind == what]
        where = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
        reason = {
            "line": "no row of the table",
            "comment": "a comment",
        }.get(what, "cut off")
        one = len(numbers) == 1
        which = f"Line {where} is" if one else f"{len(numbers)} lines are"
        if not one:
            reason = {"a comment": "comments", "no row of the table": "no rows of the table"}.get(
                reason, reason
            )
        tail = "" if one else f" (lines {where})"
        remarks.append(f"{which} {reason} and left out{tail}.")
    return tuple(remarks)


def cells_above(
    texts: Sequence[str], span: tuple[int, int], delimiter: str | None
) -> list[tuple[int, list[str]]]:
    """The lines of a span with their cells, which tabs part in a sheet; those parted by blanks
    whole.
    """
    start, end = span
    return [
        (place, [text] if delimiter == " " else split(text, delimiter or "\t"))
        for place, text in enumerate(texts[start - 1 : end - 1], start=start)
    ]


def beside_names(head: Head, made: Sequence[Made | None], decimal: str) -> tuple[Metadata, ...]:
    """Numbers below names over columns that have no rows: an oscilloscope's start and step."""
    found = []
    for place, (name, below) in enumerate(zip(head.names, head.units, strict=False)):
        value = as_number(below, decimal)
        empty = place >= len(made) or made[place] is None
        if name and empty and value is not None:
            found.append(Metadata(name, below, value, None, head.lines[-1].number))
    return tuple(found)


def preamble(texts: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    lines = (regex.sub(r"\t+", " ", text.strip(" \t,;|")) for text in texts[start - 1 : end - 1])
    return tuple(line for line in lines if line)[:MAX_PREAMBLE]
