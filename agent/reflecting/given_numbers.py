"""The numbers that stand in the material, to tell whether one of the report may come from there."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from agent.analysis.units import UnitError, convert
from agent.authors.fact_index import meanings
from agent.authors.literal_numbers import Literal, literals
from agent.authors.number_forms import half_width

_NUMBER = re.compile(r"(?<![\d.])\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MOST = 200_000
"""Numbers of the material that are looked at."""
_PERCENT = re.compile(r"(?<!\\)%")

Cell = tuple[float, str | None]
"""A number of a table, with the unit of its column."""


class GivenNumbers:
    """Values in any notation: thousands in groups, decimal commas, words, powers of ten."""

    def __init__(self, material: str, cells: Iterable[Cell] = ()) -> None:
        text = half_width(material)
        tokens = [match[0] for match in islice(_NUMBER.finditer(text), _MOST)]
        bare = {abs(value) for token in tokens for value in _read(token)}
        free: set[float] = set()
        self._by_unit: dict[str, list[float]] = {}
        # A per cent sign of notes begins no comment.
        for literal in literals(_PERCENT.sub(r"\\%", text)):
            values = [size(meant) for meant in meanings(literal)]
            if literal.uncertainty is not None:
                values.append(float(literal.uncertainty) * 10.0**literal.exponent)
            bare.update(values)
            if literal.unit is None:
                free.update(values)
            else:
                self._by_unit.setdefault(literal.unit, []).extend(values)
        for values in self._by_unit.values():
            values.sort()
        with_unit = {value for values in self._by_unit.values() for value in values}
        self._bare = sorted(bare)
        self._free = sorted(bare - (with_unit - free))
        """Those that do not only stand beside a unit."""
        self._cells: dict[str | None, list[float]] = {}
        for number, unit in cells:
            self._cells.setdefault(unit, []).append(abs(number))
        for values in self._cells.values():
            values.sort()

    def hold_exactly(self, literal: Literal) -> bool:
        """Whether the user writes the number, digit for digit."""
        return any(
            _near(self._bare if meant.unit is None else self._free, value, 1e-9 * value)
            for meant in meanings(literal)
            for value in {abs(float(meant.value)), size(meant)}
        ) or any(self._measured(meant, 0.0) for meant in meanings(literal))

    def hold(self, literal: Literal) -> bool:
        """Whether the user writes the number, or one that it rounds, perhaps in another unit.

        One digit of a rounded number is too little to tell by.
        """
        return any(self._written(meant) for meant in meanings(literal))

    def _written(self, literal: Literal) -> bool:
        # Zeros at the end are no filling here: 100 is not 95, rounded.
        half = 0.5 * 10.0 ** (literal.exponent - literal.places) if literal.digits >= 2 else 0.0
        known = self._bare if literal.unit is None else self._free
        return _near(known, size(literal), half) or self._measured(literal, half)

    def _measured(self, literal: Literal, half: float) -> bool:
        """Whether it stands there with a unit, up to `half`."""
        if literal.unit is None:
            return False
        value = size(literal)
        for unit, values in self._by_unit.items():
            factor = factor_between(unit, literal.unit)
            if factor and _near(values, value / factor, max(half, 1e-9 * value) / factor):
                return True
        return False

    def tabulate(self, literal: Literal) -> bool:
        """Whether a cell of a table is this number, digit for digit, in the unit of its column."""
        return any(self._is_cell(meant) for meant in meanings(literal))

    def _is_cell(self, literal: Literal) -> bool:
        value = size(literal)
        for unit, values in self._cells.items():
            bare = unit is None or literal.unit is None
            factor = 1.0 if bare else factor_between(unit, literal.unit)
            if factor and _near(values, value / factor, 1e-9 * value / factor):
                return True
        return False


def size(literal: Literal) -> float:
    """The number without its sign."""
    return abs(float(literal.value)) * 10.0**literal.exponent


def half_step(literal: Literal) -> Decimal:
    """Half a unit of the last digit, without the power of ten; zeros at the end may be filling."""
    whole, _, places = literal.value.partition(".")
    zeros = 0 if places else len(whole) - len(whole.rstrip("0"))
    return Decimal(5).scaleb(zeros - len(places) - 1)


@lru_cache(maxsize=8192)
def factor_between(source: str | None, target: str | None) -> float | None:
    """Between two units that share their zero; None when there is none."""
    if source == target:
        return 1.0
    if "degree_" in f"{source} {target}":
        return None
    try:
        return convert(1.0, source, target)
    except UnitError:
        return None


def _read(token: str) -> tuple[float, ...]:
    if _GROUPED.fullmatch(token):
        return float(token.replace(",", "")), *_decimal_comma(token)
    return (float(token),) if token.count(".") <= 1 and "," not in token else _decimal_comma(token)


def _decimal_comma(token: str) -> tuple[float, ...]:
    if token.count(",") != 1:
        return ()
    whole, _, places = token.partition(",")
    return (float(f"{whole.replace('.', '')}.{places}"),) if "." not in places else ()


def _near(numbers: list[float], value: float, distance: float) -> bool:
    position = bisect_left(numbers, value - distance * (1 + 1e-9))
    return position < len(numbers) and numbers[position] <= value + distance * (1 + 1e-9)
