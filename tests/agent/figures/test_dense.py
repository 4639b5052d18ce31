import numpy as np

from agent.figures.dense import COLUMNS, bars, thinned, visible


def test_a_short_line_stays_as_it_is():
    x = np.arange(10.0)
    assert thinned(x, x)[0] is x


def test_a_spike_survives_thinning():
    x = np.arange(100_000.0)
    y = np.sin(x / 1000)
    y[54_321], y[77_777] = 99.0, -99.0
    thin_x, thin_y, whole = thinned(x, y)
    assert whole
    assert thin_x.size < 5 * COLUMNS
    assert np.nanmax(thin_y) == 99.0
    assert np.nanmin(thin_y) == -99.0
    assert (thin_x[0], np.nanmax(thin_x)) == (0.0, 99_999.0)


def test_a_gap_stays_a_gap():
    x = np.arange(20_000.0)
    y = np.ones_like(x)
    y[5000:8000] = np.nan
    thin_x, thin_y, _ = thinned(x, y)
    (gap,) = [i for i in range(1, thin_y.size - 1) if np.isnan(thin_y[i]) and thin_x[i - 1] == 4999]
    assert thin_x[gap + 1] == 8000


def test_a_line_that_runs_back_is_left_whole():
    angle = np.linspace(0, 6, 20_000)
    x, _, whole = thinned(np.cos(angle), np.sin(angle))
    assert x.size == 20_000
    assert not whole


def test_no_outlier_is_hidden():
    x = np.linspace(0, 1, 50_000)
    y = np.zeros_like(x)
    y[1234] = 5.0
    kept = visible(x, y, log=(False, False))
    assert 1234 in kept
    assert kept.size < 2 * COLUMNS


def test_overlapping_bars_become_one_and_the_longest_stays():
    x = np.zeros(4)
    y, e = np.asarray([0.0, 0.5, 9.0, 0.2]), np.asarray([1.0, 1.0, 0.1, 4.0])
    _, low, high = bars(x, y, e, log=False)
    assert sorted(zip(low.tolist(), high.tolist(), strict=True)) == [(-3.8, 4.2), (8.9, 9.1)]


def test_the_first_decades_of_a_logarithmic_axis_keep_their_shape():
    x = np.arange(1.0, 100_001.0)
    y = np.sin(10 * np.log10(x))
    thin_x, thin_y, _ = thinned(x, y, log_x=True)
    early = thin_x < 100
    assert np.array_equal(thin_x[early], x[:99])
    assert np.array_equal(thin_y[early], y[:99])
    assert thin_x.size < 5 * COLUMNS
