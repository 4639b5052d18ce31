"""How often each value of a column occurs."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.points import X_LENGTH_CM, Y_LENGTH_CM
from agent.figures.references import add_reference
from agent.figures.series import Quantity, quantity, require_spread, table_of
from agent.figures.sheet import Entry, add_legend, blank, scale_axis
from agent.figures.style import FILL, INK, colour
from agent.figures.ticks import Scale
from agent.figures.types import FigureSpec
from agent.figures.words import words

FEWEST, MOST = 5, 40
FINE = 2
"""Decimal places below the range of the values that a grid may have and still be a coarse one."""


def paint_histogram(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Bars of equal width, the mean as a line, and the reference value where one is named."""
    table = table_of(findings, spec.table)
    item = quantity(findings, table, spec.x or (spec.y[0] if spec.y else ""))
    require_spread({item.name: item.values})
    values = item.values[np.isfinite(item.values)]
    canvas = blank()
    axes = canvas.subplots()
    axes.hist(values, bins=list(bins(values)), color=FILL, edgecolor=INK, linewidth=0.6)
    mean = axes.axvline(float(np.mean(values)), color=colour(0), linewidth=1.3)
    entries = [Entry(mean, words(language)["mean"])]
    if spec.reference:
        entries.append(add_reference(axes, "x", spec.reference, item, findings, language, values))
    _label(axes, item, language)
    add_legend(canvas, entries)
    return canvas


def bins(values: Array) -> Array:
    """Edges of the bars.

    Width by Freedman and Diaconis (1981), 2 IQR n^(-1/3), with 5 to 40 bars. Readings that all lie
    on a coarse grid get bars of whole steps of it, or the bars would be a comb.
    """
    low, high = float(values.min()), float(values.max())
    upper, lower = np.percentile(values, [75, 25])
    width = 2 * float(upper - lower) * values.size ** (-1 / 3)
    count = max(FEWEST, math.ceil(min(MOST, (high - low) / width))) if width > 0 else FEWEST
    step = _grid(values)
    steps = round((high - low) / step) + 1 if step else 0
    if steps < FEWEST:
        return np.asarray([*(low + (high - low) / count * np.arange(count)), high])
    each = max(1, round((high - low) / count / step), math.ceil(steps / MOST))
    whole = each * step * np.arange(math.ceil(steps / each) + 1)
    return np.asarray(low - step / 2 + whole, dtype=np.float64)


def _grid(values: Array) -> float:
    """The coarsest decimal step all values are whole multiples of; zero when it is a fine one."""
    distinct = np.unique(values)
    span = float(distinct[-1] - distinct[0])
    first = math.floor(math.log10(span)) - FINE
    for place in range(first + FINE + 1, first - 1, -1):
        steps = (distinct - distinct[0]) / 10.0**place
        whole = np.round(steps)
        if np.allclose(steps, whole, rtol=0, atol=1e-3):
            return float(np.gcd.reduce(whole.astype(np.int64))) * 10.0**place
    return 0.0


def _label(axes: Axes, item: Quantity, language: str) -> None:
    x_scale = scale_axis(axes, "x", [], X_LENGTH_CM, log=False, date=item.is_date)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10], integer=True))
    axes.tick_params(axis="x", which="both", direction="out", top=False)
    axes.set_xlabel(label(item, x_scale, X_LENGTH_CM))
    axes.set_ylabel(label(_counts(item, language), Scale(), Y_LENGTH_CM))


def _counts(item: Quantity, language: str) -> Quantity:
    return Quantity(words(language)["count"], "", "", None, item.values, None)
