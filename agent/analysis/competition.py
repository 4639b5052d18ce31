"""Which model describes the data: all are fitted, AICc compares, the simplest of equals wins."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from agent.analysis.fitting import Solution, fit_function, fit_linear
from agent.analysis.models import MODELS, Model
from agent.analysis.residuals import aicc
from agent.analysis.types import Candidate
from agent.arrays import Vector

EQUALS = 2.0
"""Models so near in AICc cannot be told apart: Burnham and Anderson 2002, section 2.6."""
EVIDENCE = {"sine": 20.0, "damped_sine": 20.0, "gaussian": 10.0, "exponential_offset": 10.0}
"""By so much these must beat the straight line: what they can bend to is searched for over the
whole range, which AICc does not count; `bench/fits.py` shows how often noise passes for them."""
_EVALUATIONS = 150
"""A model that a start from the data does not bring home by then does not describe them."""
MANY_ROWS = 2000
"""More are thinned while models compete; the winner is fitted to all of them."""
MINIMUM_DOF = 2
_ROUNDING = 1e-12
"""Of the largest y: smaller residuals say nothing about a model."""


class Data(NamedTuple):
    x: Vector
    y: Vector
    sigma: Vector | None

    def thinned(self, step: int) -> "Data":
        sigma = None if self.sigma is None else self.sigma[::step]
        return Data(self.x[::step], self.y[::step], sigma)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    model: Model
    solution: Solution
    aicc: float


Starts = Callable[[Model], Sequence[Vector]]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    model: Model
    solution: Solution
    candidates: tuple[Candidate, ...]
    indistinguishable: tuple[str, ...]
    thinned_to: int | None
    """Rows on which the models were compared first, when not on all."""
    depends: bool
    """Whether the best model is told apart from a constant y."""


def compete(
    x: Vector, y: Vector, sigma: Vector | None, names: Sequence[str] = ()
) -> Outcome | None:
    """Fit the named models (all, when none is named); None when not one of them can be fitted."""
    whole = Data(x, y, sigma)
    step = -(-len(x) // MANY_ROWS)
    few = whole.thinned(step)
    models = [model for model in MODELS if not names or model.name in names]
    entries = _round(models, few, x, lambda model: model.starts(x, y) if model.starts else ())
    if not names:
        entries = _with_evidence(entries)
    if step > 1:
        entries = _final(entries, whole)
    if not entries:
        return None
    ranked = sorted(entries.values(), key=lambda entry: entry.aicc)
    return _outcome(ranked, whole, len(few.x) if step > 1 else None)


def _final(entries: dict[str, Entry], whole: Data) -> dict[str, Entry]:
    """Those near the best on the thinned data, and all that are quick to solve, on all data."""
    best = min((entry.aicc for entry in entries.values()), default=0.0)
    values = {id(entry.model): [entry.solution.values] for entry in entries.values()}
    models = [
        entry.model
        for entry in entries.values()
        if entry.model.starts is None or entry.aicc - best < EQUALS
    ]
    return _round(models, whole, whole.x, lambda model: values[id(model)])


def _round(models: Sequence[Model], data: Data, x: Vector, starts: Starts) -> dict[str, Entry]:
    """The entries by name of model; of two forms of one model the better."""
    entries: dict[str, Entry] = {}
    for model in models:
        entry = _enter(model, data, x, starts)
        old = entries.get(model.name)
        if entry is not None and (old is None or entry.aicc < old.aicc):
            entries[model.name] = entry
    spread = _dispersion([entry.solution for entry in entries.values()], data)
    return {
        name: replace(e, aicc=_aicc(e.solution, data, e.model.size, spread))
        for name, e in entries.items()
    }


def _dispersion(solutions: Sequence[Solution], data: Data) -> float:
    """By how much the scatter exceeds the stated uncertainties, whatever the model.

    Else too small an uncertainty would make every bend of the noise count: the variance inflation
    factor of Burnham and Anderson 2002, section 2.5.
    """
    if data.sigma is None:
        return 1.0
    return max(1.0, min((found.squares / found.dof for found in solutions), default=1.0))


def _enter(model: Model, data: Data, x: Vector, starts: Starts) -> Entry | None:
    n = len(data.x)
    if n - model.size < MINIMUM_DOF or (model.positive_x and np.any(x <= 0)):
        return None
    if len(np.unique(data.x)) < model.size + (model.starts is not None or model.size > 2):
        return None
    solution = fitted(model, data, starts(model))
    if solution is None or not (model.check is None or model.check(solution.values, x)):
        return None
    return Entry(model, solution, _aicc(solution, data, model.size))


def _aicc(solution: Solution, data: Data, size: int, dispersion: float = 1.0) -> float:
    floor = len(data.y) * float(np.square(_ROUNDING * np.abs(data.y).max()))
    weighted = data.sigma is not None
    return aicc(solution.squares / dispersion, len(data.y), size, weighted=weighted, floor=floor)


def fitted(model: Model, data: Data, starts: Sequence[Vector]) -> Solution | None:
    """One model; None where it does not converge."""
    if model.starts is None:
        with np.errstate(all="ignore"):
            return fit_linear(model.basis(data.x), data.y, data.sigma)
    solution = fit_function(model.function, *data, starts, evaluations=_EVALUATIONS)
    if solution is None:
        return None
    tidy = _tidied(model, solution.values)
    if not np.array_equal(tidy, solution.values):
        solution = fit_function(model.function, *data, [tidy]) or solution
    return solution


def _tidied(model: Model, values: Vector) -> Vector:
    """The same curve with a positive width, frequency and amplitude, and a phase within ±π."""
    found = dict(zip((q.name for q in model.parameters), values.tolist(), strict=True))
    if "sigma" in found:
        found["sigma"] = abs(found["sigma"])
    if model.oscillates:
        if found["omega"] < 0:
            found["omega"], found["phi"] = -found["omega"], np.pi - found["phi"]
        if found["a"] < 0:
            found["a"], found["phi"] = -found["a"], found["phi"] + np.pi
        if abs(found["phi"]) > np.pi:
            found["phi"] = (found["phi"] + np.pi) % (2 * np.pi) - np.pi
    return np.array(list(found.values()))


def _with_evidence(entries: dict[str, Entry]) -> dict[str, Entry]:
    line = entries.get("line")
    return {
        name: entry
        for name, entry in entries.items()
        if line is None or line.aicc - entry.aicc >= EVIDENCE.get(name, -np.inf)
    }


def _outcome(ranked: Sequence[Entry], data: Data, thinned_to: int | None) -> Outcome:
    """Of those within ΔAICc < 2 the one with the fewest parameters, and a line before a curve."""
    best = ranked[0].aicc
    equal = [entry for entry in ranked if entry.aicc - best < EQUALS]
    chosen = min(equal, key=lambda e: (e.model.size, e.model.name != "line", e.aicc))
    constant = fit_linear(np.ones((len(data.y), 1)), data.y, data.sigma)
    spread = _dispersion([entry.solution for entry in ranked], data)
    return Outcome(
        chosen.model,
        chosen.solution,
        tuple(Candidate(e.model.name, e.model.size, e.aicc, e.aicc - best) for e in ranked),
        tuple(entry.model.name for entry in equal if entry is not chosen),
        thinned_to,
        constant is None or _aicc(constant, data, 1, spread) - best >= EQUALS,
    )
