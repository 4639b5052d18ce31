"""What of a section a reviser gets to see."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latex.sections import outline
from reflect.apply import Application
from reflect.apply_scope import LONG, passage_of, reaches_beyond
from reflect.evidence import Evidence
from reflect.finding import Category
from reflect.roles import Hooks, Policy
from tests.reflect.drafts import ScriptedReviser, change, prose
from tests.reflect.test_apply import damage

PARAGRAPHS = [prose(seed) for seed in range(8)]
SOURCE = "\n".join(
    [
        r"\documentclass{article}",
        r"\begin{document}",
        r"\section{Method}\label{sec:method}",
        r"% as in the notes",
        PARAGRAPHS[0],
        "",
        PARAGRAPHS[1],
        "",
        PARAGRAPHS[2],
        r"\begin{figure}",
        r"\includegraphics{track.pdf}",
        r"\caption{The track with both gates.}\label{fig:track}",
        r"\end{figure}",
        r"\subsection{Gates}",
        PARAGRAPHS[3],
        r"\subsection{Carts}",
        r"\begin{itemize}",
        r"\item The first cart is light.",
        "",
        r"\item The second cart is heavy.",
        r"\end{itemize}",
        PARAGRAPHS[4],
        "",
        r"{\small These words stand in a group.",
        "",
        r"So do these words at its end.}",
        "",
        PARAGRAPHS[5],
        r"\section{Short}",
        PARAGRAPHS[6],
        "",
        PARAGRAPHS[7],
        r"\end{document}",
        "",
    ]
)
OUTLINE = outline(SOURCE)
METHOD = OUTLINE.get("n1")
WHOLE = METHOD.start, METHOD.end


def passage(evidence, scope="auto", section="n1", source=SOURCE, **fields):
    found = outline(source)
    where = found.get(section)
    assert where is not None
    asked = change(section, evidence=evidence, **fields)
    return source[slice(*passage_of(source, asked, where, found, scope))]


def whole(section="n1"):
    found = OUTLINE.get(section)
    return SOURCE[found.start : found.end]


def test_the_section_is_long_enough_to_be_narrowed_and_the_other_is_not():
    assert METHOD.end - METHOD.start > LONG
    assert passage("case 6a", section="n4") == whole("n4")
    assert passage("case 6a", "paragraph", "n4") == PARAGRAPHS[6]


@pytest.mark.parametrize("number", [1, 5])
def test_a_quote_of_one_paragraph_is_narrowed_to_it(number):
    assert passage(f"in case {number}a") == PARAGRAPHS[number]


@pytest.mark.parametrize("scope", ["auto", "paragraph"])
def test_the_first_paragraph_comes_without_heading_label_and_comment(scope):
    assert passage("in case 0a", scope) == PARAGRAPHS[0]
    assert passage("in case 3a", scope) == PARAGRAPHS[3]


def test_the_paragraphs_that_a_quote_reaches_over_come_together():
    quote = f"{PARAGRAPHS[0][-30:]}\n\n{PARAGRAPHS[1][:30]}"
    assert passage(quote) == f"{PARAGRAPHS[0]}\n\n{PARAGRAPHS[1]}"


def test_a_list_is_not_cut_in_two():
    got = passage("The second cart is heavy")
    assert got.startswith(r"\begin{itemize}")
    assert got.endswith(PARAGRAPHS[4])


@pytest.mark.parametrize("scope", ["auto", "section", "paragraph"])
def test_without_a_quote_or_with_one_from_elsewhere_the_section_is_sent(scope):
    assert passage("", scope) == whole()
    assert passage("in case 6a", scope) == whole()
    assert passage("Method", scope) == whole()


def test_a_section_is_sent_where_one_is_wished():
    assert passage("in case 1a", "section") == whole()


@pytest.mark.parametrize(
    "fields",
    [
        {"category": Category.STRUCTURE},
        {"category": Category.COVERAGE},
        {"category": Category.REPETITION},
        {"action": "Move the sentence behind the one on friction."},
        {"action": "Use the past tense throughout."},
        {"action": "Merge it with the next paragraph."},
        {"issue": "The paragraphs are in the wrong order."},
        {"issue": "The words are wrong (3 places)."},
        {"action": "把这一句移到下一段。"},
        {"issue": "全节时态不一致。"},
        {"removes": (PARAGRAPHS[5][:40],)},
    ],
)
def test_a_change_that_reaches_beyond_its_quote_gets_the_section(fields):
    assert passage("in case 1a", **fields) == whole()


@pytest.mark.parametrize(
    "action",
    [
        "Put the sentence into the past tense.",
        "Say that the slope deviates by 2.4 standard uncertainties.",
        "Remove the claim.",
        "Use the paragraph's own value.",
        "改为过去时。",
    ],
)
def test_a_change_of_one_sentence_does_not(action):
    assert not reaches_beyond(change("n1", action=action))


def test_a_quote_that_stands_there_twice_is_no_place():
    assert passage("Each series was repeated") == whole()


def test_a_quote_behind_a_placeholder_gets_the_section():
    assert passage("The track with both gates") == whole()


def test_a_paragraph_that_is_no_whole_piece_of_latex_is_not_sent_alone():
    assert passage("So do these words at its end") == whole()
    assert passage("So do these words at its end", "paragraph").endswith("at its end.}")


def test_a_paragraph_that_is_most_of_its_section_is_not_worth_narrowing():
    source = f"\\section{{A}}\n{' '.join(PARAGRAPHS)}\n\nOne more word.\n"
    assert passage("in case 3a", source=source) == source


def test_the_reviser_is_told_the_section_that_holds_the_paragraph():
    reviser = ScriptedReviser(("in case 3a", "in the third case"))
    asked = change("n1", evidence="in case 3a")
    applied = Application(SOURCE, reviser, Policy(), Evidence(), Hooks(), 1).run([asked])
    (task,) = reviser.tasks
    assert (task.scope, task.path, task.text) == ("paragraph", ("Method", "Gates"), PARAGRAPHS[3])
    assert applied.text == SOURCE.replace("in case 3a", "in the third case")


@given(st.integers(), st.sampled_from([0, 1, 3, 5]))
@settings(max_examples=100, deadline=None)
def test_whatever_is_answered_the_rest_of_the_section_stays(seed, number):
    reviser = ScriptedReviser(answer=lambda task: damage(task.text, seed))
    asked = change("n1", evidence=f"in case {number}a")
    applied = Application(SOURCE, reviser, Policy(), Evidence(), Hooks(), 1).run([asked])
    (task,) = reviser.tasks
    assert task.scope == "paragraph"
    start = SOURCE.index(PARAGRAPHS[number])
    assert applied.text.startswith(SOURCE[:start])
    assert applied.text.endswith(SOURCE[start + len(PARAGRAPHS[number]) :])


@given(st.text(), st.text(), st.sampled_from(["auto", "paragraph"]))
def test_any_passage_lies_in_its_section(text, evidence, scope):
    source = f"\\section{{A}}{text}\n\\section{{B}}\n{text}"
    found = outline(source)
    for section in found:
        span = passage_of(source, change("n1", evidence=evidence), section, found, scope)
        assert section.start <= span[0] <= span[1] <= section.end
