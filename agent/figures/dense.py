"""So many points that they hide one another, with fewer marks and the same look."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from agent.arrays import Array

COLUMNS = 1200
"""Across the axes: finer than the dots of the image that the marks become."""
DENSE = 4 * COLUMNS
TANGLED = 500.0
"""Widths of the axes that a line may run to and fro."""


def cells(values: Array, *, log: bool) -> NDArray[np.int64]:
    """In which of the columns each value lies, on an axis over all of them."""
    if log and values.min() > 0:
        values = np.log10(values)
    low, span = float(values.min()), float(np.ptp(values)) or 1.0
    return ((values - low) / span * COLUMNS).astype(np.int64)


def visible(x: Array, y: Array, *, log: tuple[bool, bool]) -> NDArray[np.intp]:
    """One point of each cell of a fine grid."""
    place = cells(x, log=log[0]) * (COLUMNS + 1) + cells(y, log=log[1])
    kept: NDArray[np.intp] = np.unique(place, return_index=True)[1]
    return kept


def merged_bars(at: NDArray[np.int64], low: Array, high: Array) -> NDArray[np.intp]:
    """Groups of error bars of one column that overlap: for each bar the number of its group."""
    order = np.lexsort((low, at))
    group = np.zeros(at.size, dtype=np.intp)
    reach, number, column = -np.inf, -1, None
    for position in order.tolist():
        if at[position] != column or low[position] > reach:
            number, column, reach = number + 1, at[position], high[position]
        reach = max(reach, high[position])
        group[position] = number
    return group


def bars(along: Array, middle: Array, error: Array, *, log: bool) -> tuple[Array, Array, Array]:
    """Where the bars stand, and their lower and upper ends, overlapping ones made one."""
    low, high = middle - error, middle + error
    group = merged_bars(cells(along, log=log), low, high)
    first = np.unique(group, return_index=True)[1]
    count = first.size
    lowest, highest = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(lowest, group, low)
    np.maximum.at(highest, group, high)
    return along[first], lowest, highest


def thinned(x: Array, y: Array, *, log_x: bool = False) -> tuple[Array, Array, bool]:
    """The line through all points with fewer of them, and whether it may stay a line.

    Where x only grows, each of many narrow columns keeps its first, lowest, highest and last point,
    so the line looks the same. Otherwise a long line stays as it is and has to become an image.
    """
    if x.size <= DENSE:
        return x, y, True
    good = np.isfinite(x) & np.isfinite(y)
    if np.any(np.diff(x[good]) < 0):
        return x, y, False
    edges = np.flatnonzero(np.diff(good.astype(np.int8))) + 1
    runs = [run for run in np.split(np.arange(x.size), edges) if good[run[0]]]
    if len(runs) > COLUMNS:
        return x, y, False
    low, high = x[runs[0][0]], x[runs[-1][-1]]
    spaced = np.geomspace if log_x and low > 0 else np.linspace
    bounds = np.asarray(spaced(low, high, COLUMNS + 1), dtype=np.float64)
    parts_x: list[Array] = []
    parts_y: list[Array] = []
    gap = np.asarray([np.nan])
    for run in runs:
        kept = _extremes(run, x, y, bounds)
        parts_x += [x[kept], gap]
        parts_y += [y[kept], gap]
    return np.concatenate(parts_x), np.concatenate(parts_y), True


def _extremes(run: NDArray[np.intp], x: Array, y: Array, bounds: Array) -> list[int]:
    cuts = np.unique([0, *np.searchsorted(x[run], bounds), run.size])
    kept: set[int] = set()
    for start, stop in pairwise(cuts):
        part = y[run[start:stop]]
        inside = {0, part.size - 1, int(np.argmin(part)), int(np.argmax(part))}
        kept |= {int(run[start]) + position for position in inside}
    return sorted(kept)


def is_tangled(x: Array, y: Array) -> bool:
    """Whether a line crosses the axes so often that it is a filled area and no line any more."""
    good = np.isfinite(x) & np.isfinite(y)
    across = np.abs(np.diff(x[good])).sum() / (float(np.ptp(x[good])) or 1.0)
    return bool(across > TANGLED)
