"""Repeated runs side by side: one small panel each, over the same axes."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.dense import thinned
from agent.figures.errors import Undrawable
from agent.figures.lettering import clean, escaped, shortened
from agent.figures.points import DAY, MANY, draw_points, with_gaps
from agent.figures.series import Quantity, quantity, require_spread, table_of, together
from agent.figures.sheet import blank, require_glyphs, scale_axis
from agent.figures.style import CM, WIDTH_CM, colour
from agent.figures.ticks import can_be_logarithmic
from agent.figures.types import FigureSpec

MOST_PANELS = 12
PANEL_CM = 3.6
"""Height of one panel."""
NAME_EMS = 16.0


def paint_runs(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """The same two columns of several tables, a panel for each, all on the same two axes.

    Raises:
        Undrawable: fewer than two runs, more than `MOST_PANELS`, or one of other units.
    """
    runs = _runs(spec, findings)
    columns = 2 if len(runs) in {2, 4} else 3
    rows = math.ceil(len(runs) / columns)
    canvas = blank(rows * PANEL_CM + 1.2)
    grid = canvas.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    canvas.set_layout_engine("constrained", hspace=0.02, wspace=0.02, h_pad=0.03, w_pad=0.03)
    panels = list(grid.flat)
    for panel, (name, x, y) in zip(panels, runs, strict=False):
        _draw_run(panel, x, y)
        require_glyphs(clean(name))
        panel.set_title(escaped(shortened(clean(name), NAME_EMS)), fontsize="small", pad=3)
    for empty in panels[len(runs) :]:
        empty.set_visible(False)
    _axes_text(canvas, panels, runs, spec, columns)
    return canvas


def _runs(spec: FigureSpec, findings: Findings) -> list[tuple[str, Quantity, Quantity]]:
    if len(spec.tables) < 2 or not spec.y:
        raise Undrawable("it names fewer than two runs, or no column to draw.")
    if len(spec.tables) > MOST_PANELS:
        raise Undrawable(
            f"{len(spec.tables)} runs are more than can be read; {MOST_PANELS} are the most."
        )
    found = []
    for name in spec.tables:
        table = table_of(findings, name)
        x, y = quantity(findings, table, spec.x), quantity(findings, table, spec.y[0])
        rows = together(x, y)
        require_spread({x.name: x.values[rows]})
        found.append((name, x, y))
    if len({(x.unit, y.unit) for _, x, y in found}) > 1:
        raise Undrawable("the runs give their columns in different units.")
    if all(np.ptp(y.values[np.isfinite(y.values)]) == 0 for _, _, y in found):
        raise Undrawable(f"all values of {spec.y[0]!r} are the same.")
    return found


def _draw_run(panel: Axes, x: Quantity, y: Quantity) -> None:
    rows = together(x, y)
    at = x.values[rows] / DAY if x.is_date else x.values[rows]
    if rows.size <= MANY:
        error = None if y.uncertainty is None else y.uncertainty[rows]
        draw_points(panel, at, y.values[rows], None, error, 0, small=True)
        return
    whole_x, whole_y = with_gaps(at, y.values[rows])
    line_x, line_y, vector = thinned(whole_x, whole_y)
    panel.plot(line_x, line_y, color=colour(0), linewidth=0.7, rasterized=not vector)


def _axes_text(
    canvas: Canvas,
    panels: Sequence[Axes],
    runs: Sequence[tuple[str, Quantity, Quantity]],
    spec: FigureSpec,
    columns: int,
) -> None:
    width_cm = (WIDTH_CM - 1.8) / columns
    _, x, y = runs[0]
    xs: list[Array] = [run.values[together(run, other)] for _, run, other in runs]
    ys: list[Array] = [other.values[together(run, other)] for _, run, other in runs]
    log = spec.log_x and can_be_logarithmic(*xs), spec.log_y and can_be_logarithmic(*ys)
    x_scale = scale_axis(panels[0], "x", xs, width_cm, log=log[0], date=x.is_date)
    y_scale = scale_axis(panels[0], "y", ys, PANEL_CM - 0.6, log=log[1], date=y.is_date)
    for position, panel in enumerate(panels[: len(runs)]):
        # A panel whose lower neighbour is empty shows the numbers of the axis itself.
        last = position + columns >= len(runs)
        panel.tick_params(labelbottom=last, labelleft=position % columns == 0)
    height_cm = canvas.get_figheight() / CM
    canvas.supxlabel(label(x, x_scale, WIDTH_CM - 1.8), fontsize="medium")
    canvas.supylabel(label(y, y_scale, height_cm - 1.2), fontsize="medium")
