"""Rows of tables and of equations are content."""

import pytest

from tests.reflect.gating import rules

TABULAR = r"""\begin{tabular}{lr}
\toprule
place & value \\
\midrule
north & 12.5 \\
south & 13.75 \\
west & 12.5 \\[2pt]
\bottomrule
\end{tabular}"""
FLOAT = "\\begin{table}\n\\caption{Readings.}\n" + TABULAR + "\n\\end{table}"
ALIGN = "\\begin{align}\na &= b + c, \\\\\nd &= e - f^2, \\\\\ng &= h.\n\\end{align}"


@pytest.mark.parametrize("body", [TABULAR, FLOAT])
@pytest.mark.parametrize("row", ["north & 12.5 \\\\\n", "south & 13.75 \\\\\n"])
def test_a_row_that_goes_is_named(body, row):
    assert rules(body, body.replace(row, "")) == ("rows-lost",)


def test_a_line_of_an_equation_is_a_row():
    assert rules(ALIGN, ALIGN.replace("d &= e - f^2, \\\\\n", "")) == ("rows-lost",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\\midrule\n", ""),
        ("north & 12.5", "north  &  12.5"),
        ("place & value", "Place & Value in m"),
        ("west &", "far west &"),
        ("north & 12.5 \\\\\nsouth & 13.75 \\\\", "south & 13.75 \\\\\nnorth & 12.5 \\\\"),
        ("west & 12.5 \\\\[2pt]", "west & 12.5 \\\\[4pt]\neast & 11.0 \\\\"),
        ("north & 12.5 \\\\\nsouth & 13.75 \\\\", "north, south & 12.5, 13.75 \\\\"),
    ],
)
def test_rows_may_be_moved_joined_added_and_set_otherwise(old, new):
    assert "rows-lost" not in rules(FLOAT, FLOAT.replace(old, new))


def test_a_table_turned_on_its_side_keeps_its_cells():
    turned = r"""\begin{tabular}{lrrr}
place & north & south & west \\
value & 12.5 & 13.75 & 12.5 \\
\end{tabular}"""
    assert "rows-lost" not in rules(TABULAR, turned)
