"""Every number that a report says in digits, with what the ledger and the material say to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from agent.analysis.facts import Fact, Facts
from agent.authors.fact_index import the_one
from agent.authors.literal_numbers import Literal
from agent.authors.trace_numbers import edits_for, is_too_long
from agent.reflecting.constants import is_constant
from agent.reflecting.contradictions import Contradiction, Contradictions
from agent.reflecting.given_numbers import Cell, GivenNumbers
from agent.reflecting.ledger_numbers import LedgerNumbers
from agent.reflecting.related_numbers import Paragraphs
from agent.reflecting.spoken_numbers import Spoken, spoken_numbers
from latex.citations import replace_spans
from latex.mask import mask
from latex.patterns import re
from reflect.evidence import Claim, ClaimState

NO_SYMBOLS: Mapping[str, str] = MappingProxyType({})

_ABOVE = re.compile(
    r"\b(?:more\s+than|greater\s+than|larger\s+than|at\s+least|over|above|exceed\w*)\s*[\s$~(]*\Z"
    r"|(?:超过|大于|高于|不小于|不低于|至少)[\s$~]*\Z|(?:>|\\gtrsim|\\geq?)\s*\Z",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"\b(?:less\s+than|smaller\s+than|at\s+most|up\s+to|under|below|within|nearly|almost)"
    r"\s*[\s$~(]*\Z|(?:不到|小于|低于|不超过|不大于|至多|以内)[\s$~]*\Z|(?:<|\\lesssim|\\leq?)\s*\Z",
    re.IGNORECASE,
)


def claims_of(
    facts: Facts,
    material: str,
    symbols: Mapping[str, str] = NO_SYMBOLS,
    cells: Iterable[Cell] = (),
) -> Callable[[str], tuple[Claim, ...]]:
    r"""What tells the origin of every number in a source that needs one, in order.

    `fact` has an `expected` only where the number is printed exactly as the fact is, or with more
    digits than are known; a number that rounds a fact, gives it without sign or in another unit, as
    a share of another one of the paragraph, or is its uncertainty, has none, and no key either when
    several facts round to it. `contradicts` has one only where a slip of a digit, of the sign or of
    the rounding is plain. Numbers that need no origin have no claim: counts, years, constants of
    nature outside results, numbers in tables and in the bibliography.

    Args:
        facts: The ledger.
        material: What the user gave; a number in it is `stated`, rounded or not.
        symbols: LaTeX symbol without dollars, by key of a fact, as in `$k = 4.2 \pm 0.1$`.
        cells: Numbers of tables, which may be quoted as they stand.
    """
    teller = _Teller(facts, GivenNumbers(material, cells), symbols)

    @lru_cache(maxsize=16)
    def claims(source: str) -> tuple[Claim, ...]:
        return tuple(teller.claims(source))

    return claims


class _Teller:
    def __init__(self, facts: Facts, given: GivenNumbers, symbols: Mapping[str, str]) -> None:
        self.facts = facts
        self.given = given
        self.ledger = LedgerNumbers(facts)
        self.contradictions = Contradictions(self.ledger, symbols)

    def claims(self, source: str) -> Iterable[Claim]:
        live = mask(source)
        around = Paragraphs(live, self.facts)
        found: list[tuple[Spoken, Claim | None]] = []
        for spoken in spoken_numbers(source):
            claim = self._claim(source, live, spoken.literal)
            if claim is not None and claim.state == "fact" and claim.fact:
                around.mention(claim.start, self.facts[claim.fact])
            found.append((spoken, claim))
        for spoken, claim in found:
            if claim is None:
                claim = self._rest(source, live, spoken, around)
            if claim is not None:
                yield replace(claim, strict=spoken.strict)

    def _claim(self, source: str, live: str, literal: Literal) -> Claim | None:
        """What the ledger or the notes say of a number; None when they say nothing."""
        given_so = literal.uncertainty is None and self.given.hold_exactly(literal)
        if not given_so:
            if wrong := self.contradictions.plainly(literal, live):
                return _contradicted(source, literal, wrong)
            given_so = literal.uncertainty is None and self.given.tabulate(literal)
        if not given_so and (fact := self.ledger.exactly(literal)):
            wrong = self.contradictions.by_sign(literal, (fact,))
            return (
                _contradicted(source, literal, wrong)
                if wrong
                else _with_fact(source, literal, fact)
            )
        if given_so:
            return _plain(source, literal, "stated")
        rounded = self.ledger.rounded(literal)
        if wrong := self.contradictions.by_sign(literal, rounded):
            return _contradicted(source, literal, wrong)
        if not rounded:
            return None
        one = the_one(rounded)
        if one is not None and is_too_long(literal, one, self.ledger):
            return _with_fact(source, literal, one)
        return replace(_plain(source, literal, "fact"), fact=one.key if one else None)

    def _rest(self, source: str, live: str, spoken: Spoken, around: Paragraphs) -> Claim | None:
        """What else may account for a number; None where none has to."""
        literal = spoken.literal
        if not spoken.strict and is_constant(literal):
            return None
        if self.given.hold(literal):
            return _plain(source, literal, "stated")
        if around.gives(literal, literal.start) or self._bounds(literal, live):
            return _plain(source, literal, "fact")
        if wrong := self.contradictions.of(literal):
            return _contradicted(source, literal, wrong)
        return _plain(source, literal, "loose")

    def _bounds(self, literal: Literal, live: str) -> bool:
        """Whether it is said to lie on one side of a fact that does."""
        before = live[max(0, literal.start - 40) : literal.start]
        if _ABOVE.search(before):
            return self.ledger.beyond(literal, above=True)
        return bool(_BELOW.search(before)) and self.ledger.beyond(literal, above=False)


def _plain(source: str, literal: Literal, state: ClaimState) -> Claim:
    start = literal.start
    end = literal.unit_span[1] if literal.unit_span else literal.end
    return Claim(start, end, source[start:end], state)


def _contradicted(source: str, literal: Literal, wrong: Contradiction) -> Claim:
    if wrong.certain and not literal.fixed:
        found = _with_fact(source, literal, wrong.fact, "contradicts")
        return replace(found, fault=wrong.fault)
    found = _plain(source, literal, "contradicts")
    return replace(found, fact=wrong.fact.key, fault=wrong.fault)


def _with_fact(source: str, literal: Literal, fact: Fact, state: ClaimState = "fact") -> Claim:
    if literal.fixed:
        return replace(_plain(source, literal, state), fact=fact.key)
    edits = tuple(edits_for(source, literal, fact))
    start = edits[0][0]
    end = max(edits[-1][1], literal.unit_span[1] if literal.unit_span else literal.end)
    moved = [(a - start, b - start, new) for a, b, new in edits]
    text = source[start:end]
    return Claim(start, end, text, state, fact.key, replace_spans(text, moved))
