"""What counts as far outside the rest of a column."""

import numpy as np

from agent.materials.strays import strays, strays_of
from agent.materials.types import Column


def column(values, name="T"):
    return Column(name, "K", "number", np.array(values, dtype=float))


ROOM = [21.1, 21.3, 21.2, 21.4, 21.5, 21.3, 21.6, 21.5, 21.7]


def test_an_open_sensor_is_named_with_its_row():
    assert "1326.06 in row 10" in strays(column([*ROOM, 1326.06]))


def test_missing_and_infinite_values_are_no_strays():
    assert strays(column([*ROOM, np.nan])) == ""
    assert strays(column([np.nan] * 9)) == ""
    assert strays(column([*ROOM, np.inf])) == ""


def test_a_decay_over_decades_has_no_strays():
    assert strays(column(1e6 * np.exp(-np.arange(60) / 4))) == ""


def test_a_state_of_an_instrument_has_no_strays():
    assert strays(column([1, 2, 3, 4] * 30 + [129] * 5)) == ""


def test_many_columns_are_counted_not_listed():
    said = strays_of([column([*ROOM, 9e9], name=f"c{i}") for i in range(8)])
    assert len(said) == 4
    assert "5 more columns" in said[-1]
