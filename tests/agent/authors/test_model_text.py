"""Tidying and placing: what is mended in a model's text without asking."""

import pytest

from agent.authors.model_placing import place, references
from agent.authors.model_tidy import tidy


@pytest.mark.parametrize(
    "text",
    [
        "The mean is \\fact{a_b.c} at 5\\% of $x_1 & y$; see Figure~\\ref{fig:a_b}.",
        "\\begin{align}\n a &= b_1 \\\\\n c &= d\n\\end{align}",
        "R\\&D, \\#1, a\\_b, \\url{a_b#c}, \\citep{a_b}, \\qty{5}{\\metre}",
        "Here the mean is good.\nNext.",
        "\\begin{itemize}\n\\item a\n\\end{itemize}",
        "Dashes - like this - are no list.",
        "\\verb|a_b & c|",
    ],
)
def test_what_is_right_stays_as_it_is(text):
    assert tidy(text) == text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Sure! Here is the section:\n\nThe mean.", "The mean."),
        ("以下是正文：\n平均值。", "平均值。"),
        ("\\section{Results}\n\\label{sec:r}\nThe mean.", "The mean."),
        ("## Results\n\nThe mean.", "The mean."),
        ("The **mean** of run_1.", "The \\emph{mean} of run\\_1."),
        ("One.\n\n### Part\nTwo.", "One.\n\n\\subsection{Part}\nTwo."),
        ("It is 5% of A & B #1.", "It is 5\\% of A \\& B \\#1."),
        ("- a\n- b\n\nEnd.", "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}\n\nEnd."),
    ],
)
def test_habits_with_one_cure_are_cured(written, meant):
    assert tidy(written) == meant
    assert tidy(meant) == meant


def test_a_second_placing_is_taken_out():
    text = "One Figure~\\ref{fig:a}.\n\n\\asset{fig:a}\n\nTwo.\n\n\\asset{fig:a}\n\nThree."
    assert place(text, ("fig:a",), "en") == (
        "One Figure~\\ref{fig:a}.\n\n\\asset{fig:a}\n\nTwo.\n\nThree."
    )


def test_a_missing_one_follows_the_paragraph_that_refers_to_it():
    text = "One Figure~\\ref{fig:a}\nshows.\n\nTwo."
    assert place(text, ("fig:a",), "en") == (
        "One Figure~\\ref{fig:a}\nshows.\n\n\\asset{fig:a}\n\nTwo."
    )


def test_a_missing_one_does_not_fall_into_a_list():
    text = "\\begin{itemize}\n\\item See Figure~\\ref{fig:a}.\n\n\\item b\n\\end{itemize}\n\nEnd."
    placed = place(text, ("fig:a",), "en")
    assert placed.index("\\end{itemize}") < placed.index("\\asset{fig:a}") < placed.index("End.")


def test_one_that_nobody_mentions_is_pointed_to():
    assert place("Text.", ("tab:b",), "en") == (
        "Text.\n\nSee Table~\\ref{tab:b}.\n\n\\asset{tab:b}"
    )
    assert place("正文。", ("fig:a",), "zh") == "正文。\n\n见图~\\ref{fig:a}。\n\n\\asset{fig:a}"


def test_a_placing_in_a_comment_is_none():
    assert place("% \\asset{fig:a}\nText.", ("fig:a",), "en").endswith("\n\n\\asset{fig:a}")


def test_references_are_found_in_all_their_forms():
    assert references("\\ref{fig:a}, \\cref{fig:b, tab:c} % \\ref{fig:d}") == (
        "fig:a",
        "fig:b",
        "tab:c",
    )
