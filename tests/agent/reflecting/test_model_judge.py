"""The judge over HTTP: criteria that no check decides, and what a silent judge does not change."""

import json

import pytest

from agent.events import ModelAdapted, Warned
from agent.reflecting.criteria_files import criteria_of
from agent.reflecting.model_judge import read_results
from reflect.history import Termination
from reflect.loop import reflect
from reflect.roles import Policy, Spent
from tests.agent.reflecting.served import (
    answering,
    fenced,
    item,
    plan_of,
    prompt_of,
    role_of,
    served,
    text_of,
)
from tests.endpoint import completion
from tests.reflect.drafts import DRAFT

CRITERIA = criteria_of("lab")
JUDGED = tuple(criterion for criterion in CRITERIA if not criterion.checks)


def results_of(passes):
    return json.dumps({"results": [{"id": c.id, "reason": "r", "passes": passes} for c in JUDGED]})


def judged(tmp_path, judge, **more):
    def unasked(body):
        raise AssertionError("only the judge was to be asked")

    handler = answering(unasked, unasked, judge)
    return served(handler, tmp_path, judge=True, criteria=CRITERIA, **more)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_judge_is_asked_only_what_no_check_decides(tmp_path, language):
    policy = Policy(rounds=1, criteria=CRITERIA)
    handler = answering(lambda body: plan_of(), lambda body: "", lambda body: results_of(True))
    with served(handler, tmp_path, judge=True, criteria=CRITERIA, language=language) as there:
        result = reflect(DRAFT, there.roles, policy)
        (body,) = [b for b in there.endpoint.requests if role_of(b) == "judge"]
    system = body["messages"][0]["content"]
    for criterion in CRITERIA:
        assert (f"`{criterion.id}`" in system) == (not criterion.checks)
    assert DRAFT[DRAFT.index("\\section{Results}") :][:300] in prompt_of(body)
    assert "documentclass" not in prompt_of(body)
    assert not {c.id for c in JUDGED} & set(result.history[0].score_before.failed)


def test_what_the_judge_says_is_in_the_score(tmp_path):
    handler = answering(lambda body: plan_of(), lambda body: "", lambda body: results_of(False))
    with served(handler, tmp_path, judge=True, criteria=CRITERIA) as there:
        result = reflect(DRAFT, there.roles, Policy(rounds=1, criteria=CRITERIA))
    assert {c.id for c in JUDGED} <= set(result.history[0].score_before.failed)


def test_a_revision_that_the_judge_finds_worse_is_not_taken(tmp_path):
    def judge(body):
        return results_of("had been aligned" not in prompt_of(body))

    def reviser(body):
        return fenced(text_of(body).replace("were aligned", "had been aligned"))

    handler = answering(lambda body: plan_of(item("n2")), reviser, judge)
    with served(handler, tmp_path, judge=True, criteria=CRITERIA) as there:
        result = reflect(DRAFT, there.roles, Policy(rounds=2, criteria=CRITERIA))
    assert result.termination is Termination.NOT_IMPROVED
    assert result.final == DRAFT
    assert "had been aligned" in result.history[0].proposal


@pytest.mark.parametrize("reply", ["I like it.", '{"results": []}', '{"results": 3}', ""])
def test_a_judge_that_falls_silent_keeps_its_last_word(tmp_path, reply):
    replies = iter([results_of(False), reply, reply, reply, reply])
    with judged(tmp_path, lambda body: next(replies)) as there:
        first = there.judge(DRAFT, JUDGED)
        second = there.judge(DRAFT.replace("by eye", "well"), JUDGED)
    assert first == second == {criterion.id: False for criterion in JUDGED}
    assert any("no usable judgement" in e.message for e in there.events if isinstance(e, Warned))


def test_criteria_that_were_not_decided_of_the_first_draft_are_left_out_of_all(tmp_path):
    # Else a draft would lose by being judged where the one before it was not.
    replies = iter(["No.", "No.", results_of(False)])
    with judged(tmp_path, lambda body: next(replies)) as there:
        assert there.judge(DRAFT, JUDGED) == {}
        assert there.judge(DRAFT.replace("by eye", "well"), JUDGED) == {}
        assert len(there.endpoint.requests) == 2


def test_a_judgement_that_lacks_a_criterion_is_asked_for_again(tmp_path):
    part = json.dumps({"results": json.loads(results_of(True))["results"][1:]})
    replies = iter([part, results_of(True)])
    with judged(tmp_path, lambda body: next(replies)) as there:
        assert there.judge(DRAFT, JUDGED) == {criterion.id: True for criterion in JUDGED}
        again = there.endpoint.requests[1]["messages"][-1]["content"]
    assert JUDGED[0].id in again
    assert any("judgement: asked again" in e.what for e in there.events
               if isinstance(e, ModelAdapted))  # fmt: skip


def test_a_cut_judgement_is_none(tmp_path):
    with judged(tmp_path, lambda body: completion(results_of(True)[:40], "length")) as there:
        assert there.judge(DRAFT, JUDGED) == {}


def test_a_spent_budget_leaves_the_last_judgement_or_none(tmp_path):
    with judged(tmp_path, lambda body: results_of(True), budget={"calls": 1}) as there:
        said = there.judge(DRAFT, JUDGED)
        assert there.judge(DRAFT + "\n", JUDGED) == said
        assert len(there.endpoint.requests) == 1
    with judged(tmp_path / "other", lambda body: results_of(True), budget={"tokens": 1}) as there:
        there.judge(DRAFT, JUDGED)
    with judged(tmp_path / "third", lambda body: results_of(True), budget={"minutes": 1e-9}) as it:
        with pytest.raises(Spent):
            it.judge(DRAFT, JUDGED)
        assert it.endpoint.requests == []


def test_no_truncation_of_a_judgement_decides_anything():
    reply = json.loads(results_of(True))
    assert read_results(reply, JUDGED) == {criterion.id: True for criterion in JUDGED}
    for few in range(len(JUDGED)):
        with pytest.raises(ValueError, match="not decided"):
            read_results({"results": reply["results"][:few]}, JUDGED)


@pytest.mark.parametrize(
    ("said", "passes"),
    [(True, True), (False, False), ("true", True), ("No", False), ("passes", True), ("达标", True),
     ("不达标", False), (" 否 ", False)],
)  # fmt: skip
def test_decisions_are_read_as_models_say_them(said, passes):
    (one,) = JUDGED[:1]
    value = {"results": [{"id": f" `{one.id}`", "passes": said}, "x", {"passes": True}]}
    assert read_results(value, [one]) == {one.id: passes}


@pytest.mark.parametrize("said", [None, 1, 0, "maybe", [], {}])
def test_what_is_no_decision_decides_nothing(said):
    with pytest.raises(ValueError, match=JUDGED[0].id):
        read_results({"results": [{"id": JUDGED[0].id, "passes": said}]}, JUDGED[:1])
