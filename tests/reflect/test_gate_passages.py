"""What an item, a footnote or a paragraph said must be said somewhere."""

import pytest

from reflect.change import Change
from reflect.finding import Category
from tests.reflect.gating import rules

LIST = r"""Before each run:
\begin{itemize}
\item the rail was levelled with a water level,
\item the timer was set to zero by hand,
\item the door of the laboratory was closed.
\end{itemize}"""
NOTE = r"The timer is old.\footnote{It was built in the workshop by a former student.} It works."
PARAGRAPH = (
    "The scale of the balance was read through a lens. Both observers wrote the value down before "
    "they compared it. Where they differed, the reading was taken again. No reading was left out "
    "later, and none was changed by hand or by the program."
)
PLAN = (Change("n1", "unclear", "say it clearly"),)


@pytest.mark.parametrize("name", ["itemize", "enumerate", "description"])
def test_an_item_that_goes_is_named(name):
    body = LIST.replace("itemize", name)
    without = body.replace("\\item the timer was set to zero by hand,\n", "")
    assert rules(body, without) == ("passage-lost",)


def test_an_item_of_one_word_is_an_item():
    body = "\\begin{itemize}\n\\item plain\n\\item bold\n\\item slanted\n\\end{itemize}"
    assert rules(body, body.replace("\\item bold\n", "")) == ("passage-lost",)
    assert rules(body, body.replace("plain\n\\item bold", "plain or bold")) == ()


def test_a_list_may_become_a_sentence():
    sentence = (
        "Before each run the rail was levelled with a water level, the timer was set to zero by "
        "hand, and the door of the laboratory was closed."
    )
    assert rules(LIST, sentence) == ()


def test_items_may_be_reworded_and_joined():
    joined = LIST.replace(
        "with a water level,\n\\item the timer was set to zero by hand,",
        "with a level and the timer set to zero by hand,",
    )
    assert rules(LIST, joined) == ()


def test_a_footnote_that_goes_is_named_and_one_that_becomes_text_is_not():
    start, end = NOTE.index("\\footnote"), NOTE.index(" It works")
    assert rules(NOTE, NOTE[:start] + NOTE[end:]) == ("passage-lost",)
    said = " It was built in the workshop by a former student."
    assert rules(NOTE, NOTE[:start] + said + NOTE[end:]) == ()


def test_a_plan_that_asks_for_nothing_less_loses_no_paragraph():
    assert rules(f"A.\n\n{PARAGRAPH}", "A.", plan=PLAN) == ("paragraph-lost",)
    merged = PARAGRAPH.replace(" Where they differed, the", " If different, a")
    assert rules(f"A.\n\n{PARAGRAPH}", f"A. {merged}", plan=PLAN) == ()


def test_a_person_and_a_plan_for_less_may_strike_a_paragraph():
    assert rules(f"A.\n\n{PARAGRAPH}", "A.") == ()
    less = (Change("n1", "too long", "shorten", Category.VERBOSITY),)
    assert rules(f"A.\n\n{PARAGRAPH}", "A.", plan=less) == ()
