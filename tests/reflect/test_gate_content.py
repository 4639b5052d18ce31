"""Equations, listings and blocks are named as they stood there."""

import pytest

from reflect.gate import regression_check
from tests.reflect.gating import document, rules

SUM = "\\begin{equation}\n  f \\leftarrow f + \\left( a_1 + b_2 \\right) x\n\\end{equation}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\\left( a_1 + b_2 \\right)", "(a_1 + b_2)"),
        ("equation}", "equation*}"),
        ("+ ", "+\\,"),
        ("x\n", "x .\\label{eq:f}\n"),
    ],
)
def test_the_same_equation_set_otherwise_is_no_loss(old, new):
    assert rules(SUM, SUM.replace(old, new)) == ()


def test_an_arrow_that_points_the_other_way_is_another_equation():
    twice = SUM + "\n\n" + SUM.replace("leftarrow", "rightarrow")
    assert rules(twice, SUM + "\n\nSo it goes.") == ("equations-lost",)
    many = "\n\n".join(f"\\[ {a} \\leftarrow {b} \\]" for a, b in zip("abcd", "efgh", strict=True))
    other = many.replace("\\[ a \\leftarrow e \\]", "\\[ k \\rightarrow \\mu^2 + 1 \\]")
    assert rules(many, other) == ("equations-lost",)


def test_an_equation_that_goes_is_shown_with_its_line():
    before, after = document(f"So it is.\n{SUM}"), document("So it is.")
    objection = regression_check(before, after).objections[0]
    assert "old line 6" in objection.message
    assert "f \\leftarrow f + \\left( a_1" in objection.message
    assert before.splitlines()[5] == "\\begin{equation}"


def test_an_equation_may_move_into_the_text():
    assert rules(SUM, "Now $f \\leftarrow f + (a_1 + b_2) x$ holds.") == ()


def test_a_figure_that_a_person_takes_away_on_purpose_needs_one_name():
    body = "\\begin{figure}\n\\includegraphics{a}\n\\caption{The rail.}\n\\end{figure}"
    assert rules(body, "") == ("figures-fewer",)
    assert rules(body, "", allow=("figures-fewer",)) == ()


def test_a_table_that_a_person_takes_away_on_purpose_needs_one_name():
    table = "\\begin{tabular}{ll}\na & 1.5 \\\\\nb & 2.5 \\\\\n\\end{tabular}"
    body = f"\\begin{{table}}\n{table}\n\\caption{{Readings.}}\n\\end{{table}}"
    assert rules(body, "", allow=("tables-fewer",)) == ()
    # Of a table that stays no row may go all the same.
    assert rules(body, body.replace("b & 2.5 \\\\\n", ""), allow=("tables-fewer",)) == (
        "rows-lost",
    )


def test_what_is_left_of_a_section_is_given():
    text = " ".join(f"Reading number {n} was taken by hand." for n in range(12))
    before = document(f"\\section{{Readings}}\n{text}\n\n\\section{{Ends}}\nThat is all.")
    after = before.replace(text, text[:120])
    objection = regression_check(before, after).objections[0]
    assert objection.rule == "section-collapse"
    assert "`Readings`; 2" in objection.message


def test_a_brace_that_stays_open_is_named_with_its_line():
    objection = regression_check(document("It is \\emph{new}."), document("It is \\emph{new."))
    assert "`{` in line 5 is never closed" in objection.objections[0].message


@pytest.mark.parametrize(
    ("old", "new", "open_now"),
    [("number 9,", "number \\emph{9,", True), ("number 9,", "number \\emph{9},", False),
     ("number 9,", "number 9$,", True), ("\\end{itemize}", "", True)],
)  # fmt: skip
def test_what_stays_open_is_seen_though_every_paragraph_is_another(old, new, open_now):
    paragraphs = [f"Reading number {n}, like all others, was taken twice by hand." * 5
                  for n in range(100)]  # fmt: skip
    text = "\n\n".join(["\\begin{itemize}", "\\item It.", *paragraphs, "\\end{itemize}"])
    assert len(text) > 20_000
    edited = text.replace("like all others", "like each other one")
    assert rules(text, edited) == ()
    assert rules(text, edited.replace(old, new, 1)) == (("score-lower",) if open_now else ())
