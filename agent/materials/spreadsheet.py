"""Spreadsheets to tables, sheet by sheet, through calamine."""

import datetime
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openpyxl.utils import get_column_letter
from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from agent.materials.computed import compute
from agent.materials.errors import Unreadable
from agent.materials.formulas import Place, formulas_without_values
from agent.materials.grids import grid_tables
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
            book = CalamineWorkbook.from_filelike(stream)
            formulas, said = formulas_without_values(path)
            tables, remarks = _sheets(book, relative, formulas)
    except CalamineError as error:
        raise Unreadable(f"The spreadsheet cannot be read: {_words(error)}.") from None
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


def _sheets(
    book: CalamineWorkbook, relative: str, formulas: Mapping[str, Mapping[Place, str]]
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
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
        rows = sheet.to_python(skip_empty_area=False)
        said = _fill_formulas(rows, formulas.get(meta.name, {}), meta.name if several else "")
        _fill_merged(rows, sheet)
        grid = [[_text(value) for value in row] for row in rows]
        found, beside = grid_tables(grid, relative, meta.name if several else "")
        remarks += filter(None, (said, beside))
        hidden = meta.visible is not SheetVisibleEnum.Visible
        if found and hidden:
            remarks.append(f"The sheet {meta.name!r} is hidden; it was read all the same.")
        if not found:
            why = "holds no column of numbers" if sheet.height else "is empty"
            remarks.append(f"The {'hidden ' * hidden}sheet {meta.name!r} {why}.")
        tables += found
    return tuple(tables), tuple(remarks)


def _fill_formulas(rows: list[list[Any]], formulas: Mapping[Place, str], name: str) -> str:
    """Put in what simple formulas come to; a sentence on these and on the others."""
    if not formulas:
        return ""
    values = compute(rows, formulas)
    for (row, column), value in values.items():
        if row >= len(rows):
            rows.extend([] for _ in range(row + 1 - len(rows)))
        rows[row].extend([""] * (column + 1 - len(rows[row])))
        rows[row][column] = value
    of = f"Of the sheet {name!r}: " if name else ""
    other = sorted(formulas.keys() - values.keys())
    said = [f"{of}{_many(len(values))} no stored value and {_was(len(values))} computed."]
    if other:
        cells = ", ".join(f"{get_column_letter(c + 1)}{r + 1}" for r, c in other[:5])
        said.append(
            f"{of}{_many(len(other))} no stored value and {_was(len(other))} not computed "
            f"({cells}{', …' * (len(other) > 5)}); saving it in a spreadsheet program does."
        )
    return " ".join(said[not values :])


def _many(number: int) -> str:
    return "1 formula has" if number == 1 else f"{number} formulas have"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _fill_merged(rows: list[list[Any]], sheet: Any) -> None:
    """A cell merged over several counts for each of them, as a reader sees it; a title alone in its
    rows stands once, and rows that hold nothing else stay empty.
    """
    filled = [any(value not in ("", None) for value in row) for row in rows]
    ranges = [
        (range(top, min(bottom + 1, len(rows))), range(left, right + 1))
        for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
        if top < len(rows) and left < len(rows[top]) and rows[top][left] not in ("", None)
    ]
    titles = [_is_title(rows, down, across) for down, across in ranges]
    for (down, across), title in zip(ranges, titles, strict=True):
        value = rows[down[0]][across[0]]
        for row in () if title else filter(filled.__getitem__, down):
            for column in across[: max(0, len(rows[row]) - across[0])]:
                rows[row][column] = value


def _is_title(rows: list[list[Any]], down: range, across: range) -> bool:
    beside = (rows[row][: across[0]] + rows[row][across[-1] + 1 :] for row in down)
    return len(across) > 1 and not any(value not in ("", None) for row in beside for value in row)


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
