"""What the gate says of a revision."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    ACCEPTED = "accepted"
    CONVERGED = "converged"
    """The same text but for white space."""
    REGRESSED = "regressed"


@dataclass(frozen=True, slots=True)
class Objection:
    rule: str
    """Kebab-case name of the rule, such as `citations-lost`."""
    message: str
    """One sentence a person understands."""
    detail: tuple[str, ...] = ()
    """The keys, files, headings or numbers it is about."""


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    objections: tuple[Objection, ...] = ()
    """Empty unless regressed."""

    @property
    def accepted(self) -> bool:
        return self.outcome is Outcome.ACCEPTED


def unwritable(why: str) -> Verdict | None:
    """The verdict on a text that has no place to go to; None without a reason."""
    return Verdict(Outcome.REGRESSED, (Objection("not-writable", why),)) if why else None
