"""Asking again with the reason, a bounded number of times."""

import pytest

from agent.model.asking import Unusable, ask_json, ask_latex
from agent.model.errors import ModelError
from agent.model.scripted import Scripted, ScriptedModel, ScriptRanOut
from agent.model.types import Message

ASK = [Message("system", "Be brief."), Message("user", "Plan it.")]


def count(value):
    if not isinstance(value, dict) or "n" not in value:
        raise ValueError("The field n is missing.")
    return value["n"]


def test_a_good_reply_is_asked_for_once():
    model = ScriptedModel(['Here: {"n": 3}'])
    assert ask_json(model, ASK, "plan", count) == 3
    assert len(model.asked) == 1


def test_the_reason_goes_back_to_the_model_with_its_own_reply():
    model = ScriptedModel(['{"m": 3}', '{"n": 4}'])
    assert ask_json(model, ASK, "plan", count) == 4
    first, reply, reason = model.asked[1].messages[1:]
    assert (first.content, reply.role, reply.content) == ("Plan it.", "assistant", '{"m": 3}')
    assert "The field n is missing." in reason.content


def test_tries_are_bounded_and_every_reason_is_kept():
    model = ScriptedModel(["no", '{"m": 1}', '{"n": 1}'])
    with pytest.raises(Unusable) as caught:
        ask_json(model, ASK, "plan", count)
    assert len(model.asked) == len(caught.value.reasons) == 2


def test_latex_with_problems_is_asked_for_again():
    model = ScriptedModel(["```latex\n\\begin{a}\n```", "```latex\nGood.\n```"])
    found = ask_latex(model, ASK, "s", lambda s: ("An environment is open.",) * ("begin" in s))
    assert found == "Good.\n"
    assert "An environment is open." in model.asked[1].messages[-1].content


class Cuts(ScriptedModel):
    """Its first reply is cut off."""

    def ask(self, messages, **more):
        if not self.asked:
            super().ask(messages, **more)
            raise ModelError("truncated", "the limit of tokens was reached")
        return super().ask(messages, **more)


def test_a_reply_that_was_cut_is_asked_for_shorter_and_never_used():
    model = Cuts(["half", '{"n": 5}'])
    assert ask_json(model, ASK, "plan", count) == 5
    assert "shorter" in model.asked[1].messages[-1].content
    with pytest.raises(ModelError):
        ask_json(Cuts(["half"]), ASK, "plan", count, tries=1)


def test_a_script_answers_what_matches_and_complains_at_its_end(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_text('{"reply": "any"}\n\n{"reply": "results", "match": "section results"}\n')
    model = ScriptedModel.from_file(path)
    assert model.ask(ASK, purpose="section results").text == "results"
    assert model.ask(ASK, purpose="section method").text == "any"
    with pytest.raises(ScriptRanOut, match="Plan it"):
        model.ask(ASK, purpose="section method")
    assert [a.purpose for a in model.asked][:2] == ["section results", "section method"]
    by_prompt = ScriptedModel([Scripted("x", "Plan")])
    assert by_prompt.ask(ASK, purpose="p").text == "x"
