"""JSON to tables: records, columns, or rows of equal length."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.materials.columns import headings, typed
from agent.materials.errors import Unreadable
from agent.materials.names import table_name
from agent.materials.types import Table

MAX_DEPTH = 4


def read_json(text: str, *, path: str) -> tuple[Table, ...]:
    """Every table in the document, found down to a few levels.

    Raises:
        Unreadable: it is not JSON, or holds no table.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"The file is not valid JSON (line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise Unreadable("The JSON is nested too deeply.") from None
    except ValueError:
        raise Unreadable("The JSON holds a number that is too long.") from None
    tables = [
        table for name, rows in _tables(document, "", 0) if (table := _table(rows, path, name))
    ]
    if not tables:
        raise Unreadable("The JSON holds no list of records and no columns of equal length.")
    return tuple(tables)


Rows = tuple[list[str], list[list[str]]]
"""Names, and the cells column by column."""


def _tables(node: Any, name: str, depth: int) -> Iterator[tuple[str, Rows]]:
    if depth > MAX_DEPTH:
        return
    if rows := _records(node) or _columns(node) or _matrix(node):
        yield name, rows
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _tables(value, f"{name}-{key}".strip("-"), depth + 1)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool() | str():
            return str(value)
        case float():
            return repr(value)
        case int():
            return str(value) if abs(value) < 10**15 else repr(float(value))
        case _:
            return json.dumps(value, ensure_ascii=False)


def _records(node: Any) -> Rows | None:
    if not isinstance(node, list) or len(node) < 2 or not all(isinstance(r, Mapping) for r in node):
        return None
    names = list(dict.fromkeys(str(key) for record in node for key in record))
    return names, [[_text(record.get(name)) for record in node] for name in names]


def _plain(values: Any) -> bool:
    return (
        isinstance(values, list)
        and len(values) > 1
        and not any(isinstance(v, Mapping | list) for v in values)
    )


def _columns(node: Any) -> Rows | None:
    if not isinstance(node, Mapping):
        return None
    columns = {str(key): value for key, value in node.items() if _plain(value)}
    if not columns or len({len(values) for values in columns.values()}) != 1:
        return None
    return list(columns), [[_text(v) for v in values] for values in columns.values()]


def _matrix(node: Any) -> Rows | None:
    if not isinstance(node, list) or len(node) < 2 or not all(isinstance(r, list) for r in node):
        return None
    if len({len(row) for row in node}) != 1 or not node[0]:
        return None
    rows: Sequence[Sequence[Any]] = node
    names: list[str] = []
    if all(isinstance(cell, str) for cell in rows[0]):
        names, rows = [str(cell) for cell in rows[0]], rows[1:]
    return names, [[_text(row[i]) for row in rows] for i in range(len(node[0]))]


def _table(rows: Rows, path: str, name: str) -> Table | None:
    names, cells = rows
    heads = headings(names, (), (), len(cells))
    columns, remarks = typed(heads, cells, ".")
    if not any(column.type == "number" for column in columns):
        return None
    return Table(
        table_name(path, name),
        path,
        columns,
        len(cells[0]),
        header_rows=bool(names),
        remarks=remarks,
    )
