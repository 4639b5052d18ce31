"""Where a change lands, and that nothing else moves."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.sections import outline
from reflect.apply import Application, body_of, found, target_of
from reflect.evidence import Evidence
from reflect.roles import Hooks, Policy
from tests.reflect.drafts import DRAFT, ScriptedReviser, change, prose

TWINS = "\n".join(
    [
        r"\documentclass{article}",
        r"\begin{document}",
        r"\section{Set-up}", prose(0), "",
        r"\subsection{Remarks}", prose(1), "",
        r"\section{Results}", prose(2), "",
        r"\subsection{Remarks}", prose(3), "",
        r"\section{Empty}",
        r"\section*{Thanks} % to all",
        prose(4),
        r"\end{document}", "",
    ]
)  # fmt: skip


def apply(source, reviser, *changes, policy=Policy(), **hooks):  # noqa: B008  # frozen
    return Application(source, reviser, policy, Evidence(), Hooks(**hooks), 1).run(changes)


def text_of(source, anchor):
    section = outline(source).get(anchor)
    return source[section.start : section.end]


def adds(words):
    return ScriptedReviser(answer=lambda task: f"{task.text.rstrip()} {words}\n\n")


def test_of_two_sections_with_one_title_the_right_one_is_changed():
    applied = apply(TWINS, adds("One more remark."), change("n4"))
    assert text_of(applied.text, "n4") == text_of(TWINS, "n4").rstrip() + " One more remark.\n\n"
    assert text_of(applied.text, "n2") == text_of(TWINS, "n2")


def test_a_section_and_its_subsection_are_asked_for_one_after_the_other():
    reviser = adds("More is said.")
    applied = apply(TWINS, reviser, change("n3", "a"), change("n4", "b"), change("n1", "c"))
    assert [attempt.fate for attempt in applied.attempts] == ["kept"] * 3
    assert [attempt.change.issue for attempt in applied.attempts] == ["a", "c", "b"]
    assert "More is said." in reviser.tasks[2].text


def test_sections_that_do_not_touch_are_asked_for_in_one_wave():
    waves = []

    def each(ask, tasks):
        waves.append([task.path[-1] for task in tasks])
        return map(ask, tasks)

    apply(TWINS, adds("More."), change("n1"), change("n3"), change("n6"), change("n4"), each=each)
    assert waves == [["Set-up", "Results", "Thanks"], ["Remarks"]]


def test_an_empty_section_can_be_filled():
    reviser = ScriptedReviser(answer=lambda task: f"{task.text}Now it says something.\n")
    applied = apply(TWINS, reviser, change("n5"))
    assert text_of(applied.text, "n5") == "\\section{Empty}\nNow it says something.\n"


def test_the_last_section_ends_before_the_end_of_the_document():
    applied = apply(TWINS, adds("The end."), change("n6"))
    assert applied.text.endswith("The end.\n\n\\end{document}\n") or applied.text.endswith(
        "The end.\n\\end{document}\n"
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_outside_stay_and_the_section_is_what_was_answered(ending):
    source = TWINS.replace("\n", ending)
    applied = apply(source, adds("More."), change("n3"))
    before, after = outline(source).get("n3"), outline(applied.text).get("n3")
    assert applied.text[: after.start] == source[: before.start]
    assert applied.text[after.end :] == source[before.end :]
    assert applied.attempts[0].fate == "kept"


def test_a_target_is_what_its_section_is_not_where_it_lies():
    longer = TWINS.replace("\\section{Set-up}\n", "\\section{Set-up}\nA new first sentence.\n")
    target = target_of("n4", outline(TWINS))
    assert found(target, outline(longer)).title == "Remarks"
    assert found(target, outline(longer)).start > outline(TWINS).get("n4").start
    with pytest.raises(KeyError):
        target_of("n99", outline(TWINS))


def test_a_change_whose_section_is_gone_is_skipped():
    target = target_of("n5", outline(TWINS))
    assert found(target, outline(TWINS.replace("\\section{Empty}\n", ""))) is None


def test_the_body_is_between_the_title_and_the_bibliography():
    source = DRAFT.replace(r"\end{document}", "\\bibliography{refs}\n\\end{document}")
    start, end = body_of(source)
    assert source[:start].endswith("\\maketitle")
    assert source[end:].startswith("\\bibliography{refs}")
    assert body_of("Only text.") == (0, 10)


def test_a_rewrite_of_the_body_that_loses_a_section_is_refused():
    reviser = ScriptedReviser((r"\section{Conclusion}" + "\n", ""))
    applied = apply(DRAFT, reviser, change("whole"))
    assert applied.text == DRAFT
    assert applied.attempts[0].fate == "refused"
    assert applied.attempts[0].after


def damage(text, seed):
    """A reply as a weak model gives it: cut, doubled, with pieces of LaTeX in it."""
    chance = random.Random(seed)
    pieces = [
        "\\section{New}", "\\end{document}", "%", "}", "{", "\\begin{verbatim}", "```", "$",
        "\\documentclass{article}", "[[FIGURE-1]]", "[[FIGURE-9]]", "<think>", "\\iffalse ",
        "[rest unchanged]", "\\verb|", "\n\n", "\\end{figure}", "\\subsection{B}", "\ud800", "\x00",
    ]  # fmt: skip
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(pieces) + text[place:]
    return text[: chance.randrange(len(text) + 1)] if chance.random() < 0.5 else text


@given(st.integers(), st.sampled_from(["n1", "n2", "n3", "n4"]))
def test_whatever_is_answered_the_rest_of_the_draft_stays(seed, anchor):
    reviser = ScriptedReviser(answer=lambda task: damage(task.text, seed))
    applied = apply(DRAFT, reviser, change(anchor))
    before = outline(DRAFT)
    after = outline(applied.text)
    assert [s.title for s in after if s.level == 1] == [s.title for s in before if s.level == 1]
    old, new = before.get(anchor), after.get(anchor)
    assert applied.text[: new.start] == DRAFT[: old.start]
    assert applied.text[new.end :] == DRAFT[old.end :]
    assert len(applied.attempts) == 1
