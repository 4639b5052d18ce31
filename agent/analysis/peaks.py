"""Peaks of a spectrum that stand out of its noise."""

import math
from dataclasses import dataclass

import numpy as np

from agent.arrays import Array

LEAST = 0.05
"""Prominence of a peak as a share of the whole range of heights."""
NOISE = 6.0
"""Prominence of a peak in standard deviations of the noise."""
FEWEST = 20
"""Points below which a curve has no peaks worth a name."""


@dataclass(frozen=True, slots=True)
class Peak:
    position: float
    """Of the highest point, in the unit of x: the vertex of the parabola through it and its two
    neighbours."""
    height: float
    """Of the highest point as measured, in the unit of y."""
    prominence: float
    """Height above the higher of the two valleys that part it from higher peaks."""
    decimals: int
    """Digits behind the point that the spacing of the points gives the position."""


def peaks_of(x: Array, y: Array) -> tuple[Peak, ...]:
    """The peaks, highest prominence first; x must not fall.

    A peak counts when its prominence is at least `LEAST` of the range and `NOISE` times the noise,
    which is estimated from second differences: their median absolute value over 0.6745 √6
    (Gasser, Sroka and Jennen-Steinmetz 1986, Biometrika 73, 625).
    """
    if x.size < FEWEST or not np.ptp(y):
        return ()
    from scipy.signal import find_peaks  # late: it takes half a second to import

    least = max(LEAST * float(np.ptp(y)), NOISE * noise_of(y))
    places, about = find_peaks(y, prominence=least)
    order = np.argsort(-about["prominences"], kind="stable")
    return tuple(_peak(x, y, int(places[n]), float(about["prominences"][n])) for n in order)


def noise_of(y: Array) -> float:
    """Standard deviation of the noise of a curve that is otherwise smooth from point to point."""
    second = np.abs(np.diff(y, 2))
    return float(np.median(second) / (0.6745 * math.sqrt(6))) if second.size else 0.0


def _peak(x: Array, y: Array, place: int, prominence: float) -> Peak:
    left, middle, right = (float(y[place + step]) for step in (-1, 0, 1))
    step = min(float(x[place + 1] - x[place]), float(x[place] - x[place - 1]))
    even = math.isclose(x[place + 1] - x[place], x[place] - x[place - 1], rel_tol=1e-3)
    bend = left - 2 * middle + right
    shift = 0.5 * (left - right) / bend if even and bend < 0 else 0.0
    decimals = max(0, -math.floor(math.log10(step))) if step > 0 else 0
    return Peak(float(x[place]) + shift * step, middle, prominence, decimals)
