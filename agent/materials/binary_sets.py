"""Arrays with names, as binary formats hold them, to tables."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import regex

from agent.arrays import Array
from agent.materials.columns import EMPTY, Heading, Made, headings, joined
from agent.materials.errors import Unreadable
from agent.materials.names import table_name
from agent.materials.types import Column, Metadata, Table

MAX_VALUES = 20_000_000
"""Of one file; 160 MB as double precision."""
MAX_COLUMNS = 1_000
SINCE = regex.compile(r"(?P<unit>\w{1,20})\s+since\s+(?P<from>\S.{0,60})")


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """One array of a file."""

    name: str
    values: "np.ndarray[Any, np.dtype[Any]]"
    """Of numbers, moments or texts; 0, 1 or 2 dimensions."""
    unit: str | None = None
    group: str = ""
    """What holds it: arrays of one length in one group are the columns of one table."""


class Allowance:
    """How many values may still be read from a file; a declared size costs nothing."""

    def __init__(self) -> None:
        self.left = MAX_VALUES

    def refuses(self, shape: Sequence[int]) -> str:
        """Why an array of this shape is not read; empty when it is, and counted."""
        size = math.prod(shape)
        if len(shape) > 2 and sum(n > 1 for n in shape) > 2:
            return f"has {len(shape)} dimensions"
        if size > self.left:
            return f"has {size:,} values, more than are read from one file"
        if not size:
            return "is empty"
        self.left -= size
        return ""


def flat(values: "np.ndarray[Any, np.dtype[Any]]") -> "np.ndarray[Any, np.dtype[Any]]":
    """Without the dimensions of one element: a row or column of numbers is one-dimensional."""
    return np.squeeze(values)


def tables_of_sets(
    sets: Sequence[Named], relative: str, said: Sequence[str] = (), facts: Sequence[Metadata] = ()
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables that the arrays make, and what is to be said of those that make none.

    Raises:
        Unreadable: not one array of numbers is among them.
    """
    remarks = [*said]
    single = [s for s in sets if s.values.ndim == 0]
    lines = [s for s in sets if s.values.ndim == 1]
    found: list[Table] = []
    for group, length in dict.fromkeys((s.group, len(s.values)) for s in lines):
        members = [s for s in lines if (s.group, len(s.values)) == (group, length)]
        if length == 1:
            single += [replace(s, values=s.values[0:1].reshape(())) for s in members]
            continue
        table = _table(members, relative, group)
        if table is None:
            names = ", ".join(repr(s.name) for s in members[:4])
            remarks.append(f"Without numbers and left out: {names}.")
        else:
            found.append(table)
    for one in (s for s in sets if s.values.ndim == 2):
        matrix, remark = _matrix(one, relative)
        found += [matrix] if matrix is not None else []
        remarks += [remark] if remark else []
    if not found:
        raise Unreadable(" ".join(remarks) or "No array of numbers was found in it.")
    known = (*facts, *(_fact(s) for s in single))
    return tuple(replace(t, metadata=known) for t in found), tuple(remarks)


def _table(members: Sequence[Named], relative: str, group: str) -> Table | None:
    heads = headings([s.name for s in members], (), (), len(members))
    heads = tuple(replace(h, unit=s.unit or h.unit) for h, s in zip(heads, members, strict=True))
    made = [_made(head, one) for head, one in zip(heads, members, strict=True)]
    columns, remarks = joined(heads, made)
    if not any(column.type == "number" for column in columns):
        return None
    rows = len(members[0].values)
    return Table(table_name(relative, group), relative, columns, rows, remarks=remarks)


def _matrix(one: Named, relative: str) -> tuple[Table | None, str]:
    values = one.values
    turned = values.shape[0] < values.shape[1]
    values = values.T if turned else values
    rows, width = values.shape
    if width > MAX_COLUMNS:
        return None, f"The array {one.name!r} has {rows} by {width} values and was left out."
    names = [one.name if width == 1 else f"{one.name}_{n}" for n in range(1, width + 1)]
    parts = [Named(names[n], values[:, n], one.unit) for n in range(width)]
    own = "" if one.name == PurePosixPath(relative).stem else one.name
    table = _table(parts, relative, "-".join(filter(None, (one.group, own))))
    if table is None:
        return None, f"The array {one.name!r} holds no numbers and was left out."
    said = f"The rows of the array {one.name!r} became columns." if turned else ""
    return replace(table, remarks=(*table.remarks, *filter(None, [said]))), ""


def _made(head: Heading, one: Named) -> Made | None:
    kind = one.values.dtype.kind
    if kind in "fiub":
        values = np.ascontiguousarray(one.values, dtype=np.float64)
        if np.isnan(values).all():
            return None
        exact = 0 if kind in "iub" else None
        unit, start = _since(head.unit)
        remark = f"The column {head.name!r} counts {unit} since {start}." if start else ""
        return Made(Column(head.name, unit, "number", values, decimals=exact), remark)
    if kind == "M":
        return Made(Column(head.name, None, "date", *_moments(one.values)))
    if kind == "m":
        seconds = one.values / np.timedelta64(1, "ns") * 1e-9
        return Made(Column(head.name, "s", "number", np.asarray(seconds, dtype=np.float64)))
    if kind == "c":
        said = f"The column {head.name!r} is complex; its real part was read."
        return Made(Column(head.name, head.unit, "number", np.ascontiguousarray(one.values.real)),
                    said)  # fmt: skip
    texts = tuple(as_text(value) for value in one.values)
    if not any(texts):
        return None
    return Made(Column(head.name, head.unit, "text", EMPTY, texts))


def _since(unit: str | None) -> tuple[str | None, str]:
    """`seconds since 2024-01-01` is a unit and a moment."""
    found = SINCE.fullmatch(unit or "")
    return (found["unit"], found["from"]) if found else (unit, "")


def _moments(values: Any) -> tuple[Array, tuple[str, ...]]:
    missing = np.isnat(values)
    seconds = values.astype("datetime64[ns]").astype(np.int64) * 1e-9
    texts = np.datetime_as_string(values.astype("datetime64[s]"))
    shown = (
        "" if nat else str(text).replace("T", " ") for nat, text in zip(missing, texts, strict=True)
    )
    return np.where(missing, np.nan, seconds), tuple(shown)


def as_text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace").strip("\0 ")
    return "" if value is None else " ".join(str(value).split())[:2000]


def _fact(one: Named) -> Metadata:
    value = one.values.item()
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    text = as_text(value)
    return Metadata(
        "/".join(filter(None, (one.group, one.name))),
        text[:300],
        float(number) if number is not None else None,
        one.unit if number is not None else None,
    )
