import pytest

from tests.reflect.checks.form import document, seen


@pytest.mark.parametrize(
    "preamble",
    [
        r"\usepackage{float}\usepackage{hyperref}\usepackage{cleveref}",
        r"\usepackage{cleveref}", r"\usepackage{hyperref}\usepackage{amsmath}",
        r"\usepackage{hyperref,cleveref}", "% \\usepackage{cleveref}\n\\usepackage{hyperref}",
        r"\ifpdf\usepackage{cleveref}\else\fi\usepackage{hyperref}",
    ],
)  # fmt: skip
def test_an_order_that_works(preamble):
    assert seen("package-order", document("", preamble)) == []


@pytest.mark.parametrize(
    "preamble",
    [r"\usepackage{cleveref}\usepackage{hyperref}", r"\usepackage{hyperref}\usepackage{float}",
     r"\usepackage{cleveref,hyperref}"],
)  # fmt: skip
def test_an_order_that_breaks_links_is_named(preamble):
    assert len(seen("package-order", document("", preamble))) == 1


def test_options_that_come_too_late():
    clash = r"\usepackage{xcolor}\usepackage[dvipsnames]{xcolor}"
    assert len(seen("option-clash", document("", clash))) == 1
    for fine in (
        r"\usepackage[dvipsnames]{xcolor}\usepackage{xcolor}",
        r"\usepackage[a, b]{xcolor}\usepackage[b,a]{xcolor}",
        r"\PassOptionsToPackage{dvipsnames}{xcolor}" + clash,
    ):
        assert seen("option-clash", document("", fine)) == []


def test_a_package_in_the_body():
    assert len(seen("package-in-body", document(r"\usepackage{xcolor} It."))) == 1
    assert seen("package-in-body", document("It.", r"\usepackage{xcolor}")) == []
    assert seen("package-in-body", document(r"\verb|\usepackage{xcolor}| % \usepackage{a}")) == []
    assert seen("package-in-body", r"\usepackage{xcolor}") == []


def test_the_rarer_commands_of_siunitx_are_named():
    mixed = r"\qty{1}{\metre} \qty{2}{\metre} \SI{3}{\metre}"
    assert len(seen("siunitx-mixed", document(mixed))) == 1
    assert seen("siunitx-mixed", document(r"\qty{1}{\metre} \num{3}")) == []
