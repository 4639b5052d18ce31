import pytest

from compile.remedies.arguments import close_option, fill_argument
from tests.compile.remedies.structure import (
    bodies,
    case,
    check_first_cure,
    check_with_tex,
    cures,
    problem,
)
from tests.compile.remedies.trying import whole
from tests.naming import named

CASES = [
    *(
        (close_option, case)
        for case in (
            case(
                "braces/picture-option-not-closed", "runaway-argument", 5, "=2cm{exa", "=2cm]{exa"
            ),
            case(
                "braces/float-option-not-closed",
                "runaway-argument",
                4,
                "\\begin{figure}[ht",
                "\\begin{figure}[ht]",
            ),
            case(
                "lists/item-option-not-closed",
                "too-many-braces",
                6,
                "\\item[lamp gives",
                "\\item[lamp] gives",
            ),
            case("math/root-option-not-closed", "runaway-argument", 4, "rt[3{x}$", "rt[3]{x}$"),
        )
    ),
    *(
        (fill_argument, case)
        for case in (
            case("math/index-without-argument", "missing-brace", 4, "$x_$", "$x_{}$"),
            case(
                "math/fraction-without-argument",
                "missing-brace",
                4,
                "$\\frac{1}$",
                "$\\frac{1}{?}$",
            ),
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


@pytest.mark.parametrize(
    "body",
    [
        "\\includegraphics[width=2cm]{a} and \\sqrt[3]{x}",
        "\\item[lamp] gives",
        "\\citep[see, for\nexample][]{a} and \\section[The $x$ of {it}]{The $x$}",
        "$x_{a}$, $x_a$, $\\frac{1}{2}$, $\\frac12$",
        "% \\sqrt[3{x}\n\\verb|\\item[a| and x_",
    ],
)
def test_closed_options_and_full_arguments_stay(body):
    for line in (1, None):
        assert bodies(close_option, "runaway-argument", body, line=line) == []
        assert bodies(fill_argument, "missing-brace", body, line=line) == []


def test_option_is_closed_above_the_report_and_not_below():
    body = "\\sqrt[3{x}\n\nText.\n\n\\sqrt[4{x}"
    assert bodies(close_option, "runaway-argument", body, line=3) == [body.replace("[3", "[3]")]


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("$x_$", "$x_{}$"),
        ("\\[ x^ \\]", "\\[ x^{} \\]"),
        ("$\\frac{1}$", "$\\frac{1}{?}$"),
    ],
)
def test_argument_is_filled_at_the_end_of_a_formula(body, cured):
    assert bodies(fill_argument, "missing-brace", body, line=1)[0].replace(" {}", "{} ") == cured


def test_mark_for_a_missing_denominator_is_visible():
    found = problem("missing-brace", 3)
    assert [c.visible for c in cures(fill_argument, found, whole("$\\frac{1}$"))] == [True]
    assert [c.visible for c in cures(fill_argument, found, whole("$x_$"))] == [False]
