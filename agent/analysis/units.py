"""Units: how they are spelled, multiplied, converted and printed.

A unit is a string in pint's spelling, such as `kilometer / second / megaparsec`, and None stands
for none. Products and quotients need no registry; conversions do.
"""

from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import pint

from agent.analysis.unit_names import PRINTED
from agent.analysis.unit_text import Factors, factors_of

_DIFFERENCES = {
    "degree_Celsius": "delta_degree_Celsius",
    "degree_Fahrenheit": "delta_degree_Fahrenheit",
}
"""A scale with an offset → the unit of differences on it, the only one that can be multiplied."""
_SCALES = {difference: scale for scale, difference in _DIFFERENCES.items()}
_SUPERSCRIPTS = str.maketrans("0123456789-.", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻·")


class UnitError(ValueError):
    """Two units that cannot be brought together, in one sentence."""


@lru_cache(maxsize=1024)
def parse_unit(text: str | None) -> str | None:
    """The unit that a person wrote, in pint's spelling; None when there is none, or none known."""
    found = factors_of(text)
    return spelled(found) if found else None


def spelled(found: Factors) -> str | None:
    """Pint's spelling of a product, positive powers first; None when nothing is left of it."""
    if len(found) > 1 or any(power != 1 for power in found.values()):
        merged: Factors = {}
        for name, power in found.items():
            name = _DIFFERENCES.get(name, name)
            merged[name] = merged.get(name, Fraction(0)) + power
        found = {name: power for name, power in merged.items() if power}
    if not found:
        return None
    above = [_powered(name, power) for name, power in found.items() if power > 0]
    below = [_powered(name, -power) for name, power in found.items() if power < 0]
    return " / ".join([" * ".join(above) or "1", *below])


def _powered(name: str, power: Fraction) -> str:
    if power == 1:
        return name
    return f"{name} ** {power}" if power.denominator == 1 else f"{name} ** {float(power)}"


@lru_cache(maxsize=1024)
def _factors(unit: str | None) -> tuple[tuple[str, Fraction], ...]:
    """The factors of a unit in pint's spelling."""
    found: Factors = {}
    sign = 1
    for word in (unit or "1").replace(" ** ", "**").split():
        if word in "*/":
            sign = -1 if word == "/" else 1
            continue
        name, _, power = word.partition("**")
        if name != "1":
            found[name] = found.get(name, Fraction(0)) + sign * Fraction(power or 1)
    return tuple(found.items())


def multiply(first: str | None, second: str | None) -> str | None:
    result = dict(_factors(first))
    for name, power in _factors(second):
        result[name] = result.get(name, Fraction(0)) + power
    return spelled({name: power for name, power in result.items() if power})


def raise_to(unit: str | None, power: float | Fraction) -> str | None:
    """The unit to a power; a float is taken as the nearest fraction with a small denominator."""
    exact = Fraction(power).limit_denominator(12)
    return spelled({name: p * exact for name, p in _factors(unit) if exact})


def divide(first: str | None, second: str | None) -> str | None:
    """The unit of a slope: a degree Celsius in it is a difference of temperatures."""
    return multiply(difference(first), raise_to(second, -1))


def difference(unit: str | None) -> str | None:
    """The unit of differences and standard deviations: pint tells 20 °C from a step of 20 °C."""
    return _DIFFERENCES.get(unit or "", unit)


def siunitx(unit: str) -> str:
    r"""The second argument of `\qty`: literal, such as `km.s^{-1}.Mpc^{-1}`."""
    if unit == "degree":
        return r"\degree"  # the one unit that siunitx sets close to its number
    return ".".join(
        tex + ("" if power == 1 else f"^{{{_number(power)}}}") for _, tex, power in _printed(unit)
    )


def plain(unit: str) -> str:
    """For text: `km s⁻¹ Mpc⁻¹`."""
    return " ".join(
        sign + ("" if power == 1 else _number(power).translate(_SUPERSCRIPTS))
        for sign, _, power in _printed(unit)
    )


def label(unit: str) -> str:
    """For the axes of figures, with exponents in mathtext: `km s$^{-1}$ Mpc$^{-1}$`."""
    return " ".join(
        sign + ("" if power == 1 else f"$^{{{_number(power)}}}$")
        for sign, _, power in _printed(unit)
    )


def _printed(unit: str) -> list[tuple[str, str, Fraction]]:
    """In Unicode, for siunitx, and the power, positive ones first; unknown names in full."""
    found = sorted(_factors(unit), key=lambda factor: factor[1] < 0)
    words = {name: name.replace("_", " ") for name, _ in found}
    return [
        (*PRINTED.get(name, (words[name], rf"\text{{{words[name]}}}")), power)
        for name, power in found
    ]


def _number(power: Fraction) -> str:
    return str(power) if power.denominator == 1 else f"{float(power):g}"


@cache
def registry() -> "pint.UnitRegistry[float]":
    """The one registry; a temperature in °C that is multiplied becomes one in kelvin."""
    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)


def from_pint(unit: Any) -> str | None:
    """Our spelling of what pint computed."""
    return spelled({name: Fraction(p).limit_denominator(12) for name, p in unit._units.items()})


def convert(value: float, source: str | None, target: str | None) -> float:
    """The value in another unit.

    Raises:
        UnitError: the two do not measure the same kind of quantity.
    """
    if source == target:
        return value
    units = registry()
    try:
        return float(units.Quantity(value, source or "").to(target or "").magnitude)
    except pint.DimensionalityError:
        raise UnitError(f"{said(source)} cannot be converted to {said(target)}") from None


def said(unit: str | None) -> str:
    """For sentences."""
    return plain(unit) if unit else "a number without unit"
