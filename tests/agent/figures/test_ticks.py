import numpy as np
import pytest

from agent.arrays import Array
from agent.figures.ticks import PlainNumbers, Scale, decimals, number, scale_for


def values(*numbers: float) -> Array:
    return np.asarray(numbers, dtype=float)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, Scale()),
        (0, 0, Scale()),
        (299_600, 300_100, Scale()),
        (-5, 999_999, Scale()),
        (0, 2e6, Scale(6)),
        (-3.2e-9, 0, Scale(-9)),
        (0, 0.02, Scale()),
        (0, 0.004, Scale(-3)),
        (9_999_999.9, 10_000_000.1, Scale(0, 10_000_000.0)),
        (5 - 1e-8, 5 + 1e-8, Scale(-9, 5.0)),
        (7, 7, Scale()),
    ],
)
def test_a_scale_keeps_the_numbers_short(low, high, expected):
    found = scale_for(values(low, high))
    assert found.exponent == expected.exponent
    assert found.offset == pytest.approx(expected.offset, rel=1e-12)


@pytest.mark.parametrize(
    ("ticks", "expected"),
    [
        ([0, 1, 2], ["0", "1", "2"]),
        ([0, 0.5, 1], ["0.0", "0.5", "1.0"]),
        ([-0.25, 0, 0.25], ["−0.25", "0.00", "0.25"]),
        ([9_000, 10_000], ["9000", "10\u2009000"]),
        ([0.1 + 0.2, 0.4], ["0.3", "0.4"]),
    ],
)
def test_ticks_have_the_decimals_they_need(ticks, expected):
    shown = PlainNumbers(Scale()).format_ticks(ticks)
    assert [text.replace("\u2009", "") for text in shown] == [
        text.replace("\u2009", "") for text in expected
    ]


def test_ticks_show_what_is_left_after_the_scale():
    assert PlainNumbers(Scale(-9)).format_ticks([-2e-9, 0, 2e-9]) == ["−2", "0", "2"]
    assert PlainNumbers(Scale(0, 10.0)).format_ticks([9.5, 10.0]) == ["−0.5", "0.0"]


def test_a_zero_has_no_sign():
    assert number(-0.0001, 2) == "0.00"


def test_decimals_end():
    assert decimals([1 / 3, 2 / 3]) <= 12
