import numpy as np
import pytest

from agent.analysis.roles import roles_of
from tests.agent.analysis.samples import NEBULAE, noisy_line, numbers, table, texts

RNG = np.random.default_rng(2)


def test_the_column_that_rises_throughout_was_set_and_the_other_measured():
    assert roles_of(NEBULAE) == {"distance": "x", "velocity": "y"}


def test_uncertainties_have_no_role_of_their_own():
    assert roles_of(noisy_line()) == {"t": "x", "s": "y"}


def test_one_quantity_measured_again_and_again_is_a_repeat():
    runs = table(
        "light",
        numbers("Expt", None, np.repeat([1, 2, 3, 4, 5], 20)),
        numbers("Run", None, np.tile(np.arange(1, 21), 5)),
        numbers("Speed", "km/s", 299852 + RNG.normal(0, 79, 100)),
    )
    assert roles_of(runs) == {"Expt": "group", "Run": "index", "Speed": "repeat"}


def test_a_counter_before_repeated_measurements_is_an_index():
    rods = table(
        "rods",
        numbers("No.", None, np.arange(1, 9)),
        numbers("diameter", "mm", 5 + RNG.normal(0, 0.02, 8)),
        numbers("mass", "g", 20 + RNG.normal(0, 0.1, 8)),
    )
    assert roles_of(rods) == {"No.": "index", "diameter": "repeat", "mass": "repeat"}


def test_a_product_that_stays_the_same_is_a_repeat_though_x_was_set():
    x = np.arange(10.0, 34.0)
    gas = table(
        "gas",
        numbers("V", "cm^3", x),
        numbers("pV", "cm^3 kPa", 1400 + RNG.normal(0, 5, 24)),
        numbers("drift", "V", 5 + 0.01 * x + RNG.normal(0, 0.005, 24)),
        numbers("wave", "V", 5 + 0.1 * np.sin(x / 2)),
    )
    roles = roles_of(gas)
    assert roles == {"V": "x", "pV": "repeat", "drift": "y", "wave": "y"}


@pytest.mark.parametrize("unit", (None, "V"))
def test_few_repeated_whole_numbers_group_unless_they_have_a_unit(unit):
    sample = table(
        "t",
        numbers("level", unit, np.repeat([0, 1, 2], 5)),
        numbers("y", "m", RNG.normal(3, 1, 15)),
    )
    assert (roles_of(sample)["level"] == "group") == (unit is None)


def test_texts_group_only_when_they_repeat():
    sample = table(
        "t",
        texts("object", ["a", "b", "c", "d", "e", "f"]),
        texts("kind", ["s", "s", "s", "p", "p", "p"]),
        numbers("y", None, RNG.normal(size=6)),
    )
    roles = roles_of(sample)
    assert "object" not in roles
    assert roles["kind"] == "group"


def test_constant_and_empty_columns_are_constant():
    sample = table(
        "t",
        numbers("g", "m/s^2", [9.81] * 4),
        numbers("none", None, [np.nan] * 4),
        numbers("x", None, [1, 2, 4, 8]),
        numbers("y", None, [3, 1, 2, 5]),
    )
    roles = roles_of(sample)
    assert roles["g"] == roles["none"] == "constant"
    assert (roles["x"], roles["y"]) == ("x", "y")
