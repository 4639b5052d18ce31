"""Mean, standard deviation and autocorrelation, without loss of digits; weighted means.

Checked against the univariate reference data of NIST, which are made to show what a careless sum
loses.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc

from agent.arrays import Vector


def mean(values: Vector) -> float:
    """The arithmetic mean, from a sum that is exact before it is rounded."""
    return _scaled_sum(values) / len(values)


def _scaled_sum(values: Vector) -> float:
    try:
        return math.fsum(values.tolist())
    except OverflowError:  # partial sums of readings near the largest float
        return float(values.sum())


def sd(values: Vector) -> float:
    """The sample standard deviation (n - 1); NaN of fewer than two values.

    In two passes, the second corrected for the rounding of the mean: Chan, Golub and LeVeque, The
    American Statistician 37 (1983) 242.
    """
    n = len(values)
    if n < 2:
        return math.nan
    size = float(np.abs(values).max()) or 1.0
    # Squares of very large readings would overflow; a power of two costs no digit.
    scale = 2.0 ** math.frexp(size)[1] if not 1e-100 < size < 1e100 else 1.0
    left = values / scale - mean(values / scale)
    squares = _scaled_sum(left * left) - _scaled_sum(left) ** 2 / n
    return math.sqrt(max(squares, 0.0) / (n - 1)) * scale


def autocorrelation(values: Vector) -> float:
    """Correlation of each value with the next, as NIST defines it; NaN of a constant."""
    left = values - mean(values)
    whole = _scaled_sum(left * left)
    return _scaled_sum(left[1:] * left[:-1]) / whole if whole > 0 else math.nan


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted mean, and whether the readings agree with their uncertainties."""

    mean: float
    uncertainty: float
    """Scaled by S where the readings scatter more than their uncertainties allow."""
    internal: float
    """From the uncertainties alone."""
    n: int
    chi2: float
    birge: float
    """Root of χ² over the degrees of freedom: about 1 for readings that agree."""
    scale: float
    """The factor S by which the uncertainty was multiplied; 1 when it was not."""
    p: float
    """Probability of so large a χ² if the readings agree."""


_IMPRECISE = 3.0


def weighted_mean(values: Vector, sigma: Vector) -> Weighted:
    """The mean with weights 1/σ²; its uncertainty scaled by S when S > 1.

    Procedure of the Particle Data Group (Review of Particle Physics, Introduction, 5.2.2): S is
    the root of χ²/(N - 1), and readings less precise than 3 √N times the uncertainty of the mean
    do not count in S. R. T. Birge, Phys. Rev. 40 (1932) 207, compares the same two spreads.
    """
    weights = sigma**-2
    total = _scaled_sum(weights)
    middle = _scaled_sum(weights * values) / total
    internal = 1 / math.sqrt(total)
    n = len(values)
    parts = ((values - middle) / sigma) ** 2
    chi2 = _scaled_sum(parts)
    birge = math.sqrt(chi2 / (n - 1)) if n > 1 else math.nan
    precise = parts[sigma <= _IMPRECISE * math.sqrt(n) * internal]
    scale = 1.0
    if len(precise) > 1:
        scale = max(1.0, math.sqrt(_scaled_sum(precise) / (len(precise) - 1)))
    p = float(chdtrc(n - 1, chi2)) if n > 1 else math.nan
    return Weighted(middle, internal * scale, internal, n, chi2, birge, scale, p)
