"""The typed values of the samples, held by what is known of them from elsewhere."""

import csv
import statistics
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"


def rows(sample, file, delimiter=","):
    with (SAMPLES / sample / file).open(encoding="utf-8", newline="") as stream:
        head, *body = csv.reader(stream, delimiter=delimiter)
    return head, body


def test_boyles_sums_are_right_but_for_the_three_misprints():
    _, body = rows("boyle", "boyle.csv")
    assert len(body) == 25
    off = {}
    for volume, height, pressure in body:
        difference = round((float(pressure) - float(height) - 29.125) * 16)
        if difference:
            off[int(volume)] = difference
    assert off == {36: 1, 17: -1, 16: 10}


def test_boyles_pressures_follow_his_column_of_the_hypothesis():
    _, body = rows("boyle", "boyle.csv")
    for volume, _, pressure in body:
        assert float(pressure) == pytest.approx(29.125 * 48 / float(volume), rel=0.015)


def test_hubbles_table_gives_the_regression_everybody_knows():
    head, body = rows("hubble", "nebulae.csv", ";")
    assert head == ["object", "distance (Mpc)", "velocity (km/s)"]
    d, v = ([float(row[i]) for row in body] for i in (1, 2))
    assert len(d) == 24
    slope, intercept = statistics.linear_regression(d, v)
    assert slope == pytest.approx(454.158, abs=0.001)
    assert intercept == pytest.approx(-40.784, abs=0.001)
    assert (sum(v), round(sum(d), 3)) == (8955.0, 21.873)


def test_michelsons_groups_have_their_known_means():
    _, body = rows("michelson", "light.csv")
    speeds = [float(row[2]) - 299000 for row in body]
    assert len(speeds) == 100
    means = [statistics.mean(speeds[20 * i : 20 * i + 20]) for i in range(5)]
    assert means == [909.0, 856.0, 845.0, 820.5, 831.5]
    assert statistics.mean(speeds) == pytest.approx(852.4)
    assert statistics.stdev(speeds) == pytest.approx(79.01, abs=0.005)
    assert [row[0] for row in body] == [str(i) for i in range(1, 6) for _ in range(20)]
