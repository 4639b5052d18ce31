"""Numbers that a model wrote in digits, though they are facts, become facts again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.analysis.facts import Fact, Facts
from agent.authors.fact_index import is_telling
from agent.authors.literal_numbers import Literal, literals
from agent.reflecting.given_numbers import GivenNumbers
from agent.reflecting.ledger_numbers import LedgerNumbers
from latex.citations import replace_spans

__all__ = ["Traced", "edits_for", "is_telling", "loose_numbers", "trace", "wants_origin"]


@dataclass(frozen=True, slots=True)
class Traced:
    text: str
    replaced: tuple[tuple[str, str], ...] = ()
    """(what stood there, key of the fact that stands there now)."""


def trace(latex: str, facts: Facts, stated: str = "") -> Traced:
    r"""Put `\fact` or `\factvalue` where a number is certainly one fact, as it is printed.

    Certain is a number with its uncertainty, or with its unit and two digits at least, or without
    a unit and with three digits and a decimal point, that equals exactly one fact digit by digit;
    and one with a unit or an uncertainty, and three digits, that equals one fact but for a wrong
    rounding, or for digits that nobody knows.
    A number without uncertainty that also stands in the text `stated`, the user's own notes, may
    be that one, and stays.
    """
    ledger = LedgerNumbers(facts)
    edits: list[tuple[int, int, str]] = []
    replaced: list[tuple[str, str]] = []
    done = 0
    for literal in literals(latex):
        fact = None if literal.fixed or literal.start < done else _fact(literal, ledger, stated)
        if fact is None:
            continue
        changes = list(edits_for(latex, literal, fact))
        edits += changes
        done = changes[-1][1]
        replaced.append((latex[changes[0][0] : done], fact.key))
    return Traced(replace_spans(latex, edits), tuple(replaced))


def _fact(literal: Literal, ledger: LedgerNumbers, stated: str) -> Fact | None:
    """The one fact that the number certainly is, or should be."""
    if literal.uncertainty is None and stands(literal.value, stated):
        return None
    return ledger.exactly(literal) or misrounded(literal, ledger)


def misrounded(literal: Literal, ledger: LedgerNumbers) -> Fact | None:
    """The one fact that the number gives with a wrong last digit, or with more than are known."""
    if literal.unit is None and literal.uncertainty is None:
        return None
    right = ledger.rounded(literal)
    fact = right[0] if len(right) == 1 and is_too_long(literal, right[0], ledger) else None
    if not right:
        fact = ledger.nearly(literal)
    return fact if fact is not None and fact.unit == literal.unit else None


def is_too_long(literal: Literal, fact: Fact, ledger: LedgerNumbers) -> bool:
    """Whether the number gives digits of the fact that its uncertainty leaves unknown."""
    printed = ledger.printed.get(fact.key)
    if printed is None or printed[1] is None or literal.digits < 3 or fact.unit != literal.unit:
        return False
    least = len(printed[0].partition(".")[2]) - printed[2]
    return literal.places - literal.exponent > least


def stands(value: str, text: str) -> bool:
    """Whether a text holds this number, and not only as a part of a longer one."""
    return re.search(rf"(?<![\d.]){re.escape(value.lstrip('-'))}(?!\d|\.\d)", text) is not None


def edits_for(latex: str, literal: Literal, fact: Fact) -> Iterator[tuple[int, int, str]]:
    """What puts the fact in the place of the number; the spans are in order."""
    whole = literal.uncertainty is not None or fact.uncertainty is None
    new = rf"\fact{{{fact.key}}}" if whole else rf"\factvalue{{{fact.key}}}"
    start, end = literal.start, literal.end
    if literal.siunitx:
        unit = rf"\,\unit{{{literal.unit_source}}}" if literal.unit_source and not whole else ""
        yield start, end, new + unit
        return
    in_dollars = latex[start - 1 : start] == "$" == latex[end : end + 1]
    if in_dollars:
        start, end = start - 1, end + 1
    if literal.unit_span is None or not whole:
        yield start, end, new
    elif "$" in latex[literal.end : literal.unit_span[0] + 1] and not in_dollars:
        # The number ends a formula and the unit stands behind it.
        yield start, end, new
        dollar = latex.index("$", literal.end) + 1
        yield dollar, literal.unit_span[1], ""
    else:
        yield start, literal.unit_span[1], new


def loose_numbers(latex: str, known: str) -> tuple[str, ...]:
    """Numbers that want an origin, and that the text `known` lacks."""
    given = GivenNumbers(known)
    return tuple(
        dict.fromkeys(
            literal.value
            for literal in literals(latex)
            if wants_origin(literal) and not given.hold_exactly(literal)
        )
    )


def wants_origin(literal: Literal) -> bool:
    """Whether a reader may ask where the number comes from, wherever it stands.

    Zero is what everything begins with, and a right angle belongs to geometry.
    """
    if not literal.value.strip("-0."):
        return False
    if literal.unit == "degree" and literal.value in _ANGLES:
        return False
    return bool(literal.unit or literal.unit_source or is_telling(literal))


_ANGLES = {"90", "180", "270", "360"}
