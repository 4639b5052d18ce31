"""Spreadsheets to tables, sheet by sheet, through calamine."""

import datetime
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from agent.materials.blocks import find_blocks
from agent.materials.cells import make_line
from agent.materials.delimited import read_delimited
from agent.materials.errors import Unreadable
from agent.materials.formulas import formulas_without_values
from agent.materials.names import table_name
from agent.materials.regions import part, strips
from agent.materials.tables import tables_of
from agent.materials.types import Table

MAX_UNPACKED = 500_000_000
MAX_CELLS = 5_000_000


def read_spreadsheet(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of all sheets, and what is to be said of sheets and formulas.

    Raises:
        Unreadable: the file is no spreadsheet, is damaged, or would unpack to too much.
    """
    _refuse_bombs(path)
    try:
        with path.open("rb") as stream:
            tables, remarks = _sheets(CalamineWorkbook.from_filelike(stream), relative)
    except CalamineError as error:
        raise Unreadable(f"The spreadsheet cannot be read: {_words(error)}.") from None
    said = formulas_without_values(path)
    return tables, (*remarks, said) if said else remarks


def _words(error: CalamineError) -> str:
    text = " ".join(str(error).split())
    if "password" in text.lower():
        return "it is protected by a password"
    return text[:120].rstrip(".") or type(error).__name__


def _refuse_bombs(path: Path) -> None:
    if not zipfile.is_zipfile(path):
        return
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except zipfile.BadZipFile:
        raise Unreadable("The spreadsheet is a damaged archive.") from None
    if size > MAX_UNPACKED:
        raise Unreadable(
            f"The spreadsheet would unpack to {size // 1_000_000} MB and was not read."
        )


def _sheets(book: CalamineWorkbook, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    tables: list[Table] = []
    remarks: list[str] = []
    several = len(book.sheets_metadata) > 1
    for meta in book.sheets_metadata:
        if meta.typ is not SheetTypeEnum.WorkSheet:
            remarks.append(f"The sheet {meta.name!r} holds no cells and was left out.")
            continue
        sheet = book.get_sheet_by_name(meta.name)
        if sheet.height * sheet.width > MAX_CELLS:
            remarks.append(f"The sheet {meta.name!r} has too many cells and was left out.")
            continue
        found = _tables(sheet, relative, meta.name if several else "")
        hidden = meta.visible is not SheetVisibleEnum.Visible
        if found and hidden:
            remarks.append(f"The sheet {meta.name!r} is hidden; it was read all the same.")
        if not found:
            why = "holds no column of numbers" if sheet.height else "is empty"
            remarks.append(f"The {'hidden ' * hidden}sheet {meta.name!r} {why}.")
        tables += found
    return tuple(tables), tuple(remarks)


def _tables(sheet: Any, relative: str, name: str) -> list[Table]:
    """The tables of a sheet, from left to right, in each strip of columns from the top."""
    rows = sheet.to_python(skip_empty_area=False)
    _fill_merged(rows, sheet)
    grid = [[_text(value) for value in row] for row in rows]
    found: list[Table] = []
    for strip in strips(grid):
        cells = part(grid, strip)
        found += _strip(cells, relative, name) or _lines_in_cells(cells, relative, name)
    numbers = range(1, len(found) + 1)
    return [
        replace(
            table,
            name=table_name(relative, name, str(number) if len(found) > 1 else ""),
            sheet=name or None,
            delimiter=None,
            decimal=None,
        )
        for number, table in zip(numbers, found, strict=True)
    ]


def _strip(cells: Sequence[Sequence[str]], relative: str, name: str) -> tuple[Table, ...]:
    lines = [make_line(number, row, ".") for number, row in enumerate(cells, start=1)]
    texts = [" ".join(filter(None, row)) for row in cells]
    return tables_of(find_blocks(lines), texts, path=relative, decimal=".", parts=[name])


def _lines_in_cells(cells: Sequence[Sequence[str]], relative: str, name: str) -> tuple[Table, ...]:
    """A table pasted as text has all cells of a row in one cell."""
    if len(cells[0]) != 1:
        return ()
    text = "\n".join(row[0] for row in cells)
    return read_delimited(text, path=relative, encoding="")


def _fill_merged(rows: list[list[Any]], sheet: Any) -> None:
    """A cell merged over several columns counts for each of them, as a reader sees it."""
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if bottom == top < len(rows) and isinstance(rows[top][left], str):
            for column in range(left + 1, min(right + 1, len(rows[top]))):
                rows[top][column] = rows[top][left]


def _text(value: Any) -> str:
    match value:
        case None | "":
            return ""
        case bool():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime():
            return value.isoformat(sep=" ")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return _clock(value)
        case _:
            return str(value).strip(" ").replace("\n", " ").replace("\t", " ")


def _clock(value: datetime.timedelta) -> str:
    minutes, rest = divmod(value.total_seconds(), 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02d}:{rest:09.6f}"
