import pytest

from compile.remedies.tabular import read_columns, table_at, tables_in, width_of
from tests.compile.remedies.curing import ROOT, document, project


@pytest.mark.parametrize(
    ("spec", "letters", "count"),
    [
        ("", "", 0),
        ("l|c|r", "lcr", 3),
        ("@{}l p{2cm} @{\\,}r", "lpr", 3),
        (">{\\bfseries}l<{x}", "l", 1),
        ("*{3}{c}l", "l", 4),
        ("S[table-format=1.2]l", "Sl", 2),
        ("l\\mine", "lmine", None),
    ],
)
def test_columns_of_a_specification(spec, letters, count):
    columns, found = read_columns(spec, 0, len(spec))
    assert ("".join(column.letter for column in columns), found) == (letters, count)


def test_rows_and_cells_of_a_table():
    rows = "\\hline\na & {b & \\\\} \\\\[1ex]\n\\multicolumn{2}{c}{d}\n"
    body = f"\\begin{{tabular}}{{ll}}{rows}\\end{{tabular}}"
    source = document(body)
    (table,) = tables_in(project(source), ROOT)
    texts = [[source[start:end].strip() for start, end in row.cells] for row in table.rows]
    assert texts == [["a", "{b & \\\\}"], [r"\multicolumn{2}{c}{d}"]]
    assert [width_of(source, row.cells) for row in table.rows] == [2, 2]
    assert [row.closed is None for row in table.rows] == [False, True]


def test_the_innermost_table_holds_a_place():
    inner = "\\begin{tabular}{c}x\\end{tabular}"
    source = document(f"\\begin{{tabular}}{{ll}}a & {inner}\\end{{tabular}} y")
    here = project(source)
    found = table_at(here, ROOT, source.index("x"))
    assert found is not None
    assert found.count == 1
    assert table_at(here, ROOT, source.index("y\n")) is None
