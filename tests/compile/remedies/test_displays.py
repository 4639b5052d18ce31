import pytest

from compile.remedies.displays import (
    display_environment,
    drop_dollars_around_display,
    number_display,
    pair_display_signs,
    unnest_displays,
)
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.naming import named

CASES = [
    *(
        (display_environment, case)
        for case in (
            case(
                "math/matrix-in-text",
                "missing-dollar",
                5,
                " is \\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix} in ",
                " is $\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}$ in ",
            ),
            case(
                "math/cases-in-text",
                "missing-dollar",
                6,
                "\\begin{cases}",
                "\\[\\begin{cases}",
                "\\end{cases}",
                "\\end{cases}\\]",
            ),
            case(
                "math/aligned-in-text",
                "only-in-math",
                6,
                "\\begin{aligned}",
                "\\[\\begin{aligned}",
                "\\end{aligned}",
                "\\end{aligned}\\]",
            ),
        )
    ),
    *(
        (drop_dollars_around_display, case)
        for case in (
            case(
                "nesting/equation-in-dollar",
                "unbalanced-group",
                4,
                " is $\\begin{equation} a = b \\end{equation}$ in ",
                " is \\begin{equation} a = b \\end{equation} in ",
            ),
        )
    ),
    *(
        (number_display, case)
        for case in (
            case(
                "math/tag-outside",
                "package-error",
                3,
                " is $a = b \\tag{1}$ in ",
                " is \\[a = b \\tag{1}\\] in ",
                message="amsmath: \\tag not allowed here.",
            ),
            case(
                "math/tag-in-dollars",
                "package-error",
                3,
                "$$ a = b \\tag{1} $$",
                "\\[ a = b \\tag{1} \\]",
                message="amsmath: \\tag not allowed here.",
            ),
        )
    ),
    *(
        (pair_display_signs, case)
        for case in (
            case("math/bracket-not-closed", "missing-dollar", 7, "a = b\n", "a = b\n\\]\n"),
            case("math/bracket-not-opened", "missing-dollar", 6, "a = b", "\\[\n  a = b"),
            case("math/bracket-closed-by-parenthesis", "missing-dollar", 4, "\\) and", "\\] and"),
        )
    ),
    *(
        (unnest_displays, case)
        for case in (
            case(
                "nesting/display-in-display",
                "math-nesting",
                6,
                "\\begin{align}",
                "\\begin{aligned}",
                "\\end{align}",
                "\\end{aligned}",
            ),
            case(
                "nesting/dollars-around-align",
                "math-nesting",
                5,
                "\\begin{document}\n$$",
                "\\begin{document}",
                "\\end{align}\n$$",
                "\\end{align}",
            ),
            case(
                "nesting/brackets-around-equation",
                "missing-dollar",
                6,
                "\\begin{document}\n\\[",
                "\\begin{document}",
                "\\end{equation}\n\\]",
                "\\end{equation}",
            ),
            case(
                "nesting/gather-in-equation",
                "package-error",
                7,
                "\\begin{gather}",
                "\\begin{gathered}",
                "\\end{gather}",
                "\\end{gathered}",
                message="amsmath: \\begin{gather} allowed only in paragraph mode.",
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


REMEDIES = (
    unnest_displays, drop_dollars_around_display, pair_display_signs, display_environment,
    number_display,
)  # fmt: skip


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize(
    "body",
    [
        "It is \\[ a = b \\] and $$ c = d $$ and $e$.",
        "\\begin{equation}\n\\begin{aligned} a &= b \\end{aligned}\n\\end{equation}",
        "A row \\\\[2pt] and another.",
        "\\begin{mathpar}\\begin{aligned} a \\end{aligned}\\end{mathpar}",
        "$\\begin{pmatrix} 1 \\end{pmatrix}$",
        "\\begin{verbatim}\n\\[ \\begin{cases}\n\\end{verbatim}",
    ],
)
def test_displays_on_their_own_stay(remedy, body):
    for code in ("missing-dollar", "math-nesting", "package-error"):
        assert bodies(remedy, code, body, line=1) == []


def test_display_with_more_than_another_holds_it_as_a_part():
    body = "\\[ x \\quad\n\\begin{align} a &= b \\end{align} \\]"
    assert bodies(unnest_displays, "math-nesting", body, line=2) == [
        body.replace("{align}", "{aligned}")
    ]
