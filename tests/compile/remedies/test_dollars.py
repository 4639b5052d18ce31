import pytest

from compile.remedies.dollars import drop_dollars_in_display, mend_dollars
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.naming import named

CASES = [
    *(
        (drop_dollars_in_display, case)
        for case in (
            case("math/dollar-in-display", "missing-dollar", 5, "= $b$ +", "= b +"),
            case("math/dollar-in-equation", "missing-dollar", 5, "$a = b$", "a = b"),
        )
    ),
    *(
        (mend_dollars, case)
        for case in (
            case("math/open-in-heading", "missing-dollar", 4, "$\\alpha}", "$\\alpha$}"),
            case("math/open-in-caption", "missing-dollar", 6, "lpha and", "lpha$ and"),
            case("math/open-in-item", "missing-item", 6, "$m is", "$m$ is"),
            case("nesting/section-in-formula", "missing-dollar", 4, " + 1 is ", " + 1$ is "),
            case("math/closing-dollar-missing", "missing-dollar", 4, "beta is ", "beta$ is "),
            case("math/opening-dollar-missing", "missing-dollar", 4, "gle \\alp", "gle $\\alp"),
            case("math/single-dollar-ends-display", "missing-dollar", 7, "a = b\n$", "a = b\n$$"),
            case("math/parenthesis-not-closed", "missing-dollar", 4, "b and", "b\\) and"),
            case("math/parenthesis-not-opened", "missing-dollar", 4, "have a", "have \\(a"),
        )
    ),
]


@pytest.mark.parametrize(("remedy", "case"), CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(remedy, case):
    check_first_cure(remedy, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", [case for _, case in CASES], ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize("remedy", [mend_dollars, drop_dollars_in_display])
@pytest.mark.parametrize(
    "body",
    [
        "It costs \\$5 and $x_0$ is $3$.",
        "\\( x^2 \\) and \\[ y \\]",
        "% $\nText with a_b in a comment % x_0\n",
        "\\begin{verbatim}\n$ x_0\n\\end{verbatim}",
        "\\verb|$x_| is code, \\texttt{a\\_b} too.",
        "\\[ a = b \\text{ for $x$ in the range} \\]",
    ],
)
def test_closed_formulas_and_text_stay(remedy, body):
    assert bodies(remedy, "missing-dollar", body, line=1) == []


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("the speed $v_0 of the cart", "the speed $v_0$ of the cart"),
        ("the speed v_0$ of the cart", "the speed $v_0$ of the cart"),
        ("It costs $5 a day.", "It costs \\$5 a day."),
        ("with $\\alpha, $\\beta$ and $\\gamma$", "with $\\alpha$, $\\beta$ and $\\gamma$"),
        ("where $m$ is the mass and a$ the size", "where $m$ is the mass and $a$ the size"),
        ("a stray $ sign", "a stray  sign"),
        ("for \\(x > 0 we have $y$", "for \\(x > 0\\) we have $y$"),
    ],
)
def test_sign_comes_where_text_and_formula_meet(body, cured):
    assert bodies(mend_dollars, "missing-dollar", body, line=1)[0] == cured
