import pytest

from agent.analysis import units
from agent.analysis.unit_names import PRINTED, READ
from agent.analysis.units import UnitError, convert, divide, multiply, parse_unit, raise_to


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("°C", "degree_Celsius"),
        ("deg C", "degree_Celsius"),
        ("m·s⁻²", "meter / second ** 2"),
        ("m/s^2", "meter / second ** 2"),
        ("m/s/s", "meter / second ** 2"),
        ("m.s-2", "meter / second ** 2"),
        ("kg m^{2} s^{-2}", "kilogram * meter ** 2 / second ** 2"),
        ("km s-1 Mpc-1", "kilometer / second / megaparsec"),
        ("J/kg K", "joule / kilogram / kelvin"),
        ("J/(kg·K)", "joule / kilogram / kelvin"),
        ("km/s Mpc^-1", "kilometer / second / megaparsec"),
        ("%", "percent"),
        ("kΩ", "kiloohm"),
        ("µm", "micrometer"),
        ("μm", "micrometer"),
        (r"$\mu$m", "micrometer"),
        ("in", "inch"),
        ("in Hg", "inch_Hg"),
        ("mm Hg", "millimeter_Hg"),
        ("cm H2O", "centimeter_H2O"),
        ("Hz^(1/2)", "hertz ** 0.5"),
        ("1/s", "1 / second"),
        ("[mm]", "millimeter"),
        ("毫米", "millimeter"),
        ("m s", "meter * second"),
        ("°C/min", "delta_degree_Celsius / minute"),
    ],
)
def test_a_unit_is_read_as_people_write_it(text, expected):
    assert parse_unit(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "-",
        "1",
        "a.u.",
        "arb. units",
        "mean",
        "yes",
        "k",
        "pit",
        "10^3 kg",
        "mm/s(",
        "m" * 99,
    ],
)
def test_what_is_no_unit_is_not_taken_for_one(text):
    assert parse_unit(text) is None


def test_every_unit_is_known_to_pint_and_can_be_read_back_as_it_is_printed():
    nobody_means = {"gigasecond": "Gs", "decibyte": "dB"}
    for name in PRINTED:
        units.registry().Unit(name)
        if not name.startswith("delta_") and name not in nobody_means:
            assert parse_unit(units.plain(name)) == name
    assert set(READ.values()) <= set(PRINTED)


def test_printing_puts_positive_powers_first():
    unit = "kilometer / second / megaparsec"
    assert units.siunitx(unit) == "km.s^{-1}.Mpc^{-1}"
    assert units.plain(unit) == "km s⁻¹ Mpc⁻¹"
    assert units.label(unit) == "km s$^{-1}$ Mpc$^{-1}$"
    assert units.siunitx("1 / second") == "s^{-1}"
    assert units.siunitx("degree") == r"\degree"


def test_units_multiply_and_divide():
    assert divide("kilometer / second", "megaparsec") == "kilometer / second / megaparsec"
    assert multiply("inch ** 3", "inch_Hg") == "inch ** 3 * inch_Hg"
    assert divide("meter", "meter") is None
    assert divide(None, "second") == "1 / second"
    assert divide("volt", None) == "volt"
    assert raise_to("meter / second", 2) == "meter ** 2 / second ** 2"
    assert raise_to("meter ** 2", 0.5) == "meter"
    assert raise_to("meter", 0) is None


def test_a_slope_in_degrees_celsius_is_one_of_differences():
    slope = divide("volt", "degree_Celsius")
    assert slope == "volt / delta_degree_Celsius"
    assert convert(1.0, slope, "volt / kelvin") == pytest.approx(1.0)
    assert divide("degree_Celsius", "second") == "delta_degree_Celsius / second"


def test_conversion_knows_scales_from_differences():
    assert convert(20, "degree_Celsius", "kelvin") == pytest.approx(293.15)
    assert convert(20, "delta_degree_Celsius", "kelvin") == pytest.approx(20)
    assert convert(1, "inch", "centimeter") == pytest.approx(2.54)


def test_a_conversion_between_kinds_is_refused_in_words():
    with pytest.raises(UnitError, match=r"m s⁻¹ cannot be converted to V"):
        convert(1, "meter / second", "volt")
