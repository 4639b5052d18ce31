"""A measured column split by groups: a box for each, with its single points."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.errors import Undrawable
from agent.figures.lettering import clean, escaped, shortened, width
from agent.figures.points import X_LENGTH_CM, Y_LENGTH_CM
from agent.figures.references import add_reference
from agent.figures.series import Quantity, column_of, quantity, require_spread, table_of
from agent.figures.sheet import add_legend, blank, require_glyphs, scale_axis
from agent.figures.style import CM, FILL, FONT_SIZE, INK, colour
from agent.figures.ticks import Scale
from agent.figures.types import FigureSpec
from agent.materials.types import Column

MOST_GROUPS = 40
MOST_POINTS = 50
"""In one group; beyond, single points are a cloud and only the box is drawn."""
LONGEST_NAME = 14.0
"""In em."""
STEEP = 2.2
"""Names stand upright where a group has less room than so many em."""
GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    name: str
    values: Array


def paint_box(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Quartiles, median and whiskers (1.5 IQR) of each group, in the order of the groups."""
    item, by, groups = split_by_groups(spec, findings)
    canvas = blank()
    axes = canvas.subplots()
    _draw(axes, groups)
    finite = item.values[np.isfinite(item.values)]
    if spec.reference:
        add_legend(
            canvas, [add_reference(axes, "y", spec.reference, item, findings, language, finite)]
        )
    name_groups(canvas, axes, [group.name for group in groups])
    y_scale = scale_axis(axes, "y", [finite], Y_LENGTH_CM, log=spec.log_y, date=item.is_date)
    axes.set_ylabel(label(item, y_scale, Y_LENGTH_CM))
    axes.set_xlabel(label(grouping_axis(findings, spec, by), Scale(), X_LENGTH_CM))
    return canvas


def split_by_groups(spec: FigureSpec, findings: Findings) -> tuple[Quantity, Column, list[Group]]:
    """The column a figure shows, the one that splits it, and the groups.

    Raises:
        Undrawable: one of them is not there, all values are the same, or there are no groups.
    """
    table = table_of(findings, spec.table)
    if not spec.y:
        raise Undrawable("it names no column to draw.")
    item = quantity(findings, table, spec.y[0])
    require_spread({item.name: item.values})
    by = column_of(table, spec.x)
    return item, by, _groups_of(by, item.values)


def _groups_of(by: Column, values: Array) -> list[Group]:
    """Rows of one value of the grouping column; numbers in order, texts as they first appear."""
    keys: list[float | str]
    if by.type == "number":
        keys = sorted({float(v) for v in by.values[np.isfinite(by.values)]})
        members = [by.values == key for key in keys]
        names = [f"{key:g}".replace("-", "−") for key in keys]
    else:
        names = [text for text in dict.fromkeys(by.texts) if text.strip()]
        members = [np.asarray([text == name for text in by.texts]) for name in names]
    groups = [
        Group(name, values[rows & np.isfinite(values)])
        for name, rows in zip(names, members, strict=True)
    ]
    groups = [group for group in groups if group.values.size]
    if len(groups) < 2:
        raise Undrawable(f"{by.name!r} does not split the values into groups.")
    if len(groups) > MOST_GROUPS:
        raise Undrawable(
            f"{by.name!r} has {len(groups)} groups; {MOST_GROUPS} are the most that can be read."
        )
    return groups


def _draw(axes: Axes, groups: list[Group]) -> None:
    crowded = [group.values.size > MOST_POINTS for group in groups]
    line = {"color": INK, "linewidth": 0.7}
    axes.boxplot(
        [group.values for group in groups],
        widths=0.6,
        patch_artist=True,
        showfliers=any(crowded),
        manage_ticks=False,
        boxprops={"facecolor": FILL, "edgecolor": INK, "linewidth": 0.7},
        medianprops={"color": colour(1), "linewidth": 1.4},
        whiskerprops=line,
        capprops=line,
        flierprops={"marker": ".", "markersize": 2.5, "markeredgecolor": INK},
        zorder=1,
    )
    for position, (group, many) in enumerate(zip(groups, crowded, strict=True), start=1):
        if not many:
            axes.plot(
                position + jitter(group.values.size),
                group.values,
                linestyle="none",
                marker="o",
                markersize=2.4,
                markerfacecolor=colour(0),
                markeredgewidth=0,
                alpha=0.75,
                zorder=3,
            )


def jitter(count: int) -> Array:
    """Offsets that spread points evenly, the same each time: multiples of the golden ratio."""
    if count == 1:
        return np.zeros(1)
    return np.asarray((np.arange(1, count + 1) * GOLDEN % 1.0 - 0.5) * 0.4, dtype=np.float64)


def name_groups(canvas: Canvas, axes: Axes, written: Sequence[str]) -> None:
    """Names below what stands at 1, 2, …, turned where they would touch."""
    names = [shortened(clean(name), LONGEST_NAME) for name in written]
    require_glyphs("".join(names))
    room = X_LENGTH_CM * CM * 72 / FONT_SIZE / len(names)
    widest = max(width(name) for name in names) + 1.0
    axes.set_xticks(range(1, len(names) + 1), [escaped(name) for name in names])
    if widest > room:
        angle = 90 if room < STEEP else 40
        below = widest * math.sin(math.radians(angle)) * FONT_SIZE / 72
        canvas.set_figheight(canvas.get_figheight() + below)
        for text in axes.get_xticklabels():
            text.set_rotation(angle)
            if angle != 90:
                text.set(ha="right", rotation_mode="anchor")
    axes.set_xlim(0.4, len(names) + 0.6)
    axes.tick_params(axis="x", length=0)


def grouping_axis(findings: Findings, spec: FigureSpec, by: Column) -> Quantity:
    """What the axis of the groups says."""
    if by.type == "number":
        return quantity(findings, table_of(findings, spec.table), by.name)
    profile = findings.profile(spec.table, by.name)
    symbol = profile.symbol if profile is not None else ""
    math = symbol[1:-1] if len(symbol) > 2 and symbol[0] == symbol[-1] == "$" else ""
    return Quantity(by.name, math, by.unit or "", None, by.values, None)
