from compile.remedies.longtables import fit_longtable
from tests.compile.remedies.curing import document, every, problem

TWO = "longtable cannot be used in two columns; use table* with tabular."
ROWS = (
    "\\begin{longtable}{ll}\n\\caption{Rods}\\label{t}\\\\\nname & cm \\\\ \\endhead\na & 1 \\\\\n"
)


def cures(source: str) -> list[str]:
    return every(fit_longtable, problem(TWO, source, "{longtable}"), source)


def test_a_tabular_stays():
    source = document("\\begin{tabular}{ll}a & b\\end{tabular} {longtable}")
    assert cures(source) == []


def test_a_long_table_becomes_one_over_both_columns_with_its_caption():
    source = document(f"{ROWS}\\end{{longtable}}", options="twocolumn")
    wide, apart = cures(source)
    body = "\n".join(
        [
            r"\begin{table*}", r"\centering", r"\caption{Rods}\label{t}", r"\begin{tabular}{ll}",
            r"name & cm \\", r"a & 1 \\", r"\end{tabular}", r"\end{table*}",
        ]
    )  # fmt: skip
    assert wide == document(body, options="twocolumn")
    assert "\\onecolumn\n\\begin{longtable}" in apart


def test_what_is_longer_than_a_page_stays_long():
    source = document(ROWS + "b & 2 \\\\\n" * 50 + "\\end{longtable}", options="twocolumn")
    assert ["\\onecolumn\n\\begin{longtable}" in new for new in cures(source)] == [True]


def test_columns_end_before_a_long_table_and_begin_anew_behind_it():
    source = document(
        f"\\begin{{multicols}}{{3}}\na\n{ROWS}\\end{{longtable}}\nb\n\\end{{multicols}}"
    )
    (new,) = cures(source)
    assert "a\n\\end{multicols}\n\\begin{longtable}" in new
    assert "\\end{longtable}\n\\begin{multicols}{3}\nb" in new
