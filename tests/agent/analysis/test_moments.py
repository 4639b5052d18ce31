from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis import moments
from tests.agent.analysis import nist

UNIVARIATE = {
    "Lew": (nist.LEW, -177.435, 277.332168044316, -0.307304800605679),
    "Lottery": (nist.LOTTERY, 518.958715596330, 291.699727470969, -0.120948622967393),
    "Mavro": (nist.MAVRO, 2.001856, 0.000429123454003053, 0.937989183438248),
    "NumAcc1": (np.array([10000001.0, 10000003, 10000002]), 10000002.0, 1.0, -0.5),
    "NumAcc2": (nist.alternating(1.2, 1.1, 1.3), 1.2, 0.1, -0.999),
    "NumAcc3": (nist.alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, -0.999),
    "NumAcc4": (nist.alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, -0.999),
}
"""Values, certified mean, standard deviation and lag-1 autocorrelation."""
LIMIT = {"NumAcc3": 1e-9, "NumAcc4": 1e-8, "Mavro": 1e-11}
"""What is left when a decimal such as 10000000.1 is stored as a binary number."""


@pytest.mark.parametrize("name", UNIVARIATE)
def test_univariate_reference_data_are_met_to_the_certified_digits(name):
    values, mean, sd, lag = UNIVARIATE[name]
    assert moments.mean(values) == pytest.approx(mean, rel=1e-14)
    assert moments.sd(values) == pytest.approx(sd, rel=LIMIT.get(name, 1e-13))
    assert moments.autocorrelation(values) == pytest.approx(lag, rel=LIMIT.get(name, 1e-13))


@pytest.mark.parametrize("name", ("NumAcc3", "NumAcc4"))
def test_the_deviation_of_what_is_stored_has_no_error_of_its_own(name):
    exact = [Fraction(value) for value in UNIVARIATE[name][0].tolist()]
    middle = sum(exact) / len(exact)
    variance = sum((value - middle) ** 2 for value in exact) / (len(exact) - 1)
    assert moments.sd(UNIVARIATE[name][0]) ** 2 == pytest.approx(float(variance), rel=1e-14)


def test_very_large_and_very_small_readings_have_a_deviation():
    assert moments.sd(np.array([1e200, 3e200])) == pytest.approx(2**0.5 * 1e200)
    assert moments.sd(np.array([1e-200, 3e-200])) == pytest.approx(2**0.5 * 1e-200)


def test_readings_that_agree_keep_their_uncertainty():
    found = moments.weighted_mean(np.array([10.1, 9.9, 10.0]), np.array([0.2, 0.2, 0.2]))
    assert found.mean == pytest.approx(10.0)
    assert found.uncertainty == pytest.approx(0.2 / 3**0.5)
    assert found.birge < 1
    assert found.scale == 1


def test_readings_that_disagree_have_their_uncertainty_scaled_by_the_root_of_chi_squared():
    values, sigma = np.array([10.0, 11.0]), np.array([0.1, 0.1])
    found = moments.weighted_mean(values, sigma)
    assert found.scale == pytest.approx(50**0.5)
    assert found.birge == pytest.approx(found.scale)
    assert found.uncertainty == pytest.approx(0.5)
    assert found.p < 1e-6


def test_a_reading_of_no_weight_does_not_enter_the_scale_factor():
    values, sigma = np.array([10.0, 10.0, 60.0]), np.array([0.1, 0.1, 10.0])
    found = moments.weighted_mean(values, sigma)
    assert found.birge > 2
    assert found.scale == 1


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30), st.floats(0.01, 100))
def test_a_change_of_unit_scales_mean_and_deviation(values, factor):
    numbers = np.array(values)
    size = float(np.abs(numbers).max()) + 1e-300
    one, other = moments.sd(numbers), moments.sd(numbers * factor)
    assert other == pytest.approx(one * factor, abs=1e-12 * size * factor)
    assert moments.mean(numbers * factor) == pytest.approx(
        moments.mean(numbers) * factor, abs=1e-12 * size * factor
    )
