"""A small picture within the axes, in the corner where it hides the least."""

import numpy as np
from matplotlib.axes import Axes

from agent.arrays import Array

WIDTH, HEIGHT = 0.40, 0.30
"""Of the axes."""
MARGIN = 0.04
TITLE = 0.06
CORNERS = {
    "upper right": (1 - WIDTH - MARGIN, 1 - HEIGHT - TITLE - MARGIN),
    "upper left": (0.13, 1 - HEIGHT - TITLE - MARGIN),
    "lower right": (1 - WIDTH - MARGIN, 0.13),
    "lower left": (0.13, 0.13),
}
CROWDED = 0.03
"""Share of the points that an inset may hide; beyond, there is no room for one."""


def free_corner(axes: Axes, x: Array, y: Array) -> str | None:
    """The corner with the fewest points behind it; None where each would hide too many."""
    places = axes.transAxes.inverted().transform(axes.transData.transform(np.column_stack([x, y])))
    hidden = {
        name: _inside(places, left, low) / max(1, len(places))
        for name, (left, low) in CORNERS.items()
    }
    best = min(hidden, key=lambda name: hidden[name])
    return best if hidden[best] <= CROWDED else None


def _inside(places: Array, left: float, low: float) -> int:
    room = 0.03
    across = (places[:, 0] > left - 0.1) & (places[:, 0] < left + WIDTH + room)
    up = (places[:, 1] > low - 0.08) & (places[:, 1] < low + HEIGHT + TITLE + room)
    return int(np.count_nonzero(across & up))


def inset(axes: Axes, corner: str) -> Axes:
    left, low = CORNERS[corner]
    small: Axes = axes.inset_axes((left, low, WIDTH, HEIGHT))
    small.tick_params(labelsize="x-small", pad=1.5)
    return small
