"""Values far outside the rest of their column: flagged, never dropped."""

from collections.abc import Sequence

import numpy as np

from agent.arrays import Array
from agent.materials.types import Column

FEWEST = 8
SPREADS = 20.0
"""Interquartile ranges beyond the quartiles."""
GAP = 5.0
"""How much farther from the median the nearest of them is than the farthest of the rest."""
SHARE = 0.1
SAMPLE = 20_000
CODES = 12
SAID = 3
"""Columns of a table that are named one by one."""


def strays(column: Column) -> str:
    """One sentence on values that no smooth run of the others leads to, such as an open sensor's
    1326.06 among room temperatures; empty where there are none.
    """
    values = column.values
    if column.type != "number" or len(values) < FEWEST:
        return ""
    # A part spread over all of it tells the quartiles of a long column.
    part = values[:: max(1, len(values) // SAMPLE)]
    part = part[np.isfinite(part)]
    if len(part) < FEWEST or _are_codes(part):
        return ""
    low, middle, high = np.percentile(part, (25, 50, 75))
    spread = float(high - low)
    least, most = float(np.nanmin(values)), float(np.nanmax(values))
    if spread <= 0 or max(low - least, most - high) <= SPREADS * spread:
        return ""
    finite = values[np.isfinite(values)]
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


def _are_codes(values: Array) -> bool:
    """Whether a long column holds a few whole numbers only, as a state of an instrument does."""
    if len(values) < 4 * CODES or not bool(np.all(values == np.round(values))):
        return False
    return len(np.unique(values)) <= CODES


def strays_of(columns: Sequence[Column]) -> tuple[str, ...]:
    """A sentence for each column that has some; of many columns the first few and their number."""
    found = [said for column in columns if (said := strays(column))]
    more = len(found) - SAID
    if more <= 0:
        return tuple(found)
    return (*found[:SAID], f"Values far outside the rest stand in {more} more columns; all kept.")
