"""Columns of dates: one form for all cells, and a word where two forms would fit."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
import pandas as pd
import regex

from agent.arrays import Array

DAYS = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%Y年%m月%d日",
)
CLOCKS = (
    "",
    " %H:%M:%S",
    "T%H:%M:%S",
    " %H:%M",
    " %H:%M:%S.%f",
    "T%H:%M:%S.%f",
    " %I:%M:%S %p",
    " %I:%M %p",
)
ISO = regex.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?")
DATED = regex.compile(r"(?<![a-z])date(?![a-rt-z])|timestamp|datum|日期|时间戳", regex.IGNORECASE)
SERIAL = (25_569.0, 73_051.0)
"""1970 to 2100."""
EPOCH = 25_569
FORMS = tuple(day + clock for day in DAYS for clock in CLOCKS)


class Dates(NamedTuple):
    seconds: Array
    """Since 1970-01-01T00:00, as if the clock showed UTC."""
    remark: str = ""


def read_dates(texts: Sequence[str]) -> Dates | None:
    """All texts in one form, else None. Day and month are only guessed where the file leaves it
    open, and the guess is said.
    """
    cells = [text.strip().removesuffix("Z") for text in texts]
    if all(ISO.fullmatch(cell) for cell in cells):
        # With and without a fraction of a second in one column.
        iso = _in_form(cells, "ISO8601")
        return None if iso is None else Dates(iso)
    found = [values for form in FORMS if (values := _in_form(cells, form)) is not None]
    if not found:
        return None
    if len(found) > 1 and not np.array_equal(found[0], found[1]):
        return Dates(found[0], f"dates such as {texts[0].strip()!r} were read day first.")
    return Dates(found[0])


def _in_form(cells: Sequence[str], form: str) -> Array | None:
    try:
        if form != "ISO8601":
            datetime.strptime(cells[0], form).replace(tzinfo=UTC)
        moments = pd.to_datetime(list(cells), format=form)
    except ValueError:
        return None
    return ((moments - pd.Timestamp(0)) / pd.Timedelta(seconds=1)).to_numpy(dtype=np.float64)


def serial_dates(name: str, days: Array) -> Array | None:
    """Days and fractions of them since 1899-12-30, as spreadsheets count, as seconds since 1970;
    None for numbers that are no such days or stand under another name.
    """
    filled = days[np.isfinite(days)]
    if not DATED.search(name) or not len(filled):
        return None
    if filled.min() < SERIAL[0] or filled.max() > SERIAL[1]:
        return None
    return np.asarray(np.round((days - EPOCH) * 86_400, 3), dtype=np.float64)
