"""Where a table begins, what names its columns, and where it ends."""

from agent.materials.delimited import read_delimited


def read(text):
    return read_delimited(text, path="a.csv", encoding="utf-8")


def names(table):
    return [(column.name, column.unit) for column in table.columns]


def test_a_row_with_one_cell_too_many_is_left_out_and_the_head_stays():
    (table,) = read("t,U\n1,2\n2,3,9\n3,4\n4,5\n")
    assert names(table) == [("t", None), ("U", None)]
    assert (table.rows, table.rows_left_out) == (3, 1)
    assert table.remarks == ("Line 3 is no row of the table and left out.",)


def test_a_line_drawn_under_the_head_is_nothing():
    (table,) = read("| t (s) | U (V) |\n|-------|-------|\n| 1 | 2.0 |\n| 2 | 3.5 |\n| 3 | 4 |\n")
    assert names(table) == [("t", "s"), ("U", "V")]
    assert (table.rows, table.rows_left_out) == (3, 0)


def test_runs_parted_by_two_blank_lines_are_tables_of_their_own_with_the_same_head():
    first, second = read("# t [s] U [V]\n1 2\n2 3\n3 4\n\n\n1 5\n2 6\n3 7\n")
    assert names(first) == names(second) == [("t", "s"), ("U", "V")]
    assert list(second.columns[1].values) == [5, 6, 7]


def test_one_blank_line_between_rows_parts_nothing():
    (table,) = read("t,U\n\n1,2\n\n2,3\n\n3,4\n")
    assert table.rows == 3


def test_a_head_that_is_repeated_ends_no_table():
    (table,) = read("t,U\n1,2\n2,3\n3,4\nt,U\n4,5\n5,6\n")
    assert (table.rows, table.rows_left_out) == (5, 1)


def test_settings_of_the_instrument_above_a_table_are_its_preamble():
    (table,) = read("mode;fast\nrange;10\nrate;250\ngain;2\nt;U;I\n0;1;2\n1;2;3\n2;3;4\n")
    assert names(table) == [("t", None), ("U", None), ("I", None)]
    assert table.preamble == ("mode;fast", "range;10", "rate;250", "gain;2")


def test_names_and_units_of_an_oscilloscope_have_numbers_beside_them():
    (table,) = read("X,CH1,Start,Step,\nSecond,Volt,-3e-3,5e-6,\n0,0.5,\n1,0.6,\n2,0.7,\n")
    assert names(table) == [("X", "second"), ("CH1", "Volt")]
    assert table.rows == 3


def test_groups_above_repeated_names_tell_them_apart():
    (table,) = read("run 1,,run 2,\nt (s),U (V),t (s),U (V)\n1,2,1,3\n2,3,2,4\n3,4,3,5\n")
    assert names(table) == [
        ("t, run 1", "s"),
        ("U, run 1", "V"),
        ("t, run 2", "s"),
        ("U, run 2", "V"),
    ]


def test_a_summary_below_a_table_is_no_row_of_it():
    (table,) = read("n,U\n1,2.1\n2,2.3\n3,2.2\nmean,2.2\n")
    assert (table.rows, table.rows_left_out, table.account.below) == (3, 0, 1)
    assert [(m.key, m.value, m.line) for m in table.metadata] == [("mean", 2.2, 5)]


def test_words_below_a_table_that_say_nothing_under_a_key_are_left_out():
    (table,) = read("n,U\n1,2.1\n2,2.3\n3,2.2\nend of file\n")
    assert (table.rows, table.rows_left_out, table.account.below) == (3, 1, 0)


def test_values_beyond_range_are_missing_and_said():
    (table,) = read("t,U\n1,OL\n2,inf\n3,4\n")
    assert "2 cells are beyond range and count as missing" in table.remarks[0]
