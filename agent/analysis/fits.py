"""A fit of one column against another, with its facts and what is to be said of it."""

import numpy as np

from agent.analysis import units
from agent.analysis.columns import in_math, readable
from agent.analysis.competition import MINIMUM_DOF, Outcome, compete
from agent.analysis.facts import Fact
from agent.analysis.fit_facts import facts_of_fit
from agent.analysis.models import MODELS, Quantity
from agent.analysis.points import NotFitted, Points, points_of
from agent.analysis.residuals import runs_p
from agent.analysis.types import ColumnProfile, Fit, Parameter
from agent.arrays import Vector
from agent.materials.types import Table

MODEL_NAMES = tuple(dict.fromkeys(model.name for model in MODELS))
_CURVE = 400
_PER_PERIOD = 24
_LONGEST_CURVE = 20_000


def fit_columns(
    table: Table,
    x: ColumnProfile,
    y: ColumnProfile,
    key: str,
    models: tuple[str, ...] = (),
) -> tuple[Fit, tuple[Fact, ...]]:
    """The fit and its facts.

    Raises:
        NotFitted: the data do not allow one.
    """
    points, remark = points_of(table, x.column, y.column)
    outcome = compete(points.x, points.y, points.sigma, models)
    if outcome is None:
        raise NotFitted(
            f"{table.name}: {readable(y.column)} against {readable(x.column)} is not fitted: none"
            f" of the models converges with {MINIMUM_DOF} degrees of freedom."
        )
    fit = _fit(table, x, y, key, points, outcome, remark)
    return fit, facts_of_fit(table, fit, outcome, points, y.unit)


def unit_of(what: str, x: str | None, y: str | None) -> str | None:
    """The unit of a parameter that measures `y`, `dy` (a difference), `dy/x2`, `rad/x`, …."""
    above, _, below = what.partition("/")
    found = {
        "y": y,
        "dy": units.difference(y),
        "x": x,
        "dx": units.difference(x),
        "rad": "radian",
        "": None,
    }[above]
    if not below or x is None:
        # Without a unit of x, an angular frequency in radians would claim one.
        return None if below and above == "rad" else found
    return units.divide(found, units.raise_to(units.difference(x), 2 if below == "x2" else 1))


def _fit(
    table: Table,
    x: ColumnProfile,
    y: ColumnProfile,
    key: str,
    points: Points,
    outcome: Outcome,
    remark: str,
) -> Fit:
    model, solution = outcome.model, outcome.solution
    order = np.argsort(points.x, kind="stable")
    model_y = model.function(points.x, solution.values)
    curve_x = np.linspace(points.x.min(), points.x.max(), _curve_points(outcome, points.x))
    symbols = _parameter_symbols(model.parameters, in_math(x.symbol), in_math(y.symbol))
    n, dof = len(points.x), solution.dof
    left = points.y - model_y
    return Fit(
        key=key,
        table=table.name,
        x=x.column,
        y=y.column,
        model=model.name,
        equation=_equation(outcome, in_math(x.symbol), in_math(y.symbol), symbols),
        parameters=tuple(
            Parameter(
                quantity.name,
                symbols[quantity.name],
                float(value),
                float(np.sqrt(max(variance, 0.0))),
                unit_of(quantity.unit, x.unit, y.unit),
                f"{key}.{quantity.name}",
            )
            for quantity, value, variance in zip(
                model.parameters, solution.values, np.diag(solution.covariance), strict=True
            )
        ),
        covariance=tuple(tuple(float(v) for v in row) for row in solution.covariance),
        weighted=points.sigma is not None,
        n=n,
        dof=dof,
        chi2_nu=solution.squares / dof if points.sigma is not None else None,
        rse=float(np.sqrt(left @ left / dof)),
        candidates=outcome.candidates,
        indistinguishable=outcome.indistinguishable,
        x_values=points.x,
        y_values=points.y,
        y_uncertainty=np.empty(0) if points.sigma is None else points.sigma,
        fitted=model_y,
        curve_x=curve_x,
        curve_y=model.function(curve_x, solution.values),
        runs_p=runs_p(left[order]),
        remarks=_remarks(table, x, outcome, remark),
    )


def _curve_points(outcome: Outcome, x: Vector) -> int:
    if not outcome.model.oscillates:
        return _CURVE
    names = [q.name for q in outcome.model.parameters]
    periods = outcome.solution.values[names.index("omega")] * np.ptp(x) / (2 * np.pi)
    return int(min(_LONGEST_CURVE, max(_CURVE, _PER_PERIOD * periods)))


def _parameter_symbols(quantities: tuple[Quantity, ...], x: str, y: str) -> dict[str, str]:
    """Symbols of the parameters, with a zero below where a column has the same."""
    return {q.name: rf"{q.symbol}_{{0}}" if q.symbol in (x, y) else q.symbol for q in quantities}


def _equation(outcome: Outcome, x: str, y: str, symbols: dict[str, str]) -> str:
    text = outcome.model.equation
    if len(x) > 1:
        text = text.replace("<x>^", "{<x>}^")
    for name, symbol in {"x": x, "y": y, **symbols}.items():
        text = text.replace(f"<{name}>", symbol)
    return text


def _remarks(table: Table, x: ColumnProfile, outcome: Outcome, remark: str) -> tuple[str, ...]:
    found = [remark] if remark else []
    name = readable(x.column)
    if outcome.model.positive_x and x.unit is not None:
        found.append(f"The equation takes {name} as a number of {units.plain(x.unit)}.")
    if outcome.thinned_to is not None:
        found.append(
            f"The models were first compared on {outcome.thinned_to} evenly chosen rows, the best"
            " of them then on all."
        )
    if table.uncertainty(x.column) is not None:
        found.append(f"The uncertainty of {name} is not used in the fit.")
    if not outcome.depends:
        found.append("A constant describes the data no worse.")
    return tuple(found)
