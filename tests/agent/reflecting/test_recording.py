"""Rounds on record: events as they happen, texts and diffs in the run folder."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.events import EVENT, ChangeTried, RoundFinished
from agent.reflecting.recording import hooks_for
from reflect.change import PlanError
from reflect.loop import reflect
from reflect.roles import Policy, Roles
from tests.reflect.drafts import CRITERIA, DRAFT, ScriptedCritic, ScriptedReviser, change, plan

POLICY = Policy(rounds=2, criteria=CRITERIA)


@pytest.fixture
def recorded(tmp_path):
    def record(critic, reviser, spendings=dict):
        events = []
        with ThreadPoolExecutor(2) as pool:
            hooks = hooks_for(
                emit=events.append, folder=tmp_path / "rounds", spendings=spendings, pool=pool,
                verify=None,
            )  # fmt: skip
            reflection = reflect(DRAFT, Roles(critic, reviser), POLICY, hooks=hooks)
        return reflection, events, {path.name: path for path in (tmp_path / "rounds").glob("*")}

    return record


MIXED = plan(change("n1", "names"), change("n2", "tense", preserve=("by eye",)))
REVISER = (("by eye", "by eye and hand"), (r"\citet{hooke}", "Hooke"))


def test_every_change_and_every_round_is_an_event_that_survives_the_journal(recorded):
    reflection, events, _ = recorded(ScriptedCritic(MIXED), ScriptedReviser(*REVISER))
    tried = [event for event in events if isinstance(event, ChangeTried)]
    rounds = [event for event in events if isinstance(event, RoundFinished)]
    assert {event.fate for event in tried} >= {"refused"}
    assert [event.accepted for event in rounds] == [r.accepted for r in reflection.history]
    for event in events:
        assert EVENT.validate_json(EVENT.dump_json(event)) == event


def test_the_gate_field_holds_what_an_outsider_needs(recorded):
    spent = iter([{}, {"reflect": {"calls": 2, "prompt": 700, "cost": 0.25}}] + [{}] * 9)
    loses = plan(change("n1", "names", evidence="Earlier work"), change("n9", "nowhere"))
    reviser = ScriptedReviser((r"\citet{hooke}", "Hooke"))
    _, events, _ = recorded(ScriptedCritic(loses), reviser, lambda: next(spent))
    gate = next(event for event in events if isinstance(event, RoundFinished)).reflect_gate
    assert gate["round"] == 1
    assert gate["accepted"] is False
    assert gate["termination"] == "regressed"
    assert [item["issue"] for item in gate["plan"]] == ["names"]
    assert [item["reason"] for item in gate["dropped"]] == ["there is no section 'n9'"]
    assert gate["kept"] == 0
    attempt = gate["attempts"][0]
    assert attempt["fate"] == "refused"
    assert "citations-lost" in attempt["rules"]
    assert "hooke" in attempt["reasons"][attempt["rules"].index("citations-lost")]
    assert "-" in attempt["diff"]
    assert gate["tokens"]["calls"] == 2
    assert gate["tokens"]["prompt"] == 700
    assert gate["cost"] == 0.25
    assert gate["score"]["before"]["value"] == 1.0
    json.dumps(gate)


def test_a_refused_proposal_is_kept_with_its_diff_and_the_reasons(recorded):
    reviser = ScriptedReviser((r"\citet{hooke}", "Hooke"))
    _, _, files = recorded(ScriptedCritic(plan(change("n1"))), reviser)
    assert set(files) == {"01-change-1-refused.diff"}
    text = files["01-change-1-refused.diff"].read_text()
    assert text.startswith("# ")
    assert "hooke" in text.splitlines()[0]
    assert "+" in text


def test_an_accepted_round_is_kept_with_its_diff(recorded):
    reviser = ScriptedReviser(("by eye", "by eye and hand"))
    _, _, files = recorded(ScriptedCritic(plan(change("n2"), change("n1"))), reviser)
    assert {"01-accepted.tex", "01-accepted.diff"} <= set(files)
    assert "by eye and hand" in files["01-accepted.tex"].read_text()


def test_what_an_earlier_reflection_left_is_not_of_this_history(recorded, tmp_path):
    recorded(ScriptedCritic(plan(change("n1"))), ScriptedReviser((r"\citet{hooke}", "Hooke")))
    (tmp_path / "rounds" / "notes.txt").write_text("mine")
    _, _, files = recorded(ScriptedCritic(plan()), ScriptedReviser())
    assert set(files) == {"notes.txt"}


def test_a_reply_that_is_no_plan_is_on_record_as_that(recorded):
    _, events, _ = recorded(ScriptedCritic(PlanError("It is prose.")), ScriptedReviser())
    gate = events[-1].reflect_gate
    assert gate["termination"] == "unparseable_plan"
    assert gate["unparseable"] == "It is prose."
