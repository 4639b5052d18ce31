import statistics

import numpy as np
import pytest

from agent.analysis.explore import explore_tables
from agent.analysis.printing import plain
from agent.analysis.profile import outliers
from agent.analysis.resolution import resolution
from agent.analysis.types import FACT_PARTS
from tests.agent.analysis.samples import NEBULAE, noisy_line, numbers, settings, table


def test_each_column_of_numbers_has_all_facts_of_a_profile():
    found = explore_tables((NEBULAE,), settings())
    for key in ("hubble.distance", "hubble.velocity"):
        assert all(f"{key}.{part}" in found.facts for part in FACT_PARTS)
    assert plain(found.facts["hubble.velocity.mean"]) == "373.1 km s⁻¹"
    velocities = NEBULAE.column("velocity").values.tolist()
    assert found.facts["hubble.velocity.sd"].value == pytest.approx(statistics.stdev(velocities))


def test_only_the_mean_of_repeated_measurements_has_an_uncertainty():
    rng = np.random.default_rng(4)
    rods = table("rods", numbers("d", "mm", np.round(5 + rng.normal(0, 0.02, 10), 2)))
    repeated = explore_tables((rods,), settings()).facts["rods.d.mean"]
    assert repeated.uncertainty == pytest.approx(rods.column("d").values.std(ddof=1) / 10**0.5)
    assert explore_tables((NEBULAE,), settings()).facts["hubble.velocity.mean"].uncertainty is None


def test_missing_values_are_counted_and_left_out():
    gappy = table("t", numbers("x", None, [1, 2, np.nan, 4]), numbers("y", None, [5, np.nan, 6, 9]))
    facts = explore_tables((gappy,), settings()).facts
    assert facts["t.y.n"].value == 3
    assert facts["t.y.missing"].value == 1
    assert facts["t.y.mean"].value == pytest.approx(20 / 3)


@pytest.mark.parametrize(
    ("values", "place"),
    [([1.25, 3.5], -2), ([100, 250], 1), ([7, 12], 0), ([0.0, np.nan], 0), ([0.1 + 0.2], -1)],
)
def test_the_resolution_is_the_last_decimal_place_in_use(values, place):
    assert resolution(np.array(values, dtype=float)) == place


def test_extremes_are_printed_with_the_digits_of_their_own_reading():
    sample = table("t", numbers("x", "m", [1.25, 3.5, 2.0]), numbers("y", "s", [9, 4, 7]))
    facts = explore_tables((sample,), settings()).facts
    assert plain(facts["t.x.max"]) == "3.5 m"
    assert plain(facts["t.x.min"]) == "1.25 m"
    assert plain(facts["t.y.min"]) == "4 s"


def test_temperatures_scatter_in_differences():
    rng = np.random.default_rng(4)
    bath = table("bath", numbers("T", "°C", 20 + rng.normal(0, 0.1, 9)))
    facts = explore_tables((bath,), settings()).facts
    assert facts["bath.t.mean"].unit == "degree_Celsius"
    assert facts["bath.t.sd"].unit == "delta_degree_Celsius"
    assert plain(facts["bath.t.sd"]).endswith("°C")


def test_an_outlier_is_scored_by_the_median_deviation():
    values = np.array([9.0, 10.0, 11.0, 10.0, 9.5, 10.5, 30.0])
    (found,) = outliers(np.arange(7), values, values, 3.5)
    assert (found.row, found.value) == (6, 30.0)
    assert found.score == pytest.approx(0.6745 * 20 / 0.5)
    assert outliers(np.arange(4), np.array([1.0, 1, 1, 5]), np.array([1.0, 1, 1, 5]), 3.5) == ()


def test_outliers_of_a_fitted_column_are_those_of_its_residuals():
    sample = noisy_line(30)
    values = sample.column("s").values.copy()
    values[12] += 3.0  # far from the line, yet inside the range of the column
    sample = table("run", sample.column("t"), numbers("s", "m", values))
    found = explore_tables((sample,), settings())
    profile = found.profile("run", "s")
    assert profile is not None
    assert [o.row for o in profile.outliers] == [12]
    assert "residuals" in profile.outlier_rule
