"""Something wrong that a check saw."""

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """The closed vocabulary of defects; with its place it is what a defect is known by."""

    UNSUPPORTED_CLAIM = "unsupported_claim"
    WRONG_NUMBER = "wrong_number"
    CONTRADICTION = "contradiction"
    MISSING_EVIDENCE = "missing_evidence"
    CITATION = "citation"
    REFERENCE = "reference"
    STRUCTURE = "structure"
    COVERAGE = "coverage"
    UNIT = "unit"
    REPETITION = "repetition"
    LANGUAGE = "language"
    VERBOSITY = "verbosity"
    TYPOGRAPHY = "typography"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Edit:
    """The text of one span of the source replaced."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Finding:
    id: str
    """Of the check, such as `dangling-ref`."""
    severity: int
    """1 (taste) to 5 (the document is wrong or does not compile)."""
    category: Category
    message: str
    """One sentence a person understands."""
    start: int
    end: int
    """The span it is about, in the source."""
    evidence: str = ""
    """What stands there, verbatim; empty when it is about something that is missing."""
    section: str = ""
    """Anchor of the innermost section that holds it; empty outside of all."""
    cure: tuple[Edit, ...] = ()
    """Edits that certainly mend it, and nothing else; empty when none is certain."""
    action: str = ""
    """What should be done, for a reviser; empty: what the message says."""
