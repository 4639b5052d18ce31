"""What can be said of one column alone, as facts; and its outliers."""

from dataclasses import replace

import numpy as np

from agent.analysis import moments, repeats, units
from agent.analysis.columns import readable
from agent.analysis.facts import Fact, Origin
from agent.analysis.given import Rule
from agent.analysis.resolution import digits_to, is_computed, place_of, resolution
from agent.analysis.rounding import digits_of_scatter
from agent.analysis.types import Outlier
from agent.arrays import Vector
from agent.materials.types import Column, Table

_FACTOR = 0.6745
"""Makes the median absolute deviation a standard deviation for normally scattered values."""
_MOST_OUTLIERS = 50
_LOOKED_AT = 2000


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


def column_facts(
    table: Table,
    column: Column,
    key: str,
    role: str,
    *,
    computed: bool,
    rule: Rule | None = None,
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The facts `n`, `missing`, `min`, `max`, `mean`, `sd`, `sem`, `median` of a column, and
    what is to be remarked.

    The mean has an uncertainty only where the values repeat one measurement: elsewhere their
    scatter is no error. Repeated and constant columns have the facts of `repeats` besides.
    `computed` columns have no resolution of their own.
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
        return tuple(facts), ()
    values = column.values[np.isfinite(column.values)]
    unit = units.parse_unit(column.unit)
    place = _place_for(column, values, computed=computed)
    finest = _finest(values, place)

    def fact(part: str, value: float, words: str, method: str, finer: int = 0) -> Fact:
        differs = part in ("sd", "sem")
        scatter = digits_of_scatter(value) if part == "sd" else 2
        digits = scatter if differs else digits_to(value, place - finer)
        return Fact(
            f"{key}.{part}",
            value,
            f"{words} of {name}",
            "statistic",
            origin(method, n),
            None,
            units.difference(unit) if differs else unit,
            digits,
        )

    for part, words, value in (
        ("min", "minimum", float(values.min())),
        ("max", "maximum", float(values.max())),
    ):
        facts.append(fact(part, value, words, words, 0 if finest else _finer(value, place)))
    middle, median = moments.mean(values), float(np.median(values))
    average = fact("mean", middle, "mean", "arithmetic mean", int(n > 1 and np.ptp(values) > 0))
    halved = int(n % 2 == 0 and resolution(np.array([median])) < place)
    more: tuple[Fact, ...] = ()
    remarks: tuple[str, ...] = ()
    if role == "repeat" and n > 1:
        average, more, remarks = repeats.repeated(table, column, key, rule, average)
    elif role == "constant":
        more = repeats.constant(table, column, key, rule, replace(average, digits=None), place)
    facts.append(average)
    if n > 1:
        sd = moments.sd(values)
        sem = sd / float(np.sqrt(n))
        deviation = "sample standard deviation (n − 1)"
        facts.append(fact("sd", sd, "standard deviation", deviation))
        facts.append(fact("sem", sem, "standard error of the mean", "standard deviation over √n"))
    facts.append(fact("median", median, "median", "median", halved))
    return (*facts, *more), remarks


def _finest(values: Vector, place: int) -> bool:
    """Whether most readings use the last place, so that the others only end in a zero there."""
    looked = values[:_LOOKED_AT]
    short = np.round(looked / 10.0 ** (place + 1)) * 10.0 ** (place + 1)
    return bool(np.mean(np.abs(short - looked) > 0.1 * 10.0**place) > 0.5)


def _finer(value: float, place: int) -> int:
    """How many places of the column's resolution a single reading does not use, as a shift.

    A reading of 2.0 beside one of 0.032 does not become 2.000; one decimal stays.
    """
    return min(0, place - max(place, min(resolution(np.array([value])), -1)))


def _missing(table: Table, column: Column) -> int:
    if column.type == "text":
        return sum(not text for text in column.texts)
    return table.rows - int(np.count_nonzero(np.isfinite(column.values)))


def _place_for(column: Column, values: Vector, *, computed: bool) -> int:
    place = place_of(column, values)
    if not computed and not is_computed(values):
        return place
    spread = moments.sd(values)
    spread = spread if spread > 0 else float(np.abs(values).max()) or 1.0
    return max(place, int(np.floor(np.log10(spread))) - 1)
