import pytest

from compile.remedies.columns import (
    complete_multicolumn,
    give_specification,
    give_table_width,
    name_columns,
    shorten_partial_rule,
    widen_matrix,
)
from compile.remedies.tables import (
    brace_text_among_numbers,
    complete_multirow,
    drop_empty_cells,
    end_row,
    escape_ampersand_in_cell,
    move_rule,
    place_multicolumn,
    shield_bracket,
)
from compile.remedies.widths import narrow_multicolumn, widen_table, widen_table_after_all
from tests.compile.remedies.curing import cured, cured_by, document

LONG = "A row has more cells than the table has columns, or the row before lacks its \\\\."
SPEC = "The column specification of a table is missing or holds a letter that is no column type."
RULE = (
    "A rule such as \\hline or \\midrule stands where no row has ended; \\\\ is missing before it."
)
NUMBER = "A number or length is expected here, and something else stands there."
ALL = (
    complete_multicolumn, give_specification, give_table_width, name_columns, shorten_partial_rule,
    widen_matrix, brace_text_among_numbers, complete_multirow, drop_empty_cells, end_row,
    escape_ampersand_in_cell, move_rule, place_multicolumn, shield_bracket, narrow_multicolumn,
    widen_table, widen_table_after_all,
)  # fmt: skip


def table(*rows: str, spec: str = "{ll}", name: str = "tabular") -> str:
    return "\n".join([rf"\begin{{{name}}}{spec}", *rows, rf"\end{{{name}}}"])


@pytest.mark.parametrize("remedy", ALL)
@pytest.mark.parametrize(
    "body",
    [
        table(r"\hline", r"x & 1 \\ \hline", r"\multicolumn{2}{c}{y} \\ \cline{1-2}", "z & 2"),
        table(r"x & 1", spec="{l@{\\,}p{2cm}}"),
        table(r"x & 1", spec="{*{2}{c}|}"),
        "x % & \\hline",
        r"\verb|x & \hline|",
    ],
)
def test_a_table_that_is_right_stays(remedy, body):
    source = document(body)
    assert cured(remedy, LONG, source, "x") == source


@pytest.mark.parametrize("remedy", ALL)
def test_without_a_place_nothing_is_done(remedy):
    source = document(table(r"x & 1 & 2 \\ \hline"))
    assert cured(remedy, LONG, source) == source


@pytest.mark.parametrize(
    ("remedy", "old", "new"),
    [
        (widen_table, table(r"x & b & c \\", r"d & e & f"),
         table(r"x & b & c \\", r"d & e & f", spec="{lll}")),
        (widen_table_after_all, table(r"a & b \\", r"x & d & e \\", "f & g"),
         table(r"a & b \\", r"x & d & e \\", "f & g", spec="{lll}")),
        (drop_empty_cells, table(r"x & b & & \\"), table(r"x & b \\")),
        (end_row, table(r"x & 1", r"b & 2 \\"), table(r"x & 1 \\", r"b & 2 \\")),
        (end_row, table(r"x & 5% \\", r"b & 2 \\"), table(r"x & 5\% \\", r"b & 2 \\")),
        (escape_ampersand_in_cell, table(r"xR&D & 3 \\"), table(r"xR\&D & 3 \\")),
        (move_rule, table(r"x & \hline b \\"), table(r"\hline x & b \\")),
        (shorten_partial_rule, table(r"x & b \\ \cline{1-4}", "c"),
         table(r"x & b \\ \cline{1-2}", "c")),
        (narrow_multicolumn, table(r"a & b \\", r"\multicolumn{3}{c}{x} \\"),
         table(r"a & b \\", r"\multicolumn{2}{c}{x} \\")),
        (give_specification, table(r"x & b & c \\", spec=""), table(r"x & b & c \\", spec="{lll}")),
        (name_columns, table(r"x & b", spec="{ly}"), table(r"x & b", spec="{ll}")),
        (name_columns, table(r"x & b", spec="{l,C}"), table(r"x & b", spec="{lc}")),
        (name_columns, table(r"x & b", spec="{lp}"), table(r"x & b", spec="{ll}")),
        (complete_multicolumn, table(r"\multicolumn{2}{x} \\"),
         table(r"\multicolumn{2}{c}{x} \\")),
        (complete_multicolumn, table(r"\multicolumn{c}{2}{x} \\"),
         table(r"\multicolumn{2}{c}{x} \\")),
        (place_multicolumn, table(r"x \multicolumn{1}{c}{b} \\"),
         table(r"x & \multicolumn{1}{c}{b} \\")),
        (place_multicolumn, table(r"\textbf{\multicolumn{2}{c}{x}} \\"),
         table(r"\multicolumn{2}{c}{\textbf{x}} \\")),
        (complete_multirow, table(r"\multirow{2}{x} & b"), table(r"\multirow{2}{*}{x} & b")),
        (complete_multirow, table(r"\multirow{*}{2}{x} & b"), table(r"\multirow{2}{*}{x} & b")),
        (shield_bracket, table(r"a & b \\", r"[x] & c"), table(r"a & b \\", r"{}[x] & c")),
        (give_table_width, table("x & b", spec="{ll}", name="tabularx"),
         table("x & b", spec="{\\linewidth}{ll}", name="tabularx")),
    ],
)  # fmt: skip
def test_a_faulty_table_becomes_what_was_meant(remedy, old, new):
    assert cured(remedy, RULE, document(old), "x") == document(new)


def test_too_few_cells_are_no_fault():
    source = document(table(r"x \\", r"a & b", spec="{lll}"))
    for remedy in (widen_table, end_row, give_specification):
        assert cured(remedy, LONG, source, "x") == source


def test_a_length_behind_the_end_of_a_row_is_no_cell():
    source = document(table(r"a & b \\", r"[2pt] x & c"))
    assert cured(shield_bracket, NUMBER, source, "[2pt]") == source


def test_an_x_column_makes_a_tabularx():
    source = document(table("x & b", spec="{lX}"))
    new = cured(name_columns, SPEC, source, "x &")
    assert table("x & b", spec="{\\linewidth}{lX}", name="tabularx") in new
    assert r"\usepackage{tabularx}" in new


def test_a_column_type_of_the_document_stays():
    source = document(table("x & b", spec="{lY}"), r"\newcolumntype{Y}{c}")
    assert cured(name_columns, SPEC, source, "x &") == source


def test_text_among_numbers_stands_in_braces():
    rows = (r"x & Length \\", r"short & 1.5 \\", r"long & 3 \times 10^8 \\", r"none & {--}")
    source = document(table(*rows, spec="{lS}"), r"\usepackage{siunitx}")
    new = cured(brace_text_among_numbers, "siunitx cannot read L as a number.", source, "x &")
    assert new == source.replace("Length", "{Length}").replace(r"3 \times 10^8", "3e8")


@pytest.mark.parametrize("sign", ["{", "&", "\\\\", "\\begin{tabular}", "\\multicolumn{2}{", "$"])
def test_hostile_tables_end_soon(sign):
    source = document(table(sign * 5_000))
    for remedy in ALL:
        assert cured(remedy, LONG, source, sign)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "preamble", "remedy"),
    [
        (table(r"a & b & c \\", "d & e & f"), "", "widen-table"),
        (table(r"a & b & \\"), "", "drop-empty-cells"),
        (table("a & b", r"c & d \\"), "", "end-row"),
        (table(r"R&D & 3 \\", r"a & b"), "", "escape-ampersand-in-cell"),
        (table(r"a & \hline b \\"), "", "move-rule"),
        (table(r"a & b \\", r"\cline{1-4}"), "", "shorten-partial-rule"),
        (table(r"a & b \\", spec=""), "", "give-specification"),
        (table(r"a & b \\", spec="{lm{2cm}}"), "", "name-columns"),
        (table(r"\multicolumn{2}{a} \\"), "", "complete-multicolumn"),
        (table(r"\multirow{2}{a} & b"), r"\usepackage{multirow}", "complete-multirow"),
        (table(r"a & b \\", "[c] & d"), "", "shield-bracket"),
        (table("Width", spec="{S}"), r"\usepackage{siunitx}", "brace-text-among-numbers"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, body, preamble, remedy):
    assert cured_by(tmp_path, document(body, preamble), remedy)[1] == ()
