import pytest

from compile.remedies.unit_names import spelled


@pytest.mark.parametrize("name", ["counts", "photon", "xyz", "widget", "", "q" * 100])
def test_a_name_that_is_near_no_unit_means_none(name):
    assert spelled(name) is None


@pytest.mark.parametrize(
    ("name", "macros"),
    [
        ("metres", r"\metre"),
        ("Volts", r"\volt"),
        ("secondes", r"\second"),
        ("celcius", r"\degreeCelsius"),
        ("kilometer", r"\kilo\meter"),
        ("milliampere", r"\milli\ampere"),
        ("mm", r"\milli\metre"),
        ("µm", r"\micro\metre"),
        ("kHz", r"\kilo\hertz"),
        ("eV", r"\electronvolt"),
        ("degC", r"\degreeCelsius"),
        ("newtn", r"\newton"),
        ("squaremetre", r"\square\metre"),
        ("%", r"\percent"),
    ],
)
def test_a_misspelt_name_or_a_symbol_means_a_unit(name, macros):
    assert spelled(name) == macros
