"""Numbers of a sentence that stays must stay."""

import pytest

from reflect.change import Change
from reflect.finding import Category
from tests.reflect.gating import rules

SENTENCE = "The volume went from 48 down to 12 while the rod of 5 mm was 20.5 times as long."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("to 12", "to 15"), ("48", "84"), ("20.5", "25.0"), ("5 mm", "5 cm"), ("5 mm", "50 cm"),
        ("5 mm", "7 mm"), ("from 48 down to 12", "from 12 down to 48"),
    ],
)  # fmt: skip
def test_another_number_in_the_same_sentence_is_named(old, new):
    # That the new value stands elsewhere by chance does not make it right.
    rest = "\n\nThere were 15 of them."
    assert rules(SENTENCE + rest, SENTENCE.replace(old, new) + rest) == ("number-changed",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("5 mm", "0.5 cm"), ("5 mm", r"5\,mm"), ("5 mm", r"\qty{5}{\milli\metre}"), ("20.5", "21"),
        ("5 mm", r"\SI{5}{mm}"), ("20.5", "20{,}5"), ("went", "ran"),
        ("The volume went from 48 down to 12 while the", "The"), ("5 mm", "5e-3 m"),
    ],
)  # fmt: skip
def test_another_form_of_the_same_number_is_none(old, new):
    assert rules(SENTENCE, SENTENCE.replace(old, new)) == ()


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("90 s", "1.5 min", True), ("2 h", "120 min", True), ("48 hours", "2 days", True),
        ("90 s", "90 min", False), ("90 s", "1.6 min", False), ("90 s", "90 m", False),
        ("0.5 kg", "500 g", True), ("0.5 kg", "50 g", False), ("12 mV", "0.012 V", True),
    ],
)  # fmt: skip
def test_another_unit_is_no_other_value(old, new, same):
    text = "The cart needed OLD on the whole way."
    found = rules(text.replace("OLD", old), text.replace("OLD", new))
    assert found == (() if same else ("number-changed",))


@pytest.mark.parametrize(
    "text",
    ["As Figure 3 shows, it grows.", "See Figures 3 and 4 for it.", "So says page 3 of the book.",
     "如图 3 所示，温度上升。"],
)  # fmt: skip
def test_the_number_of_a_figure_is_a_name(text):
    assert rules(text, text.replace("3", "5")) == ()


def test_a_number_may_be_set_right_where_a_change_is_about_it():
    body = SENTENCE + "\n\nThere were 15 of them."
    plan = (Change("n1", "The lower end is 15.", "Say 15.", Category.WRONG_NUMBER),)
    assert rules(body, body.replace("to 12", "to 15"), plan=plan) == ()


def test_a_user_may_name_the_new_number():
    plan = (Change("n1", "The lower end is 17.", "Say 17.", source="user"),)
    assert rules(SENTENCE, SENTENCE.replace("to 12", "to 17"), plan=plan) == ()
    other = (Change("n1", "The lower end is wrong.", "Mend it.", source="user"),)
    assert rules(SENTENCE, SENTENCE.replace("to 12", "to 17"), plan=other) == ("number-changed",)
