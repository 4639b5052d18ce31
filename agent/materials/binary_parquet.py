"""Parquet files, through pyarrow."""

from pathlib import Path
from typing import Any

from agent.materials.binary import extra
from agent.materials.binary_sets import MAX_COLUMNS, Allowance, Named, tables_of_sets
from agent.materials.errors import Unreadable
from agent.materials.types import Table

UNIT_KEYS = (b"unit", b"units")


def read_parquet(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The one table of a parquet file; columns that hold lists or records are left out and said.

    Raises:
        Unreadable: pyarrow is not installed, or the file is damaged or too large.
    """
    parquet: Any = extra("pyarrow.parquet", "parquet files")
    arrow: Any = extra("pyarrow", "parquet files")
    try:
        file = parquet.ParquetFile(path, thrift_string_size_limit=10_000_000)
        schema = file.schema_arrow
        rows, width = file.metadata.num_rows, len(schema.names)
        if width > MAX_COLUMNS:
            raise Unreadable(f"The parquet file has {width} columns and was not read.")
        if why := Allowance().refuses((rows, width)):
            raise Unreadable(f"The table of the parquet file {why}.")
        flat = [field for field in schema if not arrow.types.is_nested(field.type)]
        table = file.read(columns=[field.name for field in flat])
    except (arrow.ArrowException, OSError) as error:
        said = " ".join(str(error).split())[:80]
        raise Unreadable(f"The parquet file is damaged ({said}).") from None
    sets = [
        Named(field.name, _values(table.column(place), field.type, arrow), _unit(field))
        for place, field in enumerate(flat)
        if table.schema.names[place] == field.name
    ]
    nested = [name for name in schema.names if name not in {field.name for field in flat}]
    left = (
        [f"Columns of lists or records were left out: {', '.join(nested[:6])}."] if nested else []
    )
    return tables_of_sets(sets, relative, left)


def _values(column: Any, kind: Any, arrow: Any) -> Any:
    if arrow.types.is_decimal(kind):
        column = column.cast(arrow.float64())
    if arrow.types.is_integer(kind) and column.null_count == 0:
        return column.to_numpy()
    if arrow.types.is_integer(kind) or arrow.types.is_floating(kind):
        return column.cast(arrow.float64(), safe=False).to_numpy()
    if arrow.types.is_boolean(kind):
        return column.cast(arrow.uint8()).cast(arrow.float64()).to_numpy()
    if arrow.types.is_timestamp(kind) or arrow.types.is_date(kind):
        return column.cast(arrow.timestamp("ns")).to_numpy()
    if arrow.types.is_duration(kind):
        return column.cast(arrow.duration("ns")).to_numpy()
    return column.to_numpy()


def _unit(field: Any) -> str | None:
    known = field.metadata or {}
    unit = next((known[key] for key in UNIT_KEYS if key in known), b"")
    return unit.decode("utf-8", "replace").strip() or None
