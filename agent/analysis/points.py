"""The rows of a table that a fit can use."""

from dataclasses import dataclass

import numpy as np

from agent.analysis.columns import computable, readable, uncertainty_values
from agent.analysis.competition import MINIMUM_DOF
from agent.arrays import Vector
from agent.materials.types import Table

_SMALLEST = 1e-30
"""Of the largest y: an uncertainty below it is a slip, and its weight would drown all others."""


class NotFitted(Exception):
    """Why there is no fit, in one sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    rows: np.ndarray
    """Which rows of the table they are."""
    x: Vector
    y: Vector
    sigma: Vector | None


def points_of(table: Table, x: str, y: str) -> tuple[Points, str]:
    """The rows in which both are given, and why uncertainties were not used, if so.

    Raises:
        NotFitted: too few rows, or nothing in them varies.
    """
    first, second = table.column(x), table.column(y)
    what = f"{table.name}: {readable(y)} against {readable(x)}"
    if first.type != "number" or second.type != "number":
        raise NotFitted(f"{what} is not fitted, since both must be columns of numbers.")
    sigma = uncertainty_values(table, second)
    usable = np.isfinite(first.values) & np.isfinite(second.values)
    remark = ""
    if sigma is not None:
        largest = np.max(np.abs(second.values[usable]), initial=0.0)
        good = np.isfinite(sigma) & (sigma > _SMALLEST * largest)
        lost = int(np.count_nonzero(usable & ~good))
        if lost > 0.5 * np.count_nonzero(usable):
            remark = "The fit is not weighted, since most uncertainties are missing or zero."
            sigma = None
        elif lost:
            remark = "Readings without a positive uncertainty are left out of the fit."
            usable &= good
    rows = np.flatnonzero(usable)
    found = Points(
        rows, first.values[rows], second.values[rows], None if sigma is None else sigma[rows]
    )
    _refuse_hopeless(found, what)
    return found, remark


def _refuse_hopeless(points: Points, what: str) -> None:
    n = len(points.rows)
    if n < 1 + MINIMUM_DOF:
        rows = "row has" if n == 1 else "rows have"
        raise NotFitted(f"{what} is not fitted, since only {n} {rows} both values.")
    if not (computable(points.x) and computable(points.y)):
        raise NotFitted(f"{what} is not fitted, since the numbers are too large or too small.")
    if np.ptp(points.x) == 0:
        raise NotFitted(
            f"{what} is not fitted, since {what.rpartition(' against ')[2]} is constant."
        )
    if np.ptp(points.y) == 0:
        name = what.partition(": ")[2].partition(" against ")[0]
        raise NotFitted(f"{what} is not fitted, since {name} is constant.")
