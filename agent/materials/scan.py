"""The inventory: every file of a folder, with what was read or why it was not."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from agent.errors import NothingUsable, UsageError
from agent.materials.delimited import read_delimited
from agent.materials.encoding import decode
from agent.materials.errors import Unreadable
from agent.materials.images import check_image, is_picture
from agent.materials.json_tables import read_json
from agent.materials.names import unique
from agent.materials.notes import read_notes
from agent.materials.spreadsheet import read_spreadsheet
from agent.materials.types import Inventory, Kind, Material, Status, Table
from agent.materials.walk import Listed, list_files

Memo = Callable[[str, Callable[[], Material]], Material]

MAX_BYTES = 500_000_000
KINDS = {
    Kind.TABLE: ".csv .tsv .dat .data .asc .lvm .prn .tab",
    Kind.SPREADSHEET: ".xlsx .xlsm .xls .ods",
    Kind.JSON: ".json",
    Kind.NOTES: ".md .markdown .rst .tex .ipynb .docx",
    Kind.IMAGE: ".png .jpg .jpeg .svg .tif .tiff",
    Kind.BIBLIOGRAPHY: ".bib",
}
BY_SUFFIX = {suffix: kind for kind, names in KINDS.items() for suffix in names.split()}


def take_inventory(
    folder: Path, *, memo: Memo, on_file: Callable[[str], None] = lambda _: None
) -> Inventory:
    """Every file below the folder.

    `memo(key, make)` gives a stored material, or makes and stores it.

    Raises:
        UsageError: there is no such folder.
        NothingUsable: the folder holds no file at all.
    """
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise UsageError(f"The folder {folder} {what}.", "Name the folder that holds your data.")
    listed = list_files(folder)
    if not listed:
        raise NothingUsable(f"The folder {folder} is empty.", "Put your data and notes into it.")
    materials = []
    taken: set[str] = set()
    for entry in listed:
        material = _take(folder, entry, memo)
        tables = tuple(replace(t, name=unique(t.name, taken)) for t in material.tables)
        materials.append(replace(material, tables=tables))
        on_file(entry.path)
    return Inventory(str(folder.resolve()), tuple(materials))


def _take(folder: Path, entry: Listed, memo: Memo) -> Material:
    path = folder / entry.path
    kind = kind_of(path)
    if entry.ignored:
        denied = entry.ignored.startswith("cannot be read")
        status = Status.UNREAD if denied else Status.IGNORED
        reason = entry.ignored[:1].upper() + entry.ignored[1:] + "."
        return Material(entry.path, kind, entry.bytes, "", status, reason)
    if entry.bytes > MAX_BYTES:
        reason = f"The file is larger than {MAX_BYTES // 1_000_000} MB and was not read."
        return Material(entry.path, kind, entry.bytes, "", Status.UNREAD, reason)
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = f"The file cannot be read: {error.strerror}."
        return Material(entry.path, kind, entry.bytes, "", Status.UNREAD, reason)
    digest = hashlib.sha256(data).hexdigest()
    blank = Material(entry.path, kind, len(data), digest, Status.UNREAD)
    return memo(f"{entry.path}:{digest}", lambda: _read(path, data, blank))


def kind_of(path: Path) -> Kind:
    """By name; a `.txt` is a table or notes by what it holds."""
    if path.name == "reflectex.toml":
        return Kind.SETTINGS
    suffix = path.suffix.lower()
    if suffix == ".txt":
        return Kind.NOTES
    if suffix == ".pdf":
        return Kind.NOTES
    return BY_SUFFIX.get(suffix, Kind.OTHER)


def _read(path: Path, data: bytes, blank: Material) -> Material:
    if not data:
        return replace(blank, reason="The file is empty.")
    try:
        return _by_kind(path, data, blank)
    except Unreadable as error:
        return replace(blank, reason=error.reason)
    except (MemoryError, RecursionError) as error:
        return replace(blank, reason=f"The file is too large to be read ({type(error).__name__}).")
    except Exception as error:  # one file must never end the run; the class names the fault
        what = f"{type(error).__name__}: {str(error)[:100]}"
        return replace(blank, reason=f"Reading it failed ({what}).")


def _by_kind(path: Path, data: bytes, blank: Material) -> Material:
    match blank.kind:
        case Kind.TABLE:
            return _table(data, blank)
        case Kind.SPREADSHEET:
            tables, remarks = read_spreadsheet(path, blank.path)
            return _with_tables(blank, tables, " ".join(remarks))
        case Kind.JSON:
            text, encoding = decode(data)
            return _with_tables(
                replace(blank, encoding=encoding), read_json(text, path=blank.path), ""
            )
        case Kind.NOTES:
            return _notes(path, data, blank)
        case Kind.IMAGE:
            return replace(blank, status=Status.READ, reason=check_image(path))
        case Kind.BIBLIOGRAPHY:
            text, encoding = decode(data)
            return replace(blank, status=Status.READ, bibliography=text, encoding=encoding)
        case Kind.SETTINGS:
            return replace(blank, status=Status.READ, encoding="utf-8")
        case Kind.OTHER:
            suffix = PurePosixPath(blank.path).suffix
            what = f"Files ending in {suffix} are" if suffix else "Files without an ending are"
            return replace(blank, status=Status.IGNORED, reason=f"{what} of no known kind.")


def _table(data: bytes, blank: Material) -> Material:
    text, encoding = decode(data)
    known = replace(blank, encoding=encoding)
    tables = read_delimited(text, path=blank.path, encoding=encoding)
    if not tables:
        return replace(known, reason="No column of numbers was found in it.")
    return _with_tables(known, tables, "")


def _with_tables(blank: Material, tables: tuple[Table, ...], remarks: str) -> Material:
    if not tables:
        return replace(blank, reason=remarks or "No column of numbers was found in it.")
    left = sum(table.rows_left_out for table in tables)
    said = [remarks] if remarks else []
    if left:
        said += [remark for t in tables if t.rows_left_out for remark in t.remarks[-1:]]
    status = Status.PARTLY if left else Status.READ
    return replace(blank, status=status, tables=tables, reason=" ".join(said))


def _notes(path: Path, data: bytes, blank: Material) -> Material:
    suffix = path.suffix.lower()
    if suffix == ".pdf" and is_picture(path):
        reason = check_image(path)
        return replace(blank, kind=Kind.IMAGE, status=Status.READ, reason=reason)
    encoding = None
    if suffix not in {".pdf", ".docx"}:
        text, encoding = decode(data)
        if suffix == ".txt" and (tables := _mostly_table(text, blank.path, encoding)):
            return _with_tables(replace(blank, kind=Kind.TABLE, encoding=encoding), tables, "")
    return replace(blank, status=Status.READ, notes=read_notes(path), encoding=encoding)


def _mostly_table(text: str, path: str, encoding: str) -> tuple[Table, ...]:
    """The tables of a `.txt`, when they and not sentences are what it holds."""
    tables = read_delimited(text, path=path, encoding=encoding)
    lines = sum(1 for line in text.splitlines() if line.strip())
    rows = sum(table.rows for table in tables)
    numeric = all(2 * len(table.numeric) > len(table.columns) for table in tables)
    enough = rows >= 3 and rows >= 0.5 * (lines - min(lines // 2, 40))
    return tables if numeric and enough else ()
