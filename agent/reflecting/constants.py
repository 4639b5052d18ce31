"""Constants of nature and of the laboratory, which every reader knows: they belong to no data."""

from functools import lru_cache

from agent.analysis.units import UnitError, convert
from agent.authors.literal_numbers import Literal
from agent.reflecting.given_numbers import half_step

CONSTANTS: tuple[tuple[float, str], ...] = (
    (299_792_458, "meter / second"),
    (6.626_070_15e-34, "joule * second"),
    (1.054_571_817e-34, "joule * second"),
    (1.602_176_634e-19, "coulomb"),
    (1.602_176_634e-19, "joule"),
    (1.380_649e-23, "joule / kelvin"),
    (6.022_140_76e23, "1 / mole"),
    (8.314_462_618, "joule / mole / kelvin"),
    (96_485.332_12, "coulomb / mole"),
    (6.674_30e-11, "meter ** 3 / kilogram / second ** 2"),
    (8.854_187_812_8e-12, "farad / meter"),
    (1.256_637_062_12e-6, "newton / ampere ** 2"),
    (5.670_374_419e-8, "watt / meter ** 2 / kelvin ** 4"),
    (9.109_383_701_5e-31, "kilogram"),
    (1.672_621_923_69e-27, "kilogram"),
    (1.660_539_066_60e-27, "kilogram"),
    (10_973_731.568_160, "1 / meter"),
    (13.605_693, "electron_volt"),
    (9.806_65, "meter / second ** 2"),
    (9.81, "meter / second ** 2"),
    (273.15, "kelvin"),
    (298.15, "kelvin"),
    (293.15, "kelvin"),
    (101_325, "pascal"),
    (760, "millimeter_Hg"),
    (1000, "kilogram / meter ** 3"),
    (0.997, "gram / centimeter ** 3"),
    (343, "meter / second"),
    (589.3, "nanometer"),
    (632.8, "nanometer"),
)
"""CODATA 2018 down to the Rydberg energy; then gravity, temperatures, air, water, sound,
and the lines of sodium and helium-neon lasers."""


def is_constant(literal: Literal) -> bool:
    """Whether the number is a constant with its unit, as far as it is written out."""
    if literal.unit is None:
        return False
    value = abs(float(literal.value)) * 10.0**literal.exponent
    half = float(half_step(literal)) * 10.0**literal.exponent * (1 + 1e-9)
    return literal.digits >= 2 and any(
        constant is not None and abs(constant - value) <= half
        for constant in (_in(literal.unit, *entry) for entry in CONSTANTS)
    )


@lru_cache(maxsize=4096)
def _in(unit: str, value: float, own: str) -> float | None:
    try:
        return convert(value, own, unit)
    except UnitError:
        return None
