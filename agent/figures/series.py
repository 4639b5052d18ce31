"""The numbers a figure shows, taken from the findings, and whether they can be shown at all."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.analysis.types import Findings, Fit
from agent.analysis.units import plain
from agent.arrays import Array
from agent.figures.errors import Undrawable
from agent.materials.types import Column, Table


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """One column with what its axis says."""

    name: str
    symbol: str
    """LaTeX math without dollars; empty without one."""
    unit: str
    """As text for an axis; empty without one."""
    pint_unit: str | None
    values: Array
    uncertainty: Array | None
    is_date: bool = False


def table_of(findings: Findings, name: str) -> Table:
    try:
        return findings.table(name)
    except StopIteration:
        raise Undrawable(f"there is no table {name!r}.") from None


def column_of(table: Table, name: str) -> Column:
    try:
        return table.column(name)
    except KeyError:
        raise Undrawable(f"the table {table.name!r} has no column {name!r}.") from None


def fit_of(findings: Findings, key: str) -> Fit:
    found = next((fit for fit in findings.fits if fit.key == key), None)
    if found is None:
        raise Undrawable(f"there is no fit {key!r}.")
    return found


def quantity(findings: Findings, table: Table, name: str) -> Quantity:
    """A column of numbers or dates.

    Raises:
        Undrawable: it is not there, holds text, or no number at all.
    """
    column = column_of(table, name)
    if column.type == "text":
        raise Undrawable(f"the column {name!r} holds text, not numbers.")
    values = np.where(np.isfinite(column.values), column.values, np.nan)
    if not np.isfinite(values).any():
        raise Undrawable(f"the column {name!r} holds no number.")
    uncertainty = table.uncertainty(name)
    symbol, unit, pint_unit = _written(findings, table, column)
    return Quantity(
        name=name,
        symbol=symbol,
        unit=unit,
        pint_unit=pint_unit,
        values=values,
        uncertainty=None if uncertainty is None else _errors(uncertainty.values),
        is_date=column.type == "date",
    )


def _written(findings: Findings, table: Table, column: Column) -> tuple[str, str, str | None]:
    profile = findings.profile(table.name, column.name)
    if profile is None:
        return "", column.unit or "", None
    symbol = profile.symbol.strip()
    math = symbol[1:-1] if len(symbol) > 2 and symbol[0] == symbol[-1] == "$" else ""
    unit = plain(profile.unit) if profile.unit else (profile.unit_text or "")
    return math, unit, profile.unit


def _errors(values: Array) -> Array:
    """Lengths of error bars: none where the uncertainty is missing or makes no sense."""
    return np.where(np.isfinite(values), np.abs(values), 0.0)


def together(x: Quantity, y: Quantity) -> NDArray[np.intp]:
    """Indices of the rows that have both."""
    return np.flatnonzero(np.isfinite(x.values) & np.isfinite(y.values))


def require_spread(values: Mapping[str, Array]) -> None:
    """See that there is more than one point, and that not all are the same.

    Raises:
        Undrawable: in words of the columns.
    """
    for name, numbers in values.items():
        finite = numbers[np.isfinite(numbers)]
        if finite.size < 2:
            raise Undrawable(f"{name!r} has {_count(finite.size)} to draw.")
        if np.ptp(finite) == 0:
            raise Undrawable(f"all values of {name!r} are the same.")


def _count(number: int) -> str:
    return "no value" if number == 0 else "only one value"
