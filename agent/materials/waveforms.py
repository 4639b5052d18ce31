"""Times that a file does not write row by row: a start and a step stand above the rows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import regex

from agent.materials.columns import Heading, Made
from agent.materials.headers import is_unit
from agent.materials.metadata import Entry, metadata
from agent.materials.types import Column, Metadata

STEP = regex.compile(
    r"(?:delta[_ ]?[xt]|[dΔ∆]t|increment|x[_ ]?incr?(?:ement)?|(?:time|sampl(?:e|ing))[_ ]?"
    r"(?:step|interval|period|increment|time)|采样间隔|采样周期|时间间隔|Abtastintervall)",
    regex.IGNORECASE,
)
RATE = regex.compile(
    r"(?:sampl(?:e|ing)[_ ]?(?:rate|freq(?:uency)?)|采样率|采样频率|Abtastrate)", regex.IGNORECASE
)
START = regex.compile(
    r"(?:[xt]_?0|start|x[_ ]?(?:zero|origin|orig)|(?:time )?offset|trigger[_ ]?time)",
    regex.IGNORECASE,
)
COUNTED = regex.compile(
    r"(?:sequence|points?|samples?|n|#|index|no\.?|nr\.?|序号)", regex.IGNORECASE
)
TIMES = {"s", "ms", "us", "µs", "μs", "ns", "ps", "min", "h", "second", "seconds", "sec", "Second"}
TIME_NAMES = regex.compile(r"(?:t|time|zeit|x|x_value|时间|frequency|f|freq)\b.*", regex.IGNORECASE)


class Timed(NamedTuple):
    heads: tuple[Heading, ...]
    made: tuple[Made | None, ...]
    remarks: tuple[str, ...] = ()


class _Axis(NamedTuple):
    start: float
    step: float
    unit: str
    step_key: str


def timed(
    heads: Sequence[Heading],
    made: Sequence[Made | None],
    above: Sequence[Entry],
    beside: Sequence[Metadata],
    rows: int,
    decimal: str,
) -> Timed:
    """The columns with the units a LabVIEW head gives, and with the times where only their start
    and step are given: in the empty column of times, in the one that counts the samples, or in
    front of columns that have none.

    `beside` are numbers that stand next to the names of the columns, such as an oscilloscope's
    `Start` and `Increment`.
    """
    heads = _with_units(heads, made, above)
    said = metadata(above, decimal)
    axis = _axis((*beside, *said))
    if axis is None or not heads:
        return Timed(tuple(heads), tuple(made))
    first = made[0]
    how = f"The times start at {axis.start:g} and step by {axis.step:g} {axis.unit}"
    if first is None and heads[0].given and any(made[1:]):
        column = _times(heads[0].name, np.arange(rows), axis)
        head = replace(heads[0], unit=axis.unit)
        remark = f"{how}, as {axis.step_key!r} says; the column {head.name!r} was empty."
        return Timed((head, *heads[1:]), (Made(column), *made[1:]), (remark,))
    if first is not None and beside and _counts(first.column):
        column = _times("time", first.column.values, axis)
        head = replace(heads[0], name="time", unit=axis.unit)
        remark = f"{how}, as {axis.step_key!r} says; the column {heads[0].name!r} counts samples."
        return Timed((head, *heads[1:]), (Made(column), *made[1:]), (remark,))
    if _has_axis(heads, made):
        return Timed(tuple(heads), tuple(made))
    column = _times("time", np.arange(rows), axis)
    shifted = [_moved(head) for head in heads]
    head = Heading("time", axis.unit, given=True)
    remark = f"{how}, as {axis.step_key!r} says; the file has no column of times."
    return Timed((head, *shifted), (Made(column), *made), (remark,))


def _moved(head: Heading) -> Heading:
    of = head.uncertainty_of
    return head if of is None else replace(head, uncertainty_of=of + 1)


def _with_units(
    heads: Sequence[Heading], made: Sequence[Made | None], above: Sequence[Entry]
) -> tuple[Heading, ...]:
    """`Y_Unit_Label` of LabVIEW gives a unit for each column of values."""
    label = next((entry for entry in reversed(above) if entry.key == "Y_Unit_Label"), None)
    if label is None:
        return tuple(heads)
    result = []
    for place, head in enumerate(heads):
        unit = label.cells[place] if place < len(label.cells) and place else ""
        new = replace(head, unit=unit) if unit and not head.unit and is_unit(unit) else head
        one = made[place]
        if one is not None and one.column.type == "number" and new is not head:
            object.__setattr__(one, "column", replace(one.column, unit=unit))
        result.append(new)
    return tuple(result)


def _axis(said: Sequence[Metadata]) -> _Axis | None:
    """The last word counts: what stands nearest to the rows."""
    step = next((m for m in reversed(said) if m.value and STEP.fullmatch(m.key)), None)
    rate = next((m for m in reversed(said) if m.value and RATE.fullmatch(m.key)), None)
    start = next(
        (m for m in reversed(said) if m.value is not None and START.fullmatch(m.key)), None
    )
    if step is not None and step.value and step.value > 0:
        unit = step.unit if step.unit in TIMES else "s"
        return _Axis(start.value or 0.0 if start else 0.0, step.value, unit or "s", step.key)
    if rate is not None and rate.value and rate.value > 0:
        factor = {"kHz": 1e3, "MHz": 1e6, "GHz": 1e9, "kS/s": 1e3, "MS/s": 1e6}.get(
            rate.unit or "", 1.0
        )
        return _Axis(start.value or 0.0 if start else 0.0, 1 / (rate.value * factor), "s", rate.key)
    return None


def _times(name: str, count: "np.ndarray[tuple[int], np.dtype[np.generic]]", axis: _Axis) -> Column:
    values = axis.start + axis.step * np.asarray(count, dtype=np.float64)
    return Column(name, axis.unit, "number", values)


def _counts(column: Column) -> bool:
    values = column.values
    return (
        column.type == "number"
        and len(values) > 1
        and bool(np.all(np.isfinite(values)))
        and bool(np.all(np.diff(values) == 1))
    )


def _has_axis(heads: Sequence[Heading], made: Sequence[Made | None]) -> bool:
    """Whether a column is of time already, or rises from row to row as a scale does."""
    for place, (head, one) in enumerate(zip(heads, made, strict=True)):
        if one is None:
            continue
        if one.column.type == "date" or head.unit in TIMES:
            return True
        if place == 0 and head.given and TIME_NAMES.fullmatch(head.name):
            return True
        values = one.column.values
        if place == 0 and len(values) > 1 and bool(np.all(np.diff(values) > 0)):
            return True
    return False
