"""What is known about a document beyond its own text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

ClaimState = Literal["fact", "stated", "loose", "contradicts"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A number that stands in the text as digits, and what ledger and material say to it."""

    start: int
    end: int
    """Of the number with its unit, in the source."""
    text: str
    """As it stands there."""
    state: ClaimState
    """`fact`: equals one fact in its rounding; `stated`: stands in the material; `loose`: nobody
    can say where it comes from; `contradicts`: is said of a fact, and is another number."""
    fact: str | None = None
    """Key of the fact it equals or contradicts."""
    expected: str = ""
    """What should stand there (LaTeX, such as `\\fact{key}`), for `fact` and `contradicts`."""
    fault: Literal["", "value", "sign", "unit", "rounding"] = ""
    """In what it contradicts the fact."""
    strict: bool = True
    """Whether it stands where a document says what was found: abstract, results, conclusion."""


def no_claims(source: str) -> tuple[Claim, ...]:
    """For documents without a ledger: nothing is said of any number."""
    return ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """None means that nothing is known, which differs from knowing that there is none."""

    cite_keys: frozenset[str] | None = None
    """Keys of the bibliography. None while there is no bibliography yet."""
    facts: frozenset[str] | None = None
    """Keys of the ledger."""
    files: frozenset[str] | None = None
    """Graphics files that exist, as relative POSIX paths with their ending."""
    bibtex: str = ""
    """The text of the .bib files, one after the other."""
    material: str = ""
    """What the user gave, in words: notes, names of files and columns."""
    used_up: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(what a material is called, words or fact prefixes one of which shows that it was used)."""
    language: Literal["en", "zh"] | None = None
    """The language the document shall be in. None: the one it is mostly in."""
    own: bool = False
    """Whether this program had the document written. In anybody else's no cure is certain that
    takes away words somebody may have meant."""
    claims: Callable[[str], tuple[Claim, ...]] = no_claims
    """Every number of a source with what is known of it."""
