"""Every number that a report says in digits, with what the ledger and the material say to it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from agent.analysis.facts import Fact, Facts
from agent.authors.literal_numbers import Literal
from agent.authors.trace_numbers import edits_for
from agent.reflecting.constants import is_constant
from agent.reflecting.contradictions import Contradictions
from agent.reflecting.given_numbers import GivenNumbers
from agent.reflecting.ledger_numbers import LedgerNumbers, the_one
from agent.reflecting.spoken_numbers import spoken_numbers
from latex.citations import replace_spans
from latex.mask import mask
from reflect.evidence import Claim, ClaimState

NO_SYMBOLS: Mapping[str, str] = MappingProxyType({})


def claims_of(
    facts: Facts, material: str, symbols: Mapping[str, str] = NO_SYMBOLS
) -> Callable[[str], tuple[Claim, ...]]:
    r"""What tells the origin of every number in a source that needs one, in order.

    `fact` has an `expected` only where the number is printed exactly as the fact is; a number that
    rounds a fact, gives it without sign or in another unit, or is its uncertainty, has none, and
    no key either when several facts round to it. `contradicts` has one only where a slip of a
    digit is plain. Numbers that need no origin have no claim: counts, years, levels of confidence,
    constants of nature, numbers in tables and in the bibliography.

    Args:
        facts: The ledger.
        material: What the user gave; a number in it is `stated`, rounded or not.
        symbols: LaTeX symbol without dollars, by key of a fact, as in `$k = 4.2 \pm 0.1$`.
    """
    ledger, given = LedgerNumbers(facts), GivenNumbers(material)
    contradictions = Contradictions(ledger, symbols)

    @lru_cache(maxsize=16)
    def claims(source: str) -> tuple[Claim, ...]:
        live = mask(source)
        found = (_claim(source, live, literal) for literal in spoken_numbers(source))
        return tuple(claim for claim in found if claim is not None)

    def _claim(source: str, live: str, literal: Literal) -> Claim | None:
        given_so = literal.uncertainty is None and given.hold_exactly(literal)
        if not given_so and (fact := ledger.exactly(literal)):
            return _with_fact(source, literal, fact)
        start, end = _span(literal)
        if given_so:
            return Claim(start, end, source[start:end], "stated")
        if rounded := ledger.rounded(literal):
            one = the_one(rounded)
            return Claim(start, end, source[start:end], "fact", one.key if one else None)
        if is_constant(literal):
            return None
        if given.hold(literal):
            return Claim(start, end, source[start:end], "stated")
        if wrong := contradictions.of(literal, live):
            if wrong.certain:
                return _with_fact(source, literal, wrong.fact, "contradicts")
            return Claim(start, end, source[start:end], "contradicts", wrong.fact.key)
        return Claim(start, end, source[start:end], "loose")

    return claims


def _span(literal: Literal) -> tuple[int, int]:
    return literal.start, literal.unit_span[1] if literal.unit_span else literal.end


def _with_fact(source: str, literal: Literal, fact: Fact, state: ClaimState = "fact") -> Claim:
    edits = tuple(edits_for(source, literal, fact))
    start = edits[0][0]
    end = max(edits[-1][1], _span(literal)[1])
    moved = [(a - start, b - start, new) for a, b, new in edits]
    text = source[start:end]
    return Claim(start, end, text, state, fact.key, replace_spans(text, moved))
