import pytest

from compile.remedies.formulas import (
    align_cells,
    drop_grouped_cells,
    drop_inline_cells,
    drop_line_break,
    join_formula,
    part_rows,
    part_scripts,
    set_words_in_formula,
)
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

CASES = [
    *(
        (align_cells, case)
        for case in (
            case(
                "math/cells-in-equation",
                "misplaced-alignment",
                6,
                "a &= b \\\\",
                "\\begin{aligned}\n  a &= b \\\\",
                "\\label{eq:two}",
                "\\end{aligned}\n  \\label{eq:two}",
            ),
            case(
                "math/cell-in-brackets",
                "misplaced-alignment",
                6,
                "a &= b",
                "\\begin{aligned}\n  a &= b",
                "\\]",
                "  \\end{aligned}\n\\]",
            ),
            case(
                "math/cells-in-equation-without-amsmath",
                "misplaced-alignment",
                5,
                "\\begin{document}",
                "\\usepackage{amsmath}\n\\begin{document}",
                "a &= b \\\\",
                "\\begin{aligned}\n  a &= b \\\\",
                "\\end{equation}",
                "  \\end{aligned}\n\\end{equation}",
            ),
            case(
                "math/cells-in-gather",
                "extra-alignment",
                8,
                "\\begin{gather}",
                "\\begin{align}",
                "\\end{gather}",
                "\\end{align}",
            ),
        )
    ),
    *(
        (drop_inline_cells, case)
        for case in (case("math/cells-in-dollars", "misplaced-alignment", 4, "$a &=", "$a ="),)
    ),
    *(
        (drop_line_break, case)
        for case in (
            case("math/line-break-at-start", "no-line-to-end", 6, "\\\\", ""),
            case("math/line-break-after-heading", "no-line-to-end", 5, "\\\\", ""),
        )
    ),
    *(
        (join_formula, case)
        for case in (
            case("math/blank-line-in-equation", "missing-dollar", 6, "a = b\n", "a = b"),
            case("math/blank-line-in-align", "runaway-argument", 7, "a &= b \\\\\n", "a &= b \\\\"),
            case("math/blank-line-in-brackets", "missing-dollar", 6, "a = b\n", "a = b"),
            case("math/blank-line-in-dollars", "missing-dollar", 6, "a = b\n", "a = b"),
        )
    ),
    *(
        (part_rows, case)
        for case in (
            case(
                "math/row-without-end",
                "package-error",
                8,
                "\\label{eq:a}",
                "\\label{eq:a} \\\\",
                message="amsmath: Multiple \\label's: label 'eq:a' will be lost.",
            ),
        )
    ),
    *(
        (part_scripts, case)
        for case in (
            case(
                "math/double-scripts-in-align",
                "double-script",
                7,
                "x_i_j &= y^{2}^{3}",
                "{x_i}_j &= {y^{2}}^{3}",
            ),
            case("math/double-exponent", "double-script", 4, "$x^2^3$", "${x^2}^3$"),
            case("math/double-index", "double-script", 4, "$v_a_b$", "${v_a}_b$"),
            case(
                "math/double-exponent-braces",
                "double-script",
                4,
                "\\[ e^{a}^{b} + \\alpha_{1}_{2",
                "\\[ {e^{a}}^{b} + {\\alpha_{1}}_{2",
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
    join_formula, align_cells, drop_inline_cells, part_rows, part_scripts, set_words_in_formula,
)  # fmt: skip


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize(
    "body",
    [
        "It is $x^2_3$ and ${x^2}^3$, \\[ a = b \\], and 距离 is text.",
        "\\begin{align}\n  a &= b \\label{a} \\\\\n  c &= d \\label{b}\n\\end{align}",
        "\\begin{equation}\n  \\begin{cases} 1 & 2 \\end{cases}\n\\end{equation}",
        "\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular}",
        "See \\ref{l_0_1} and \\includegraphics{s_n_w}.",
        "% x^2^3\n\\begin{verbatim}\nx^2^3 &\n\n\\\\\n\\end{verbatim}",
        "$v = \\text{距离}$",
    ],
)
def test_right_formulas_stay(remedy, body):
    for line in (1, 2, None):
        says = "amsmath: Multiple \\label's: label 'b' will be lost."
        found = problem("package-error", line and line + 2, says)
        assert results(remedy, found, whole(body)) == []


def test_chinese_words_in_a_formula_become_text():
    text = whole(
        "$v = 距离$，\\[ t = \\text{时间} + 秒 \\] \\qty{5}{米}", "\\usepackage{amsmath}\n"
    )
    found = results(set_words_in_formula, problem("missing-character", 4), text)
    assert found == [
        text.replace("距离", "\\text{距离}").replace("秒", "\\text{秒}").replace("米", "\\text{米}")
    ]


def test_blank_line_with_a_comment_is_none():
    body = "\\begin{equation}\n  a\n% why\n  = b\n\\end{equation}"
    assert bodies(join_formula, "missing-dollar", body, line=5) == []


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("$\\alpha^2^3$", "${\\alpha^2}^3$"),
        ("$(a)^2^3$", "$(a)^2{}^3$"),
        ("$x_1^2_3$", "${x_1^2}_3$"),
        ("$f'^2$", "$f'{}^2$"),
    ],
)
def test_scripts_are_set_apart(body, cured):
    assert bodies(part_scripts, "double-script", body, line=1)[0] == cured


def test_line_breaks_of_tables_and_formulas_are_not_the_first_to_go():
    body = "\\\\ One.\n\\begin{tabular}{l}\n  a \\\\\n\\end{tabular}"
    assert bodies(drop_line_break, "no-line-to-end", body, line=1) == [body[3:]]
    assert bodies(drop_line_break, "no-line-to-end", "Text.", line=1) == []
    assert bodies(drop_line_break, "no-line-to-end", "\\\\ One.") == []


def test_line_break_inside_a_paragraph_is_the_last_to_go():
    body = "First\\\\ line.\n\n\\\\ Second."
    assert bodies(drop_line_break, "no-line-to-end", body, line=3) == [
        "First\\\\ line.\n\nSecond.", "First line.\n\n\\\\ Second.",
    ]  # fmt: skip


def test_cell_sign_in_a_group_of_a_display_goes():
    found = bodies(
        drop_grouped_cells, "misplaced-alignment", "\\[ \\frac{a & b}{c} = \\sqrt{d} \\]", line=1
    )
    assert found == ["\\[ \\frac{a b}{c} = \\sqrt{d} \\]"]


@pytest.mark.parametrize(
    "body",
    [
        "\\[ \\begin{aligned} a &= b \\end{aligned} \\]",
        "\\[ \\sqrt{\\begin{matrix} a & b \\end{matrix}} \\]",
        "\\[ \\matrix{a & b \\cr c & d} \\]",
        "\\[ \\text{a \\& b} \\]",
    ],
)
def test_cell_sign_that_parts_something_stays(body):
    assert bodies(drop_grouped_cells, "misplaced-alignment", body, line=1) == []


def test_script_behind_the_reported_line_is_grouped():
    body = "A heading.\n\nHere $\\omega_0_0^2$ is small."
    assert bodies(part_scripts, "double-script", body, line=1) == [
        "A heading.\n\nHere ${\\omega_0}_0^2$ is small."
    ]
