"""The facts by the digits that they are printed with, and which of several is meant."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.analysis.facts import Fact, Facts
from agent.analysis.printing import tex
from agent.authors.literal_numbers import SIUNITX, Literal, number_in
from agent.authors.number_forms import exponent_in

Index = dict[tuple[str, int], list[tuple[Fact, str | None]]]


def index_of(facts: Facts) -> Index:
    """The facts by the digits and the power of ten that they are printed with."""
    index: Index = {}
    for fact in facts:
        printed = SIUNITX.match(tex(fact)) if not isinstance(fact.value, str) else None
        if printed is not None:
            value, uncertainty = number_in(printed)
            index.setdefault((value, exponent_in(printed)), []).append((fact, uncertainty))
    return index


def meanings(literal: Literal) -> Iterator[Literal]:
    """The number in each way it may be read, the likeliest first."""
    yield literal
    if literal.other is not None:
        yield replace(literal, value=literal.other, other=None)


def equal_facts(literal: Literal, index: Index) -> Fact | None:
    """The one fact that is printed just so, in one of the meanings of a number."""
    for meant in meanings(literal):
        equal = [
            fact
            for fact, uncertainty in index.get((meant.value, meant.exponent), ())
            if fact.unit == meant.unit and meant.uncertainty in (None, uncertainty)
        ]
        if found := the_one(equal):
            return found
    return None


def the_one(facts: Sequence[Fact]) -> Fact | None:
    """The fact that all of them are; None when there is none, or there are several."""
    return facts[0] if len(facts) == 1 else root_of(facts)


def root_of(facts: Sequence[Fact]) -> Fact | None:
    """The fact that all the others only repeat under another name."""
    if len(facts) > MOST_COPIES:
        return None
    for root in facts:
        others = [fact for fact in facts if fact is not root]
        if all(root.key in other.origin.parents and _same(root, other) for other in others):
            return root
    return None


MOST_COPIES = 20


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
    return literal.digits >= 3 and "." in literal.value and not literal.comma
