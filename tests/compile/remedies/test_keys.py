import pytest

from compile.remedies.keys import join_keys, readable, spell_keys
from latex.diagnostic import Diagnostic
from tests.compile.remedies.trying import first, problem_at, project_of, whole


@pytest.mark.parametrize(
    ("key", "plain"),
    [
        (r"fig:a\_b", "fig:a_b"),
        (r"fig:a\textunderscore{}b", "fig:a_b"),
        ("fig:a~b", "fig:a-b"),
        ("fig:a#1", "fig:a-1"),
        ("fig:50%", "fig:50-"),
        (r"fig:50\%", "fig:50-"),
        (r"fig:a\&b", "fig:a-b"),
        (r"fig:\textbf{x}", "fig:x"),
        ("fig:{x}", "fig:x"),
    ],
)
def test_keys_in_signs_that_tex_reads(key, plain):
    assert readable(key) == plain


@pytest.mark.parametrize("key", ["fig:a_b", "fig:größe", "a b", "eq:x^2", "$x$", "图:一"])
def test_keys_that_tex_reads_stay(key):
    assert readable(key) == key


def test_different_keys_stay_different():
    assert readable("fig:a~b", {"fig:a-b", "fig:a~b"}) == "fig:a-b-"


def test_label_and_references_change_together():
    body = "x\\label{fig:a\\_b}\n\nSee \\ref{fig:a\\_b} and \\cref{eq:x,fig:a\\_b}."
    project = project_of(whole(body))
    text = first(spell_keys, problem_at(project, "See", "bad-name"), project)
    assert text.count("fig:a_b") == 3


def test_an_escaped_reference_finds_its_label():
    project = project_of(whole("x\\label{fig:a_b}\n\nSee \\ref{fig:a\\_b}."))
    text = first(spell_keys, problem_at(project, "See", "bad-name"), project)
    assert text.count("{fig:a_b}") == 2


@pytest.mark.parametrize(
    "body", [r"x\label{fig:a_b}", r"% \label{fig:a\_b}", r"\verb|\label{fig:a\_b}|", r"a\_b \& c"]
)
def test_nothing_to_spell(body):
    project = project_of(whole(body))
    problem = problem_at(project, body, "bad-name")
    assert list(spell_keys(problem, project)) == []


def test_a_comma_in_a_key_is_taken_for_two_keys():
    body = r"x\label{fig:a,b} See \cref{fig:a,b} and \cref{eq:x,eq:y}."
    problem = Diagnostic("warning", "", "undefined-reference", "main.tex", 3, "fig:a")
    project = project_of(whole(body, "\\usepackage{cleveref}\n"))
    text = first(join_keys, problem, project)
    assert text.count("{fig:a-b}") == 2
    assert r"\cref{eq:x,eq:y}" in text


def test_without_cleveref_a_comma_does_no_harm():
    project = project_of(whole(r"x\label{fig:a,b} See \ref{fig:a,b}."))
    problem = Diagnostic("warning", "", "undefined-reference", "main.tex", 3, "fig:a")
    assert list(join_keys(problem, project)) == []


def test_a_long_row_of_braces_is_read_fast():
    for piece in (r"\label{", r"\ref[", r"\label{{", "{"):
        project = project_of(piece * (100_000 // len(piece)))
        problem = Diagnostic("error", "", "bad-name", "main.tex", 1)
        assert list(spell_keys(problem, project)) == []
