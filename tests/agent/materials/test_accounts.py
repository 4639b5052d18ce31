"""Rows are never lost silently: each line of a file is counted once, wherever it went."""

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.materials.blocks import MIN_ROWS
from agent.materials.cells import lines_of
from agent.materials.delimited import read_delimited
from agent.materials.large import read_large
from agent.materials.scan import take_inventory
from agent.settings import TableRule

SETTINGS = st.sampled_from(["Operator: Ada", "# made by hand", "Range: 10 V", "Gain = 3", "", "  "])
ODD = st.sampled_from(
    [
        "",
        "",
        "# pause",
        "-----",
        "End of data",
        "7",
        "1;2;3;4;5;6;7;8",
        "changed cable",
        ";;",
        "Mean;4",
    ]
)
VALUES = st.integers(-9999, 9999).map(lambda n: f"{n / 100:.2f}")


@st.composite
def tables(draw):
    """Lines of a table, and which of them hold its rows.

    What is odd between them leaves three or more together: fewer are no table to anybody.
    """
    width = draw(st.integers(2, 5))
    head = draw(st.sampled_from(["", "t (s);" + ";".join(f"U{n} (V)" for n in range(1, width))]))
    lines = draw(st.lists(SETTINGS, max_size=4))
    lines += [head] if head else []
    rows = []
    number_of_rows, together = draw(st.integers(3, 12)), 0
    for number in range(number_of_rows):
        if min(together, number_of_rows - number) >= MIN_ROWS and draw(st.integers(0, 3)) == 0:
            lines.append(draw(ODD))
            together = 0
        together += 1
        rows.append(len(lines))
        lines.append(";".join([f"{number}.0", *(draw(VALUES) for _ in range(width - 1))]))
    return lines, rows


@st.composite
def files(draw):
    lines, rows = [], []
    for place in range(draw(st.integers(1, 3))):
        more, of = draw(tables())
        lines += draw(st.sampled_from([["", "", ""], ["", "Second part", ""]])) if place else []
        rows += [len(lines) + number for number in of]
        lines += more
    lines += draw(st.lists(ODD, max_size=3))
    return lines, rows


def adds_up(table):
    account = table.account
    words = account.heads, account.above, account.below
    parts = *words, account.rows, account.left_out, account.empty
    assert sum(parts) == account.total
    assert min(parts) >= 0
    assert account.left_out == table.rows_left_out
    assert account.rows == table.rows


@pytest.mark.slow
@settings(max_examples=100)
@given(files(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_the_lines_of_any_file_are_rows_heads_words_left_out_or_empty(file, end, ends):
    lines, rows = file
    text = end.join(lines) + end * ends
    found = read_delimited(text, path="a.csv", encoding="utf-8")
    for table in found:
        adds_up(table)
    totals = [table.account.total for table in found]
    assert sum(totals) == len(lines_of(text))
    read = sum([table.rows + table.rows_left_out for table in found])
    assert read >= len(rows)


HEAD = "Operator: Ada\n\nt (s),U (V)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("above", "tail"),
    [
        (HEAD, ""),
        (HEAD, "\n\n"),
        ("", "End of data\n"),
        (HEAD + "-----------\n", "1,2,3,4\n\n5000,1.5\n"),
        (HEAD, "# pause\n \n5000,1.5"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_account_of_a_large_file_is_that_of_a_small_one(above, tail, end):
    rows = "".join(f"{n},{n / 4}\n" for n in range(5000))
    text = (above + rows + tail).replace("\n", end)
    (large,) = read_large(text.encode(), path="a.csv", encoding="utf-8")
    (small,) = read_delimited(text, path="a.csv", encoding="utf-8")
    adds_up(large)
    adds_up(small)
    assert large.account == small.account
    assert large.account.total == len(lines_of(text))


def test_the_rows_of_a_table_on_its_side_are_lines_in_its_account():
    (table,) = read_delimited("U/V,1,2,3,4\nI/A,5,6,7,9\n\nend\n", path="a.csv", encoding="utf-8")
    assert table.rows == 4
    assert (table.account.rows, table.account.empty, table.account.left_out) == (2, 1, 1)


def test_lines_that_a_rule_skips_are_counted_with_those_left_out(tmp_path):
    (tmp_path / "a.csv").write_text("junk;1\nt;U\n0;1\n1;2\n2;4\n3;8\n", encoding="utf-8")
    rules = {"a.csv": TableRule(skip=(1, 4))}
    (table,) = take_inventory(tmp_path, memo=lambda _, make: make(), rules=rules).tables
    assert (table.rows, table.account.total) == (3, 6)
    assert table.account.rows + table.account.heads == 4
    assert table.account.left_out + table.account.above == 2


def test_the_rows_of_a_sheet_are_counted_in_each_of_its_tables(tmp_path):
    book = openpyxl.Workbook()
    for cells in (
        ["run 1", None, None, "run 2"],
        ["t", "U", None, "t", "U"],
        *([n, n * n, None, n, 3 * n * n] for n in range(4)),
        [None, None, None, "mean", 4.5],
    ):
        book.active.append(cells)
    book.save(tmp_path / "a.xlsx")
    found = take_inventory(tmp_path, memo=lambda _, make: make()).tables
    for table in found:
        adds_up(table)
    assert [table.account.total for table in found] == [7, 7]
    assert [table.account.below for table in found] == [0, 1]
    assert [table.account.empty for table in found] == [1, 0]
