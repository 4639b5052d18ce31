import pytest

from compile.remedies.dollarless import wrap_in_formula
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.naming import named

CASES = (
    case(
        "math/equation-in-text",
        "missing-dollar",
        4,
        " of v_{max} and E_{kin} = \\frac{1}{2} m v^2 is ",
        " of $v_{max}$ and $E_{kin} = \\frac{1}{2} m v^2$ is ",
    ),
    case(
        "math/three-letters-in-text",
        "missing-dollar",
        4,
        "gle \\alpha and the value \\beta are large, \\gamma is ",
        "gle $\\alpha$ and the value $\\beta$ are large, $\\gamma$ is ",
    ),
    case("math/greek-in-text", "missing-dollar", 4, "angle \\alpha is", "angle $\\alpha$ is"),
    case(
        "math/script-in-text",
        "missing-dollar",
        4,
        "lue x_0 is small, and y^2 is ",
        "lue $x_0$ is small, and $y^2$ is ",
    ),
    case(
        "math/fraction-in-text",
        "missing-dollar",
        4,
        " is \\frac{1}{2} of ",
        " is $\\frac{1}{2}$ of ",
    ),
    case(
        "math/bold-in-text",
        "only-in-math",
        4,
        "rce \\mathbf{F} act",
        "rce $\\mathbf{F}$ act",
    ),
    case(
        "math/operator-in-text",
        "missing-dollar",
        4,
        " is 3 \\times 4 \\approx 12 in ",
        " is $3 \\times 4 \\approx 12$ in ",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(case):
    check_first_cure(wrap_in_formula, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", CASES, ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "It costs \\$5 and $x_0$ is $3$, \\( x^2 \\) and \\[ y_0 \\]",
        "Text with one in a comment. % x_0",
        "\\begin{verbatim}\n$ x_0\n\\end{verbatim}",
        "\\verb|$x_| is code, \\texttt{a\\_b} too.",
        "The angle $\\alpha is open.",
        "See \\ref{a_1} and \\includegraphics[width=2cm]{b_2}.",
    ],
)
def test_formulas_and_text_stay(body):
    assert bodies(wrap_in_formula, "missing-dollar", body, line=1) == []


def test_words_with_an_underscore_are_no_formula():
    assert bodies(wrap_in_formula, "missing-dollar", "the file my_data is here", line=1) == []


def test_each_expression_of_a_line_can_be_cured_alone():
    found = bodies(wrap_in_formula, "missing-dollar", "x_0 is \\pi and more", line=1)
    assert found[0] == "$x_0$ is $\\pi$ and more"
    assert found[1:] == ["$x_0$ is \\pi and more", "x_0 is $\\pi$ and more"]


def test_formula_whose_begin_is_lost_is_left_to_its_environment():
    body = "We know\n  \\frac{a}{b} = c\n\\end{equation}"
    assert bodies(wrap_in_formula, "missing-dollar", body, line=2) == []
