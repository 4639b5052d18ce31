"""What repeated readings of one quantity say of it, with types A and B of uncertainty combined."""

import math
from dataclasses import dataclass, replace

import numpy as np

from agent.analysis import moments, units
from agent.analysis.columns import computable, readable, uncertainty_values
from agent.analysis.combining import coverage_factor, effective_dof, in_quadrature
from agent.analysis.facts import Fact, Origin
from agent.analysis.given import Rule
from agent.analysis.resolution import digits_to, reading_uncertainty, step_of
from agent.analysis.rounding import significant
from agent.arrays import Vector
from agent.materials.types import Column, Table

_ORDERED = 10
"""Readings from which their order is asked whether it tells of a drift."""
_CHANCE = 2.0
"""Standard deviations, each 1/√n, beyond which an autocorrelation is not left to chance."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The standard uncertainty of a mean, and how it came about."""

    uncertainty: float
    dof: float
    method: str


def of_mean(values: Vector, column: Column, sigma: Vector | None, rule: Rule | None) -> Stated:
    """The standard uncertainty of the mean of repeated readings.

    Type A is the standard error (GUM 4.2.3). An uncertainty by rule belongs to the instrument, is
    the same in all readings, and is combined with it in quadrature (GUM 4.3, 5.1.2). The resolution
    counts only where nothing better is known: no rule is given, and the readings scatter by less
    than one step, so that the scatter does not hold it already.
    """
    n = len(values)
    spread = moments.sd(values)
    error = spread / math.sqrt(n)
    plain = "arithmetic mean, uncertainty its standard error"
    step = step_of(column)
    if rule is not None and sigma is not None and np.any(np.isfinite(sigma)):
        other = float(np.nanmean(sigma))
        what = f"the instrument's uncertainty ({rule.text}, type B)"
    elif step is not None and sigma is None and spread < step:
        other = reading_uncertainty(step)
        what = f"the resolution of the readings (last digit {step:g}, type B)"
    else:
        return Stated(error, n - 1, plain)
    both = in_quadrature((error, other))
    dof = effective_dof(((error, n - 1), (other, math.inf)))
    method = f"arithmetic mean, uncertainty its standard error (type A) and {what} in quadrature"
    return Stated(both, dof, method)


def repeated(
    table: Table, column: Column, key: str, rule: Rule | None, mean: Fact
) -> tuple[Fact, tuple[Fact, ...], tuple[str, ...]]:
    """The mean with its uncertainty, the facts beside it, and remarks.

    The facts: `u95`, the half-width of the 95 % interval of the mean (GUM G.3: Student's t);
    `lag1`, the autocorrelation of ten readings or more; `weighted_mean`, `birge` and `scale` where
    the file gives an uncertainty for each reading.
    """
    usable = np.isfinite(column.values)
    values = column.values[usable]
    sigma = uncertainty_values(table, column)
    if not computable(values):
        return mean, (), ()
    stated = of_mean(values, column, sigma, rule)
    if not stated.uncertainty > 0:
        return mean, (), ()
    finite = stated.dof if math.isfinite(stated.dof) else None
    origin = replace(mean.origin, method=stated.method)
    mean = replace(mean, uncertainty=stated.uncertainty, origin=origin, dof=finite)
    facts = [expanded(f"{key}.u95", mean, key + ".mean")]
    remarks: list[str] = []
    if len(values) >= _ORDERED:
        lag = moments.autocorrelation(values)
        method = "correlation of each reading with the next"
        name = f"lag-1 autocorrelation of {readable(column.name)}"
        facts.append(
            Fact(f"{key}.lag1", lag, name, "statistic", replace(origin, method=method), digits=2)
        )
        if lag > _CHANCE / math.sqrt(len(values)):
            remarks.append(
                f"{table.name}: consecutive readings of {readable(column.name)} are alike (lag-1"
                f" autocorrelation {lag:.2f}), so the standard error, which takes them as"
                " independent, may be too small."
            )
    if rule is None and sigma is not None:
        more, said = _weighted(table, column, key, sigma, mean)
        facts += more
        remarks += said
    return mean, tuple(facts), tuple(remarks)


def expanded(key: str, result: Fact, parent: str) -> Fact:
    """The expanded uncertainty of a result: the half-width of its 95 % interval (GUM 6.2, G.3)."""
    assert result.uncertainty is not None
    dof = math.inf if result.dof is None else result.dof
    k = coverage_factor(dof)
    of = "many" if not math.isfinite(dof) else significant(dof, 2 if dof < 10 else 3)
    name = f"half-width of the 95 % interval of {result.name}"
    method = f"standard uncertainty times k = {k:.2f} (Student's t for {of} degrees of freedom)"
    origin = Origin(
        method,
        result.origin.path,
        result.origin.table,
        result.origin.columns,
        result.origin.rows,
        (parent,),
    )
    unit = units.difference(result.unit)
    return Fact(key, k * result.uncertainty, name, "statistic", origin, unit=unit, digits=2)


def _weighted(
    table: Table, column: Column, key: str, sigma: Vector, mean: Fact
) -> tuple[list[Fact], list[str]]:
    usable = np.isfinite(column.values) & np.isfinite(sigma) & (sigma > 0)
    if np.count_nonzero(usable) < 2 or not computable(sigma[usable]):
        return [], []
    found = moments.weighted_mean(column.values[usable], sigma[usable])
    name = readable(column.name)
    given = table.uncertainty(column.name)
    columns = (column.name, given.name) if given is not None else (column.name,)

    def origin(method: str) -> Origin:
        return Origin(method, table.path, table.name, columns, found.n)

    scaled = found.scale > 1
    how = "weighted mean (weights 1/σ²)"
    if scaled:
        how += f", uncertainty multiplied by S = {found.scale:.2f}"
    facts = [
        Fact(
            f"{key}.weighted_mean",
            found.mean,
            f"weighted mean of {name}",
            "statistic",
            origin(how),
            found.uncertainty,
            mean.unit,
        ),
        Fact(
            f"{key}.birge",
            found.birge,
            f"Birge ratio of {name}",
            "statistic",
            origin("root of χ² over its degrees of freedom, about the weighted mean"),
            digits=2,
        ),
        Fact(
            f"{key}.scale",
            found.scale,
            f"scale factor S of {name}",
            "statistic",
            origin("root of χ²/(N − 1), at least 1"),
            digits=3,
        ),
    ]
    return facts, [_consistency(table.name, name, found)]


def _consistency(table: str, name: str, found: moments.Weighted) -> str:
    told = f"Birge ratio {found.birge:.2f}, p = {found.p:.2g}"
    if found.p >= 0.05:
        sentence = (
            f"{table}: the {found.n} readings of {name} agree within their uncertainties ({told})"
        )
    else:
        sentence = (
            f"{table}: the {found.n} readings of {name} scatter more than their uncertainties allow"
            f" ({told})"
        )
    if found.scale > 1:
        sentence += f"; the uncertainty of the weighted mean is multiplied by S = {found.scale:.2f}"
    return sentence + "."


def constant(
    table: Table, column: Column, key: str, rule: Rule | None, mean: Fact, place: int
) -> tuple[Fact, ...]:
    """The fact `value` of a column that holds one reading, or the same one in all rows.

    Its uncertainty is the one given for it, by the settings or the file; else that of the
    resolution.
    """
    sigma = uncertainty_values(table, column)
    usable = np.isfinite(column.values)
    value = float(column.values[usable][0])
    method, error = "the reading", None
    step = step_of(column)
    if sigma is not None and np.any(np.isfinite(sigma[usable])):
        error = float(np.nanmean(sigma[usable]))
        method = f"the reading, uncertainty {f'by rule ({rule.text})' if rule else 'as given'}"
    elif step is not None:
        error = reading_uncertainty(step)
        method = f"the reading, uncertainty by its resolution (last digit {step:g})"
    origin = replace(mean.origin, method=method)
    return (
        replace(
            mean,
            key=f"{key}.value",
            value=value,
            name=readable(column.name),
            origin=origin,
            uncertainty=error or None,
            digits=digits_to(value, place),
        ),
    )
