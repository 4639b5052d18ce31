"""Large files go through pandas and have to end as small ones do, line by line."""

import numpy as np
import pytest

from agent.materials.delimited import read_delimited
from agent.materials.large import read_large

pytestmark = pytest.mark.slow

ROWS = 12_000
HEAD = "t (s),U (V),note\n"
LINES = [f"{i},{i / 4},ok\n" for i in range(ROWS)]


def both(text):
    (large,) = read_large(text.encode(), path="a.csv", encoding="utf-8")
    (small,) = read_delimited(text, path="a.csv", encoding="utf-8")
    return large, small


def changed(**lines):
    rows = LINES.copy()
    for place, line in lines.items():
        rows[int(place[1:])] = line
    return HEAD + "".join(rows)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        (changed(), 0),
        (changed().replace("\n", "\r\n"), 0),
        (changed() + "\n\n", 0),
        (HEAD + "".join(line + "\n" for line in LINES), 0),
        (changed() + "End of data\n", 1),
        (changed(_11000="11000,1,2,3,4\n"), 1),
        (changed(_11000="# pause\n"), 1),
        (changed()[:-5], 1),
        ("".join(f"{i} {i / 4} {2 * i}\n" for i in range(ROWS)) + "5 6\n", 1),
        ("t;U\n" + "".join(f"{i};{i},5\n" for i in range(ROWS)), 0),
    ],
    ids=["clean", "crlf", "end", "spaced", "footer", "wide", "comment", "cut", "blanks", "comma"],
)
def test_large_and_small_agree_on_what_is_a_row(text, left_out):
    large, small = both(text)
    assert (large.rows, large.rows_left_out) == (small.rows, small.rows_left_out)
    assert large.rows_left_out == left_out
    for a, b in zip(large.columns, small.columns, strict=True):
        assert (a.name, a.unit, a.type, a.texts) == (b.name, b.unit, b.type, b.texts)
        np.testing.assert_array_equal(a.values, b.values)


def test_lines_within_quotes_are_no_rows_and_said():
    large, _ = both(changed(_11000='11000,1,"two\nlines"\n'))
    assert (large.rows, large.rows_left_out) == (ROWS, 1)
    assert "quoted" in large.remarks[-1]


def test_an_open_quotation_mark_does_not_swallow_the_rest():
    text = changed(_11000='11000,1,"open\n')
    assert read_large(text.encode(), path="a.csv", encoding="utf-8") == ()
    (small,) = read_delimited(text, path="a.csv", encoding="utf-8")
    assert small.rows == ROWS


def test_two_tables_in_the_head_are_left_to_the_careful_reader():
    text = "t,U\n1,2\n2,3\n3,4\n\nt,I\n" + "".join(LINES).replace(",ok", "")
    assert read_large(text.encode(), path="a.csv", encoding="utf-8") != ()
    text = "t,U\n" + "".join(LINES[:400]) + "\nt,I\n" + "".join(LINES[:400])
    assert read_large(text.replace(",ok", "").encode(), path="a.csv", encoding="utf-8") == ()


def test_a_large_table_on_its_side_is_turned_as_a_small_one_is():
    wells = [f"A{n}" for n in range(1, 6)]
    text = "Time [s]," + ",".join(map(str, range(30_000))) + "\n"
    text += "".join(f"{well}," + ",".join(["0.125"] * 30_000) + "\n" for well in wells)
    assert read_large(text.encode(), path="a.csv", encoding="utf-8") == ()
    (table,) = read_delimited(text, path="a.csv", encoding="utf-8")
    assert (table.rows, [c.name for c in table.columns]) == (30_000, ["Time", *wells])


def test_a_large_matrix_keeps_the_numbers_of_its_head():
    rows = "".join(f"{i},{i / 4},{i / 8},{i / 16}\n" for i in range(ROWS))
    large, small = both("T (K) \\ λ (nm),400,410,420\n" + rows)
    assert [c.name for c in large.columns] == ["T", "400", "410", "420"]
    assert large.remarks == small.remarks != ()
