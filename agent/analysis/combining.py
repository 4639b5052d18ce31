"""Standard uncertainties put together: types A and B, degrees of freedom, coverage.

The rules are those of the GUM (JCGM 100:2008); each function names its section.
"""

import math
from collections.abc import Iterable, Sequence

from scipy.special import stdtrit

LEVEL = 0.95
"""Coverage of the intervals that are printed."""
MANY = 1e6
"""Degrees of freedom from which a distribution counts as normal."""


def in_quadrature(parts: Iterable[float]) -> float:
    """The combined standard uncertainty of independent contributions (GUM 5.1.2)."""
    return math.hypot(*parts)


def rectangular(half_width: float) -> float:
    """The standard uncertainty of what lies anywhere within ± the half-width (GUM 4.3.7)."""
    return half_width / math.sqrt(3)


def effective_dof(contributions: Sequence[tuple[float, float]]) -> float:
    """Effective degrees of freedom by Welch and Satterthwaite (GUM G.4.1).

    Args:
        contributions: Of each input its part of the standard uncertainty of the result, and the
            degrees of freedom of it; infinite for a type B uncertainty taken as exact.

    The uncertainties add up in quadrature; infinite when no contribution has finite degrees.
    """
    whole = math.fsum(part**2 for part, _ in contributions)
    if whole == 0:
        return math.inf
    below = math.fsum(
        (part**2 / whole) ** 2 / dof for part, dof in contributions if math.isfinite(dof)
    )
    return 1 / below if below > 0 else math.inf


def coverage_factor(dof: float, level: float = LEVEL) -> float:
    """The factor k of the expanded uncertainty: Student's t for that coverage (GUM G.3.2).

    Fractional degrees of freedom are rounded down, as the GUM does (G.4.1, note 1).
    """
    if not math.isfinite(dof) or dof > MANY:
        dof = MANY
    elif dof > 2:
        dof = math.floor(dof + 1e-9)
    return float(stdtrit(max(dof, 1.0), (1 + level) / 2))
