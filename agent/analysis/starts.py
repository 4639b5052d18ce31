"""Where a fit starts: the parameters that act nonlinearly on a grid drawn from the data, the
others solved for.
"""

from collections.abc import Callable, Sequence

import numpy as np

from agent.arrays import Vector

_KEPT = 2
"""Starting points handed on: the best, and the next in case it leads nowhere."""
_ROWS = 400
"""A start need not be exact; more rows are thinned."""
_BINS = 2**18
_FINER = 4
"""Zeros behind the series make the grid of frequencies so much finer."""


def solved(columns: Sequence[Vector], y: Vector) -> tuple[Vector, float]:
    """The coefficients of the columns, and the sum of squares that they leave."""
    design = np.column_stack(columns)
    if not np.all(np.isfinite(design)):
        return np.zeros(design.shape[1]), np.inf
    values = np.asarray(np.linalg.lstsq(design, y, rcond=None)[0], dtype=np.float64)
    return values, float(np.sum((y - design @ values) ** 2))


def best_of(
    x: Vector,
    y: Vector,
    grid: Sequence[Vector],
    columns: Callable[[Vector, Vector], tuple[Vector, ...]],
    position: int,
) -> list[Vector]:
    """The best points of the grid as full sets of parameters, its own put in at a position."""
    x, y = thinned(x, y)
    tried = []
    with np.errstate(all="ignore"):
        for point in grid:
            values, left = solved(columns(x, point), y)
            if np.isfinite(left):
                tried.append((left, np.insert(values, [position] * len(point), point)))
    tried.sort(key=lambda pair: pair[0])
    return [values for _, values in tried[:_KEPT]]


def waves(x: Vector, y: Vector, grid: Sequence[Vector]) -> list[tuple[float, float, float, Vector]]:
    """Factors of sine and cosine and the offset, for the best pairs of frequency and, where given,
    damping time.
    """
    tried = []
    with np.errstate(all="ignore"):
        for point in grid:
            envelope = np.exp(-x / point[1]) if len(point) > 1 else 1.0
            columns = (
                envelope * np.sin(point[0] * x),
                envelope * np.cos(point[0] * x),
                np.ones_like(x),
            )
            values, left = solved(columns, y)
            if np.isfinite(left):
                tried.append((left, values, point))
    tried.sort(key=lambda triple: triple[0])
    return [(float(v[0]), float(v[1]), float(v[2]), point) for _, v, point in tried[:_KEPT]]


def thinned(x: Vector, y: Vector) -> tuple[Vector, Vector]:
    step = max(1, len(x) // _ROWS)
    return x[::step], y[::step]


def scales(x: Vector, y: Vector, sign: int) -> list[Vector]:
    """Decay constants from a hundredth of the range of x to ten times it, and the one that the
    logarithms of y suggest.
    """
    found = list(np.geomspace(np.ptp(x) / 100, np.ptp(x) * 10, 24))
    same = y * np.sign(np.median(y)) > 0
    if np.count_nonzero(same) > 2:
        (slope, _), _ = solved((x[same], np.ones(np.count_nonzero(same))), np.log(np.abs(y[same])))
        if slope * sign > 0:
            found.append(1 / abs(slope))
    return [np.array([tau]) for tau in found]


def exponents(x: Vector, y: Vector) -> list[Vector]:
    found = [-4.0, -3.0, -2.0, -1.5, -1.0, -0.5, -0.25, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0]
    same = (y * np.sign(np.median(y)) > 0) & (x > 0)
    if np.count_nonzero(same) > 2:
        columns = (np.log(x[same]), np.ones(np.count_nonzero(same)))
        (slope, _), _ = solved(columns, np.log(np.abs(y[same])))
        found.append(float(slope))
    return [np.array([b]) for b in found]


def peaks(x: Vector) -> list[Vector]:
    """Centres at the quantiles of x, widths from a fiftieth of its range to half of it."""
    centres = np.quantile(x, np.linspace(0.02, 0.98, 25))
    widths = np.geomspace(np.ptp(x) / 50, np.ptp(x) / 2, 6)
    return [np.array([centre, width]) for centre in centres for width in widths]


def frequencies(x: Vector, y: Vector) -> list[float]:
    """Angular frequencies at the highest points of the periodogram, up to the Nyquist frequency.

    The series is first counted into even bins, four for each value, so that one fast Fourier
    transform does for unevenly spaced x too; a start need not be more exact.
    """
    length = float(np.ptp(x))
    bins = min(4 * len(x), _BINS)
    places = np.rint((x - x.min()) / length * (bins - 1)).astype(np.int64)
    series = np.bincount(places, weights=y - y.mean(), minlength=bins)
    size = _FINER * bins
    power = np.abs(np.fft.rfft(series, size))
    omegas = 2 * np.pi * np.fft.rfftfreq(size, length / (bins - 1))
    fastest = np.pi / float(np.median(np.diff(np.unique(x))))
    power[(omegas < np.pi / length) | (omegas > fastest)] = 0.0
    return [float(omegas[i]) for i in _highest(power) if omegas[i] > 0]


def _highest(power: Vector) -> list[int]:
    inner = np.flatnonzero((power[1:-1] >= power[:-2]) & (power[1:-1] >= power[2:])) + 1
    return list(inner[np.argsort(power[inner])[::-1]][:_KEPT])


def damped_grid(x: Vector, omegas: Sequence[float]) -> list[Vector]:
    length = float(np.ptp(x))
    return [np.array([w, length * part]) for w in omegas for part in (0.1, 0.25, 0.5, 1.0, 2.0)]
