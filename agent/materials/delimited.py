"""Delimited text to tables: small files line by line, large clean ones through pandas."""

import io
import warnings
from collections.abc import Sequence

import numpy as np
import pandas as pd

from agent.materials.columns import headers, typed
from agent.materials.layout import Block, Layout, is_unit_row, read_layout
from agent.materials.names import table_name
from agent.materials.types import Column, Table

LARGE = 1_000_000
"""Characters from which on pandas reads the rows."""
HEAD = 200_000
"""Characters of a large file from which its layout is read."""
MAX_PREAMBLE = 60


def read_delimited(text: str, *, path: str, encoding: str) -> tuple[Table, ...]:
    """Every table of the text, in order; empty when it holds none.

    The tables carry provisional names; `scan` makes them unique over the inventory.
    """
    if len(text) > LARGE and (table := _fast(text, path)) is not None:
        return (table,)
    layout = read_layout(text)
    if layout is None:
        return ()
    blocks = [block for block in layout.blocks if block.rows]
    tables = [
        _table(text, layout, block, path, "" if len(blocks) == 1 else str(number))
        for number, block in enumerate(blocks, start=1)
    ]
    found = [table for table in tables if table is not None]
    if found and layout.stray:
        found[-1] = _with_stray(found[-1], layout.stray)
    return tuple(found)


def _with_stray(table: Table, stray: Sequence[int]) -> Table:
    from dataclasses import replace

    where = ", ".join(str(line) for line in stray[:5]) + (", …" if len(stray) > 5 else "")
    what = "line was" if len(stray) == 1 else "lines were"
    remark = f"{len(stray)} {what} no row of a table and left out (line {where})."
    return replace(
        table,
        rows_left_out=table.rows_left_out + len(stray),
        remarks=(*table.remarks, remark),
    )


def _table(text: str, layout: Layout, block: Block, path: str, more: str) -> Table | None:
    names, units = _names_and_units(block)
    heads = headers(names, units, block.width)
    cells = [
        [row.cells[i] if i < len(row.cells) else "" for row in block.rows]
        for i in range(block.width)
    ]
    columns, remarks = typed(heads, cells, layout.decimal)
    if not any(column.type == "number" for column in columns):
        return None
    if block.interrupted:
        what = "line is" if len(block.interrupted) == 1 else "lines are"
        remarks = (
            *remarks,
            f"{len(block.interrupted)} {what} no row and left out, "
            f"the first in line {block.interrupted[0]}.",
        )
    first = block.head[0].number if block.head else block.rows[0].number
    return Table(
        table_name(path, more),
        path,
        columns,
        len(block.rows),
        len(block.interrupted),
        delimiter=layout.delimiter,
        decimal=layout.decimal,
        header_rows=len(block.head),
        first_line=block.rows[0].number,
        preamble=_preamble(text, first) if more in {"", "1"} else (),
        remarks=remarks,
    )


def _names_and_units(block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match block.head:
        case ():
            return (), ()
        case (names,):
            return names.cells, ()
        case (names, units, *_):
            return names.cells, units.cells if is_unit_row(units) else ()
        case _:
            return (), ()


def _preamble(text: str, first: int) -> tuple[str, ...]:
    lines = text.splitlines()[: first - 1] if first > 1 else []
    return tuple(line.strip() for line in lines if line.strip())[:MAX_PREAMBLE]


def _fast(text: str, path: str) -> Table | None:
    """A large file that is one clean block; None where the slow way has to look closer."""
    layout = read_layout(text[: text.rfind("\n", 0, HEAD) + 1])
    if layout is None or len(layout.blocks) != 1 or layout.stray or layout.blocks[0].interrupted:
        return None
    block = layout.blocks[0]
    start = _offset_of_line(text, block.rows[0].number)
    with io.StringIO(text) as stream, warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)
        stream.seek(start)
        try:
            frame = pd.read_csv(
                stream,
                sep=r"\s+" if layout.delimiter == " " else layout.delimiter,
                decimal=layout.decimal,
                header=None,
                index_col=False,
                skipinitialspace=True,
                na_values=["---", "--", "OL", "-"],
            )
        except (ValueError, pd.errors.ParserError):
            return None
    if len(frame.columns) < block.width:
        return None
    names, units = _names_and_units(block)
    heads = headers(names, units, len(frame.columns))
    columns, remarks = _from_frame(frame, heads, layout.decimal)
    first = block.head[0].number if block.head else block.rows[0].number
    return Table(
        table_name(path),
        path,
        columns,
        len(frame),
        delimiter=layout.delimiter,
        decimal=layout.decimal,
        header_rows=len(block.head),
        first_line=block.rows[0].number,
        preamble=_preamble(text[:HEAD], first),
        remarks=remarks,
    )


def _offset_of_line(text: str, line: int) -> int:
    offset = 0
    for _ in range(line - 1):
        offset = text.index("\n", offset) + 1
    return offset


def _from_frame(
    frame: pd.DataFrame, heads: Sequence[object], decimal: str
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Columns pandas read as numbers are taken as they are, the others cell by cell."""
    from agent.materials.headers import Header, uncertainties

    known = [head for head in heads if isinstance(head, Header)]
    owners = uncertainties([head.name for head in known])
    columns: list[Column] = []
    remarks: list[str] = []
    for head, owner, (_, series) in zip(known, owners, frame.items(), strict=True):
        if series.dtype.kind in "fiu":
            values = series.to_numpy(dtype=np.float64, copy=False)
            if np.isnan(values).all() and head.name.startswith("column_"):
                continue
            columns.append(Column(head.name, head.unit, "number", values, (), owner))
        else:
            texts = ["" if cell is None or cell != cell else str(cell) for cell in series]
            made, said = typed([head], [texts], decimal)
            columns += made
            remarks += said
    return tuple(columns), tuple(remarks)
