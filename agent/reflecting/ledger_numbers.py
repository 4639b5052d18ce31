"""Which fact a number is: exactly as it is printed, or rounded, or in another unit."""

import math
from collections.abc import Iterator
from functools import lru_cache

from agent.analysis.facts import Fact, Facts
from agent.analysis.units import UnitError, convert
from agent.authors.literal_numbers import Literal
from agent.authors.trace_numbers import index_of, root_of, the_fact
from agent.reflecting.given_numbers import half_step


class LedgerNumbers:
    """The facts of a ledger that are numbers."""

    def __init__(self, facts: Facts) -> None:
        self._index = index_of(facts)
        self.facts = tuple(
            fact for fact in facts if not isinstance(fact.value, str) and math.isfinite(fact.value)
        )
        self.printed = {
            fact.key: (value, uncertainty, exponent)
            for (value, exponent), entries in self._index.items()
            for fact, uncertainty in entries
        }
        """By key: digits of value and uncertainty, and the power of ten."""

    def exactly(self, literal: Literal) -> Fact | None:
        """The one fact that is printed just so."""
        return the_fact(literal, self._index, "")

    def rounded(self, literal: Literal) -> tuple[Fact, ...]:
        """The facts that the number may be when it is rounded, without sign, or converted.

        An uncertainty that stands beside it must be that of the fact, or a multiple of it for a
        level of confidence; a number may also be the uncertainty alone.
        """
        return tuple(fact for fact in self.facts if _is_rounded(literal, fact))


def the_one(facts: tuple[Fact, ...]) -> Fact | None:
    """The fact that all of them are; None when there is none, or there are several."""
    return facts[0] if len(facts) == 1 else root_of(facts)


COVERAGE = (1.0, 1.645, 1.96, 2.0, 2.576, 3.0)
"""Factors by which an uncertainty is expanded for a level of confidence (JCGM 100:2008, 6.3)."""


def _is_rounded(literal: Literal, fact: Fact) -> bool:
    half = float(half_step(literal)) * 10.0**literal.exponent * (1 + 1e-9)
    value = abs(float(literal.value)) * 10.0**literal.exponent
    return any(
        abs(known - value) <= half and (alone or _fits(literal, uncertainty))
        for known, uncertainty, alone in _readings(literal, fact)
    )


def _readings(literal: Literal, fact: Fact) -> Iterator[tuple[float, float, bool]]:
    """(value, uncertainty, whether it is the uncertainty alone) in the unit of the number."""
    if isinstance(fact.value, str):
        return
    value, uncertainty = abs(float(fact.value)), fact.uncertainty or 0.0
    if literal.unit is None:
        factor: float | None = 1.0
    else:
        factor = _factor(fact.unit, literal.unit)
    if factor is None:
        if fact.unit == "degree_Celsius" and literal.unit == "kelvin":
            yield value + 273.15, uncertainty, False
        return
    yield value * factor, uncertainty * factor, False
    if uncertainty and literal.uncertainty is None:
        yield uncertainty * factor, 0.0, True


@lru_cache(maxsize=4096)
def _factor(source: str | None, target: str | None) -> float | None:
    """Between two units that share their zero; None when there is none."""
    if source == target:
        return 1.0
    if "degree_" in f"{source} {target}":
        return None
    try:
        return convert(1.0, source, target)
    except UnitError:
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
