"""Numbers, their tolerances and their bounds do not vanish from a sentence that stays."""

import pytest

from reflect.change import Change
from reflect.finding import Category
from tests.reflect.gating import rules

TEXT = r"The cart weighed 5.2 kg with its load, and $g$ was $9.81 \pm 0.05$ m/s$^2$ near the door."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("5.2 kg", "some kg"), ("5.2 kg", "a few kilograms"), ("5.2 kg", "kg"),
        (r" \pm 0.05", ""), ("weighed 5.2 kg", "was heavy"), ("was $9.81", "was about $g"),
    ],
)  # fmt: skip
def test_a_number_that_becomes_words_is_named(old, new):
    assert "number-dropped" in rules(TEXT, TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"9.81 \pm 0.05", "9.81(5)"), ("5.2 kg", "about 5.2 kg"), ("5.2 kg", "5200 g"),
        ("5.2 kg", r"\fact{cart.mass}"), ("5.2 kg", r"\cartmass"), (r"$9.81 \pm 0.05$ m/s$^2$",
        r"\SI{9.81 \pm 0.05}{\metre\per\second\squared}"),
        ("The cart weighed 5.2 kg with its load, and", "The load was noted, and"),
    ],
)  # fmt: skip
def test_another_form_or_a_struck_clause_is_no_loss(old, new):
    assert rules(TEXT, TEXT.replace(old, new)) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("5 kilograms", "five kilograms"), (r"50\,\%", "half"), (r"100\,\%", "all"),
     ("200 runs", "two hundred runs"), ("1000 runs", "a thousand runs"), ("0.5 m", "half a metre")],
)  # fmt: skip
def test_a_number_may_be_said_in_words(old, new):
    text = "On the first day OLD of the powder went through the sieve."
    assert rules(text.replace("OLD", old), text.replace("OLD", new)) == ()


def test_a_number_may_move_to_another_sentence():
    after = (
        TEXT.replace("weighed 5.2 kg with its load", "had its load") + " With it, it had 5.2 kg."
    )
    assert rules(TEXT, after) == ()


def test_a_reference_may_take_the_place_of_a_number():
    text = "As Section 2.3 says, the rail was levelled.\\label{a}"
    assert rules(text, text.replace("Section 2.3", r"Section~\ref{a}")) == ()


def test_a_change_about_a_number_may_take_it_away():
    after = TEXT.replace("5.2 kg", "some kg")
    named = (Change("n1", "no source", "drop it", removes=("5.2",)),)
    loose = (Change("n1", "no source", "drop it", Category.UNSUPPORTED_CLAIM),)
    other = (Change("n1", "unclear", "say it clearly"),)
    assert rules(TEXT, after, plan=named) == rules(TEXT, after, plan=loose) == ()
    assert rules(TEXT, after, plan=other) == ("number-dropped",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("$p < 0.05$", "$p > 0.05$"), (r"$p \leq 0.05$", r"$p \geq 0.05$"),
        ("$p < 0.05$", "$p = 0.05$"),
        ("less than 0.05", "more than 0.05"), ("at least 5 mm", "at most 5 mm"),
        ("above 5 mm", "below 5 mm"), ("$a < b$", "$a > b$"), ("不超过 5 毫米", "超过 5 毫米"),
        ("大于 5", "小于 5"),
    ],
)  # fmt: skip
def test_a_bound_that_turns_is_named(old, new):
    text = "In all of the runs the share was OLD by the end of the day."
    before, after = text.replace("OLD", old), text.replace("OLD", new)
    assert rules(before, after) == ("relation-turned",)
    assert rules(after, before) == ("relation-turned",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("$p < 0.05$", r"$p \lt 0.05$"), ("$p < 0.05$", "$0.05 > p$"), ("$p < 0.05$", "below 0.05"),
        ("$p < 0.05$", r"$p \leq 0.05$"), ("more than 5 mm", "over 5 mm"),
        ("at most 5 mm", "not more than 5 mm"), ("$a < b$", "$b > a$"),
    ],
)  # fmt: skip
def test_the_same_bound_in_another_form_is_none(old, new):
    text = "In all of the runs the share was OLD by the end of the day."
    assert rules(text.replace("OLD", old), text.replace("OLD", new)) == ()
