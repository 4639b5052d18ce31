"""Spreadsheets to tables, sheet by sheet, through calamine."""

import datetime
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from agent.materials.delimited import read_delimited
from agent.materials.errors import Unreadable
from agent.materials.names import table_name
from agent.materials.types import Table

MAX_UNPACKED = 500_000_000
MAX_CELLS = 5_000_000
SEPARATOR = "\t"


def read_spreadsheet(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of all sheets, and a remark for each sheet that gave none.

    Raises:
        Unreadable: the file is no spreadsheet, is damaged, or would unpack to too much.
    """
    _refuse_bombs(path)
    try:
        with path.open("rb") as stream:
            book = CalamineWorkbook.from_filelike(stream)
            return _sheets(book, path, relative)
    except CalamineError as error:
        raise Unreadable(f"The spreadsheet cannot be read: {str(error)[:120]}.") from None


def _refuse_bombs(path: Path) -> None:
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > MAX_UNPACKED:
        raise Unreadable(f"The spreadsheet would unpack to {size // 1_000_000} MB; it is not read.")


def _sheets(
    book: CalamineWorkbook, path: Path, relative: str
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    tables: list[Table] = []
    remarks: list[str] = []
    several = len(book.sheets_metadata) > 1
    for meta in book.sheets_metadata:
        if meta.typ is not SheetTypeEnum.WorkSheet:
            remarks.append(f"The sheet {meta.name!r} is no table of cells and was left out.")
            continue
        if meta.visible is not SheetVisibleEnum.Visible:
            remarks.append(f"The sheet {meta.name!r} is hidden; it was read all the same.")
        sheet = book.get_sheet_by_name(meta.name)
        if sheet.height * sheet.width > MAX_CELLS:
            remarks.append(f"The sheet {meta.name!r} has too many cells and was left out.")
            continue
        found = _tables(sheet, relative, meta.name if several else "")
        if not found:
            empty = sheet.height == 0
            why = "is empty" if empty else "holds no column of numbers"
            remarks.append(f"The sheet {meta.name!r} {why}.")
        tables += found
    if formulas := _formulas_without_values(path):
        remarks.append(formulas)
    return tuple(tables), tuple(remarks)


def _tables(sheet: Any, relative: str, name: str) -> list[Table]:
    rows = sheet.to_python(skip_empty_area=False)
    _fill_merged(rows, sheet)
    text = "\n".join(SEPARATOR.join(_cell(value) for value in row) for row in rows)
    tables = read_delimited(text, path=relative, encoding="")
    result = []
    for number, table in enumerate(tables, start=1):
        more = str(number) if len(tables) > 1 else ""
        result.append(
            replace(
                table,
                name=table_name(relative, name, more),
                sheet=name or None,
                delimiter=None,
                decimal=None,
            )
        )
    return result


def _fill_merged(rows: list[list[Any]], sheet: Any) -> None:
    """A merged cell counts for every cell it covers in its first row, as a reader sees it."""
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if top < len(rows) and left < len(rows[top]) and bottom == top:
            for column in range(left + 1, min(right + 1, len(rows[top]))):
                rows[top][column] = rows[top][left]


def _cell(value: Any) -> str:
    match value:
        case None | "":
            return ""
        case bool():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime():
            return value.strftime("%Y-%m-%d %H:%M:%S")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return repr(value.total_seconds())
        case _:
            return " ".join(str(value).split())


def _formulas_without_values(path: Path) -> str:
    """Formulas that a program wrote and nothing ever computed read as empty cells; say so."""
    if path.suffix.lower() not in {".xlsx", ".xlsm"} or path.stat().st_size > 5_000_000:
        return ""
    import openpyxl

    try:
        formulas = openpyxl.load_workbook(path)
        values = openpyxl.load_workbook(path, data_only=True)
    except Exception:  # openpyxl raises whatever its parts raise; the tables are read already
        return ""
    empty = sum(
        isinstance(cell.value, str) and cell.value.startswith("=") and _none(values, sheet, cell)
        for sheet in formulas.worksheets
        for row in sheet.iter_rows()
        for cell in row
    )
    if not empty:
        return ""
    what = "1 formula has" if empty == 1 else f"{empty} formulas have"
    return f"{what} no stored value and read as empty; open and save the file to compute them."


def _none(values: Any, sheet: Any, cell: Any) -> bool:
    found: Sequence[Any] | Any = values[sheet.title][cell.coordinate]
    return getattr(found, "value", None) is None
