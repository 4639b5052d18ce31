import pytest

from compile.remedies.classes import (
    define_front_block,
    define_front_matter,
    lower_chapters,
    replace_missing_class,
    take_beamer,
    unnest_document,
)
from tests.compile.remedies.curing import cured, cured_by, document


def undefined(name: str) -> str:
    return f"The command \\{name} is not defined; it is misspelt or its package is not loaded."


def absent(name: str) -> str:
    return f"The document class {name} is not installed, or its name is misspelt."


@pytest.mark.parametrize(
    ("remedy", "message", "source"),
    [
        (lower_chapters, undefined("chaptr"), document(r"\section{a}")),
        (take_beamer, undefined("frametitle"), document("a")),
        (take_beamer, undefined("pause"), document(r"\begin{frame}a\end{frame}", name="beamer")),
        (define_front_matter, undefined("mine"), document(r"\mine")),
        (define_front_matter, undefined("affiliation"), document("a")),
        (define_front_block, "The environment mine is not defined", document("a")),
        (replace_missing_class, absent("other"), document("a")),
        (replace_missing_class, "The package other is not installed", document("a")),
        (unnest_document, "", document(r"\verb|\begin{document}|")),
    ],
)
def test_what_is_right_stays(remedy, message, source):
    assert cured(remedy, message, source) == source


def test_a_chapter_in_an_article_is_a_section():
    source = document("\\chapter{A}\\label{a}\n\\chapter*{B}")
    new = cured(lower_chapters, undefined("chapter"), source)
    assert new == source.replace(r"\chapter", r"\section")


def test_chapters_over_sections_make_a_report():
    body = "\\chapter{A}\n\\section{B}\n\\chapter{C}"
    new = cured(lower_chapters, undefined("chapter"), document(body))
    assert new == document(body, name="report")


def test_frames_make_slides():
    body = "\\begin{frame}\n\\frametitle{a}\n\\end{frame}"
    assert cured(take_beamer, undefined("frametitle"), document(body)) == document(
        body, name="beamer"
    )


def test_a_class_that_is_not_there_is_replaced_with_what_its_head_needs():
    source = document(r"\maketitle", r"\institute{A school}", "svjour3", "twocolumn,smallext")
    new = cured(replace_missing_class, absent("svjour3"), source)
    assert r"\documentclass[twocolumn]{article}" in new
    assert r"\newcommand{\institute}" in new
    chapters = document(r"\chapter{A}", name="svmono")
    assert r"\documentclass{report}" in cured(replace_missing_class, absent("svmono"), chapters)


def test_a_misspelt_class_is_corrected():
    source = document("a", name="artcle")
    assert cured(replace_missing_class, absent("artcle"), source) == document("a")


def test_a_document_in_a_document_is_unwrapped():
    source = document("a\n" + document("b", r"\usepackage{array}").rstrip())
    new = cured(unnest_document, "", source)
    assert new.count(r"\documentclass") == new.count(r"\begin{document}") == 1
    assert new.index("array") < new.index(r"\begin{document}") < new.index("b\n")


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "remedy"),
    [
        (document(r"\chapter{A}"), "lower-chapters"),
        (document("\\begin{frame}\n\\frametitle{a}\n\\end{frame}"), "take-beamer"),
        (document(r"\maketitle", "\\title{a}\\author{b}\\institute{c}", "svjour3"),
         "replace-missing-class"),
        (document(r"\begin{keywords}a\end{keywords}"), "define-front-block"),
        (document("a\n" + document("b")), "unnest-document"),
    ],
)  # fmt: skip
def test_tex_takes_what_is_mended(tmp_path, source, remedy):
    assert cured_by(tmp_path, source, remedy)[1] == ()
