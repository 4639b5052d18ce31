"""Numbers that a model wrote in digits, though they are facts, become facts again."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.analysis.facts import Fact, Facts
from agent.analysis.printing import tex
from agent.authors.literal_numbers import SIUNITX, Literal, exponent_of, literals, number_in
from latex.citations import replace_spans


@dataclass(frozen=True, slots=True)
class Traced:
    text: str
    replaced: tuple[tuple[str, str], ...] = ()
    """(what stood there, key of the fact that stands there now)."""


def trace(latex: str, facts: Facts, stated: str = "") -> Traced:
    r"""Put `\fact` or `\factvalue` where a number is certainly one fact, printed as it is printed.

    Certain is a number with its uncertainty, or with its unit and two digits at least, or without
    a unit and with three digits and a decimal point, that equals exactly one fact digit by digit.
    A number without uncertainty that also stands in the text `stated`, the user's own notes, may
    be that one, and stays.
    """
    index = index_of(facts)
    edits: list[tuple[int, int, str]] = []
    replaced: list[tuple[str, str]] = []
    for literal in literals(latex):
        fact = the_fact(literal, index, stated)
        if fact is None:
            continue
        changes = list(edits_for(latex, literal, fact))
        edits += changes
        replaced.append((latex[changes[0][0] : changes[-1][1]], fact.key))
    return Traced(replace_spans(latex, edits), tuple(replaced))


Index = dict[tuple[str, int], list[tuple[Fact, str | None]]]


def index_of(facts: Facts) -> Index:
    """The facts by the digits and the power of ten that they are printed with."""
    index: Index = {}
    for fact in facts:
        printed = SIUNITX.match(tex(fact)) if not isinstance(fact.value, str) else None
        if printed is not None:
            value, uncertainty = number_in(printed)
            index.setdefault((value, exponent_of(printed["e"])), []).append((fact, uncertainty))
    return index


def the_fact(literal: Literal, index: Index, stated: str) -> Fact | None:
    """The one fact that the number certainly is."""
    if not is_telling(literal) or (literal.uncertainty is None and stands(literal.value, stated)):
        return None
    equal = [
        fact
        for fact, uncertainty in index.get((literal.value, literal.exponent), ())
        if fact.unit == literal.unit and literal.uncertainty in (None, uncertainty)
    ]
    return equal[0] if len(equal) == 1 else root_of(equal)


def root_of(facts: Sequence[Fact]) -> Fact | None:
    """The fact that all the others only repeat under another name."""
    for root in facts:
        others = [fact for fact in facts if fact is not root]
        if all(root.key in other.origin.parents and _same(root, other) for other in others):
            return root
    return None


def _same(first: Fact, second: Fact) -> bool:
    """Whether two facts are one number but for the rounding of a conversion."""
    pairs = (first.value, second.value), (first.uncertainty or 0.0, second.uncertainty or 0.0)
    return all(
        not isinstance(a, str) and not isinstance(b, str) and math.isclose(a, b, rel_tol=1e-6)
        for a, b in pairs
    )


def is_telling(literal: Literal) -> bool:
    """Whether two numbers like this one are hardly equal by accident."""
    if literal.unit_source and literal.unit is None:
        return False
    if literal.uncertainty is not None:
        return True
    if literal.unit is not None:
        return literal.digits >= 2
    return literal.digits >= 3 and "." in literal.value


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
    """Numbers with a unit, or of three digits and a decimal point, that the text `known` lacks."""
    return tuple(
        dict.fromkeys(
            literal.value
            for literal in literals(latex)
            if wants_origin(literal) and not stands(literal.value, known)
        )
    )


def wants_origin(literal: Literal) -> bool:
    """Whether a reader may ask where the number comes from."""
    return (
        bool(literal.unit or literal.unit_source or is_telling(literal))
        and literal.value.lstrip("-") not in USUAL
    )


USUAL = {
    "0", "1", "100", "0.05", "0.01", "0.001", "68", "95", "99", "68.3", "68.27", "95.4", "95.45",
    "99.7", "99.73", "0.683", "0.954", "0.997", "1.96", "1.645", "2.576", "0.6745", "3.14",
    "3.142", "3.1416", "3.14159", "2.718",
}  # fmt: skip
"""Levels of confidence, their quantiles and the like, which belong to no data."""
