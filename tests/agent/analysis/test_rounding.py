import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.rounding import digits_of_scatter, round_by, significant


@pytest.mark.parametrize(
    ("value", "uncertainty", "expected"),
    [
        (0.827, 0.119, ("0.83", "0.12")),
        (0.827, 0.367, ("0.83", "0.37")),
        (14.674, 0.964, ("14.67", "0.96")),
        (299852.4, 7.9, ("299852.4", "7.9")),
        (465.2, 50.2, ("465", "50")),
        (12345.6, 120.0, ("12350", "120")),
        # Rounding that carries into a new digit still leaves two.
        (1.0, 0.0996, ("1.00", "0.10")),
        (-0.04, 0.2, ("-0.04", "0.20")),
        (-0.001, 0.2, ("0.00", "0.20")),
        (6.02214e23, 3e20, ("602210000000000000000000", "300000000000000000000")),
        (1.25, 0.0, ("1.25000", "0")),
    ],
)
def test_value_and_uncertainty_are_rounded_together(value, uncertainty, expected):
    assert round_by(value, uncertainty) == expected


@given(
    st.floats(-1e9, 1e9, allow_nan=False),
    st.floats(1e-9, 1e9, allow_nan=False),
)
def test_rounding_moves_the_value_by_a_small_part_of_its_uncertainty(value, uncertainty):
    rounded, error = round_by(value, uncertainty)
    assert abs(float(rounded) - value) <= 0.06 * uncertainty + 1e-15 * abs(value)
    assert float(error) == pytest.approx(uncertainty, rel=0.06)


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (9.996, 3, "10.0"),
        (0.00123456, 3, "0.00123"),
        (123456, 3, "123000"),
        (0.05, 4, "0.05000"),
        (0.0, 3, "0"),
        (-2.5, 2, "-2.5"),
        (float("nan"), 3, "nan"),
    ],
)
def test_significant_digits_are_kept_with_their_zeros(value, digits, expected):
    assert significant(value, digits) == expected


@pytest.mark.parametrize(
    ("sd", "printed"), [(104.93, "105"), (95.1, "95"), (1.4213, "1.42"), (0.0204, "0.020")]
)
def test_a_scatter_that_begins_with_a_one_keeps_a_third_digit(sd, printed):
    assert significant(sd, digits_of_scatter(sd)) == printed
