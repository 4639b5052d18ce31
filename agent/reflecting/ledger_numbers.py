"""Which fact a number is: exactly as it is printed, or rounded, or in another unit."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agent.analysis.facts import Fact, Facts
from agent.authors.fact_index import equal_facts, index_of, is_telling, meanings, the_one
from agent.authors.literal_numbers import Literal
from agent.reflecting.given_numbers import factor_between, half_step, size


class Reading(NamedTuple):
    """One number that a fact is: its value, or its uncertainty alone."""

    size: float
    order: int
    """Of the fact in the ledger."""
    fact: Fact
    uncertainty: float
    alone: bool


class LedgerNumbers:
    """The facts of a ledger that are numbers, in the order of their sizes, by unit."""

    def __init__(self, facts: Facts) -> None:
        self.index = index_of(facts)
        self.facts = tuple(
            fact for fact in facts if not isinstance(fact.value, str) and math.isfinite(fact.value)
        )
        self.printed = {
            fact.key: (value, uncertainty, exponent)
            for (value, exponent), entries in self.index.items()
            for fact, uncertainty in entries
        }
        """By key: digits of value and uncertainty, and the power of ten."""
        self._by_unit: dict[str | None, list[Reading]] = {}
        for order, fact in enumerate(self.facts):
            self._by_unit.setdefault(fact.unit, []).extend(_readings(order, fact, self.printed))
        for readings in self._by_unit.values():
            readings.sort()
        self._all = sorted(reading for group in self._by_unit.values() for reading in group)
        self._by_print: dict[tuple[str | None, str, int], list[Fact]] = {}
        self._by_digits: dict[str, list[Fact]] = {}
        for fact in self.facts:
            value, uncertainty, exponent = self.printed.get(fact.key, ("", None, 0))
            if uncertainty is not None:
                key = (fact.unit, uncertainty, exponent)
                self._by_print.setdefault(key, []).append(fact)
            self._by_digits.setdefault(value.lstrip("-"), []).append(fact)

    def exactly(self, literal: Literal) -> Fact | None:
        """The one fact that is printed just so."""
        return equal_facts(literal, self.index) if is_telling(literal) else None

    def rounded(self, literal: Literal) -> tuple[Fact, ...]:
        """The facts that the number may be when it is rounded, without sign, or converted.

        An uncertainty that stands beside it must be that of the fact, or a multiple of it for a
        level of confidence; a number may also be the uncertainty alone.
        """
        return self._within(literal, 0.0, 1.0)

    def nearly(self, literal: Literal) -> Fact | None:
        """The one fact that the number rounds wrongly: cut off, or one off in its last digit."""
        if not is_telling(literal) or literal.digits < 3 or literal.places == 0:
            return None
        return the_one(self._within(literal, 1.0, 2.0, alone=False))

    def beyond(self, literal: Literal, *, above: bool) -> bool:
        """Whether a fact lies a little above the number, or below: `more than 4.1 m/s`."""
        value = size(literal)
        low, high = (value, 1.25 * value) if above else (0.8 * value, value)
        bare = [(1.0, self._by_unit.get(None, []))]
        return any(
            not reading.alone
            for factor, group in (self._groups(literal) if literal.unit else bare)
            for reading in group[
                bisect_left(group, (low / factor,)) : bisect_right(group, (high / factor, math.inf))
            ]
        )

    def misprinted(self, literal: Literal) -> Iterable[Fact]:
        """Facts of its unit that are printed with the very uncertainty beside the number."""
        key = (literal.unit, literal.uncertainty or "", literal.exponent)
        return self._by_print.get(key, ())

    def of_other_unit(self, literal: Literal) -> Fact | None:
        """The one fact with just these digits, all three at least, whose unit is another."""
        if literal.unit is None or literal.digits < 3:
            return None
        return the_one(
            [
                fact
                for fact in self._by_digits.get(literal.value.lstrip("-"), ())
                if fact.unit is not None
                and fact.unit != literal.unit
                and literal.uncertainty in (None, self.printed[fact.key][1])
            ]
        )

    def _within(
        self, literal: Literal, least: float, most: float, *, alone: bool = True
    ) -> tuple[Fact, ...]:
        found: dict[str, tuple[int, Fact]] = {}
        for meant in meanings(literal):
            half = float(half_step(meant)) * 10.0**meant.exponent * (1 + 1e-9)
            if meant.exponent and meant.value == "1":
                # An order of magnitude.
                half = 10.0**meant.exponent * 9.0
            value = size(meant)
            for factor, group in self._groups(meant):
                for reading in _between(group, value / factor, most * half / factor):
                    distance = abs(reading.size * factor - value)
                    if (
                        distance >= least * half * (1 - 2e-9) * bool(least)
                        and not (reading.alone and (not alone or _is_blind(meant, reading.fact)))
                        and (not reading.alone or meant.uncertainty is None)
                        and (reading.alone or _fits(meant, reading.uncertainty * factor))
                    ):
                        found[reading.fact.key] = (reading.order, reading.fact)
            if scale := _other_scale(meant):
                unit, shift = scale
                for reading in _between(self._by_unit.get(unit, []), abs(value + shift), half):
                    if not reading.alone and _fits(meant, reading.uncertainty):
                        found[reading.fact.key] = (reading.order, reading.fact)
        return tuple(fact for _, fact in sorted(found.values(), key=lambda entry: entry[0]))

    def _groups(self, literal: Literal) -> Iterator[tuple[float, list[Reading]]]:
        if literal.unit is None:
            yield 1.0, self._all
            return
        for unit, group in self._by_unit.items():
            factor = factor_between(unit, literal.unit)
            if factor is not None:
                yield factor, group


COVERAGE = (1.0, 1.645, 1.96, 2.0, 2.576, 3.0)
"""Factors by which an uncertainty is expanded for a level of confidence (JCGM 100:2008, 6.3)."""


def _readings(
    order: int, fact: Fact, printed: dict[str, tuple[str, str | None, int]]
) -> Iterator[Reading]:
    assert not isinstance(fact.value, str)
    uncertainty = fact.uncertainty or 0.0
    value = abs(float(fact.value))
    yield Reading(value, order, fact, uncertainty, False)
    shown = printed.get(fact.key)
    if shown is not None and shown[1] is not None:
        # Who rounds the number that is printed rounds rightly too.
        again = abs(float(shown[0])) * 10.0 ** shown[2]
        if not math.isclose(again, value, rel_tol=1e-12):
            yield Reading(again, order, fact, uncertainty, False)
    if uncertainty:
        yield Reading(uncertainty, order, fact, 0.0, True)


def _between(group: list[Reading], value: float, distance: float) -> Iterator[Reading]:
    start = bisect_left(group, (value - distance,))
    for position in range(start, min(len(group), start + MOST)):
        reading = group[position]
        if reading.size > value + distance:
            return
        yield reading


MOST = 40
"""Facts that are looked at for one number: of so many none is the one that is meant."""


def _is_blind(literal: Literal, fact: Fact) -> bool:
    """Whether a number without unit is too short to be the uncertainty of a fact that has one."""
    return literal.unit is None and fact.unit is not None and literal.digits < 2


def _other_scale(literal: Literal) -> tuple[str, float] | None:
    """The temperature scale with another zero, and what leads from the number to it."""
    if literal.unit == "kelvin":
        return "degree_Celsius", -273.15
    if literal.unit == "degree_Celsius":
        return "kelvin", 273.15
    return None


def _fits(literal: Literal, uncertainty: float) -> bool:
    """Whether the uncertainty beside a number is that of the fact, perhaps expanded."""
    if literal.uncertainty is None:
        return True
    places = len(literal.uncertainty.partition(".")[2])
    step = 10.0 ** (literal.exponent - places)
    written = float(literal.uncertainty) * 10.0**literal.exponent
    return any(
        # A last digit that is rounded up is usual for uncertainties.
        abs(written - uncertainty * factor) <= step
        for factor in COVERAGE
    )
