"""Axes whose numbers can be read: plain digits, a power of ten in the label, never in a corner."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.ticker import (
    Formatter,
    LogFormatterMathtext,
    LogLocator,
    MaxNLocator,
    NullFormatter,
)

from agent.arrays import Array
from agent.figures.fonts import typefaces
from agent.figures.style import FONT_SIZE

LARGE, SMALL = 1e6, 1e-2
"""Values outside are shown in a power of ten that the label names."""
MOST_DIGITS = 8
"""Values that differ only beyond so many digits are shown as differences from a round one."""
THIN = "\u2009"
STEPS = [1, 2, 2.5, 5, 10]


@dataclass(frozen=True, slots=True)
class Scale:
    """What is shown is (value - offset) / 10**exponent."""

    exponent: int = 0
    offset: float = 0.0


def scale_for(values: Array) -> Scale:
    """The scale in which the ticks over these values are short."""
    low, high = float(np.min(values)), float(np.max(values))
    largest, span = max(abs(low), abs(high)), high - low
    if largest == 0 or not math.isfinite(span):
        return Scale()
    offset = 0.0
    if span > 0 and largest / span > 10 ** (MOST_DIGITS - 2):
        place = math.floor(math.log10(span)) + 1
        offset = _rounded((low + high) / 2, place)
        largest = max(abs(low - offset), abs(high - offset))
    exponent = 0
    if largest >= LARGE or 0 < largest < SMALL:
        exponent = 3 * math.floor(math.log10(largest) / 3)
    return Scale(exponent, offset)


def _rounded(value: float, place: int) -> float:
    return float(round(value, -place))


class PlainNumbers(Formatter):
    """Numbers with as many decimals as the ticks need, in groups of three from five digits on."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._decimals = 0

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        shown = [self._shown(value) for value in values]
        self._decimals = decimals(shown)
        return [number(value, self._decimals) for value in shown]

    def __call__(self, x: float, pos: int | None = None) -> str:
        return number(self._shown(x), self._decimals)

    def _shown(self, value: float) -> float:
        return (value - self._scale.offset) / 10.0**self._scale.exponent


def decimals(values: Sequence[float]) -> int:
    """How many decimals tell these ticks apart and show each as it is."""
    if len(values) < 2:
        return 3
    step = min(abs(b - a) for a, b in pairwise(values)) or 1.0
    for places in range(13):
        if all(abs(round(value, places) - value) < 1e-3 * step for value in values):
            return places
    return 12


def number(value: float, places: int) -> str:
    """Digits with a true minus and thin spaces: `−299 800.5`."""
    text = f"{abs(value):.{places}f}"
    whole, point, fraction = text.partition(".")
    if len(whole) > 4:
        thin = THIN if typefaces().math.has(THIN) else ""
        whole = f"{int(whole):,}".replace(",", thin)
    negative = value < 0 and float(text) != 0
    return f"{'−' if negative else ''}{whole}{point}{fraction}"


def set_linear(axis: Axis, scale: Scale, length_cm: float) -> None:
    """Ticks at round values of what is shown, as many as fit along the axis."""
    low, high = sorted(axis.get_view_interval())
    formatter = PlainNumbers(scale)
    horizontal = isinstance(axis, XAxis)
    points = length_cm / 2.54 * 72
    count = 8 if horizontal else max(3, min(8, int(points / (2.2 * FONT_SIZE))))
    while True:
        locator = _Shifted(scale, count)
        labels = formatter.format_ticks(list(locator.tick_values(low, high)))
        needed = sum(0.5 * FONT_SIZE * (len(label) + 2) for label in labels)
        if not horizontal or needed <= points or count <= 2:
            break
        count -= 1
    axis.set_major_locator(locator)
    axis.set_major_formatter(formatter)


class _Shifted(MaxNLocator):
    """Round values of the difference from the offset."""

    def __init__(self, scale: Scale, count: int) -> None:
        super().__init__(nbins=count, steps=STEPS)
        self._offset = scale.offset

    def tick_values(self, vmin: float, vmax: float) -> list[float]:
        shifted = super().tick_values(vmin - self._offset, vmax - self._offset)
        return [float(value) + self._offset for value in shifted]


def set_logarithmic(axis: Axis) -> None:
    """Powers of ten where there are several; plain numbers within one or two decades."""
    low, high = sorted(axis.get_view_interval())
    decades = math.log10(high / low)
    if decades >= 2:
        axis.set_major_locator(LogLocator(numticks=8))
        axis.set_major_formatter(LogFormatterMathtext())
    else:
        subs = (1.0, 2.0, 5.0) if decades >= 0.8 else tuple(float(n) for n in range(1, 10))
        axis.set_major_locator(LogLocator(subs=subs, numticks=12))
        axis.set_major_formatter(_EachNumber())
        if decades < 0.3:
            axis.set_major_locator(MaxNLocator(nbins=6, steps=STEPS))
    axis.set_minor_formatter(NullFormatter())


class _EachNumber(Formatter):
    """Each number with its own decimals; a power of ten where it would be long."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        if x <= 0:
            return ""
        exponent = math.floor(math.log10(x) + 1e-9)
        if -3 <= exponent < 6:
            text = f"{x:.10g}"
            return number(x, len(text.partition(".")[2]))
        factor = f"{x / 10.0**exponent:.3g}"
        power = f"10^{{{exponent}}}"
        return f"${power}$" if factor == "1" else rf"${factor}\times {power}$"


def set_dates(axis: Axis) -> None:
    """Dates in numbers, with what all ticks share at the end of the axis."""
    locator = AutoDateLocator(minticks=3, maxticks=7)  # type: ignore[no-untyped-call]
    formatter = ConciseDateFormatter(  # type: ignore[no-untyped-call]
        locator,
        formats=["%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M", "%S.%f"],
        zero_formats=["", "%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M"],
        offset_formats=["", "%Y", "%Y-%m", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d %H:%M"],
    )
    axis.set_major_locator(locator)
    axis.set_major_formatter(formatter)


def can_be_logarithmic(*values: Array) -> bool:
    """Whether all values are above zero: one that is not would vanish from the axis."""
    return all(float(np.min(v)) > 0 for v in values if v.size)


def axis_of(axes: Axes, name: str) -> Axis:
    return axes.xaxis if name == "x" else axes.yaxis
