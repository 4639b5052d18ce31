"""From rows of cells to typed columns."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import regex

from agent.materials.headers import Header, is_unit, read_header, strip_brackets, uncertainties
from agent.materials.numbers import is_missing, number
from agent.materials.types import Column

NUMERIC_SHARE = 0.8
"""Filled cells that must be numbers for a column of numbers; the others count as missing."""
DATES = (
    "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M", "%Y-%m-%d", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%Y/%m/%d",
    "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%d.%m.%Y", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y",
    "%m/%d/%Y %H:%M:%S", "%m/%d/%Y",
)  # fmt: skip
EMPTY = np.array([], dtype=float)


def headers(names: Sequence[str], units: Sequence[str], width: int) -> list[Header]:
    """A unique, non-empty name and perhaps a unit for each column."""
    result: list[Header] = []
    seen: set[str] = set()
    for index in range(width):
        raw = names[index] if index < len(names) else ""
        name, unit = read_header(raw)
        below = strip_brackets(units[index]) if index < len(units) else ""
        if below and is_unit(below):
            unit = below
        if not name and unit is None and is_unit(strip_brackets(raw)):
            unit = strip_brackets(raw)
        name = name or f"column_{index + 1}"
        unique, copy = name, 2
        while unique in seen:
            unique, copy = f"{name} {copy}", copy + 1
        seen.add(unique)
        result.append(Header(unique, unit))
    return result


def typed(
    heads: Sequence[Header], cells: Sequence[Sequence[str]], decimal: str
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns and a remark for each one in which something was no number.

    A column without a single filled cell and without a name of its own is dropped.
    """
    of = uncertainties([head.name for head in heads])
    columns: list[Column] = []
    remarks: list[str] = []
    for head, texts, owner in zip(heads, cells, of, strict=True):
        if regex.fullmatch(r"column_\d+", head.name) and all(not t.strip() for t in texts):
            continue
        column, remark = _typed(head, texts, decimal, owner)
        columns.append(column)
        remarks += [remark] if remark else []
    numbers = {c.name for c in columns if c.type == "number"}
    checked = tuple(
        c
        if c.uncertainty_of is None or (c.type == "number" and c.uncertainty_of in numbers)
        else Column(c.name, c.unit, c.type, c.values, c.texts)
        for c in columns
    )
    return checked, tuple(remarks)


def _typed(
    head: Header, texts: Sequence[str], decimal: str, owner: str | None
) -> tuple[Column, str]:
    values = [number(text, decimal) for text in texts]
    filled = [i for i, text in enumerate(texts) if not is_missing(text)]
    good = sum(values[i] is not None for i in filled)
    if good and good >= NUMERIC_SHARE * len(filled):
        array = np.array([math.nan if v is None else v for v in values], dtype=float)
        bad = [texts[i].strip() for i in filled if values[i] is None]
        remark = ""
        if bad:
            what = "1 cell is" if len(bad) == 1 else f"{len(bad)} cells are"
            remark = f"In the column {head.name!r} {what} no number, such as {bad[0][:30]!r}."
        return Column(head.name, head.unit, "number", array, (), owner), remark
    if filled and (seconds := _dates([texts[i] for i in filled])) is not None:
        array = np.full(len(texts), math.nan)
        array[filled] = seconds
        return Column(head.name, head.unit, "date", array, tuple(texts)), ""
    return Column(head.name, head.unit, "text", EMPTY, tuple(t.strip() for t in texts)), ""


def _dates(texts: Sequence[str]) -> list[float] | None:
    """Seconds since 1970 when all texts follow one form, else None."""
    for form in DATES:
        try:
            moments = [datetime.strptime(text.strip(), form) for text in texts]
        except ValueError:
            continue
        return [moment.replace(tzinfo=UTC).timestamp() for moment in moments]
    return None
