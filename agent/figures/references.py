"""A value from elsewhere, marked with a line."""

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from agent.analysis.types import Findings
from agent.analysis.units import UnitError, convert
from agent.arrays import Array
from agent.figures.errors import Undrawable
from agent.figures.lettering import clean, escaped, shortened
from agent.figures.series import Quantity
from agent.figures.sheet import Entry
from agent.figures.style import colour
from agent.figures.words import words

FARTHEST = 3.0
"""In ranges of the data: a line farther away would leave no room for them."""


def add_reference(
    axes: Axes,
    along: str,
    key: str,
    item: Quantity,
    findings: Findings,
    language: str,
    values: Array,
) -> Entry:
    """Draw the fact as a line across the axis `along`; its entry in the legend.

    Raises:
        Undrawable: there is no such fact, or its unit is not the column's.
    """
    value, name = _value(key, item, findings)
    catalogue = words(language)
    text = escaped(shortened(clean(name), 32)) or catalogue["reference"]
    style = {"color": colour(1), "linestyle": "--", "linewidth": 1.3}
    low, high = float(values.min()), float(values.max())
    if min(abs(value - low), abs(value - high)) > FARTHEST * (high - low):
        return Entry(Line2D([], [], **style), f"{text} ({catalogue['outside']})")  # type: ignore[arg-type]
    draw = axes.axvline if along == "x" else axes.axhline
    return Entry(draw(value, **style), text)  # type: ignore[arg-type]


def _value(key: str, item: Quantity, findings: Findings) -> tuple[float, str]:
    fact = findings.facts.get(key)
    if fact is None or isinstance(fact.value, str):
        raise Undrawable(f"there is no number {key!r} to mark.")
    if fact.unit == item.pint_unit:
        return float(fact.value), fact.name
    try:
        return convert(float(fact.value), fact.unit, item.pint_unit), fact.name
    except UnitError as error:
        raise Undrawable(
            f"the unit of {key!r} is not the unit of the column {item.name!r}."
        ) from error
