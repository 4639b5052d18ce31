import math

import numpy as np
import pytest

from agent.analysis.explore import explore_tables
from agent.errors import UsageError
from tests.agent.analysis.samples import NEBULAE, noisy_line, numbers, settings, table

EXPLORED = {}


def once(key, compute):
    if key not in EXPLORED:
        EXPLORED[key] = compute()
    return EXPLORED[key]


def derived(*rules, sample=NEBULAE, **more):
    return explore_tables((sample,), settings(derive=list(rules), **more), memo=once)


def test_a_result_carries_unit_uncertainty_and_origin():
    rule = {
        "key": "hubble.age",
        "name": "Hubble time",
        "formula": "1 / hubble.fit_velocity_distance.a",
        "unit": "Gyr",
    }
    found = derived(rule)
    age, slope = found.facts["hubble.age"], found.facts["hubble.fit_velocity_distance.a"]
    assert age.value == pytest.approx(977.79 / slope.value, rel=1e-4)
    assert age.uncertainty / age.value == pytest.approx(slope.uncertainty / slope.value)
    assert age.unit == "gigayear"
    assert age.kind == "derived"
    assert age.name == "Hubble time"
    assert age.origin.parents == ("hubble.fit_velocity_distance.a",)
    assert age.origin.formula == rule["formula"]
    assert found.results == ("hubble.age",)


def test_parameters_of_one_fit_keep_their_correlation():
    sample = noisy_line()
    rule = {"key": "zero", "formula": "-run.fit_s_t.b / run.fit_s_t.a"}
    found = derived(rule, sample=sample)
    (fit,) = found.fits
    a, b = (p.value for p in fit.parameters)
    gradient = np.array([b / a**2, -1 / a])
    expected = math.sqrt(gradient @ np.array(fit.covariance) @ gradient)
    alone = math.sqrt(gradient**2 @ np.diag(fit.covariance))
    assert found.facts["zero"].uncertainty == pytest.approx(expected)
    assert expected < 0.9 * abs(alone) or expected > 1.1 * abs(alone)
    assert found.facts["zero"].unit == "second"


def test_a_result_used_twice_is_one_quantity():
    rules = (
        {"key": "h", "formula": "hubble.fit_velocity_distance.a"},
        {"key": "one", "formula": "h / hubble.fit_velocity_distance.a"},
    )
    one = derived(*rules).facts["one"]
    assert one.value == pytest.approx(1.0)
    assert one.uncertainty is None
    assert one.unit is None


def test_a_reference_is_compared_in_standard_uncertainties():
    rule = {
        "key": "light",
        "formula": "mean(c.speed)",
        "unit": "km/s",
        "reference": 299792.458,
        "reference_uncertainty": 3.0,
        "reference_source": r"\cite{si}",
    }
    speeds = table("c", numbers("speed", "km/s", [299800, 299790, 299810, 299820, 299780]))
    found = derived(rule, sample=speeds)
    light = found.facts["light"]
    assert light.value == 299800.0
    assert light.uncertainty == pytest.approx(math.sqrt(50))
    difference = found.facts["light.difference"]
    assert difference.value == pytest.approx(7.542)
    assert difference.uncertainty == pytest.approx(math.sqrt(59))
    assert found.facts["light.reference"].value == 299792.458
    (comparison,) = found.comparisons
    assert comparison.sigmas == pytest.approx(7.542 / math.sqrt(59))
    assert found.facts["light.sigmas"].value == comparison.sigmas
    assert comparison.agrees
    assert comparison.source == r"\cite{si}"


def test_two_standard_uncertainties_decide():
    for reference, agrees in ((1.19, True), (1.21, False)):
        rule = {"key": "k", "formula": "1", "reference": reference, "reference_uncertainty": 0.1}
        (comparison,) = derived(rule).comparisons
        assert comparison.agrees == agrees


def test_exact_values_are_not_compared_in_uncertainties():
    found = derived({"key": "k", "formula": "2", "reference": 2.5, "name": "the constant"})
    assert found.comparisons == ()
    assert "k.sigmas" not in found.facts
    assert found.facts["k.difference"].value == -0.5
    assert any("The constant is not compared" in remark for remark in found.remarks)


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        (
            {"formula": "hubble.fit_velocity_distance.b"},
            "is no fact",
            "is proportional; its parameters: a.",
        ),
        ({"formula": "hubble.velocty.mean"}, "is no fact", "'hubble.velocity.mean'"),
        ({"formula": "hubble.velocity"}, "is no fact", "mean(hubble.velocity)"),
        ({"formula": "mean(hubble.velocty)"}, "is no column", "'hubble.velocity'"),
        ({"formula": "hubble.velocity.mean + 1"}, "cannot be added", ""),
        ({"formula": "hubble.velocity.mean", "unit": "s"}, "cannot be converted to s", ""),
        ({"formula": "1", "unit": "blorps"}, "'blorps' is not understood", ""),
        ({"formula": "1", "key": "Hubble Age"}, "small letters", ""),
        ({"formula": "1", "key": "hubble.velocity.mean"}, "already is a fact", ""),
        ({"formula": "__import__('os')"}, "is not allowed", ""),
    ],
)
def test_a_result_that_cannot_be_computed_is_named(rule, message, hint):
    with pytest.raises(UsageError) as caught:
        derived({"key": "k", **rule})
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.message.startswith("[[derive]]")


def test_statistics_of_a_column_name_the_column_as_their_origin():
    origin = derived({"key": "k", "formula": "sd(hubble.velocity)"}).facts["k"].origin
    assert (origin.path, origin.table, origin.columns) == ("hubble.csv", "hubble", ("velocity",))
