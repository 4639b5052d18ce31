"""What the residuals of a fit say: information criterion, runs, explained variance."""

import math

import numpy as np

from agent.arrays import Vector

_EXACT = 60
"""Up to so many residuals the distribution of runs is counted out."""


def aicc(squares: float, n: int, size: int, *, weighted: bool, floor: float) -> float:
    """Akaike's criterion, corrected for small samples: Burnham and Anderson 2002, section 2.4.

    With known uncertainties the sum of squares is χ² and counts as it is; else the variance is a
    parameter more. `floor` is the sum of squares that rounding alone would leave. With two degrees
    of freedom the correction would divide by zero; its denominator is then taken as one.
    """
    parameters = size if weighted else size + 1
    misfit = squares if weighted else n * math.log(max(squares, floor) / n)
    return misfit + 2 * parameters + 2 * parameters * (parameters + 1) / max(1, n - parameters - 1)


def explained(y: Vector, squares: float, sigma: Vector | None) -> float | None:
    """R²: one minus the ratio of the sums of squares about the fit and about the mean."""
    weights = np.ones_like(y) if sigma is None else sigma**-2
    mean = float(np.sum(weights * y) / np.sum(weights))
    total = float(np.sum(weights * (y - mean) ** 2))
    return 1 - squares / total if total > 0 else None


def runs_p(residuals: Vector) -> float | None:
    """Two-sided p-value of the runs test on the signs (Wald and Wolfowitz 1940), in their order.

    None when all have one sign, or there are too few to tell.
    """
    signs = np.sign(residuals)
    signs = signs[signs != 0]
    above, below = int(np.sum(signs > 0)), int(np.sum(signs < 0))
    if min(above, below) < 1 or above + below < 6:
        return None
    runs = 1 + int(np.count_nonzero(np.diff(signs)))
    if above + below <= _EXACT:
        return _counted(runs, above, below)
    n = above + below
    mean = 1 + 2 * above * below / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    if variance <= 0:
        return None
    return math.erfc(max(0.0, abs(runs - mean) - 0.5) / math.sqrt(2 * variance))


def _counted(runs: int, above: int, below: int) -> float:
    """The probability of all numbers of runs that are no likelier than the one seen."""
    ways = {r: _ways(r, above, below) for r in range(2, 2 * min(above, below) + 2)}
    return min(1.0, sum(w for w in ways.values() if w <= ways[runs]) / sum(ways.values()))


def _ways(runs: int, above: int, below: int) -> int:
    half = runs // 2
    if runs % 2 == 0:
        return 2 * math.comb(above - 1, half - 1) * math.comb(below - 1, half - 1)
    return math.comb(above - 1, half) * math.comb(below - 1, half - 1) + math.comb(
        above - 1, half - 1
    ) * math.comb(below - 1, half)
