"""The same table in two files or sheets: in two encodings, or as text and as a spreadsheet."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import regex

from agent.materials.types import Column, Material, Table

FEWEST = 6
"""Values that are no mere counting; fewer can be alike by chance."""
RELATIVE = 1e-9
"""Two ways to write one number agree at least to this."""
OUTSIDE_ASCII = regex.compile(r"[^!-~]+")


def without_twins(materials: Sequence[Material]) -> tuple[Material, ...]:
    """The materials, in which each table that repeats one of another place says so and is set
    aside: nothing is computed twice, and no mean counts a reading twice.

    Of twins the one that was read without loss stands, else the first.
    """
    places = sorted(
        ((m, t) for m in materials for t in m.tables), key=lambda place: place[1].rows_left_out > 0
    )
    alike: dict[tuple[object, ...], list[Table]] = {}
    twins: dict[str, Table] = {}
    for _, table in places:
        known = alike.setdefault(_shape(table), [])
        if (first := next((one for one in known if _same(one, table)), None)) is not None:
            twins[table.name] = first
        else:
            known.append(table)
    return tuple(_said(material, twins) for material in materials) if twins else tuple(materials)


def _said(material: Material, twins: dict[str, Table]) -> Material:
    if not any(table.name in twins for table in material.tables):
        return material
    tables = tuple(_marked(t, twins[t.name]) if t.name in twins else t for t in material.tables)
    if any(table.same_as is None for table in tables):
        return replace(material, tables=tables)
    where = ", ".join(dict.fromkeys(repr(_where(twins[t.name], material)) for t in tables))
    said = f"The same data as in {where}; analysed once."
    reason = f"{material.reason} {said}".strip()
    return replace(material, tables=tables, reason=reason)


def _where(table: Table, material: Material) -> str:
    return table.path if table.path != material.path else table.name


def _marked(table: Table, first: Table) -> Table:
    said = f"It holds the same data as {first.name!r} ({first.path}) and is not analysed again."
    return replace(table, same_as=first.name, remarks=(*table.remarks, said))


def _shape(table: Table) -> tuple[object, ...]:
    """What twins have in common whatever their notation; an encoding read wrongly changes only
    what is outside ASCII.
    """
    columns = tuple((OUTSIDE_ASCII.sub("", c.name), c.type) for c in table.columns)
    return table.rows, columns


def _same(one: Table, other: Table) -> bool:
    telling = 0
    for a, b in zip(one.columns, other.columns, strict=True):
        if a.type == "text":
            if list(map(_ascii, a.texts)) != list(map(_ascii, b.texts)):
                return False
        elif not _equal(a, b):
            return False
        else:
            telling += _telling(a)
    return telling >= FEWEST


def _ascii(text: str) -> str:
    return OUTSIDE_ASCII.sub("", text)


def _equal(one: Column, other: Column) -> bool:
    """Whether all values agree to the digits of the one that is written more coarsely."""
    a, b = one.values, other.values
    missing = np.isnan(a)
    if a.shape != b.shape or not np.array_equal(missing, np.isnan(b)):
        return False
    digits = [c.decimals for c in (one, other) if c.decimals is not None]
    rounding = 0.5001 * 10.0 ** -min(digits) if len(digits) == 2 and digits[0] != digits[1] else 0.0
    bound = np.maximum(rounding, RELATIVE * np.abs(a[~missing]))
    return bool(np.all(np.abs(a[~missing] - b[~missing]) <= bound))


def _telling(column: Column) -> int:
    """How many values say more than a number of the row or a constant does."""
    values = column.values[np.isfinite(column.values)]
    if len(values) < 2 or np.ptp(np.diff(values)) <= RELATIVE * float(np.abs(values).max()):
        return 0
    return len(values)
