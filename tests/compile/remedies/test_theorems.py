import pytest

from compile.remedies.theorems import correct_environment, declare_theorem, name_unknown_environment
from tests.compile.remedies.structure import (
    case,
    check_first_cure,
    check_with_tex,
    problem,
    results,
)
from tests.compile.remedies.trying import whole
from tests.naming import named

NAMED = "The environment {} is not defined; it is misspelt or its package is not loaded."

CASES = [
    *(
        (correct_environment, case)
        for case in (
            case(
                "environments/misspelt",
                "undefined-environment",
                4,
                "\\begin{itemzie}",
                "\\begin{itemize}",
                "\\end{itemzie}",
                "\\end{itemize}",
                message=NAMED.format("itemzie"),
            ),
            case(
                "environments/own-misspelt",
                "undefined-environment",
                5,
                "\\begin{remarkbxo}",
                "\\begin{remarkbox}",
                "\\end{remarkbxo}",
                "\\end{remarkbox}",
                message=NAMED.format("remarkbxo"),
            ),
        )
    ),
    *(
        (declare_theorem, case)
        for case in (
            case(
                "environments/theorem-not-declared",
                "undefined-environment",
                4,
                "\\begin{document}",
                "\\usepackage{amsthm}\n\\newtheorem{theorem}{Theorem}\n\\begin{document}",
                message=NAMED.format("theorem"),
            ),
            case(
                "environments/lemma-not-declared",
                "undefined-environment",
                5,
                "\\begin{document}",
                "\\newtheorem{lemma}{Lemma}\n\\begin{document}",
                message=NAMED.format("lemma"),
            ),
        )
    ),
    *(
        (name_unknown_environment, case)
        for case in (
            case(
                "environments/unknown",
                "undefined-environment",
                4,
                "\\begin{document}",
                "\\newenvironment{keypoint}{\\par\\medskip\\noindent \\ignorespaces}"
                "{\\par\\medskip}\n\\begin{document}",
                message=NAMED.format("keypoint"),
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


def found(remedy, name, text):
    return results(remedy, problem("undefined-environment", 3, NAMED.format(name)), text)


@pytest.mark.parametrize("remedy", [declare_theorem, correct_environment, name_unknown_environment])
def test_defined_environment_and_message_without_a_name_change_nothing(remedy):
    text = whole("\\begin{lemma}A\\end{lemma}", "\\newtheorem{lemma}{Lemma}\n")
    assert found(remedy, "lemma", text) == []
    assert results(remedy, problem("undefined-environment", 3), text) == []


def test_known_environment_is_no_misspelling():
    assert found(correct_environment, "itemize", whole("\\begin{itemize}")) == []


def test_environment_of_a_package_is_left_to_the_package():
    text = whole("\\begin{align}a\\end{align}")
    assert found(name_unknown_environment, "align", text) == []
    assert found(correct_environment, "align", text) == []


def test_name_like_no_other_is_not_corrected():
    assert found(correct_environment, "zzzqqq", whole("\\begin{zzzqqq}A\\end{zzzqqq}")) == []


def test_theorem_is_called_by_its_chinese_name_in_a_chinese_class():
    text = whole("\\begin{lemma}A\\end{lemma}").replace("{article}", "{ctexart}")
    assert "\\newtheorem{lemma}{引理}" in found(declare_theorem, "lemma", text)[0]


def test_definitions_stand_upright_where_amsthm_is_loaded():
    text = whole("\\begin{definition}A\\end{definition}", "\\usepackage{amsthm}\n")
    assert (
        "{\\theoremstyle{definition}\\newtheorem{definition}{Definition}}"
        in (found(declare_theorem, "definition", text)[0])
    )


def test_option_of_an_unknown_environment_is_shown():
    text = whole("\\begin{keypoint}[Lamps]Burn.\\end{keypoint}")
    assert (
        "{keypoint}[1][]{\\par\\medskip\\noindent \\textbf{#1}"
        in (found(name_unknown_environment, "keypoint", text)[0])
    )
