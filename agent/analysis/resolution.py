"""To which decimal place a column is given, and what that leaves unknown."""

import numpy as np

from agent.analysis import units
from agent.analysis.combining import rectangular
from agent.arrays import Vector
from agent.materials.types import Column

_LOOKED_AT = 2000
"""Values that are enough to see to which decimal place a column is given."""
_MEASURED = 10
"""Significant digits from which a number was computed, not read: no laboratory meter has more."""
_MOST_DIGITS = 12
_ENOUGH = 5
"""Whole numbers that all end in zero may do so by chance when they are fewer."""


def resolution(values: Vector) -> int:
    """The power of ten of the last decimal place that the values use.

    Values that use ten digits or more were computed and show none; where all are such, the place
    is that of the last of twelve digits.
    """
    values = values[np.isfinite(values)][:_LOOKED_AT]
    values = values[values != 0]
    if len(values) == 0:
        return 0
    places, lengths = _written(values)
    read = places[lengths < _MEASURED]
    # A few long numbers among short ones are rounding: half of all would be a computed column.
    return int(read.min()) if 2 * len(read) > len(places) else int(places.min())


def _written(values: Vector) -> tuple[np.ndarray, np.ndarray]:
    """Of each value its last decimal place, and how many digits it has down to that."""
    places, lengths = [], []
    for value in values.tolist():
        # Twelve digits: what a computed column has beyond them is rounding, not resolution.
        digits, _, power = f"{value:.11e}".partition("e")
        behind = len(digits.partition(".")[2].rstrip("0"))
        places.append(int(power) - behind)
        lengths.append(behind + 1)
    return np.array(places), np.array(lengths)


def digits_to(value: float, place: int) -> int:
    """Significant digits of a value that end at a decimal place: one at least, twelve at most."""
    if value == 0 or not np.isfinite(value):
        return 1
    leading = int(f"{abs(value):.11e}".partition("e")[2])
    return int(np.clip(leading - place + 1, 1, _MOST_DIGITS))


def place_of(column: Column, values: Vector) -> int:
    """The last place of the readings: as the file writes them, else as the values show."""
    seen = resolution(values)
    if column.decimals is None or column.decimals == 0:
        return seen
    finite = np.abs(values[np.isfinite(values) & (values != 0)])
    if len(finite) == 0:
        return -column.decimals
    digits = int(np.floor(np.log10(np.median(finite)))) + column.decimals + 1
    return -column.decimals if digits < _MEASURED else seen


def is_computed(values: Vector) -> bool:
    """Whether most values have more digits than an instrument gives, as a quotient has."""
    values = values[np.isfinite(values) & (values != 0)][:_LOOKED_AT]
    if len(values) == 0:
        return False
    return bool(np.mean(_written(values)[1] >= _MEASURED) > 0.5)


def step_of(column: Column) -> float | None:
    """One unit in the last place of the readings; None where the file does not show it, and for
    plain counts, which have none.
    """
    if column.type != "number" or column.decimals is None:
        return None
    values = column.values[np.isfinite(column.values)]
    if len(values) == 0 or is_computed(values):
        return None
    if column.decimals <= 0 and units.parse_unit(column.unit) is None:
        return None
    place = place_of(column, values)
    if column.decimals <= 0 and len(values) < _ENOUGH:
        place = -column.decimals
    return float(10.0**place)


def reading_uncertainty(step: float) -> float:
    """The standard uncertainty of one reading whose last digit is a step: the value lies anywhere
    within half a step (GUM F.2.2.1, 0.29 of a step).
    """
    return rectangular(step / 2)
