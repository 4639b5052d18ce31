"""What happened in a reflection: every round on record, accepted or not, and why it ended."""

import difflib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from reflect.change import Change, EditPlan
from reflect.finding import Finding
from reflect.score import Score
from reflect.verdict import Verdict


class Termination(StrEnum):
    SATISFIED = "satisfied"
    """Every criterion passes, and no check finds anything material."""
    NO_MATERIAL_DEFECT = "no_material_defect"
    """The critic looked and found nothing worth a change."""
    LOW_SEVERITY = "low_severity"
    CONVERGED = "converged"
    """The same text but for white space."""
    REGRESSED = "regressed"
    NOT_IMPROVED = "not_improved"
    PLATEAU = "plateau"
    """Two accepted rounds in a row gained nothing."""
    REPEATED_FINDING = "repeated_finding"
    PRESERVATION_BROKEN = "preservation_broken"
    UNPARSEABLE_PLAN = "unparseable_plan"
    ROUNDS_SPENT = "rounds_spent"
    BUDGET_SPENT = "budget_spent"


Fate = Literal["kept", "refused", "skipped", "unchanged"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One change, and what became of it."""

    change: Change
    fate: Fate
    """`refused` by the gate, `skipped` for want of a healthy fragment, `unchanged` when the
    reviser gave the same text back."""
    reasons: tuple[str, ...] = ()
    """Why it was not kept, one sentence each."""
    before: str = ""
    after: str = ""
    """The text of its section before and as proposed; kept for what was refused as well."""
    verdict: Verdict | None = None
    """Of the gate, when it came so far."""

    @property
    def diff(self) -> str:
        """Unified, without file names."""
        return unified(self.before, self.after)


@dataclass(frozen=True, slots=True)
class Spending:
    """Of a model, in one round."""

    calls: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    seconds: float = 0.0
    cost: float = 0.0

    def __sub__(self, other: "Spending") -> "Spending":
        return Spending(
            self.calls - other.calls,
            self.prompt - other.prompt,
            self.cached - other.cached,
            self.completion - other.completion,
            self.seconds - other.seconds,
            self.cost - other.cost,
        )


@dataclass(frozen=True, slots=True)
class Revision:
    """One round: what was found, planned, tried, and what the gate said of the whole."""

    number: int
    """From 1."""
    findings: tuple[Finding, ...]
    """Of the checks, in the text before."""
    plan: EditPlan
    attempts: tuple[Attempt, ...]
    before: str
    proposal: str
    """The text the round ended with, accepted or not."""
    accepted: bool
    verdict: Verdict
    score_before: Score
    score_after: Score
    compiles: bool | None = None
    """Whether TeX takes the proposal; None: it was not asked."""
    unparseable: str = ""
    """Why the critic's reply was no plan; empty when it was one."""
    spent: Spending = field(default_factory=Spending)
    termination: Termination | None = None
    """Why no round followed; None when one did."""

    @property
    def diff(self) -> str:
        return unified(self.before, self.proposal)

    @property
    def kept(self) -> tuple[Change, ...]:
        return tuple(attempt.change for attempt in self.attempts if attempt.fate == "kept")


@dataclass(frozen=True, slots=True)
class Reflection:
    start: str
    history: tuple[Revision, ...]
    termination: Termination | None = None
    """None when no round was wished."""
    score: Score = field(default_factory=lambda: Score(0, 0))
    """Of the text it started with."""

    @property
    def final(self) -> str:
        """The best accepted version: of two that score alike the later one."""
        best, value = self.start, self.score.value
        for revision in self.history:
            if revision.accepted and revision.score_after.value >= value:
                best, value = revision.proposal, revision.score_after.value
        return best

    @property
    def final_score(self) -> Score:
        best = self.score
        for revision in self.history:
            if revision.accepted and revision.score_after.value >= best.value:
                best = revision.score_after
        return best

    @property
    def changed(self) -> bool:
        return self.final != self.start


def unified(before: str, after: str) -> str:
    """The lines that differ with two lines around them."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), "before", "after", n=2
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
