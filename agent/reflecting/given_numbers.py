"""The numbers that stand in the material, to tell whether one of the report may come from there."""

import re
from bisect import bisect_left
from decimal import Decimal
from itertools import islice

from agent.authors.literal_numbers import Literal

_NUMBER = re.compile(r"(?<![\d.])\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MOST = 200_000
"""Numbers of the material that are looked at."""


class GivenNumbers:
    """Values in any notation: thousands in groups, decimal commas, powers of ten left out."""

    def __init__(self, material: str) -> None:
        tokens = [match[0] for match in islice(_NUMBER.finditer(material), _MOST)]
        self._values = sorted({abs(value) for token in tokens for value in _read(token)})
        self._leading = sorted({_leading(value) for value in self._values if value})

    def hold_exactly(self, literal: Literal) -> bool:
        """Whether the number stands there, digit for digit, but for its power of ten."""
        value = abs(float(literal.value))
        return _near(self._values, value, 1e-9 * value)

    def hold(self, literal: Literal) -> bool:
        """Whether the number, or one that it rounds, stands there, perhaps in a larger unit.

        One digit is too little to tell by.
        """
        if literal.digits < 2:
            return False
        value, half = abs(float(literal.value)), float(half_step(literal))
        if _near(self._values, value, half):
            return True
        share = half / value if literal.digits >= 3 else 1e-9
        return _near(self._leading, _leading(value), share * _leading(value))


def half_step(literal: Literal) -> Decimal:
    """Half a unit of the last digit, without the power of ten; zeros at the end may be filling."""
    whole, _, places = literal.value.partition(".")
    zeros = 0 if places else len(whole) - len(whole.rstrip("0"))
    return Decimal(5).scaleb(zeros - len(places) - 1)


def _read(token: str) -> tuple[float, ...]:
    if _GROUPED.fullmatch(token):
        return float(token.replace(",", "")), *_decimal_comma(token)
    return (float(token),) if token.count(".") <= 1 and "," not in token else _decimal_comma(token)


def _decimal_comma(token: str) -> tuple[float, ...]:
    return (float(token.replace(",", ".")),) if token.count(",") == 1 and "." not in token else ()


def _leading(value: float) -> float:
    """Between 1 and 10."""
    return value / 10.0 ** int(f"{value:e}".partition("e")[2]) if value else 0.0


def _near(numbers: list[float], value: float, distance: float) -> bool:
    position = bisect_left(numbers, value - distance * (1 + 1e-9))
    return position < len(numbers) and numbers[position] <= value + distance * (1 + 1e-9)
