"""Measured points with their error bars, and dense series as lines."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label, legend_name, unit_label
from agent.figures.dense import bars, is_tangled, thinned, visible
from agent.figures.errors import Undrawable
from agent.figures.series import Quantity, quantity, require_spread, table_of, together
from agent.figures.sheet import Entry, add_legend, blank, scale_axis
from agent.figures.style import HEIGHT_CM, WIDTH_CM, colour, marker, stroke
from agent.figures.ticks import set_logarithmic
from agent.figures.types import FigureSpec
from agent.figures.words import words

X_LENGTH_CM = WIDTH_CM - 1.8
Y_LENGTH_CM = HEIGHT_CM - 1.4
DAY = 86400.0
MANY, VERY_MANY = 300, 3000
"""Points beyond which markers become small, and beyond which they become an image."""
MOST_SERIES = 7
CROWD = 20_000
"""Points of one series beyond which their number, not each of them, is drawn."""
HIDDEN = 0.5
"""Share of the points that others of the same cell must hide for that."""
CROWD_CELLS, DENSITY_CELLS = 300, 160
"""Across the axes: cells as wide as a mark, and those whose number is shown."""
FEWEST_STEPS = 8
GAP_STEPS, GAP_SHARE = 8.0, 0.02
"""A step this many times the usual one, and this share of the axis, is a gap."""


def paint_data(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Points of one or several columns over another, with error bars where there are any."""
    x, ys = _chosen(spec, findings)
    canvas = blank()
    axes = canvas.subplots()
    entries = []
    for position, y in enumerate(ys):
        rows = together(x, y)
        if len(ys) == 1 and is_crowd(shown(x)[rows], y.values[rows], log=(spec.log_x, spec.log_y)):
            _draw_density(canvas, axes, shown(x)[rows], y.values[rows], language)
            break
        artist = draw_points(
            axes,
            shown(x)[rows],
            y.values[rows],
            None if x.uncertainty is None else x.uncertainty[rows] / (DAY if x.is_date else 1),
            None if y.uncertainty is None else y.uncertainty[rows],
            position,
            log=(spec.log_x, spec.log_y),
        )
        entries.append(artist)
    _finish(canvas, axes, spec, x, ys, entries, language)
    return canvas


def paint_lines(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Dense series, in the order of their rows; a missing value is a gap."""
    x, ys = _chosen(spec, findings)
    canvas = blank()
    axes = canvas.subplots()
    artists = []
    for position, y in enumerate(ys):
        artists.append(
            _draw_line(axes, shown(x), y.values, position, spec.log_x, alone=len(ys) == 1)
        )
    axes.margins(x=0)
    _finish(canvas, axes, spec, x, ys, artists, language)
    return canvas


def _draw_line(
    axes: Axes, x: Array, y: Array, position: int, log_x: bool, *, alone: bool
) -> object:
    x, y = with_gaps(x, y)
    thin_x, thin_y, whole = thinned(x, y, log_x=log_x)
    if not whole and is_tangled(x, y):
        rows = np.isfinite(x) & np.isfinite(y)
        return draw_points(axes, x[rows], y[rows], None, None, position)
    (line,) = axes.plot(
        thin_x,
        thin_y,
        color=colour(position),
        linestyle="-" if alone else stroke(position),
        linewidth=0.9,
        rasterized=not whole,
    )
    return line


def with_gaps(x: Array, y: Array) -> tuple[Array, Array]:
    """The series with a missing value wherever x leaves out much more than its usual step.

    A logger that stopped for an hour leaves no row for it, and a line would bridge the hour.
    """
    steps = np.diff(x)
    known = steps[np.isfinite(steps)]
    if known.size < FEWEST_STEPS or np.any(known < 0) or not np.ptp(x[np.isfinite(x)]):
        return x, y
    usual, whole = float(np.median(known)), float(np.nansum(known))
    wide = np.flatnonzero(steps > max(GAP_STEPS * usual, GAP_SHARE * whole))
    if not wide.size or not usual or wide.size > known.size / 10:
        return x, y
    return np.insert(x, wide + 1, np.nan), np.insert(y, wide + 1, np.nan)


def draw_points(
    axes: Axes,
    x: Array,
    y: Array,
    x_error: Array | None,
    y_error: Array | None,
    position: int,
    *,
    log: tuple[bool, bool] = (False, False),
    small: bool = False,
) -> object:
    """Points of one series with error bars; what stands for them in a legend."""
    if x.size > VERY_MANY:
        _draw_cloud(axes, x, y, x_error, y_error, position, log)
        return _legend_mark(position, "o")
    many = small or x.size > MANY
    drawn = axes.errorbar(
        x,
        y,
        xerr=x_error,
        yerr=y_error,
        fmt=marker(position),
        color=colour(position),
        markersize=2.2 if many else 4.0,
        markeredgewidth=0 if many else 0.6,
        elinewidth=0.4 if many else 0.7,
        capsize=0 if many else 1.5,
        capthick=0.6,
    )
    return _legend_mark(position, marker(position)) if many else drawn


def is_crowd(x: Array, y: Array, *, log: tuple[bool, bool]) -> bool:
    """Whether the points hide one another so much that only their density says how they lie."""
    if x.size <= CROWD or any(log):
        return False
    counts, _, _ = np.histogram2d(x, y, bins=CROWD_CELLS)
    return bool(np.count_nonzero(counts) < HIDDEN * x.size)


def _draw_density(canvas: Canvas, axes: Axes, x: Array, y: Array, language: str) -> None:
    """How many points lie in each cell, on a logarithmic scale of colours."""
    counts, at_x, at_y = np.histogram2d(x, y, bins=(DENSITY_CELLS, DENSITY_CELLS))
    seen = np.ma.masked_equal(counts.T, 0)
    drawn = axes.pcolormesh(at_x, at_y, seen, cmap="viridis", norm="log", rasterized=True)
    axes.tick_params(which="both", direction="out", top=False, right=False)
    bar = canvas.colorbar(drawn, ax=axes, pad=0.02)
    set_logarithmic(bar.ax.yaxis)
    bar.ax.tick_params(which="both", direction="out")
    bar.ax.set_ylabel(words(language)["points"])


def _draw_cloud(
    axes: Axes,
    x: Array,
    y: Array,
    x_error: Array | None,
    y_error: Array | None,
    position: int,
    log: tuple[bool, bool],
) -> None:
    style = {"color": colour(position), "linewidth": 0.4, "rasterized": True, "zorder": 2}
    if y_error is not None:
        at, low, high = bars(x, y, y_error, log=log[0])
        axes.vlines(at, low, high, **style)  # type: ignore[arg-type]
    if x_error is not None:
        at, low, high = bars(y, x, x_error, log=log[1])
        axes.hlines(at, low, high, **style)  # type: ignore[arg-type]
    seen = visible(x, y, log=log)
    axes.plot(
        x[seen],
        y[seen],
        linestyle="none",
        marker="o",
        color=colour(position),
        markersize=1.2,
        markeredgewidth=0,
        rasterized=True,
    )


def _legend_mark(position: int, shape: str) -> Line2D:
    return Line2D([], [], color=colour(position), marker=shape, linestyle="none")


def shown(item: Quantity) -> Array:
    """Values as matplotlib places them: dates in days."""
    return item.values / DAY if item.is_date else item.values


def _chosen(spec: FigureSpec, findings: Findings) -> tuple[Quantity, list[Quantity]]:
    table = table_of(findings, spec.table)
    if not spec.y:
        raise Undrawable("it names no column to draw.")
    if len(spec.y) > MOST_SERIES:
        raise Undrawable(f"{len(spec.y)} series cannot be told apart; {MOST_SERIES} can.")
    x = quantity(findings, table, spec.x)
    ys = [quantity(findings, table, name) for name in spec.y]
    for y in ys:
        rows = together(x, y)
        require_spread({x.name: x.values[rows]})
    if all(np.ptp(y.values[np.isfinite(y.values)]) == 0 for y in ys):
        require_spread({ys[0].name: ys[0].values})
    return x, ys


def _finish(
    canvas: Canvas,
    axes: Axes,
    spec: FigureSpec,
    x: Quantity,
    ys: Sequence[Quantity],
    artists: Sequence[object],
    language: str,
) -> None:
    x_scale = scale_axis(
        axes,
        "x",
        [x.values[together(x, y)] for y in ys],
        X_LENGTH_CM,
        log=spec.log_x,
        date=x.is_date,
    )
    y_scale = scale_axis(
        axes,
        "y",
        [y.values[together(x, y)] for y in ys],
        Y_LENGTH_CM,
        log=spec.log_y,
        date=ys[0].is_date,
    )
    axes.set_xlabel(label(x, x_scale, X_LENGTH_CM))
    if len(ys) == 1:
        axes.set_ylabel(label(ys[0], y_scale, Y_LENGTH_CM))
        return
    axes.set_ylabel(unit_label(ys, words(language)["value"], y_scale, Y_LENGTH_CM))
    mixed = len({y.unit for y in ys}) > 1
    names = [legend_name(y, with_unit=mixed) for y in ys]
    add_legend(canvas, [Entry(a, n) for a, n in zip(artists, names, strict=True)])
