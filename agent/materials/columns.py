"""From cells to typed columns."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from agent.arrays import Array
from agent.materials.dates import read_dates
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
from agent.materials.types import Column

NUMERIC_SHARE = 0.8
"""Filled cells that must be numbers for a column of numbers; the others count as missing."""
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
        unique, copy = name, 2
        while unique in taken:
            unique, copy = f"{name} {copy}", copy + 1
        taken.add(unique)
        certain = head.uncertainty_of not in {LEFT, None} and head.name[:1] not in "ΔδdD∆"
        result.append(Heading(unique, head.unit, bool(head.name), of[index], certain))
    return tuple(result)


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
    made = [
        _column(head, texts, decimal) if any(text.strip() for text in texts) else None
        for head, texts in zip(heads, cells, strict=True)
    ]
    return joined(heads, [m and m[0] for m in made], [m[1] for m in made if m and m[1]])


def joined(
    heads: Sequence[Heading], columns: Sequence[Column | None], said: Sequence[str]
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns with their uncertainties assigned; None stands for one without values."""
    remarks = list(said)
    result: list[Column] = []
    for head, column in zip(heads, columns, strict=True):
        if column is None:
            continue
        of = columns[head.uncertainty_of] if head.uncertainty_of is not None else None
        if of is not None and column.type == of.type == "number":
            if head.certain or _plausible(column.values, of.values):
                column = replace(column, uncertainty_of=of.name)
            else:
                remarks.append(
                    f"The column {column.name!r} does not look like the uncertainty of {of.name!r} "
                    "and is kept as a quantity of its own."
                )
        result.append(column)
    empty = [h.name for h, c in zip(heads, columns, strict=True) if c is None and h.given]
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


def _column(head: Heading, texts: Sequence[str], decimal: str) -> tuple[Column, str]:
    for sign in (decimal, "," if decimal == "." else "."):
        if found := _numbers(head, texts, sign):
            other = (
                "" if sign == decimal else f"The column {head.name!r} has {sign!r} for decimals."
            )
            return found[0], " ".join(part for part in (found[1], other) if part)
    filled = [i for i, text in enumerate(texts) if not is_missing(text)]
    if filled and (times := _times(head, texts, filled)):
        return times
    if filled and (found_dates := read_dates([texts[i] for i in filled])):
        array = np.full(len(texts), math.nan)
        array[filled] = found_dates.seconds
        remark = f"In the column {head.name!r} {found_dates.remark}" if found_dates.remark else ""
        return Column(head.name, head.unit, "date", array, tuple(t.strip() for t in texts)), remark
    return Column(head.name, head.unit, "text", EMPTY, tuple(t.strip() for t in texts)), ""


def _numbers(head: Heading, texts: Sequence[str], decimal: str) -> tuple[Column, str] | None:
    values = [number(text, decimal) for text in texts]
    bad = [texts[i].strip() for i, value in enumerate(values) if value is None]
    good = sum(value is not None and not math.isnan(value) for value in values)
    if not good or good < NUMERIC_SHARE * (good + len(bad)):
        return None
    array = np.array([math.nan if v is None else v for v in values], dtype=float)
    beyond = [text.strip() for text in texts if is_beyond(text)]
    said = _said(head, bad, "no number") + _said(head, beyond, "beyond range and count as missing")
    return Column(head.name, head.unit, "number", array), " ".join(said)


def _said(head: Heading, cells: Sequence[str], what: str) -> list[str]:
    if not cells:
        return []
    number_of = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
    if len(cells) == 1:
        what = what.replace("count ", "counts ")
    return [f"In the column {head.name!r} {number_of} {what}, such as {cells[0][:30]!r}."]


def _times(head: Heading, texts: Sequence[str], filled: Sequence[int]) -> tuple[Column, str] | None:
    """Times of day and durations as seconds."""
    found = [seconds(texts[i]) for i in filled]
    if any(value is None for value in found):
        return None
    array = np.full(len(texts), math.nan)
    array[list(filled)] = np.array(found, dtype=float)
    remark = (
        f"In the column {head.name!r} times such as {texts[filled[0]].strip()!r} became seconds."
    )
    return Column(head.name, "s", "number", array), remark


def from_series(
    head: Heading, series: "pd.Series[float]", decimal: str
) -> tuple[Column, str] | None:
    """A column of a data frame: numbers as they are, all else cell by cell; None without values."""
    if series.dtype.kind in "fiu":
        values = np.asarray(series, dtype=np.float64)
        return (
            None if np.isnan(values).all() else (Column(head.name, head.unit, "number", values), "")
        )
    texts = [str(c) for c in series.astype(object).where(series.notna(), "")]
    return _column(head, texts, decimal) if any(texts) else None
