"""The typed values of the samples, held by what is known of them from elsewhere."""

import csv
import math
import re
import statistics
from pathlib import Path

import pytest

from agent.settings import from_file, resolve

SAMPLES = Path(__file__).parent.parent / "samples"
NAMES = ("boyle", "hubble", "michelson")

# Hubble 1929, table 1: apparent and absolute visual magnitude, in the order of the nebulae.
MAGNITUDES = (
    (1.5, -16.0), (0.5, -17.2), (9.0, -12.7), (7.0, -15.1), (8.8, -13.4), (5.0, -17.2),
    (9.9, -13.3), (8.4, -15.1), (7.4, -16.1), (9.5, -14.5), (11.3, -13.2), (8.3, -16.4),
    (9.1, -15.7), (9.0, -15.7), (10.4, -14.4), (9.1, -15.9), (9.6, -15.6), (10.4, -14.8),
    (8.7, -17.0), (12.0, -14.2), (10.0, -16.5), (8.8, -17.7), (9.7, -16.8), (9.5, -17.0),
)  # fmt: skip


def rows(sample: str, file: str, delimiter: str = ",") -> tuple[list[str], list[list[str]]]:
    with (SAMPLES / sample / file).open(encoding="utf-8", newline="") as stream:
        head, *body = csv.reader(stream, delimiter=delimiter)
    return head, body


def boyle() -> list[tuple[float, float, float]]:
    head, body = rows("boyle", "boyle.csv")
    assert head == ["volume", "height (in)", "pressure (inHg)"]
    return [(float(a), float(b), float(d)) for a, b, d in body]


def hubble() -> tuple[list[float], list[float]]:
    head, body = rows("hubble", "nebulae.csv", ";")
    assert head == ["object", "distance (Mpc)", "velocity (km/s)"]
    return [float(row[1]) for row in body], [float(row[2]) for row in body]


def michelson() -> list[int]:
    head, body = rows("michelson", "light.csv")
    assert head == ["experiment", "run", "speed (km/s)"]
    series = [[str(e), str(r)] for e in range(1, 6) for r in range(1, 21)]
    assert [row[:2] for row in body] == series
    return [int(row[2]) - 299000 for row in body]


def in_order(values: list[float] | list[int]) -> float:
    """A sum that also notices two values that changed places."""
    return math.fsum(place * value for place, value in enumerate(values, start=1))


def test_boyles_sums_are_right_but_for_the_three_misprints():
    off = {}
    for volume, height, pressure in boyle():
        difference = (pressure - height - 29.125) * 16
        if difference:
            off[volume] = difference
    assert off == {36: 1, 17: -1, 16: 10}


def test_boyles_table_is_whole_and_in_exact_sixteenths():
    table = boyle()
    assert [row[0] for row in table] == [*range(48, 23, -2), *range(23, 11, -1)]
    assert all((value * 16).is_integer() for row in table for value in row)
    assert [sum(column) for column in zip(*table, strict=True)] == [678, 808.9375, 1537.6875]


def test_boyles_products_are_nearly_constant():
    products = [volume * pressure for volume, _, pressure in boyle()]
    assert (min(products), max(products)) == (1395.9375, 1415.25)
    assert statistics.mean(products) == pytest.approx(1408.09)
    assert statistics.stdev(products) == pytest.approx(5.0238, abs=1e-4)


def test_boyles_pressures_follow_his_column_of_the_hypothesis():
    for volume, _, pressure in boyle():
        assert pressure == pytest.approx(29.125 * 48 / volume, rel=0.015)


def test_hubbles_distances_agree_with_the_magnitudes_in_the_same_table():
    distances, _ = hubble()
    for r, (apparent, absolute) in zip(distances, MAGNITUDES, strict=True):
        assert apparent - absolute == pytest.approx(25 + 5 * math.log10(r), abs=0.1)


def test_hubbles_table_gives_the_regression_everybody_knows():
    d, v = hubble()
    assert len(d) == 24
    slope, intercept = statistics.linear_regression(d, v)
    assert slope == pytest.approx(454.158, abs=0.001)
    assert intercept == pytest.approx(-40.784, abs=0.001)
    left = [y - slope * x - intercept for x, y in zip(d, v, strict=True)]
    error = math.sqrt(sum(e * e for e in left) / 22 / (statistics.variance(d) * 23))
    assert error == pytest.approx(75.237, abs=0.001)
    assert (sum(v), round(sum(d), 3), in_order(v)) == (8955, 21.873, 160805)


def test_hubbles_velocities_are_proportional_to_distance_with_the_known_factor():
    d, v = hubble()
    factor = sum(x * y for x, y in zip(d, v, strict=True)) / sum(x * x for x in d)
    assert factor == pytest.approx(423.937, abs=0.001)


def test_hubbles_nebulae_are_named_once_each():
    objects = [row[0] for row in rows("hubble", "nebulae.csv", ";")[1]]
    numbers = [int(name.removeprefix("NGC ")) for name in objects[2:]]
    assert objects[:2] == ["S. Mag.", "L. Mag."]
    assert (len(set(objects)), sum(numbers)) == (24, 88487)


def test_michelsons_series_have_their_known_means():
    speeds = michelson()
    means = [statistics.mean(speeds[i : i + 20]) for i in range(0, 100, 20)]
    assert means == [909, 856, 845, 820.5, 831.5]


def test_michelsons_hundred_have_their_known_mean_and_spread():
    speeds = michelson()
    assert len(speeds) == 100
    assert statistics.mean(speeds) == pytest.approx(852.4)
    assert statistics.stdev(speeds) == pytest.approx(79.0105, abs=1e-4)
    assert (min(speeds), max(speeds)) == (620, 1070)
    assert in_order(speeds) == 4227250


@pytest.mark.parametrize("sample", NAMES)
def test_what_a_sample_cites_is_what_its_bibliography_holds(sample):
    folder = SAMPLES / sample
    entries = re.findall(r"@\w+\{(\w+),", (folder / "references.bib").read_text("utf-8"))
    cited = set(re.findall(r"\[@(\w+)\]", (folder / "notes.md").read_text("utf-8")))
    for rule in resolve(from_file(folder / "reflectex.toml")).settings.derive:
        cited |= set(re.findall(r"\\citealp\{(\w+)\}", rule.reference_source))
    assert cited == set(entries)


@pytest.mark.parametrize("sample", NAMES)
def test_the_rules_of_a_sample_name_a_table_and_columns_that_it_has(sample):
    settings = resolve(from_file(SAMPLES / sample / "reflectex.toml")).settings
    defined = {rule.name for rule in settings.column}
    for rule in settings.fit:
        text = (SAMPLES / sample / rule.table).read_text("utf-8").splitlines()[0]
        columns = {re.sub(r" \(.*\)", "", name) for name in re.split("[,;]", text)}
        assert {rule.x, rule.y} <= columns
        assert set(settings.symbols) <= columns | defined
