"""A spectrum: a line over its whole range, with the positions of its peaks written at them."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from agent.analysis.peaks import Peak, peaks_of
from agent.analysis.types import Findings
from agent.figures.axes_text import label
from agent.figures.dense import thinned
from agent.figures.errors import Undrawable
from agent.figures.points import X_LENGTH_CM, Y_LENGTH_CM, with_gaps
from agent.figures.series import quantity, require_spread, table_of, together
from agent.figures.sheet import blank, scale_axis
from agent.figures.style import colour
from agent.figures.ticks import number
from agent.figures.types import FigureSpec

MOST_LABELS = 8
APART = 0.035
"""Of the width: labels closer than this would overlap, and the higher peak keeps its own."""


def paint_spectrum(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """One column over another, its highest peaks labelled with their positions."""
    if len(spec.y) != 1:
        raise Undrawable("a spectrum shows one column.")
    table = table_of(findings, spec.table)
    x, y = quantity(findings, table, spec.x), quantity(findings, table, spec.y[0])
    if x.is_date:
        raise Undrawable("a spectrum has no dates on its axis.")
    rows = together(x, y)
    rows = rows[np.argsort(x.values[rows], kind="stable")]
    at, height = x.values[rows], y.values[rows]
    require_spread({x.name: at, y.name: height})
    canvas = blank()
    axes = canvas.subplots()
    whole_x, whole_y = with_gaps(at, height)
    line_x, line_y, vector = thinned(whole_x, whole_y, log_x=spec.log_x)
    axes.plot(line_x, line_y, color=colour(0), linewidth=0.8, rasterized=not vector)
    axes.margins(x=0)
    x_scale = scale_axis(axes, "x", [at], X_LENGTH_CM, log=spec.log_x, date=False)
    _label_peaks(axes, peaks_of(at, height)[:MOST_LABELS], x_scale.exponent, log=spec.log_y)
    y_scale = scale_axis(axes, "y", [height], Y_LENGTH_CM, log=spec.log_y, date=False)
    axes.set_xlabel(label(x, x_scale, X_LENGTH_CM))
    axes.set_ylabel(label(y, y_scale, Y_LENGTH_CM))
    return canvas


def _label_peaks(axes: Axes, peaks: tuple[Peak, ...], exponent: int, *, log: bool) -> None:
    low, high = axes.get_xlim()
    written: list[float] = []
    for peak in peaks:
        place = (peak.position - low) / (high - low)
        if any(abs(place - other) < APART for other in written):
            continue
        written.append(place)
        shown = peak.position / 10.0**exponent
        axes.annotate(
            number(shown, max(0, peak.decimals + exponent)),
            (peak.position, peak.height),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            rotation=90,
            fontsize="small",
        )
    if written and not log:
        bottom, top = axes.get_ylim()
        axes.set_ylim(bottom, top + 0.14 * (top - bottom))
    elif written:
        axes.margins(y=0.2)
