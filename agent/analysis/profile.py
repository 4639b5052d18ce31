"""What can be said of one column alone, as facts; and its outliers."""

import numpy as np

from agent.analysis import units
from agent.analysis.columns import readable
from agent.analysis.facts import Fact, Origin
from agent.analysis.rounding import digits_of_scatter
from agent.analysis.types import Outlier
from agent.arrays import Vector
from agent.materials.types import Column, Table

_FACTOR = 0.6745
"""Makes the median absolute deviation a standard deviation for normally scattered values."""
_MOST_DIGITS = 12
_MOST_OUTLIERS = 50
_LOOKED_AT = 2000
"""Values that are enough to see to which decimal place a column is given."""


def outlier_rule(threshold: float, of: str = "") -> str:
    return f"modified z-score{of} above {threshold:g} (Iglewicz and Hoaglin 1993)"


def outliers(
    rows: np.ndarray, values: Vector, scored: Vector, threshold: float
) -> tuple[Outlier, ...]:
    """Rows whose scored quantity (the value itself, or its residual) lies far from the others.

    None when over half of the scored quantities are equal, since the median deviation is zero.
    """
    middle = np.median(scored)
    deviation = float(np.median(np.abs(scored - middle)))
    if deviation <= 1e-12 * max(float(np.abs(values).max()), float(np.abs(scored).max())):
        return ()
    scores = _FACTOR * (scored - middle) / deviation
    far = np.flatnonzero(np.abs(scores) > threshold)
    far = far[np.argsort(-np.abs(scores[far]), kind="stable")][:_MOST_OUTLIERS]
    return tuple(
        Outlier(int(rows[i]), float(values[i]), float(scores[i])) for i in sorted(far.tolist())
    )


def resolution(values: Vector) -> int:
    """The power of ten of the last decimal place that the values use."""
    values = values[np.isfinite(values)][:_LOOKED_AT]
    values = values[values != 0]
    if len(values) == 0:
        return 0
    places = [_place(value) for value in values.tolist()]
    return min(places)


def _place(value: float) -> int:
    # Twelve digits: what a computed column has beyond them is rounding, not resolution.
    digits, _, power = f"{value:.11e}".partition("e")
    return int(power) - len(digits.partition(".")[2].rstrip("0"))


def column_facts(
    table: Table, column: Column, key: str, role: str, *, computed: bool
) -> tuple[Fact, ...]:
    """The facts `n`, `missing`, `min`, `max`, `mean`, `sd`, `sem`, `median` of a column.

    The mean has an uncertainty (the standard error) only where the values repeat one measurement:
    elsewhere their scatter is no error. `computed` columns have no resolution of their own.
    """
    name = readable(column.name)

    def origin(method: str, rows: int) -> Origin:
        return Origin(method, table.path, table.name, (column.name,), rows)

    missing = _missing(table, column)
    n = table.rows - missing
    facts = [
        Fact(f"{key}.n", n, f"number of values of {name}", "count", origin("count", table.rows)),
        Fact(
            f"{key}.missing",
            missing,
            f"missing values of {name}",
            "count",
            origin("count", table.rows),
        ),
    ]
    if column.type != "number" or n == 0:
        return tuple(facts)
    values = column.values[np.isfinite(column.values)]
    unit = units.parse_unit(column.unit)
    place = _place_for(values, computed=computed)

    def fact(
        part: str, value: float, words: str, method: str, finer: int = 0, u: float | None = None
    ) -> Fact:
        differs = part in ("sd", "sem")
        scatter = digits_of_scatter(value) if part == "sd" else 2
        digits = scatter if differs else _digits(value, place - finer)
        return Fact(
            f"{key}.{part}",
            value,
            f"{words} of {name}",
            "statistic",
            origin(method, n),
            u,
            units.difference(unit) if differs else unit,
            digits,
        )

    for part, words, value in (
        ("min", "minimum", float(values.min())),
        ("max", "maximum", float(values.max())),
    ):
        facts.append(fact(part, value, words, words, _finer(value, place)))
    mean, median = float(values.mean()), float(np.median(values))
    if n < 2:
        return (
            *facts,
            fact("mean", mean, "mean", "arithmetic mean"),
            fact("median", median, "median", "median"),
        )
    size = float(np.abs(values).max()) or 1.0
    sd = float((values / size).std(ddof=1)) * size  # else squares of very large values overflow
    sem = sd / float(np.sqrt(n))
    error = sem if role == "repeat" and sem > 0 else None
    return (
        *facts,
        fact("mean", mean, "mean", "arithmetic mean", 1, error),
        fact("sd", sd, "standard deviation", "sample standard deviation (n − 1)"),
        fact("sem", sem, "standard error of the mean", "standard deviation over √n"),
        fact("median", median, "median", "median", resolution(np.array([median])) < place),
    )


def _finer(value: float, place: int) -> int:
    """How many places of the column's resolution a single reading does not use, as a shift.

    A reading of 2.0 beside one of 0.032 does not become 2.000; one decimal stays.
    """
    return min(0, place - max(place, min(resolution(np.array([value])), -1)))


def _missing(table: Table, column: Column) -> int:
    if column.type == "text":
        return sum(not text for text in column.texts)
    return table.rows - int(np.count_nonzero(np.isfinite(column.values)))


def _place_for(values: Vector, *, computed: bool) -> int:
    place = resolution(values)
    if not computed:
        return place
    spread = float(values.std()) or float(np.abs(values).max()) or 1.0
    return max(place, int(np.floor(np.log10(spread))) - 1)


def _digits(value: float, place: int) -> int:
    """Significant digits that end at the decimal place."""
    if value == 0 or not np.isfinite(value):
        return 1
    leading = int(f"{abs(value):.11e}".partition("e")[2])
    return int(np.clip(leading - place + 1, 1, _MOST_DIGITS))
