"""What the loop asks of others: a critic, a reviser, a judge, a compiler; all plain callables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from latex.sections import Outline
from reflect.apply_scope import Scope
from reflect.change import Change, EditPlan
from reflect.finding import Finding
from reflect.history import Attempt, Revision, Spending
from reflect.score import Criterion


class Spent(Exception):
    """Raised by any of the callables: the budget is spent, so nothing more is asked."""


class NoRevision(Exception):
    """Raised by a reviser that has no usable text; its arguments are the reasons, in sentences."""


@dataclass(frozen=True, slots=True)
class Critiqued:
    """What a critic sees of a round."""

    source: str
    outline: Outline
    findings: tuple[Finding, ...]
    """What the checks found and nothing certain mends: facts, not guesses."""
    number: int
    """Of the round, from 1."""


@dataclass(frozen=True, slots=True)
class Task:
    """One intervention: what a reviser sees. It never sees the criteria, nor a score."""

    changes: tuple[Change, ...]
    """One; several only for a rewrite of the body."""
    scope: Literal["section", "paragraph", "body"]
    text: str
    """The text to revise, with placeholders for what must not be typed again."""
    placeholders: tuple[str, ...]
    path: tuple[str, ...]
    """Titles of the sections that hold the text, outermost first."""
    examine: Callable[[str], tuple[str, ...]]
    """What is wrong with a reply, in sentences for the model; empty when it can be spliced in."""


Critic = Callable[[Critiqued], EditPlan]
"""Raises PlanError when the reply is no plan, Spent when it may not be asked."""
Reviser = Callable[[Task], str]
"""The revised text. Raises NoRevision, also where it knows that its reply was cut off; Spent."""
Judge = Callable[[str, Sequence[Criterion]], Mapping[str, bool]]
"""Which of the criteria without checks a source passes. Raises Spent."""
Verify = Callable[[str], bool | None]
"""Whether TeX takes the source; None where it cannot be asked."""
Admit = Callable[[str], str]
"""Why a source cannot be put where it belongs, in a sentence; empty when it can."""
Each = Callable[[Callable[[Task], "str | Exception"], Sequence[Task]], Iterable["str | Exception"]]
"""Like `map`; a pool's map asks for several at the same time."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Four calls with four purposes, each optional; each may be another model.

    Without critic and reviser the checks are the critic and their certain cures the reviser.
    """

    critic: Critic | None = None
    reviser: Reviser | None = None
    judge: Judge | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """How a reflection is run."""

    rounds: int = 2
    strategy: Literal["scoped", "whole"] = "scoped"
    """`whole`: every change goes into one rewrite of the body."""
    granularity: Literal["plan", "single"] = "plan"
    """`single`: only the most severe change of a plan, so that what it did can be told."""
    scope: Scope = "auto"
    """Whether a change goes to its section, to the paragraphs that its evidence quotes, or to those
    where they are enough; see `reflect.apply_scope`."""
    protect: bool = False
    """Cites and references travel as placeholders too."""
    min_severity: int = 3
    """Below it a change is not worth a revision; certain cures are always applied."""
    margin: float = 0.0
    """What a round must gain in score; 0 where checks alone decide, since they have no noise."""
    satisfied: float = 1.0
    """The score from which on a judged draft is good enough."""
    criteria: tuple[Criterion, ...] = ()


@dataclass(frozen=True, slots=True)
class Hooks:
    """Who is told what, as it happens, and what the loop may use of the world."""

    verify: Verify | None = None
    admit: Admit = lambda source: ""
    each: Each = map
    spending: Callable[[], Spending] = Spending
    """All that was spent so far."""
    on_attempt: Callable[[int, Attempt], None] = lambda number, attempt: None
    on_round: Callable[[Revision], None] = lambda revision: None
