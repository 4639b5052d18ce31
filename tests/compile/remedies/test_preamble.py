import pytest

from compile.remedies.preamble import (
    begin_with_class,
    define_colour,
    give_title,
    hoist_command,
    hoist_loadings,
    reorder_packages,
)
from tests.compile.remedies.curing import cured, cured_by, document

ONLY = r"\usepackage may stand only before \begin{document}."
ORDER = r"\usepackage stands before \documentclass."


def colour(name: str) -> str:
    return f"The colour {name} is not defined."


@pytest.mark.parametrize(
    ("remedy", "message", "source"),
    [
        (hoist_loadings, ONLY, document("a", r"\usepackage{xcolor}")),
        (hoist_loadings, ONLY, document(r"\verb|\usepackage{xcolor}| % \usepackage{array}")),
        (hoist_command, ONLY.replace("usepackage", "makeindex"), document("a", r"\makeindex")),
        (begin_with_class, ORDER, document("a", r"\usepackage{xcolor}")),
        (begin_with_class, ORDER, "\\RequirePackage{xcolor}\n" + document("a")),
        (reorder_packages, "geometry: wrong", document("a", r"\usepackage{geometry}")),
        (define_colour, "xcolor: wrong", document("a", r"\usepackage{xcolor}")),
        (give_title, "No \\author given.", document(r"\maketitle", r"\title{a}")),
    ],
)
def test_what_is_right_stays(remedy, message, source):
    assert cured(remedy, message, source) == source


def test_a_loading_in_the_text_moves_before_it():
    source = document("a\n\\usepackage[table]{xcolor}\nb", r"\usepackage{hyperref}")
    preamble = "\\usepackage[table]{xcolor}\n\\usepackage{hyperref}"
    assert cured(hoist_loadings, ONLY, source) == document("a\nb", preamble)


def test_a_second_loading_in_the_text_is_taken_out():
    source = document("a\n\\usepackage{xcolor}\nb", r"\usepackage{xcolor}")
    assert cured(hoist_loadings, ONLY, source) == document("a\nb", r"\usepackage{xcolor}")


def test_hyperref_from_the_text_comes_before_cleveref():
    source = document("\\usepackage{hyperref}\na", "\\usepackage{amsmath}\n\\usepackage{cleveref}")
    new = cured(hoist_loadings, ONLY, source)
    assert new.index("amsmath") < new.index("hyperref") < new.index("cleveref")


def test_a_declaration_moves_into_the_preamble_with_its_arguments():
    source = document("a\n\\DeclareMathOperator{\\rank}{rank}\n$\\rank$")
    message = r"\DeclareMathOperator may stand only before \begin{document}."
    new = cured(hoist_command, message, source)
    assert new == document("a\n\n$\\rank$", r"\DeclareMathOperator{\rank}{rank}")


def test_the_class_comes_first():
    source = "\\usepackage{booktabs}\n" + document("a")
    assert cured(begin_with_class, ORDER, source) == document("a", r"\usepackage{booktabs}")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("yelow", r"\textcolor{yellow}{a}"),
        ("MidnightBlue", r"\usepackage[dvipsnames]{xcolor}"),
        ("AliceBlue", r"\usepackage[svgnames]{xcolor}"),
        ("lightpurple", r"\definecolor{lightpurple}{rgb}{0.80,0.60,0.80}"),
        ("brandish", r"\definecolor{brandish}{rgb}{0.00,0.00,0.00}"),
    ],
)
def test_a_colour_is_corrected_taken_from_a_palette_or_defined(name, line):
    source = document(rf"\textcolor{{{name}}}{{a}}", r"\usepackage{xcolor}")
    assert line in cured(define_colour, colour(name), source, code="undefined-color")


def test_a_package_that_must_follow_another_one_is_moved_behind_it():
    source = document("a", "\\usepackage{cleveref}\n\\usepackage{hyperref}")
    new = cured(reorder_packages, "cleveref: cleveref must be loaded after hyperref", source)
    assert new.index("{hyperref}") < new.index("{cleveref}")


def test_a_title_behind_its_page_moves_up_and_a_missing_one_is_empty():
    source = document("\\maketitle\n\\title{Rods}\na")
    new = cured(
        give_title, r"\maketitle is used, but there is no \title given. No \title given", source
    )
    assert new.index(r"\title{Rods}") < new.index(r"\begin{document}")
    bare = document(r"\maketitle")
    assert r"\title{}" in cured(give_title, r"No \title given", bare)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "remedy"),
    [
        (document("\\usepackage{xcolor}\n\\textcolor{red}{a}"), "hoist-loadings"),
        ("\\usepackage{xcolor}\n" + document("a"), "begin-with-class"),
        (document(r"\textcolor{darkgold}{a}", r"\usepackage{xcolor}"), "define-colour"),
        (document("a", "\\usepackage{cleveref}\n\\usepackage{hyperref}"), "reorder-packages"),
        (document("\\maketitle\n\\title{Rods}", r"\author{a}"), "give-title"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, source, remedy):
    assert cured_by(tmp_path, source, remedy)[1] == ()
