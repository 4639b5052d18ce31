"""The facts of a fit: its parameters, and how well it describes the data."""

import numpy as np

from agent.analysis import units
from agent.analysis.columns import readable
from agent.analysis.competition import Outcome
from agent.analysis.facts import Fact, Origin
from agent.analysis.points import Points
from agent.analysis.residuals import explained
from agent.analysis.types import Fit
from agent.materials.types import Table


def facts_of_fit(
    table: Table, fit: Fit, outcome: Outcome, points: Points, y_unit: str | None
) -> tuple[Fact, ...]:
    what = f"{readable(fit.y)} against {readable(fit.x)}"
    kind = "a proportionality" if fit.model == "proportional" else f"a {outcome.model.words}"
    how = f"{'weighted ' if fit.weighted else ''}least-squares fit of {kind}"
    given = table.uncertainty(fit.y)
    third = (given.name,) if fit.weighted and given is not None else ()
    columns = (fit.x, fit.y, *third)

    def origin(method: str) -> Origin:
        return Origin(method, table.path, table.name, columns, fit.n)

    def count(part: str, value: int, words: str, method: str) -> Fact:
        return Fact(f"{fit.key}.{part}", value, f"{words} of {what}", "count", origin(method))

    def quality(
        part: str, value: float, words: str, digits: int = 2, unit: str | None = None
    ) -> Fact:
        key, name = f"{fit.key}.{part}", f"{words} of the fit of {what}"
        method = origin(f"{words} of the {how}")
        return Fact(key, value, name, "statistic", method, unit=unit, digits=digits)

    facts = [
        Fact(
            parameter.key,
            parameter.value,
            f"{quantity.words} of {what}",
            "parameter",
            origin(f"{quantity.words} from the {how}"),
            uncertainty=parameter.uncertainty,
            unit=parameter.unit,
        )
        for parameter, quantity in zip(fit.parameters, outcome.model.parameters, strict=True)
    ]
    facts += [
        count("n", fit.n, "points in the fit", "count"),
        count("dof", fit.dof, "degrees of freedom of the fit", "points less parameters"),
    ]
    if fit.chi2_nu is None:
        step = units.difference(y_unit)
        facts.append(quality("rse", fit.rse, "residual standard error", unit=step))
    else:
        facts.append(quality("chi2_nu", fit.chi2_nu, "reduced χ²"))
    r2 = explained(points.y, outcome.solution.squares, points.sigma)
    if r2 is not None:
        facts.append(quality("r2", r2, "R²", _digits_of(r2)))
    if fit.runs_p is not None:
        facts.append(quality("runs_p", fit.runs_p, "p-value of the runs test on the residuals"))
    if (behind := _next(fit)) is not None:
        facts.append(quality("next_delta", behind, "AICc of the next best model above that"))
    return tuple(facts)


def _next(fit: Fit) -> float | None:
    """How much higher the AICc of the best distinguishable model is than that of the fit."""
    own = next((c.aicc for c in fit.candidates if c.model == fit.model), None)
    rest = [c.aicc for c in fit.candidates if c.model not in {fit.model, *fit.indistinguishable}]
    if own is None or not rest:
        return None
    above = min(rest) - own
    return above if np.isfinite(above) and above > 0 else None


def _digits_of(r2: float) -> int:
    """So many that two digits of what is left unexplained show."""
    if not 0 < r2 < 1:
        return 2
    return int(np.clip(np.ceil(-np.log10(1 - r2)) + 1, 2, 8))
