import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agent.figures.histogram import FEWEST, MOST, bins


def test_readings_on_a_grid_get_bars_of_whole_steps():
    readings = np.asarray([850, 740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980.0] * 5)
    widths = np.diff(bins(readings))
    assert widths[0] % 10 == pytest.approx(0)
    counts = np.histogram(readings, bins(readings))[0]
    assert counts.sum() == readings.size


def test_many_fine_readings_get_the_width_of_freedman_and_diaconis():
    readings = np.random.default_rng(1).normal(size=2000)
    upper, lower = np.percentile(readings, [75, 25])
    expected = 2 * (upper - lower) / 2000 ** (1 / 3)
    assert np.diff(bins(readings))[0] == pytest.approx(expected, rel=0.05)


def test_readings_of_which_nearly_all_are_the_same_get_as_many_bars_as_there_may_be():
    edges = bins(np.array([0.0, 0.0, -1.0, *[2.3e-308] * 9]))
    assert np.all(np.diff(edges) > 0)
    assert edges.size <= MOST + 2


@given(
    arrays(float, st.integers(2, 200), elements=st.floats(-1e6, 1e6, allow_subnormal=False)).filter(
        lambda a: np.ptp(a) > 1e-6
    )
)
def test_every_reading_lies_in_a_bar(readings):
    edges = bins(readings)
    assert np.histogram(readings, edges)[0].sum() == readings.size
    assert FEWEST - 1 <= edges.size - 1 <= MOST + 1
