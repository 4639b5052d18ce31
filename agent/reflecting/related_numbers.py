"""Numbers that the facts of one paragraph give together: ratios, deviations, relative errors."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import permutations

from agent.analysis.facts import Fact, Facts
from agent.authors.literal_numbers import Literal
from agent.reflecting.given_numbers import factor_between, half_step
from agent.reflecting.ledger_numbers import COVERAGE
from latex.patterns import re

_BREAK = re.compile(r"\n[ \t\r]*\n|\\(?:sub)*section(?![A-Za-z])|\\item(?![A-Za-z])")
_FACT = re.compile(r"\\fact(?:value)?\s*\{\s*([^{}\\\s]*)\s*\}")
MOST = 16
"""Facts of a paragraph that are set against one another."""
_FRACTIONS = {None: 1.0, "percent": 0.01, "permille": 0.001, "ppm": 1e-6}


class Paragraphs:
    """Which facts the paragraphs of a source speak of, by key or in digits."""

    def __init__(self, live: str, facts: Facts) -> None:
        self._starts = [0, *(match.start() for match in _BREAK.finditer(live))]
        self._facts: dict[int, dict[str, Fact]] = {}
        self._ledger = facts
        for match in _FACT.finditer(live):
            if match[1] in facts:
                self.mention(match.start(), facts[match[1]])

    def mention(self, offset: int, fact: Fact) -> None:
        here = self._facts.setdefault(self._number(offset), {})
        if len(here) < MOST:
            here.setdefault(fact.key, fact)

    def gives(self, literal: Literal, offset: int) -> bool:
        """Whether the facts around the number give it as a share, a deviation or a multiple."""
        number = self._number(offset)
        near = {**self._facts.get(number - 1, {}), **self._facts.get(number, {})}
        scale = _FRACTIONS.get(literal.unit)
        if scale is None:
            return any(self._is_expanded(literal, fact) for fact in near.values())
        if literal.unit is None and literal.digits < 2:
            # One digit is too little to tell by.
            return False
        written = abs(float(literal.value)) * 10.0**literal.exponent * scale
        half = float(half_step(literal)) * 10.0**literal.exponent * scale * (1 + 1e-9)
        return any(abs(known - written) <= half for known in _shares(self._with_references(near)))

    def _number(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _with_references(self, near: dict[str, Fact]) -> tuple[Fact, ...]:
        """What a result is compared with is spoken of along with it."""
        beside = (self._ledger.get(f"{key}.{part}") for key in near for part in _BESIDE)
        return (*near.values(), *(fact for fact in beside if fact is not None))

    def _is_expanded(self, literal: Literal, fact: Fact) -> bool:
        factor = factor_between(fact.unit, literal.unit)
        if factor is None or not fact.uncertainty or literal.uncertainty is not None:
            return False
        half = float(half_step(literal)) * 10.0**literal.exponent * (1 + 1e-9)
        written = abs(float(literal.value)) * 10.0**literal.exponent
        return any(abs(fact.uncertainty * factor * k - written) <= half for k in COVERAGE)


_BESIDE = ("reference", "difference")


def _shares(facts: Iterable[Fact]) -> Iterator[float]:
    """Relative uncertainties, ratios, and by how much one is more or less than another."""
    numbers = [
        (float(fact.value), fact)
        for fact in facts
        if not isinstance(fact.value, str) and math.isfinite(fact.value) and fact.value
    ]
    for value, fact in numbers:
        if fact.uncertainty:
            yield from (k * fact.uncertainty / abs(value) for k in COVERAGE)
        if fact.unit is None:
            yield abs(1 - value)
    for (a, first), (b, second) in permutations(numbers, 2):
        factor = factor_between(first.unit, second.unit)
        if factor is not None:
            ratio = abs(a * factor / b)
            yield ratio
            yield abs(ratio - 1)
