import pytest

from compile.remedies.delimiters import mend_delimiters
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.naming import named

CASES = (
    case("math/right-missing-behind-array", "left-right", 6, "\\]", " \\right.\\]"),
    case("math/left-without-right", "left-right", 5, "\\frac{a}{b} )", "\\frac{a}{b} \\right)"),
    case("math/left-without-any-right", "left-right", 4, "}{b}$ in", "}{b} \\right.$ in"),
    case("math/right-without-left", "left-right", 5, "= (", "= \\left("),
    case(
        "math/left-across-rows",
        "left-right",
        6,
        "y &= \\left( a + b \\\\\n    &\\quad + c \\right)",
        "y &= \\bigl( a + b \\\\\n    &\\quad + c \\bigr)",
    ),
    case(
        "math/left-across-cells",
        "left-right",
        6,
        "\\left( a &= b \\right)",
        "\\bigl( a &= b \\bigr)",
    ),
    case("math/left-without-delimiter", "left-right", 4, "left a +", "left( a +"),
    case(
        "math/left-brace-unescaped",
        "left-right",
        4,
        "left{ a + b \\right}$ i",
        "left\\{ a + b \\right\\}$ i",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(case):
    check_first_cure(mend_delimiters, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", CASES, ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "$\\left( a \\right)$ and \\[ \\left. b \\right|_0 \\]",
        "$\\left\\{ a \\right\\}$ \\left( in text is none of ours",
        "$\\leftarrow \\rightarrow \\bigl( a \\bigr)$",
        "\\begin{align}\n  \\left( a \\right) &= \\left[ b \\right] \\\\\n\\end{align}",
        "% $\\left($\n\\verb|\\left(|",
    ],
)
def test_paired_delimiters_stay(body):
    assert bodies(mend_delimiters, "left-right", body, line=1) == []


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("$\\left( (a) + b )$", "$\\left( (a) + b \\right)$"),
        ("$(a + [b] \\right]$", "$(a + \\left[b] \\right]$"),
        ("$\\left\\langle a \\rangle$", "$\\left\\langle a \\right\\rangle$"),
        ("$\\frac{\\left( a )}{b}$", "$\\frac{\\left( a \\right)}{b}$"),
        ("$\\left. a$", "$\\left. a \\right.$"),
        ("$a \\right|$", "$\\left. a \\right|$"),
    ],
)
def test_other_half_comes_from_a_bracket_of_its_kind(body, cured):
    assert bodies(mend_delimiters, "left-right", body, line=1)[0] == cured
