"""Replies as models and servers really give them: no exception, no bad splice, all on record."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.model.scripted import ScriptedModel
from agent.reflecting.model_roles import model_roles
from latex.structure import structure
from reflect.change import PlanError
from reflect.evidence import Evidence
from reflect.history import Termination
from reflect.loop import reflect
from reflect.roles import Critiqued, NoRevision, Policy, Task
from tests.agent.reflecting.served import (
    MATERIAL,
    answering,
    fenced,
    item,
    plan_of,
    served,
    text_of,
)
from tests.endpoint import Answer, completion, stream
from tests.reflect.drafts import CRITERIA, DRAFT

pytestmark = pytest.mark.slow

ONE_ROUND = Policy(rounds=1, criteria=CRITERIA)
OLD = "photo gates were aligned by eye before each series of runs in case 2b"
NEW = "photo gates had been aligned by eye before each series of runs in case 2b"
EDITED = DRAFT.replace(OLD, NEW)
ITEM = item("n2", evidence=r"See Figure~\ref{fig:track}", action='Use \\emph{it}, said "so".')
PLAN = plan_of(ITEM)
PRETTY = json.dumps({"changes": [ITEM, item("n3")]}, indent=2)


def roles_of(critic, reviser):
    """`critic` and `reviser` give the reply to (purpose, text of the prompt)."""

    def answer(purpose, messages):
        return (critic if purpose.startswith("critique") else reviser)(messages[1].content)

    model = ScriptedModel(answer)
    return model, model_roles(
        model, model, None, language="en", material=MATERIAL, criteria=CRITERIA, protect=False,
        on_event=lambda event: None,
    )  # fmt: skip


def given_text(prompt):
    found = re.search(r"\n<text>\n(.*)\n</text>\n", prompt, re.DOTALL)
    assert found is not None
    return found[1]


def good(prompt):
    return fenced(given_text(prompt).replace(OLD, NEW))


def one_round(critic, reviser):
    _, roles = roles_of(critic, reviser)
    return reflect(DRAFT, roles, ONE_ROUND)


def critique(reply):
    _, roles = roles_of(lambda prompt: reply, good)
    assert roles.critic is not None
    return roles.critic(Critiqued(DRAFT, structure(DRAFT).outline, (), 1))


# Plans.

LATEX_PLAN = PLAN.replace("\\\\", "\\")
WITH_FENCE = plan_of(item("n2", action="Write:\n```latex\n\\emph{it}\n```\nand go on."))
FORMS = {
    "bare": PLAN,
    "in a fence": f"```json\n{PLAN}\n```",
    "prose and braces around": f"I kept {{{{ title }}}} and the set {{1, 2}} as they are.\n\n"
    f"```json\n{PLAN}\n```\nTell me if {{more}} is wanted.",
    "a fence inside a string": f"```json\n{WITH_FENCE}\n```",
    "commas and comments": "Plan {draft}:\n"
    + PLAN.replace('"]}', '",]},')[:-2]
    + ",], // done\n}\nend {x}",
    "python literals": "{'changes': [{'section': 'n2', 'issue': \"it's long\", 'action': 'Cut.', "
    "'severity': None, 'preserve': None}]}",
    "thinking before": f'<think>Maybe {{"changes": []}} is enough? No.</think>\n{PLAN}',
    "only the end of thinking": f'They want a plan. {{"changes": []}}\n</think>\n\n{PLAN}',
    "single backslashes": LATEX_PLAN,
    "a bare array": json.dumps([ITEM]),
    "a byte-order mark": "\ufeff" + PLAN,
}


@pytest.mark.parametrize("name", FORMS)
def test_a_plan_is_read_in_every_form_it_comes_in(name):
    (change,) = critique(FORMS[name]).changes
    assert change.section == "n2"
    assert "\x0c" not in change.action + change.evidence


def test_latex_in_a_json_string_keeps_its_backslash():
    plan = critique(LATEX_PLAN)
    assert plan.changes[0].evidence == r"See Figure~\ref{fig:track}"
    assert plan.repaired


BROKEN = {
    "thinking that never ends": '<think>First the abstract, then {"changes": [{"section": "n1',
    "stopped but cut": '{"changes": [{"section": "n2", "issue": "The',
    "another shape": '{"edits": [{"section": "Results", "why": "units missing"}]}',
    "a refusal": "I cannot help with that.",
    "nothing": "",
    "white space": " \n ",
    "a number": "7",
    "null": "null",
    "items of no use": '{"changes": [{"section": 3}, "n2", null]}',
    "deep": "[" * 5_000,
    "deep objects": '{"changes":' * 3_000,
    "braces": "{" * 100_000,
    "markdown": "1. **Results**: use the past perfect.\n2. Add units.",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_reply_that_is_no_plan_is_never_taken_for_no_defect(name):
    result = one_round(lambda prompt: BROKEN[name], good)
    assert result.termination is Termination.UNPARSEABLE_PLAN
    assert result.history[0].unparseable
    assert result.final == DRAFT


@pytest.mark.slow
@pytest.mark.parametrize("reply", [PRETTY, f"```json\n{PRETTY}\n```", f"The plan: {PRETTY}\nDone."])
def test_no_truncation_of_a_plan_is_a_smaller_plan(reply):
    """At every position: the whole plan, or none and the reason."""
    whole = critique(reply).changes
    assert len(whole) == 2
    read = 0
    for end in range(len(reply)):
        try:
            plan = critique(reply[:end])
        except PlanError as error:
            assert str(error)
        else:
            assert plan.changes == whole
            read += 1
    assert read <= len("\n```\nDone.")


@pytest.mark.parametrize("opening", ["<think>It is long. ", '<think>Or {"changes": []}? '])
def test_no_truncation_inside_thinking_is_a_plan(opening):
    reply = f"{opening}But no.</think>\n{PLAN}"
    for end in range(len(reply)):
        with pytest.raises(PlanError):
            critique(reply[:end])


# Revised texts.

SHAPES = {
    "fenced": "```latex\n{}\n```",
    "talk around": "Here is the revised section:\n\n```latex\n{}\n```\n\nLet me know!",
    "plain fence": "```\n{}\n```",
    "tildes": "~~~latex\n{}\n~~~",
    "thinking before": "<think>The tense. Perhaps leave it?</think>\n```latex\n{}\n```",
    "only the end of thinking": "The tense is wrong.\n</think>\n```latex\n{}\n```",
    "no fence": "{}",
    "a document": "```latex\n\\documentclass{{article}}\n\\begin{{document}}\n{}\n"
    "\\end{{document}}\n```",
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_revision_is_read_in_every_form_it_comes_in(name):
    result = one_round(
        lambda prompt: PLAN,
        lambda prompt: SHAPES[name].format(given_text(prompt).replace(OLD, NEW)),
    )
    assert result.final == EDITED


@pytest.fixture(scope="module")
def task():
    """What a reviser is asked when the section of the results is to be changed."""
    asked: list[Task] = []

    def reviser(task):
        asked.append(task)
        return task.text

    _, roles = roles_of(lambda prompt: PLAN, good)
    reflect(DRAFT, replace(roles, reviser=reviser), ONE_ROUND)
    return asked[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_no_truncation_of_a_revision_is_spliced(name, task):
    """The whole change, or the old text and the reason; at every position of the usual forms."""
    reply = SHAPES[name].format(task.text.strip("\n").replace(OLD, NEW))
    usable = []
    step = 1 if name in ("fenced", "no fence") else 7
    for end in range(0, len(reply), step):
        _, roles = roles_of(lambda prompt: PLAN, lambda prompt, end=end: reply[:end])
        assert roles.reviser is not None
        try:
            roles.reviser(task)
        except NoRevision as error:
            assert error.args
        else:
            usable.append(end)
    # What is cut behind the text is no loss.
    assert len(usable) <= len("\n```\n\nLet me know!") + 1
    for end in [*usable[:2], *range(0, len(reply), 150)]:
        result = one_round(lambda prompt: PLAN, lambda prompt, end=end: reply[:end])
        (attempt,) = result.history[0].attempts
        assert (result.final, attempt.fate) in ((EDITED, "kept"), (DRAFT, "skipped"))
        assert attempt.reasons or attempt.fate == "kept"
        assert attempt.fate == "kept" or end not in usable


HARMFUL = {
    "elided": lambda text: text[:80] + "\n% rest of the section unchanged\n[[FIGURE-1]]",
    "elided with dots": lambda text: text[:80] + "\n...\n[[FIGURE-1]]",
    "two sections": lambda text: text + "\n\\section{More}\nText.",
    "another level": lambda text: text.replace("\\section", "\\subsection"),
    "another title": lambda text: text.replace("{Results}", "{Outcome}"),
    "an open environment": lambda text: text + "\n\\begin{itemize}",
    "an open verbatim": lambda text: text + "\n\\begin{verbatim}\n",
    "an open brace": lambda text: text + " \\emph{more",
    "a preamble command": lambda text: text + "\n\\usepackage{soul}",
    "a shell escape": lambda text: text + "\n\\write18{ls}",
    "another file": lambda text: text + "\n\\input{/etc/passwd}",
    "the heading alone": lambda text: text.splitlines()[0] + "\n[[FIGURE-1]]",
    "an unknown source": lambda text: text + " As in \\citep{nobody1900}.",
    "two blocks": lambda text: text + "\n```\n\n```latex\n" + text[:300],
    "a control character": lambda text: text.replace("photo", "ph\x07oto"),
    "another alphabet of placeholders": lambda text: text.replace("[[FIGURE-1]]", "<FIGURE 1>"),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_a_revision_that_would_do_harm_is_never_spliced_and_always_on_record(name):
    plan = plan_of(item("n2", evidence="photo gates"))
    _, roles = roles_of(lambda prompt: plan, lambda p: fenced(HARMFUL[name](given_text(p))))
    known = Evidence(cite_keys=frozenset({"hooke", "coulomb"}))
    result = reflect(DRAFT, roles, ONE_ROUND, known)
    assert result.final == DRAFT
    (attempt,) = result.history[0].attempts
    assert attempt.fate in ("skipped", "refused")
    assert attempt.reasons


def test_a_comment_on_the_last_line_swallows_no_heading():
    result = one_round(lambda prompt: PLAN, lambda p: fenced(given_text(p).rstrip() + " % checked"))
    assert [s.title for s in structure(result.final).outline] == [
        s.title for s in structure(DRAFT).outline
    ]
    assert "% checked\n" in result.final


def test_a_heading_that_was_left_out_is_put_back():
    result = one_round(
        lambda prompt: PLAN,
        lambda p: fenced(given_text(p).split("\n", 1)[1].replace(OLD, NEW)),
    )
    assert result.final == EDITED


@pytest.mark.slow
@given(
    st.text(alphabet="\\{}[]$%`~<>/ \n\"',:abchnosectiu1-FIGURE", max_size=160),
    st.text(alphabet="\\{}[]$%`~<>/ \n\"',:abchnosectiu1-FIGURE", max_size=160),
)
def test_no_reply_at_all_raises_or_harms(plan, text):
    result = one_round(lambda prompt: plan or PLAN, lambda prompt: text)
    assert [s.title for s in structure(result.final).outline] == [
        s.title for s in structure(DRAFT).outline
    ]
    again = one_round(lambda prompt: PLAN, lambda prompt: f"```latex\n{text}\n```")
    figure = DRAFT[DRAFT.index(r"\begin{figure}") : DRAFT.index(r"\end{figure}")]
    assert figure in again.final
    assert again.history[0].attempts


# What a server does to them.


def http_round(tmp_path, critic, reviser):
    with served(answering(critic, reviser), tmp_path, model={"retries": 0}) as there:
        result = reflect(DRAFT, there.roles, ONE_ROUND)
        return result, there


def edited(body):
    return fenced(text_of(body).replace(OLD, NEW))


def reasoned(text, finish="stop", name="reasoning_content", content=""):
    message = {"role": "assistant", "content": content, name: text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return Answer(body={"id": "c", "object": "chat.completion", "choices": [choice]})


def test_a_plan_in_the_reasoning_field_is_read_where_it_is_whole_and_strict(tmp_path):
    result, _ = http_round(tmp_path, lambda body: reasoned(PLAN), edited)
    assert result.final == EDITED
    assert any("reasoning" in what for what in result.history[0].plan.repaired)


@pytest.mark.parametrize(
    "answer",
    [
        reasoned("I will start with"),
        reasoned(PLAN, "length"),
        reasoned(f"Perhaps {PLAN}?"),
        reasoned("I will", "length", "reasoning", None),
        completion(PLAN[:60], "length"),
        completion(PLAN[:60]),
        completion(None),
        stream(PLAN, None),
        stream(PLAN[:50]),
        completion(PLAN, "content_filter"),
    ],
)
def test_a_critic_without_a_whole_answer_is_on_record_as_that(tmp_path, answer):
    result, there = http_round(tmp_path, lambda body: answer, edited)
    assert result.termination is Termination.UNPARSEABLE_PLAN
    assert result.history[0].unparseable
    assert result.final == DRAFT
    assert len(there.endpoint.requests) <= 6


@pytest.mark.parametrize(
    "answer",
    [
        lambda text: reasoned(fenced(text)),
        lambda text: reasoned(text, "length", "reasoning", None),
        lambda text: completion(fenced(text)[:120], "length"),
        lambda text: completion(fenced(text)[:120]),
        lambda text: stream(fenced(text), None),
        lambda text: completion(f"<think>{text}"),
        lambda text: completion(""),
        lambda text: completion(fenced(text), "content_filter"),
    ],
)
def test_a_reviser_without_a_whole_answer_changes_nothing_and_is_on_record(tmp_path, answer):
    result, there = http_round(tmp_path, lambda body: PLAN, lambda body: answer(text_of(body)))
    assert result.final == DRAFT
    (attempt,) = result.history[0].attempts
    assert attempt.fate == "skipped"
    assert attempt.reasons
    assert len(there.endpoint.requests) <= 7


def test_a_server_without_usage_is_counted_all_the_same(tmp_path):
    result, there = http_round(
        tmp_path,
        lambda body: completion(PLAN, usage=None),
        lambda body: completion(edited(body), usage={"prompt_tokens": 0}),
    )
    assert result.final == EDITED
    assert there.spendings()["reflect"]["prompt"] > 1_000


def test_an_endpoint_without_schemas_gets_the_plan_by_its_prompt(tmp_path):
    def critic(body):
        if "response_format" in body:
            return Answer(400, {"error": {"message": "response_format is not supported"}})
        return PLAN

    result, _ = http_round(tmp_path, critic, edited)
    assert result.final == EDITED
