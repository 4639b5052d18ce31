"""Values far outside the rest of their column: flagged, never dropped."""

import numpy as np

from agent.materials.types import Column

FEWEST = 8
SPREADS = 20.0
"""Interquartile ranges beyond the quartiles."""
GAP = 5.0
"""How much farther from the median the nearest of them is than the farthest of the rest."""
SHARE = 0.1


def strays(column: Column) -> str:
    """One sentence on values that no smooth run of the others leads to, such as an open sensor's
    1326.06 among room temperatures; empty where there are none.
    """
    values = column.values
    if column.type != "number" or len(values) < FEWEST:
        return ""
    finite = values[np.isfinite(values)]
    if len(finite) < FEWEST:
        return ""
    low, middle, high = np.percentile(finite, (25, 50, 75))
    spread = float(high - low)
    if spread <= 0:
        return ""
    away = np.abs(finite - middle)
    far = (finite < low - SPREADS * spread) | (finite > high + SPREADS * spread)
    count = int(far.sum())
    if not count or count > max(1, SHARE * len(finite)):
        return ""
    if away[far].min() < GAP * max(float(away[~far].max()), spread):
        return ""
    rows = np.flatnonzero(np.isin(values, finite[far]))
    which = f"{values[rows[0]]:g} in row {rows[0] + 1}"
    if count == 1:
        return f"In the column {column.name!r} the value {which} lies far outside the rest; kept."
    return (
        f"In the column {column.name!r} {count} values lie far outside the rest, such as {which}; "
        "they were kept."
    )
