"""Means of groups with their standard errors, and single named values as bars."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from agent.analysis import moments
from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.boxes import MOST_GROUPS, Group, grouping_axis, name_groups, split_by_groups
from agent.figures.errors import Undrawable
from agent.figures.points import X_LENGTH_CM, Y_LENGTH_CM
from agent.figures.references import add_reference
from agent.figures.series import Quantity, column_of, quantity, table_of
from agent.figures.sheet import add_legend, blank, scale_axis
from agent.figures.style import FILL, INK, colour
from agent.figures.ticks import Scale
from agent.figures.types import FigureSpec
from agent.materials.types import Column

NUMERIC_AXIS = 5
"""Groups of numbers beyond which they stand at their values and not side by side."""


def paint_means(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """The mean of each group with its standard error s/√n (GUM 4.2.3); one value has no bar.

    Groups that are many numbers stand at their values, all others side by side.
    """
    item, by, groups = split_by_groups(spec, findings)
    means = np.asarray([group.values.mean() for group in groups])
    errors = np.asarray([standard_error(group.values) for group in groups])
    canvas = blank()
    axes = canvas.subplots()
    at_values = by.type == "number" and len(groups) > NUMERIC_AXIS
    at = _places(by, item.values) if at_values else np.arange(1.0, len(groups) + 1)
    if at.size != means.size:
        at_values, at = False, np.arange(1.0, len(groups) + 1)
    _draw_means(axes, at, means, errors)
    finite = item.values[np.isfinite(item.values)]
    if spec.reference:
        add_legend(
            canvas, [add_reference(axes, "y", spec.reference, item, findings, language, finite)]
        )
    _axes_text(spec, findings, canvas, (by, item), groups, at_values=at_values)
    return canvas


def standard_error(values: Array) -> float:
    """s/√n of one group; zero for a single value, which says nothing of its scatter."""
    return moments.sd(values) / math.sqrt(values.size) if values.size > 1 else 0.0


def _places(by: Column, values: Array) -> Array:
    known = by.values[np.isfinite(by.values) & np.isfinite(values)]
    return np.unique(known)


def _draw_means(axes: Axes, at: Array, means: Array, errors: Array) -> None:
    axes.errorbar(
        at,
        means,
        yerr=errors,
        fmt="o",
        color=colour(0),
        markersize=4.5,
        elinewidth=0.9,
        capsize=2.5,
        capthick=0.8,
    )
    axes.margins(y=0.12)


def _axes_text(
    spec: FigureSpec,
    findings: Findings,
    canvas: Canvas,
    columns: tuple[Column, Quantity],
    groups: list[Group],
    *,
    at_values: bool,
) -> None:
    (axes,) = canvas.axes
    by, item = columns
    y_scale = scale_axis(axes, "y", [], Y_LENGTH_CM, log=False, date=item.is_date)
    axes.set_ylabel(label(item, y_scale, Y_LENGTH_CM))
    shown = grouping_axis(findings, spec, by)
    if at_values:
        x_scale = scale_axis(axes, "x", [], X_LENGTH_CM, log=False, date=False)
        axes.set_xlabel(label(shown, x_scale, X_LENGTH_CM))
        return
    name_groups(canvas, axes, [group.name for group in groups])
    axes.set_xlabel(label(shown, Scale(), X_LENGTH_CM))


def paint_bar(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """One bar from zero for each named row, with its standard uncertainty where there is one."""
    table = table_of(findings, spec.table)
    if not spec.y:
        raise Undrawable("it names no column to draw.")
    item = quantity(findings, table, spec.y[0])
    named = column_of(table, spec.x)
    rows = np.flatnonzero(np.isfinite(item.values))
    names = _row_names(named, rows)
    if rows.size < 2:
        raise Undrawable(f"{item.name!r} has only one value to draw.")
    if rows.size > MOST_GROUPS:
        raise Undrawable(f"{rows.size} bars are more than can be read; {MOST_GROUPS} are the most.")
    canvas = blank()
    axes = canvas.subplots()
    axes.bar(
        np.arange(1, rows.size + 1),
        item.values[rows],
        width=0.65,
        yerr=None if item.uncertainty is None else item.uncertainty[rows],
        facecolor=FILL,
        edgecolor=INK,
        linewidth=0.7,
        error_kw={"elinewidth": 0.9, "capsize": 2.5, "ecolor": INK},
    )
    axes.axhline(0.0, color=INK, linewidth=0.6)
    y_scale = scale_axis(axes, "y", [], Y_LENGTH_CM, log=False, date=item.is_date)
    axes.set_ylabel(label(item, y_scale, Y_LENGTH_CM))
    name_groups(canvas, axes, names)
    axes.set_xlabel(label(grouping_axis(findings, spec, named), Scale(), X_LENGTH_CM))
    return canvas


def _row_names(named: Column, rows: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> list[str]:
    if named.type == "number":
        names = [f"{float(named.values[row]):g}".replace("-", "−") for row in rows]
    else:
        names = [named.texts[row] for row in rows]
    if len(set(names)) < len(names):
        raise Undrawable(f"{named.name!r} names several rows alike: their means can be drawn.")
    return names
