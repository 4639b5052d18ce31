import pytest

from tests.reflect.checks.form import cured, document, found, seen

ENGLISH = "We measure the slope of the line, and that was it."


@pytest.mark.parametrize(
    "source",
    [
        "All that that man had had had no effect on the slope of the line.",
        "It is very very long, what it is is clear, and the long long type of C.",
        "the $x$ the, the \\cite{a} the, the\\\\ the, the. The, the~the",
        "The Duran Duran, Pago Pago and New New York of the world.",
        "the\n\nthe slope of the line",
        "the the-ory of the line",
        "\\emph{the} the slope of the line",
        "log log of the and that",
        document("Die, die die Leute der der Welt, und das das.", r"\usepackage[ngerman]{babel}"),
        "Nunc vestibulum vestibulum gravida gravida in a est.",
        "\\begin{lstlisting}\nthe the of the\n\\end{lstlisting}",
        "% the the of the",
    ],
)
def test_words_that_may_stand_there_twice_are_left_alone(source):
    assert seen("double-word", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("We see the the slope of it.", "We see the slope of it."),
        ("We see the\nthe slope of it.", "We see the slope of it."),
        ("The the slope of it.", "The slope of it."),
        ("And the slope slope of it.", "And the slope of it."),
        (r"\caption{Slope of of the line.}", r"\caption{Slope of the line.}"),
    ],
)
def test_a_double_word_becomes_one(source, right):
    assert cured("double-word", source) == right
    assert seen("double-word", right) == []


def test_a_double_word_around_a_comment_is_told_and_not_cured():
    source = "We see the % again\nthe slope of it."
    assert len(found("double-word", source)) == 1
    assert cured("double-word", source) is None


@pytest.mark.parametrize(
    "source",
    [r"1...9, ../data, \dots, \ldots, $1, ..., n$, etc.", "a....b", r"\verb|...|", "% a ..."],
)
def test_what_is_no_ellipsis_of_stops_is_left_alone(source):
    assert seen("three-dots", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("One, two, ... and", r"One, two, \dots{} and"),
        ("wait...", r"wait\dots{}"),
        ("a . . . b", r"a \dots{} b"),
        ("等等...所以", "等等……所以"),
    ],
)
def test_three_stops_become_an_ellipsis(source, right):
    assert cured("three-dots", source) == right
    assert seen("three-dots", right) == []


@pytest.mark.parametrize(
    "source", ["et al. ...", "e.g.: this", "a ... b", "a::b", "../..", "$a,,b$", "x, , y", "1..9"]
)
def test_signs_that_mean_something_are_left_alone(source):
    assert seen("double-sign", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("steep,, and", "steep, and"),
        ("and so on.. The", "and so on. The"),
        ("很大，，所以", "很大，所以"),
        ("很大。。", "很大。"),
    ],
)
def test_a_sign_too_many_is_taken_away(source, right):
    assert cured("double-sign", source) == right


@pytest.mark.parametrize(
    "source",
    ["of .5 or so", "in $a , b$ ", r"\verb|a|, b", "He said : so", "the .tex file", "a %\n,"],
)
def test_spaces_that_are_right_are_left_alone(source):
    assert seen("space-before-sign", source) == []


def test_a_space_before_a_comma_is_taken_away():
    assert cured("space-before-sign", "The slope , which is steep .") == (
        "The slope, which is steep."
    )
