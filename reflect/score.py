"""How good a draft is by criteria: the weight that passes over the weight of all."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from reflect.finding import Finding

WEIGHTS = {"high": 3, "medium": 2, "low": 1}


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a good report has; decidable from the report, or from it and the material."""

    id: str
    passes: str
    """When it passes, in a sentence."""
    fails: str
    """An example of failing."""
    weight: Literal["high", "medium", "low"]
    checks: tuple[str, ...] = ()
    """Ids of the checks that decide it: one finding fails it. Empty: a judge decides."""
    needs_bibliography: bool = False
    """Leaves the score while there is no bibliography."""


@dataclass(frozen=True, slots=True)
class Score:
    passed: int
    total: int
    """Weights; a criterion that nobody could decide counts in neither."""
    failed: tuple[str, ...] = ()
    """Ids of the criteria that do not pass."""

    @property
    def value(self) -> float:
        """0 to 1; 1 when there is nothing to judge by."""
        return self.passed / self.total if self.total else 1.0


def score(
    criteria: Iterable[Criterion],
    findings: Iterable[Finding],
    judged: Mapping[str, bool] | None = None,
    *,
    bibliography: bool = True,
) -> Score:
    """The weighted share of criteria that pass.

    `judged` says of criteria without checks whether they pass; those it does not name leave the
    score, and so does what needs a bibliography where there is none.
    """
    seen = {finding.id for finding in findings}
    passed = total = 0
    failed = []
    for criterion in criteria:
        if criterion.needs_bibliography and not bibliography:
            continue
        if criterion.checks:
            good = not seen & set(criterion.checks)
        elif judged is not None and criterion.id in judged:
            good = judged[criterion.id]
        else:
            continue
        weight = WEIGHTS[criterion.weight]
        total += weight
        if good:
            passed += weight
        else:
            failed.append(criterion.id)
    return Score(passed, total, tuple(failed))
