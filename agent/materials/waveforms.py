"""Times that a file does not write row by row: a start and a step stand above the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import regex

from agent.materials.columns import Heading, Made
from agent.materials.headers import is_unit, spelled
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
PER_SECOND = {"kHz": 1e3, "MHz": 1e6, "GHz": 1e9, "kS/s": 1e3, "MS/s": 1e6, "GS/s": 1e9}
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
    heads, made = _with_units(heads, made, above)
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
) -> tuple[tuple[Heading, ...], tuple[Made | None, ...]]:
    """`Y_Unit_Label` of LabVIEW gives a unit for each column of values."""
    units = _labview_units(above, len(heads)) if heads else []
    new_heads: list[Heading] = []
    new_made: list[Made | None] = []
    for head, one, unit in zip(heads, made, units, strict=True):
        fits = bool(unit) and not head.unit and is_unit(unit)
        unit = spelled(unit)
        new_heads.append(replace(head, unit=unit) if fits else head)
        if one is not None and fits and one.column.type == "number":
            new_made.append(replace(one, column=replace(one.column, unit=unit)))
        else:
            new_made.append(one)
    return tuple(new_heads), tuple(new_made)


def _labview_units(above: Sequence[Entry], width: int) -> list[str]:
    """By column: the units of the values, and seconds where the axis is time."""
    said = {entry.key: entry.cells for entry in above}
    if "Vertical Units" in said:
        return _scope_units(said, width)
    labels, axes = said.get("Y_Unit_Label", ()), said.get("X_Dimension", ())
    result = [labels[place] if 0 < place < len(labels) else "" for place in range(width)]
    for place in range(width):
        # An axis stands in the column in front of the channel that it belongs to.
        of_time = place + 1 < len(axes) and axes[place + 1] == "Time"
        own = place < len(axes) and axes[place] == "Time"
        if of_time and not own:
            result[place] = "s"
    return result


def _scope_units(said: Mapping[str, Sequence[str]], width: int) -> list[str]:
    """Those of an oscilloscope: one for the times, and one for each channel or for all."""
    across = said.get("Horizontal Units", ("", ""))[1:2]
    values = [unit for unit in said["Vertical Units"][1:] if unit] or [""]
    up = [values[place] if place < len(values) else values[-1] for place in range(width - 1)]
    return [across[0] if across else "", *up][:width]


def _axis(said: Sequence[Metadata]) -> _Axis | None:
    """The last word counts: what stands nearest to the rows."""
    step = _last(said, STEP)
    rate = _last(said, RATE)
    begin = _last(said, START)
    start = begin.value or 0.0 if begin is not None else 0.0
    if step is not None and (length := step.value or 0.0) > 0:
        unit = step.unit if step.unit in TIMES else "s"
        return _Axis(start, length, unit or "s", step.key)
    if rate is not None and (often := rate.value or 0.0) > 0:
        return _Axis(start, 1 / (often * PER_SECOND.get(rate.unit or "", 1.0)), "s", rate.key)
    return None


def _last(said: Sequence[Metadata], pattern: "regex.Pattern[str]") -> Metadata | None:
    return next(
        (m for m in reversed(said) if m.value is not None and pattern.fullmatch(m.key)), None
    )


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
