import math
from dataclasses import replace

import numpy as np
import pytest

from agent.analysis.explore import explore_tables
from agent.analysis.printing import plain
from agent.errors import UsageError
from agent.materials.types import Metadata
from tests.agent.analysis.samples import noisy_line, numbers, settings, table

VOLTS = table(
    "iv",
    numbers("U", "V", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    numbers("I", "mA", [10.1, 19.9, 30.2, 39.8, 50.1, 60.0]),
)


def explored(sample, **rules):
    return explore_tables((sample,), settings(tables=rules))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (0.1, [0.1] * 6),
        ("0.5 %", [0.005, 0.01, 0.015, 0.02, 0.025, 0.03]),
        ("±0.5% + 0.01", [0.015, 0.02, 0.025, 0.03, 0.035, 0.04]),
        ("10 mV", [0.01] * 6),
        ("1 % + 2 digits", [0.21, 0.22, 0.23, 0.24, 0.25, 0.26]),
    ],
)
def test_a_rule_in_the_settings_gives_standard_uncertainties(rule, expected):
    sample = replace(VOLTS, columns=(replace(VOLTS.columns[0], decimals=1), VOLTS.columns[1]))
    found = explored(sample, **{"iv.csv": {"u": {"U": rule}}})
    given = found.table("iv").uncertainty("U")
    assert given is not None
    np.testing.assert_allclose(given.values, expected)


@pytest.mark.parametrize("key", ("iv", "iv.csv", "*.csv"))
def test_a_rule_matches_by_name_path_or_pattern(key):
    found = explored(VOLTS, **{key: {"u": {"I": 0.2}}})
    assert found.fits[0].weighted


def test_a_rule_stands_above_what_the_file_gives():
    found = explored(noisy_line(), run={"u": {"s": 0.3}})
    assert set(found.table("run").uncertainty("s").values) == {0.3}
    assert any("not the column 'u_s'" in remark for remark in found.table("run").remarks)


def test_a_rule_may_name_a_column_of_uncertainties():
    sample = table("t", *VOLTS.columns, numbers("error", "mA", [0.1] * 6))
    found = explored(sample, t={"u": {"I": "error"}})
    assert found.table("t").uncertainty("I").name == "error"


@pytest.mark.parametrize("rule", ("much", "-0.1", "0.1 kg", "nan", "0.5 % of it"))
def test_what_is_no_uncertainty_is_refused_by_the_name_of_the_setting(rule):
    with pytest.raises(UsageError, match="iv"):
        explored(VOLTS, iv={"u": {"U": rule}})


def test_a_rule_for_a_column_that_is_not_there_is_an_error_with_the_nearest_name():
    with pytest.raises(UsageError) as caught:
        explored(VOLTS, iv={"u": {"Volt": 0.1}})
    assert "Volt" in str(caught.value)


def repeats(values, decimals=None, unit="mm"):
    return table("rods", replace(numbers("d", unit, values), decimals=decimals))


def test_the_instrument_and_the_scatter_are_combined_in_quadrature():
    values = [5.01, 5.04, 4.98, 5.02, 5.00]
    plain_mean = explored(repeats(values)).facts["rods.d.mean"]
    both = explored(repeats(values), rods={"u": {"d": 0.02}}).facts["rods.d.mean"]
    assert plain_mean.dof == 4
    assert both.uncertainty == pytest.approx(math.hypot(plain_mean.uncertainty, 0.02))
    assert "type A" in both.origin.method
    expected = both.uncertainty**4 / (plain_mean.uncertainty**4 / 4)
    assert both.dof == pytest.approx(expected)


def test_the_half_width_of_the_interval_has_the_factor_of_student():
    facts = explored(repeats([5.01, 5.04, 4.98, 5.02, 5.00])).facts
    factor = 2.776445105
    assert facts["rods.d.u95"].value == pytest.approx(factor * facts["rods.d.mean"].uncertainty)
    assert "k = 2.78" in facts["rods.d.u95"].origin.method


def test_the_resolution_counts_only_where_the_scatter_does_not_hold_it():
    coarse = explored(repeats([5.0, 5.0, 5.1, 5.0, 5.0, 5.0], 1)).facts["rods.d.mean"]
    assert "resolution" in coarse.origin.method
    assert coarse.uncertainty > 0.1 / 12**0.5
    fine = explored(repeats([5.0, 5.2, 5.1, 4.8, 5.3, 5.0], 1)).facts["rods.d.mean"]
    assert "resolution" not in fine.origin.method


def test_one_reading_has_the_uncertainty_of_its_resolution():
    fact = explored(repeats([12.30], 2)).facts["rods.d.value"]
    assert fact.uncertainty == pytest.approx(0.01 / 12**0.5)
    assert explored(repeats([7.0], 0, None)).facts["rods.d.value"].uncertainty is None


def test_readings_with_uncertainties_of_their_own_have_a_weighted_mean_and_a_birge_ratio():
    sample = table(
        "g",
        numbers("g", "m/s^2", [9.81, 9.83, 9.80, 9.95]),
        numbers("u_g", "m/s^2", [0.01] * 4, of="g"),
    )
    found = explored(sample)
    assert found.facts["g.g.birge"].value > 5
    assert found.facts["g.g.weighted_mean"].uncertainty == pytest.approx(
        0.005 * found.facts["g.g.scale"].value
    )
    assert any("multiplied by S" in remark for remark in found.remarks)


def test_readings_that_drift_are_told_apart_from_independent_ones():
    rng = np.random.default_rng(3)
    values = 100 + np.cumsum(rng.normal(0, 0.1, 60))
    values = np.concatenate((values, values[::-1]))
    found = explored(repeats(values))
    assert found.facts["rods.d.lag1"].value > 0.5
    assert any("alike" in remark for remark in found.remarks)


def test_rounding_of_a_spreadsheet_is_not_printed():
    values = [0.1, 0.2, 0.1 + 0.2, 1.1 + 2.2, 0.7]
    facts = explored(table("t", numbers("x", "m", values), numbers("y", "s", [3, 1, 2, 4, 9])))
    assert plain(facts.facts["t.x.max"]) == "3.3 m"
    thirds = explored(table("t", numbers("x", "m", np.arange(1, 8) / 3)))
    assert plain(thirds.facts["t.x.min"]) == "0.33 m"


def test_zeros_at_the_end_are_printed_where_the_readings_have_that_place():
    values = [12.51, 12.50, 12.48, 12.53, 12.49]
    facts = explored(repeats(values, 2)).facts
    sample = repeats([12.51, 12.48, 12.53, 12.60], 2)
    assert plain(explored(sample).facts["rods.d.max"]) == "12.60 mm"
    assert plain(facts["rods.d.max"]) == "12.53 mm"


def test_what_a_file_says_of_itself_becomes_facts():
    lines = (
        Metadata("Sample rate", "1000 Hz", 1000.0, "Hz", 3),
        Metadata("Operator", "A. B.", None, None, 4),
        Metadata("温度", "21.50", 21.5, "°C", 5),
        Metadata("Gain", "2.0", 2.0, "furlongs", 6),
    )
    facts = explored(replace(VOLTS, metadata=lines)).facts
    assert plain(facts["iv.meta.sample_rate"]) == "1000 Hz"
    assert facts["iv.meta.sample_rate"].kind == "setting"
    assert facts["iv.meta.sample_rate"].origin.line == 3
    assert facts["iv.meta.operator"].value == "A. B."
    assert plain(facts["iv.meta.m3"]) == "21.50 °C"
    assert plain(facts["iv.meta.gain"]) == "2.0 furlongs"
