"""Which model describes the data: all are fitted, AICc compares, the simplest of equals wins."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.analysis.fitting import Solution, Vector, fit_function, fit_linear
from agent.analysis.models import MODELS, Model
from agent.analysis.residuals import aicc
from agent.analysis.types import Candidate

EQUALS = 2.0
"""Models so near in AICc cannot be told apart: Burnham and Anderson 2002, section 2.6."""
EVIDENCE = {"sine": 20.0, "damped_sine": 20.0, "gaussian": 10.0, "exponential_offset": 10.0}
"""By so much these must beat the straight line: what they can bend to is searched for over the
whole range, which AICc does not count; `bench/fits.py` shows how often noise passes for them."""
_EVALUATIONS = 150
"""A model that a start from the data does not bring home by then does not describe them."""
MANY_ROWS = 4000
"""More are thinned while models compete; the winner is fitted to all of them."""
MINIMUM_DOF = 2
_ROUNDING = 1e-12
"""Of the largest y: smaller residuals say nothing about a model."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    model: Model
    solution: Solution
    aicc: float


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    model: Model
    solution: Solution
    candidates: tuple[Candidate, ...]
    indistinguishable: tuple[str, ...]
    thinned_to: int | None
    """Rows on which the models were compared, when not on all."""
    depends: bool
    """Whether the best model is told apart from a constant y."""


def compete(
    x: Vector, y: Vector, sigma: Vector | None, names: Sequence[str] = ()
) -> Outcome | None:
    """Fit the named models (all, when none is named); None when not one of them can be fitted."""
    step = -(-len(x) // MANY_ROWS)
    part = slice(None, None, step)
    few = (x[part], y[part], None if sigma is None else sigma[part])
    entries: dict[str, Entry] = {}
    for model in MODELS:
        if not names or model.name in names:
            entry = _enter(model, *few, whole=(x, y))
            old = entries.get(model.name)
            if entry is not None and (old is None or entry.aicc < old.aicc):
                entries[model.name] = entry
    if not names:
        entries = _with_evidence(entries)
    ranked = sorted(entries.values(), key=lambda entry: entry.aicc)
    while ranked:
        chosen = _simplest(ranked)
        solution = chosen.solution if step == 1 else _fitted(chosen.model, x, y, sigma, chosen)
        if solution is not None:
            return _outcome(chosen, solution, ranked, few, step)
        ranked.remove(chosen)
    return None


def _enter(
    model: Model, x: Vector, y: Vector, sigma: Vector | None, whole: tuple[Vector, Vector]
) -> Entry | None:
    if len(x) - model.size < MINIMUM_DOF or (model.positive_x and np.any(x <= 0)):
        return None
    distinct = len(np.unique(x))
    if distinct < model.size + (model.starts is not None or model.size > 2):
        return None
    solution = fitted(model, x, y, sigma, starts=model.starts and model.starts(*whole))
    if solution is None:
        return None
    floor = len(y) * (_ROUNDING * float(np.abs(y).max())) ** 2
    value = aicc(solution.squares, len(y), model.size, weighted=sigma is not None, floor=floor)
    return Entry(model, solution, value)


def fitted(
    model: Model,
    x: Vector,
    y: Vector,
    sigma: Vector | None,
    starts: Sequence[Vector] | None,
) -> Solution | None:
    """One model, from its starts; None without convergence to parameters that mean something."""
    if model.starts is None:
        with np.errstate(all="ignore"):
            return fit_linear(model.basis(x), y, sigma)
    solution = fit_function(model.function, x, y, sigma, starts or [], evaluations=_EVALUATIONS)
    if solution is None:
        return None
    tidy = _tidied(model, solution.values)
    if not np.array_equal(tidy, solution.values):
        solution = fit_function(model.function, x, y, sigma, [tidy]) or solution
    if model.check is not None and not model.check(solution.values, x):
        return None
    return solution


def _fitted(
    model: Model, x: Vector, y: Vector, sigma: Vector | None, entry: Entry
) -> Solution | None:
    return fitted(model, x, y, sigma, [entry.solution.values])


def _tidied(model: Model, values: Vector) -> Vector:
    """The same curve with a positive width, frequency and amplitude, and a phase within ±π."""
    found = dict(zip((q.name for q in model.parameters), values.copy(), strict=True))
    if "sigma" in found:
        found["sigma"] = abs(found["sigma"])
    if model.oscillates:
        if found["omega"] < 0:
            found["omega"], found["phi"] = -found["omega"], np.pi - found["phi"]
        if found["a"] < 0:
            found["a"], found["phi"] = -found["a"], found["phi"] + np.pi
        found["phi"] = (found["phi"] + np.pi) % (2 * np.pi) - np.pi
    return np.array(list(found.values()))


def _with_evidence(entries: dict[str, Entry]) -> dict[str, Entry]:
    line = entries.get("line")
    return {
        name: entry
        for name, entry in entries.items()
        if line is None or line.aicc - entry.aicc >= EVIDENCE.get(name, -np.inf)
    }


def _simplest(ranked: Sequence[Entry]) -> Entry:
    """Of those within ΔAICc < 2 the one with the fewest parameters, and a line before a curve."""
    equal = [entry for entry in ranked if entry.aicc - ranked[0].aicc < EQUALS]
    return min(equal, key=lambda e: (e.model.size, e.model.name != "line", e.aicc))


def _outcome(
    chosen: Entry,
    solution: Solution,
    ranked: Sequence[Entry],
    few: tuple[Vector, Vector, Vector | None],
    step: int,
) -> Outcome:
    best = ranked[0].aicc
    candidates = tuple(Candidate(e.model.name, e.model.size, e.aicc, e.aicc - best) for e in ranked)
    equal = tuple(c.model for c in candidates if c.delta < EQUALS and c.model != chosen.model.name)
    _, y, sigma = few
    constant = fit_linear(np.ones((len(y), 1)), y, sigma)
    depends = constant is None or (
        aicc(constant.squares, len(y), 1, weighted=sigma is not None, floor=1e-300) - best >= EQUALS
    )
    return Outcome(chosen.model, solution, candidates, equal, len(y) if step > 1 else None, depends)
