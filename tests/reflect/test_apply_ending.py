"""A reply that stops right behind a sentence, and edits that only look so."""

import re

import pytest

from reflect.apply import Application
from reflect.apply_ending import breaks_off
from reflect.evidence import Evidence
from reflect.finding import Category
from reflect.history import Termination
from reflect.loop import reflect
from reflect.roles import Hooks, NoRevision, Policy, Roles
from tests.reflect.drafts import CRITERIA, ScriptedCritic, ScriptedReviser, change, plan, prose

FIRST, SECOND, THIRD = prose(0), prose(1), prose(2)
SECTION = f"\\section{{Results}}\\label{{sec:results}}\n{FIRST}\n\n{SECOND} % twice\n\n{THIRD}\n"
CHINESE = (
    "\\section{结果}\n弹簧的长度随砝码质量线性增加。每次读数重复三遍取平均值。"
    "残差没有明显的趋势。\n"
)
ENDS = [match.end() for match in re.finditer(r"\.(?=\s)", SECTION)][:-1]
ASKED = [change("n1", "The tense is wrong.", action="Use the past tense there.")]


def stops(new, *changes, old=SECTION):
    return breaks_off(old, new, changes or ASKED)


@pytest.mark.parametrize("place", ENDS)
def test_a_text_that_stops_behind_a_sentence_is_told_what_is_missing(place):
    assert "in case 2d" in stops(SECTION[:place])
    assert "in case 2d" in stops(SECTION[:place].replace("second", "second or so") + "\n\n")


@pytest.mark.parametrize("place", [m.end() for m in re.finditer("。", CHINESE)][:-1])
def test_so_it_is_in_chinese(place):
    assert "残差没有明显的趋势" in stops(CHINESE[:place], old=CHINESE)


@pytest.mark.parametrize("place", ENDS[1:])
def test_so_it_is_where_the_last_sentence_that_came_is_revised(place):
    start = SECTION.rindex(" in case", 0, place)
    new = f"{SECTION[:start]} as it had been{SECTION[start:place]}"
    assert stops(new)


@pytest.mark.parametrize(
    "new",
    [
        SECTION,
        SECTION.rstrip() + " One more remark.\n",
        SECTION.replace("\n\n", "\n\n\n").replace(" the ", "\nthe "),
        SECTION.replace(" % twice", ""),
        SECTION.replace(FIRST + "\n\n", ""),
        SECTION.replace(f"{SECOND} % twice\n\n{THIRD}", f"{THIRD}\n\n{SECOND}"),
        SECTION.replace("was estimated from", "had been derived from"),
        SECTION.replace(". The scatter of the", ", and the scatter of all"),
        SECTION[: SECTION.rindex("The scatter")] + "Nothing else was done on that day at all.\n",
        SECTION[: SECTION.rindex("The scatter")] + "The readings scatter more than the timer.\n",
    ],
)
def test_a_text_that_ends_as_before_or_in_new_words_is_whole(new):
    assert not stops(new)


@pytest.mark.parametrize(
    "fields",
    [
        {"category": Category.VERBOSITY},
        {"category": Category.REPETITION},
        {"category": Category.UNSUPPORTED_CLAIM},
        {"evidence": "The scatter of the readings is larger than the resolution of the timer"},
        {"evidence": "in case 2c. The scatter of the readings is"},
        {"removes": ("the timer in case 2d",)},
        {"action": "Remove the sentence on the series."},
        {"action": "Shorten it."},
        {"action": "Leave out what was said before."},
        {"issue": "The closing sentence says nothing."},
        {"action": "删去最后一句。"},
        {"source": "user"},
    ],
)
def test_what_a_change_may_take_away_may_go(fields):
    assert not stops(SECTION[: ENDS[-1]], change("n1", **fields))


def test_a_change_of_another_place_may_not():
    elsewhere = change("n1", evidence=FIRST[:40], removes=("hooke",))
    assert stops(SECTION[: ENDS[-1]], elsewhere)
    assert not stops(SECTION[: ENDS[-1]], elsewhere, change("n1", category=Category.VERBOSITY))


@pytest.mark.parametrize("text", ["", " \n", "\\section{A}", "One.", "% a\n", "\\verb|", "a b c"])
def test_short_texts_and_texts_without_a_sentence_end_anywhere(text):
    assert not stops(text, old=text)
    assert not stops("", old=text)


def test_such_a_reply_is_among_what_a_reviser_is_told_and_is_refused():
    source = f"\\documentclass{{article}}\n\\begin{{document}}\n{SECTION}\\end{{document}}\n"
    told = []

    def answer(task):
        told.extend(task.examine(task.text[: task.text.rindex("The scatter")]))
        return task.text[: task.text.rindex("The scatter")]

    run = Application(source, ScriptedReviser(answer=answer), Policy(), Evidence(), Hooks(), 1).run(
        [change("n1")]
    )
    assert (run.text, run.attempts[0].fate) == (source, "refused")
    assert [o.rule for o in run.attempts[0].verdict.objections] == ["end-lost"]
    assert run.attempts[0].reasons == tuple(told)
    assert "stops before" in told[0]


def test_a_reviser_that_knows_of_its_cut_may_say_so():
    source = f"\\documentclass{{article}}\n\\begin{{document}}\n{SECTION}\\end{{document}}\n"
    cut = ScriptedReviser(answer=lambda task: NoRevision("The reply was cut off at a limit."))
    result = reflect(
        source, Roles(ScriptedCritic(plan(change("n1"))), cut), Policy(rounds=1, criteria=CRITERIA)
    )
    assert result.final == source
    assert result.termination is Termination.NOT_IMPROVED
    assert result.history[0].attempts[0].reasons == ("The reply was cut off at a limit.",)
