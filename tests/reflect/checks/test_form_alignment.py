import pytest

from tests.reflect.checks.form import cured, document, found, seen


@pytest.mark.parametrize(
    "text",
    [
        r"Research \& development.", r"\url{http://a.org/?b&c}", "% R&D", r"\verb|R&D|",
        "\\begin{tabular}{ll}a & b\\end{tabular}", "\\begin{align}a &= b\\end{align}", "$a & b$",
        "\\begin{unknown}a & b \\\\ c & d\\end{unknown}", r"\newcommand{\r}[2]{#1 & #2 \\}",
        r"\href{http://a.org/?b&c}{it}", "\\begin{deluxetable}{cc}a & b\\end{deluxetable}",
    ],
)  # fmt: skip
def test_an_ampersand_in_its_place(text):
    assert seen("stray-ampersand", document(text)) == []


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Research & development.", r"Research \& development."),
        (r"\section{Research & development}", r"\section{Research \& development}"),
        (r"So \emph{R&D} it is.", r"So \emph{R\&D} it is."),
    ],
)
def test_a_stray_ampersand_is_escaped(text, better):
    assert cured("stray-ampersand", document(text)) == document(better)


def table(spec, *rows, name="tabular", before=""):
    body = " \\\\\n".join(rows)
    return document(f"\\begin{{{name}}}{before}{{{spec}}}\n{body} \\\\\n\\end{{{name}}}")


@pytest.mark.parametrize(
    "source",
    [
        table("lcr", "a & b & c"),
        table("lcr", "a & b"),
        table("|l|c||r|", "\\hline a & b & c", "\\hline"),
        table("*{3}{c}", "a & b & c"),
        table("@{}l*{2}{r}@{}", "\\toprule a & b & c", "\\cmidrule(lr){2-3} & b & c"),
        table(">{\\bfseries}l<{\\,}p{3cm}", "a & b"),
        table("S[table-format=1.2]S", "{a & b} & c", "1.2 & 3.4"),
        table("lcr", "\\multicolumn{2}{c}{a} & c", "\\multicolumn{3}{c}{a & b}"),
        table("ll", "a & \\begin{tabular}{ccc} a & b & c \\end{tabular}"),
        table("ll", "a \\& b & c"),
        table("lX", "a & b", name="tabularx", before="{\\linewidth}"),
        table("ll", "a & b", name="tabular*", before="{5cm}"),
        table("ll", "a & b", before="[t]"),
        table("lZ", "a & b & c"),
        table("ll", "% a & b & c\na & b"),
        document("\\newcommand{\\t}[1]{\\begin{tabular}{#1} a & b \\\\ \\end{tabular}}"),
    ],
)
def test_a_table_with_enough_columns_or_columns_nobody_knows(source):
    assert found("column-count", source) == []


@pytest.mark.parametrize(
    ("source", "cells", "columns"),
    [
        (table("ll", "a & b", "a & b & c"), 3, 2),
        (table("*{2}{c}", "a & b & c & d"), 4, 2),
        (table("lX", "a & b & c", name="tabularx", before="{\\linewidth}"), 3, 2),
        (table("lr", "\\multicolumn{2}{c}{a} & b"), 3, 2),
        (table("l", "a & b", name="longtable"), 2, 1),
    ],
)
def test_a_row_that_is_too_long_is_named(source, cells, columns):
    (hit,) = found("column-count", source)
    assert f"{cells} cells" in hit.message
    assert f"{columns} columns" in hit.message
