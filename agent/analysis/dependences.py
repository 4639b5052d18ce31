"""How strongly two columns go together: Pearson and Spearman."""

import numpy as np
from scipy.special import stdtr

from agent.analysis.columns import computable
from agent.analysis.types import Dependence
from agent.arrays import Vector
from agent.materials.types import Table

_FEWEST = 4
_ALL_PAIRS = 8
"""Up to so many columns every pair is looked at; beyond, only the first against the others."""


def pearson(x: Vector, y: Vector) -> float:
    """The linear correlation; NaN when one of the two is constant."""
    x, y = x - x.mean(), y - y.mean()
    size = float(np.linalg.norm(x)) * float(np.linalg.norm(y))
    return float(np.clip(x @ y / size, -1, 1)) if size > 0 else float("nan")


def spearman(x: Vector, y: Vector) -> float:
    """The correlation of the ranks, ties sharing their mean rank."""
    return pearson(ranks(x), ranks(y))


def spearman_p(coefficient: float, n: int) -> float:
    """Two-sided p-value for no association, by Student's t with n - 2 degrees of freedom.

    `scipy.stats.spearmanr` gives the same but takes half a second to import.
    """
    if n < 3 or not np.isfinite(coefficient):
        return float("nan")
    if abs(coefficient) >= 1:
        return 0.0
    t = coefficient * np.sqrt((n - 2) / (1 - coefficient**2))
    return float(2 * stdtr(n - 2, -abs(t)))


def ranks(values: Vector) -> Vector:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Vector = (last - (counts - 1) / 2)[inverse]
    return mean


def dependences_of(table: Table, columns: tuple[str, ...]) -> tuple[Dependence, ...]:
    """Each pair of the columns; in a wide table only the first against each other one."""
    found = []
    for position, first in enumerate(columns):
        if position > 0 and len(columns) > _ALL_PAIRS:
            break
        for second in columns[position + 1 :]:
            if dependence := _dependence(table, first, second):
                found.append(dependence)
    return tuple(found)


def _dependence(table: Table, x: str, y: str) -> Dependence | None:
    first, second = table.column(x).values, table.column(y).values
    usable = np.isfinite(first) & np.isfinite(second)
    first, second = first[usable], second[usable]
    n = len(first)
    if n < _FEWEST or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    if not (computable(first) and computable(second)):
        return None
    rank = spearman(first, second)
    return Dependence(table.name, x, y, n, pearson(first, second), rank, spearman_p(rank, n))
