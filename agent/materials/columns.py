"""From cells to typed columns."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import regex

from agent.arrays import Array
from agent.materials.dates import read_dates, serial_dates
from agent.materials.decimals import decimals
from agent.materials.headers import (
    LEFT,
    Header,
    is_unit,
    owners,
    read_header,
    spelled,
    strip_brackets,
    without_owner,
)  # fmt: skip
from agent.materials.numbers import is_beyond, is_missing, number, seconds
from agent.materials.quantities import read_quantities
from agent.materials.strays import strays_of
from agent.materials.types import Column

NUMERIC_SHARE = 0.8
"""Filled cells that must be numbers for a column of numbers; the others count as missing."""
DOTTED = regex.compile(r"\d{2}\.[0-5]\d\.[0-5]\d")
NO_DATE = regex.compile(r"00\.|\d\d\.00")
"""`00.33.40` is a time of balances and printers, since no day or month is 00."""
EMPTY = np.array([], dtype=float)
PLAUSIBLE = (1e-6, 1.0)
"""Range of the median of uncertainty over value; outside a column of that name is another thing,
such as a deviation in per cent."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What the head says of one column, under the name it gets in the table."""

    name: str
    unit: str | None
    given: bool
    """Whether the file names it."""
    uncertainty_of: int | None = None
    """Place of another column."""
    certain: bool = True
    """Whether its name alone says so, without a look at the values."""


@dataclass(frozen=True, slots=True)
class Made:
    """A column made of cells."""

    column: Column
    remark: str = ""
    errors: Column | None = None
    """What its cells give as standard uncertainties."""


def headings(
    names: Sequence[str], units: Sequence[str], groups: Sequence[str], width: int
) -> tuple[Heading, ...]:
    """A unique, non-empty name and perhaps a unit for each column."""
    heads = [_header(_at(names, i), _at(units, i)) for i in range(width)]
    of = owners(heads)
    heads = [h if of[i] is not None else without_owner(h) for i, h in enumerate(heads)]
    result: list[Heading] = []
    taken: set[str] = set()
    for index, head in enumerate(heads):
        name = head.name or f"column_{index + 1}"
        if head.name and (group := _at(groups, index).strip()):
            name = f"{name}, {group}"
        unique = _free(name, taken)
        certain = head.uncertainty_of not in {LEFT, None} and head.name[:1] not in "ΔδdD∆"
        result.append(Heading(unique, head.unit, bool(head.name), of[index], certain))
    return tuple(result)


def _free(name: str, taken: set[str]) -> str:
    """The name, or the name with the first free number; it is taken from then on."""
    unique, copy = name, 2
    while unique in taken:
        unique, copy = f"{name} {copy}", copy + 1
    taken.add(unique)
    return unique


def _at(texts: Sequence[str], index: int) -> str:
    return texts[index] if index < len(texts) else ""


def _header(name: str, below: str) -> Header:
    head = read_header(name)
    unit = strip_brackets(below)
    if unit and is_unit(unit):
        return head._replace(unit=spelled(unit))
    return head


def typed(
    heads: Sequence[Heading], cells: Sequence[Sequence[str]], decimal: str
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns, and a remark for each thing that was decided.

    Columns without a single filled cell are left out.
    """
    return joined(heads, columns_of(heads, cells, decimal))


def columns_of(
    heads: Sequence[Heading], cells: Sequence[Sequence[str]], decimal: str
) -> tuple[Made | None, ...]:
    """A column for each heading; None for one without a single filled cell."""
    return tuple(
        _column(head, texts, decimal) if any(text.strip() for text in texts) else None
        for head, texts in zip(heads, cells, strict=True)
    )


def joined(
    heads: Sequence[Heading], made: Sequence["Made | None"]
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns with their uncertainties assigned; None stands for one without values."""
    remarks = [m.remark for m in made if m is not None and m.remark]
    taken = {head.name for head in heads}
    result: list[Column] = []
    for head, one in zip(heads, made, strict=True):
        if one is None:
            continue
        column = one.column
        other = made[head.uncertainty_of] if head.uncertainty_of is not None else None
        of = None if other is None else other.column
        if of is not None and column.type == of.type == "number":
            if head.certain or _plausible(column.values, of.values):
                column = replace(column, uncertainty_of=of.name)
            else:
                remarks.append(
                    f"The column {column.name!r} does not look like the uncertainty of {of.name!r} "
                    "and is kept as a quantity of its own."
                )
        result.append(column)
        if one.errors is not None:
            name = _free(f"u({column.name})", taken)
            result.append(replace(one.errors, name=name, uncertainty_of=column.name))
    empty = [h.name for h, m in zip(heads, made, strict=True) if m is None and h.given]
    remarks += strays_of(result)
    if empty:
        what = (
            "The column without any value was"
            if len(empty) == 1
            else "Columns without any value were"
        )
        remarks.append(
            f"{what} left out: {', '.join(map(repr, empty[:6]))}{', …' * (len(empty) > 6)}."
        )
    return tuple(result), tuple(remarks)


def _plausible(errors: Array, values: Array) -> bool:
    """Whether errors are not negative and of a size that errors of these values have."""
    both = np.isfinite(errors) & np.isfinite(values) & (values != 0)
    if not both.any() or (errors[both] < 0).any():
        return False
    ratio = float(np.median(errors[both] / np.abs(values[both])))
    return ratio == 0 or PLAUSIBLE[0] <= ratio <= PLAUSIBLE[1]


def _column(head: Heading, texts: Sequence[str], decimal: str) -> Made:
    for sign in (decimal, "," if decimal == "." else "."):
        if found := _numbers(head, texts, sign):
            if (days := serial_dates(head.name, found.column.values)) is not None:
                return _serial(head, texts, days)
            other = (
                "" if sign == decimal else f"The column {head.name!r} has {sign!r} for decimals."
            )
            remark = " ".join(part for part in (found.remark, other) if part)
            return replace(found, remark=remark)
    filled = [i for i, text in enumerate(texts) if not is_missing(text)]
    for sign in (decimal, "," if decimal == "." else "."):
        if filled and (quantities := _quantities(head, texts, sign)):
            return quantities
    if filled and (times := _times(head, texts, filled)):
        return times
    if filled and (found_dates := read_dates([texts[i] for i in filled])):
        array = np.full(len(texts), math.nan)
        array[filled] = found_dates.seconds
        remark = f"In the column {head.name!r} {found_dates.remark}" if found_dates.remark else ""
        cells = tuple(t.strip() for t in texts)
        return Made(Column(head.name, head.unit, "date", array, cells), remark)
    return Made(Column(head.name, head.unit, "text", EMPTY, tuple(t.strip() for t in texts)))


def _serial(head: Heading, texts: Sequence[str], moments: Array) -> Made:
    remark = f"In the column {head.name!r} days since 1899-12-30 became dates."
    cells = tuple(text.strip() for text in texts)
    return Made(Column(head.name, None, "date", moments, cells), remark)


def _quantities(head: Heading, texts: Sequence[str], decimal: str) -> Made | None:
    """Cells such as `1.2±0.1`, `45%` or `5.2 V`."""
    found = read_quantities(texts, decimal, head.unit)
    if found is None:
        return None
    values = np.array(found.values, dtype=float)
    exact = decimals(found.numbers, decimal)
    column = Column(head.name, found.unit, "number", values, decimals=exact)
    bad = [
        text.strip()
        for text, value in zip(texts, found.values, strict=True)
        if math.isnan(value) and not is_missing(text)
    ]
    said = _said(head, bad, "no number")
    if not found.errors:
        if found.unit != head.unit:
            said.append(f"In the column {head.name!r} the unit {found.unit!r} stands in the cells.")
        return Made(column, " ".join(said))
    errors = Column(
        f"u({head.name})",
        found.unit,
        "number",
        np.array(found.errors, dtype=float),
        decimals=decimals(found.errors_as_written, decimal),
    )
    said.append(f"In the column {head.name!r} the cells give standard uncertainties.")
    return Made(column, " ".join(said), errors)


def _numbers(head: Heading, texts: Sequence[str], decimal: str) -> Made | None:
    values = [number(text, decimal) for text in texts]
    bad = [texts[i].strip() for i, value in enumerate(values) if value is None]
    good = sum(value is not None and not math.isnan(value) for value in values)
    if not good or good < NUMERIC_SHARE * (good + len(bad)):
        return None
    array = np.array([math.nan if v is None else v for v in values], dtype=float)
    beyond = [text.strip() for text in texts if is_beyond(text)]
    said = _said(head, bad, "no number") + _said(head, beyond, "beyond range and count as missing")
    exact = decimals(texts, decimal)
    return Made(Column(head.name, head.unit, "number", array, decimals=exact), " ".join(said))


def _said(head: Heading, cells: Sequence[str], what: str) -> list[str]:
    if not cells:
        return []
    number_of = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
    if len(cells) == 1:
        what = what.replace("count ", "counts ")
    return [f"In the column {head.name!r} {number_of} {what}, such as {cells[0][:30]!r}."]


def _times(head: Heading, texts: Sequence[str], filled: Sequence[int]) -> Made | None:
    """Times of day and durations as seconds."""
    cells = [texts[i].strip() for i in filled]
    if all(map(DOTTED.fullmatch, cells)) and any(map(NO_DATE.match, cells)):
        cells = [cell.replace(".", ":") for cell in cells]
    found = [seconds(cell) for cell in cells]
    if any(value is None for value in found):
        return None
    array = np.full(len(texts), math.nan)
    array[list(filled)] = np.array(found, dtype=float)
    remark = (
        f"In the column {head.name!r} times such as {texts[filled[0]].strip()!r} became seconds."
    )
    exact = decimals((cell.rpartition(":")[2] for cell in cells), ".")
    return Made(Column(head.name, "s", "number", array, decimals=exact), remark)


def from_series(
    head: Heading, series: "pd.Series[float]", decimal: str, exact: int | None = None
) -> Made | None:
    """A column of a data frame: numbers as they are, all else cell by cell; None without values.

    `exact` is how many decimals the file writes.
    """
    if series.dtype.kind in "fiu":
        values = np.asarray(series, dtype=np.float64)
        if np.isnan(values).all():
            return None
        return Made(Column(head.name, head.unit, "number", values, decimals=exact))
    texts = [str(c) for c in series.astype(object).where(series.notna(), "")]
    return _column(head, texts, decimal) if any(texts) else None
