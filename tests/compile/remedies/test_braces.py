import pytest

from compile.remedies.braces import join_command, mend_braces
from tests.compile.remedies.structure import (
    bodies,
    case,
    check_first_cure,
    check_with_tex,
    problem,
    results,
)
from tests.compile.remedies.trying import whole
from tests.naming import named

CASES = (
    case(
        "braces/columns-not-closed",
        "runaway-argument",
        4,
        "\\begin{tabular}{ll",
        "\\begin{tabular}{ll}",
    ),
    case("braces/second-argument-not-closed", "runaway-argument", 5, "more.", "more}."),
    case("braces/heading-with-bold-not-closed", "runaway-argument", 4, "ngs}", "ngs}}"),
    case("braces/caption-brace-too-many", "too-many-braces", 7, "box.}}", "box.}"),
    case("braces/starred-heading-not-closed", "runaway-argument", 4, "heading", "heading}"),
    case(
        "braces/bold-before-list-not-closed",
        "runaway-argument",
        4,
        "\\textbf{Parts:",
        "\\textbf{Parts}:",
    ),
    case("braces/bold-not-closed", "runaway-argument", 4, "noon.", "noon}."),
    case("braces/group-not-closed", "unclosed-group", 4, "ine.", "ine.}"),
    case("braces/brace-too-many", "too-many-braces", 4, " dim} and", " dim and"),
    case("braces/brace-too-many-in-formula", "too-many-braces", 4, "}{t}}$ fo", "}{t}$ fo"),
    case("braces/heading-not-closed", "runaway-argument", 4, "was seen", "was seen}"),
    case("braces/caption-not-closed", "runaway-argument", 7, "hing", "hing}"),
    case("braces/footnote-not-closed", "runaway-argument", 4, "day. It ", "day.} It "),
    case("braces/fraction-not-closed", "runaway-argument", 4, "2}{2$ fo", "2}{2}$ fo"),
    case("braces/numerator-not-closed", "runaway-argument", 5, "b{2", "b}{2"),
    case("braces/exponent-not-closed", "missing-brace", 4, "^{-3 m$ ", "^{-3} m$ "),
    case("braces/root-not-closed", "missing-dollar", 6, "y^2", "y^2}"),
    case("braces/opening-brace-lost", "too-many-braces", 4, "tbf firs", "tbf {firs"),
    case("braces/index-opening-brace-lost", "too-many-braces", 4, " $x_max}", " $x_{max}"),
    case("braces/label-not-closed", "runaway-argument", 4, "l{sec:method", "l{sec:method}"),
    case("braces/cite-not-closed", "runaway-argument", 4, "ller and", "ller} and"),
    case(
        "braces/blank-line-in-argument",
        "runaway-argument",
        4,
        "A \\textbf{word that is\n",
        "A \\textbf{word that is",
    ),
    case(
        "braces/blank-line-in-heading",
        "runaway-argument",
        4,
        "\\section{A heading that\n",
        "\\section{A heading that",
    ),
    case("braces/blank-line-in-fraction", "missing-dollar", 7, "x = \\frac{a\n", "x = \\frac{a"),
    case("braces/title-not-closed", "runaway-argument", 3, "lamps", "lamps}"),
    case(
        "braces/own-command-not-closed",
        "runaway-argument",
        3,
        "\\newcommand{\\speed}{v_0",
        "\\newcommand{\\speed}{v_0}",
    ),
    case(
        "braces/brace-in-table-cell",
        "runaway-argument",
        5,
        "\\textbf{bright \\\\",
        "\\textbf{bright} \\\\",
    ),
    case("braces/brace-in-item", "runaway-argument", 5, "all.", "all}."),
    case("nesting/item-across-group", "missing-brace", 7, "lamp.", "lamp.}"),
    case("math/text-in-formula", "runaway-argument", 5, "rest$ in", "rest}$ in"),
    case("math/sum-limits-brace", "missing-dollar", 6, "\\sum_{i=1^n", "\\sum_{i=1}^n"),
)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(case):
    check_first_cure(mend_braces, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", CASES, ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "Nothing is open here.",
        "A group {with a \\{ in it} and \\verb|{|.",
        "% a comment with {\nText.",
        "\\begin{verbatim}\n{\n\\end{verbatim}",
    ],
)
def test_balanced_text_stays(body):
    assert bodies(mend_braces, "runaway-argument", body, line=1) == []


def test_without_a_place_the_only_fault_is_cured():
    found = bodies(mend_braces, "emergency-stop", "An \\emph{open word.")
    assert found[0] == "An \\emph{open word}."


def test_fault_behind_the_report_is_not_its_cause():
    body = "A line.\n\nB.\n\nC.\n\nD \\emph{open."
    assert bodies(mend_braces, "missing-dollar", body, line=1) == []


def test_brace_in_the_middle_of_a_word_goes():
    for body in ("The lam{p is on.", "The lam}p is on."):
        assert bodies(mend_braces, "unclosed-group", body, line=1)[0] == "The lamp is on."


def test_alternatives_follow_the_first_cure():
    found = bodies(mend_braces, "too-many-braces", "A \\emph word} ends.", line=1)
    assert found[0] == "A \\emph {word} ends."
    assert found[-1] == "A \\emph word ends."


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("$\\mathbf{F = m a$", "$\\mathbf{F} = m a$"),
        ("$\\hat{x + y$", "$\\hat{x} + y$"),
        ("$\\sqrt{x + y = z$", "$\\sqrt{x + y} = z$"),
        ("$x_{i$ and $y_i$", "$x_{i}$ and $y_i$"),
        ("$e^{-t/\\tau \\cos t$", "$e^{-t/\\tau} \\cos t$"),
        ("See \\ref{a and more.", "See \\ref{a} and more."),
        ("\\textcolor{red}{danger", "\\textcolor{red}{danger}"),
        ("\\frac{1}{2", "\\frac{1}{2}"),
        ("{\\bfseries Bold words", "{\\bfseries Bold words}"),
        ("$\\frac{a}{\\sqrt b + c}}$", "$\\frac{a}{\\sqrt {b + c}}$"),
    ],
)
def test_argument_ends_where_its_kind_ends(body, cured):
    assert bodies(mend_braces, "runaway-argument", body, line=1)[0] == cured


@pytest.mark.parametrize(
    "body", ["\\alpha_max", "\\centering", "\\own$x$", "\\sum_i", "% \\ce$ntering"]
)
def test_signs_behind_a_command_stay(body):
    assert bodies(join_command, "undefined-command", body, line=1) == []


@pytest.mark.parametrize("sign", ["$", "&", "#", "^", "_", "\\&"])
def test_sign_in_the_name_of_a_command_goes(sign):
    found = bodies(join_command, "undefined-command", f"\\cente{sign}ring", line=1)
    assert found == ["\\centering"]


def test_name_that_a_package_would_define_is_cut_off_where_tex_says_so():
    says = "The command \\ce is not defined; it comes with the package mhchem."
    found = results(join_command, problem("undefined-command", 3, says), whole("\\ce$ntering"))
    assert found == [whole("\\centering")]


def test_comment_behind_a_word_is_not_what_a_brace_closes():
    body = "\\section{Method % old\n\\label{a}"
    assert bodies(mend_braces, "runaway-argument", body, line=1)[0] == body.replace("d %", "d} %")


def test_comment_line_does_not_end_an_argument():
    body = "\\caption{A box\n% and a remark\nwith text.}"
    assert bodies(mend_braces, "runaway-argument", body, line=1) == []
