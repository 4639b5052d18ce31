"""How many digits a number deserves.

A value with an uncertainty is rounded so that the uncertainty keeps two significant digits, and the
value ends at the same place (JCGM 100:2008, the GUM, 7.2.6: at most two significant digits usually
suffice, and coarser rounding may lose part of what is known).
"""

import math
from decimal import ROUND_HALF_EVEN, Context, Decimal

_CONTEXT = Context(prec=400, rounding=ROUND_HALF_EVEN)


def round_by(value: float, uncertainty: float) -> tuple[str, str]:
    """Value and uncertainty in plain digits, both rounded to the same decimal place.

    An uncertainty of zero, or one that is no number, rounds nothing: the value keeps six
    significant digits.
    """
    place = decimal_place(uncertainty)
    if place is None or not math.isfinite(value):
        return significant(value, 6), "0" if uncertainty == 0 else _odd(uncertainty)
    return at_place(value, place), at_place(abs(uncertainty), place)


def decimal_place(uncertainty: float) -> int | None:
    """The power of ten of the last digit worth printing; None when the uncertainty is no guide."""
    if not math.isfinite(uncertainty) or uncertainty == 0:
        return None
    exact = abs(Decimal(repr(float(uncertainty))))
    place = exact.adjusted() - 1
    # 0.0996 becomes 0.10, which has its two digits one place further left.
    return place + (_quantized(exact, place).adjusted() > exact.adjusted())


def significant(value: float, digits: int) -> str:
    """The value in plain digits, rounded to so many significant ones; zeros at the end stay."""
    if not math.isfinite(value):
        return _odd(value)
    if value == 0:
        return "0"
    exact = Decimal(repr(float(value)))
    place = exact.adjusted() - digits + 1
    rounded = _quantized(exact, place)
    if rounded.adjusted() > exact.adjusted():
        place += 1
    return at_place(value, place)


def at_place(value: float, place: int) -> str:
    """The value in plain digits, rounded to a power of ten."""
    if not math.isfinite(value):
        return _odd(value)
    rounded = _quantized(Decimal(repr(float(value))), place)
    text = format(rounded, "f") if place < 0 else str(int(rounded))
    return text.removeprefix("-") if rounded == 0 else text


def _quantized(value: Decimal, place: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(place), context=_CONTEXT)


def _odd(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def digits_of_scatter(sd: float) -> int:
    """Digits for a standard deviation: two, and three where the first is a one.

    Two digits of 104.9 would be 100, which beside 95 loses what was known.
    """
    return 3 if f"{abs(sd):e}".startswith("1") else 2
