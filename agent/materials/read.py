"""One file to one material, by its kind."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from agent.materials.content import content_of
from agent.materials.delimited import read_delimited
from agent.materials.encoding import Decoded, decode, decode_as, encoding_of, without_nuls
from agent.materials.errors import Unreadable
from agent.materials.json_tables import read_json
from agent.materials.large import read_large
from agent.materials.rules import NO_RULE
from agent.materials.types import Kind, Material, Status, Table
from agent.settings import TableRule

LARGE = 500_000
"""Bytes from which on pandas reads the rows."""
LINE_BY_LINE = 30_000_000
"""Bytes up to which a file that pandas cannot read is looked at line by line."""
NO_TABLE = "No column of numbers was found in it."


def read_material(path: Path, blank: Material, rule: TableRule = NO_RULE) -> Material:
    """The material read under its rule; one that cannot be is unread, with the reason, and stops
    nothing.
    """
    try:
        if not path.stat().st_size:
            return replace(blank, reason="The file is empty.")
        return _by_content(path, blank, rule)
    except Unreadable as error:
        return replace(blank, reason=error.reason)
    except OSError as error:
        return replace(blank, reason=f"The file cannot be read: {error.strerror or error}.")
    except MemoryError:
        return replace(blank, reason="The file needs more memory than there is (MemoryError).")
    except Exception as error:  # one file must never end the run; the class names the fault
        said = " ".join(str(error).split())[:100]
        return replace(blank, reason=f"Reading it failed ({type(error).__name__}: {said}).")


def _by_content(path: Path, blank: Material, rule: TableRule) -> Material:
    content = content_of(path, blank.kind)
    known = replace(blank, kind=content.kind)
    found = (_markup if content.markup else READERS[content.kind])(path, known, rule)
    if not content.said:
        return found
    return replace(found, reason=f"{content.said} {found.reason}".strip())


def _markup(path: Path, blank: Material, rule: TableRule) -> Material:
    from agent.materials.markup import read_markup

    text, encoding = decode(path.read_bytes())
    return _with_tables(replace(blank, encoding=encoding), *read_markup(text, blank.path))


def _table(path: Path, blank: Material, rule: TableRule) -> Material:
    tables, encoding, said = _text_tables(path.read_bytes(), blank.path, rule)
    return _with_tables(replace(blank, encoding=encoding), tables, said)


def _text_tables(
    data: bytes, path: str, rule: TableRule
) -> tuple[tuple[Table, ...], str, tuple[str, ...]]:
    """The tables, the encoding, and what is to be said of the bytes."""
    encoding = rule.encoding or encoding_of(data)
    data, said = without_nuls(data, encoding)
    if len(data) > LARGE and not encoding.startswith(("utf-16", "utf-32")):
        plain = encoding.removesuffix(" with damage")
        if tables := read_large(data, path=path, encoding=plain, rule=rule):
            return tables, encoding, said
        if len(data) > LINE_BY_LINE:
            raise Unreadable("The head of this large file shows no single table that goes on.")
    decoded = decode_as(data, rule.encoding) if rule.encoding else decode(data)
    tables = read_delimited(decoded.text, path=path, encoding=decoded.encoding, rule=rule)
    return tables, decoded.encoding, said


def _with_tables(
    blank: Material, tables: tuple[Table, ...], remarks: tuple[str, ...] = ()
) -> Material:
    if not tables:
        return replace(blank, reason=" ".join(remarks) or NO_TABLE)
    left = [table for table in tables if table.rows_left_out]
    said = [*remarks]
    for table in left:
        where = f"{table.name}: " if len(tables) > 1 else ""
        said += [where + remark for remark in table.remarks if "left out" in remark]
    status = Status.PARTLY if left else Status.READ
    return replace(blank, status=status, tables=tables, reason=" ".join(said))


def _spreadsheet(path: Path, blank: Material, rule: TableRule) -> Material:
    from agent.materials.spreadsheet import read_spreadsheet

    return _with_tables(blank, *read_spreadsheet(path, blank.path))


def _binary(path: Path, blank: Material, rule: TableRule) -> Material:
    from agent.materials.binary import read_binary

    return _with_tables(blank, *read_binary(path, blank.path))


def _json(path: Path, blank: Material, rule: TableRule) -> Material:
    text, encoding = decode(path.read_bytes())
    known = replace(blank, encoding=encoding)
    return _with_tables(known, read_json(text, path=blank.path))


def _notes(path: Path, blank: Material, rule: TableRule) -> Material:
    from agent.materials.images import is_picture
    from agent.materials.notes import read_notes

    suffix = path.suffix.lower()
    if suffix == ".pdf" and is_picture(path):
        return _image(path, replace(blank, kind=Kind.IMAGE), rule)
    if suffix in {".pdf", ".docx"}:
        return replace(blank, status=Status.READ, notes=read_notes(path))
    data = path.read_bytes()
    if suffix == ".txt" and (found := _table_in_text(data, blank, rule)) is not None:
        return found
    encoding = decode(data).encoding
    return replace(blank, status=Status.READ, notes=read_notes(path), encoding=encoding)


def _table_in_text(data: bytes, blank: Material, rule: TableRule) -> Material | None:
    """A `.txt` whose lines are mostly rows of numbers is a table, else it is notes."""
    try:
        tables, encoding, said = _text_tables(data, blank.path, rule)
    except Unreadable:
        return None
    rows = sum(table.rows for table in tables)
    above = sum(len(table.preamble) for table in tables)
    left = sum(table.rows_left_out for table in tables)
    if not tables or not all(map(_mostly_numbers, tables)) or rows < max(2, left, min(above, 40)):
        return None
    return _with_tables(replace(blank, kind=Kind.TABLE, encoding=encoding), tables, said)


def _mostly_numbers(table: Table) -> bool:
    measured = sum(column.type != "text" for column in table.columns)
    return 2 * measured > len(table.columns)


def _image(path: Path, blank: Material, rule: TableRule) -> Material:
    from agent.materials.images import check_image

    return replace(blank, status=Status.READ, reason=check_image(path))


def _bibliography(path: Path, blank: Material, rule: TableRule) -> Material:
    found: Decoded = decode(path.read_bytes())
    return replace(blank, status=Status.READ, bibliography=found.text, encoding=found.encoding)


def _settings(path: Path, blank: Material, rule: TableRule) -> Material:
    return replace(blank, status=Status.READ, encoding=decode(path.read_bytes()).encoding)


def _other(path: Path, blank: Material, rule: TableRule) -> Material:
    suffix = path.suffix
    what = f"Files ending in {suffix} are" if suffix else "Files without an ending are"
    return replace(blank, status=Status.IGNORED, reason=f"{what} of no known kind.")


READERS: dict[Kind, Callable[[Path, Material, TableRule], Material]] = {
    Kind.TABLE: _table,
    Kind.SPREADSHEET: _spreadsheet,
    Kind.BINARY: _binary,
    Kind.JSON: _json,
    Kind.NOTES: _notes,
    Kind.IMAGE: _image,
    Kind.BIBLIOGRAPHY: _bibliography,
    Kind.SETTINGS: _settings,
    Kind.OTHER: _other,
}
