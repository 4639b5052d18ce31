"""One located edit, and the plan that up to eight of them make."""

from dataclasses import dataclass
from typing import Literal

from reflect.finding import Category, Edit

WHOLE = "whole"
"""The section of a change that concerns more than one section, or none."""
MOST = 8
"""Changes in a plan; the most severe stay."""


@dataclass(frozen=True, slots=True)
class Change:
    """A defect hypothesis with the intervention against it."""

    section: str
    """Anchor such as `n2`, a title, or `whole`."""
    issue: str
    action: str
    category: Category = Category.OTHER
    severity: int = 3
    """1 (taste) to 5 (the report is wrong)."""
    evidence: str = ""
    """A verbatim quote from the draft; empty when something is missing there."""
    preserve: tuple[str, ...] = ()
    """Words, keys or labels that must survive the change if they stand there now."""
    removes: tuple[str, ...] = ()
    """Keys, labels, files or numbers that may go."""
    source: Literal["model", "check", "user"] = "model"
    cure: tuple[Edit, ...] = ()
    """Of a check, in the draft the plan was made for: applied as it is, without a reviser."""
    check: str = ""
    """Id of the check that found it."""

    @property
    def key(self) -> tuple[str, str]:
        """What the defect is known by from round to round: its category and its place."""
        return self.category.value, " ".join((self.evidence or self.section).split())[:200]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A change that was not asked for, or not kept, and why."""

    change: Change
    reason: str


@dataclass(frozen=True, slots=True)
class EditPlan:
    changes: tuple[Change, ...] = ()
    """Most severe first."""
    dropped: tuple[Dropped, ...] = ()
    repaired: tuple[str, ...] = ()
    """What was done to the reply before it could be read, in words."""


class PlanError(ValueError):
    """Why a reply is no edit plan; a sentence for the model that sent it."""
