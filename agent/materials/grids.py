"""A grid of cells, as a sheet or a table of a web page has it, to tables."""

from collections.abc import Sequence
from dataclasses import replace

from openpyxl.utils import get_column_letter

from agent.materials.blocks import find_blocks
from agent.materials.cells import make_line
from agent.materials.delimited import read_delimited
from agent.materials.names import table_name
from agent.materials.regions import Grid, Strip, part, strips
from agent.materials.tables import tables_of
from agent.materials.types import Table


def grid_tables(grid: Grid, relative: str, name: str) -> tuple[tuple[Table, ...], str]:
    """The tables of a grid, from left to right, in each strip of columns from the top; and a
    sentence on strips beside them that hold none.
    """
    found: list[Table] = []
    bare: list[Strip] = []
    for strip in strips(grid):
        cells = part(grid, strip)
        tables = _strip(cells, relative, name) or _lines_in_cells(cells, relative, name)
        found += tables
        bare += [] if tables else [strip]
    numbers = range(1, len(found) + 1)
    named = tuple(
        replace(
            table,
            name=table_name(relative, name, str(number) if len(found) > 1 else ""),
            sheet=name or None,
            delimiter=None,
            decimal=None,
        )
        for number, table in zip(numbers, found, strict=True)
    )
    return named, _beside(bare, name) if named else ""


def _beside(bare: Sequence[Strip], name: str) -> str:
    if not bare:
        return ""
    spans = [
        "-".join(dict.fromkeys((get_column_letter(s.start + 1), get_column_letter(s.stop))))
        for s in bare
    ]
    of = f" of the sheet {name!r}" if name else ""
    one = len(spans) == 1 and "-" not in spans[0]
    what = "Column" if one else "Columns"
    verb = "holds" if one else "hold"
    return (
        f"{what} {', '.join(spans)}{of} {verb} no numbers and {'was' if one else 'were'} left out."
    )


def _strip(cells: Sequence[Sequence[str]], relative: str, name: str) -> tuple[Table, ...]:
    lines = [make_line(number, row, ".") for number, row in enumerate(cells, start=1)]
    texts = ["\t".join(row) for row in cells]
    return tables_of(find_blocks(lines), texts, path=relative, decimal=".", parts=[name])


def _lines_in_cells(cells: Sequence[Sequence[str]], relative: str, name: str) -> tuple[Table, ...]:
    """A table pasted as text has all cells of a row in one cell."""
    if len(cells[0]) != 1:
        return ()
    text = "\n".join(row[0] for row in cells)
    return read_delimited(text, path=relative, encoding="")
