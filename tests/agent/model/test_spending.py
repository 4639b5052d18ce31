"""Limits that hold with many threads, and replies that are paid for once."""

import json
import threading

import pytest

from agent.errors import UsageError
from agent.model.budget import Budget
from agent.model.errors import BudgetSpent, ModelError
from agent.model.estimate import Estimator, estimate_tokens, read_usage
from agent.model.scripted import ScriptedModel
from agent.model.store import Recorded, StoredReplies
from agent.model.types import Message, Reply, Usage
from agent.settings import resolve

ASK = [Message("user", "Write \ud800 it.")]
SETTINGS = resolve().settings
PRICES = {"input_price": 2.0, "cached_price": 0.5, "output_price": 10.0}


def budget(clock=lambda: 0.0, prices=(), **limits):
    return Budget(
        SETTINGS.budget.model_copy(update=limits),
        SETTINGS.model.model_copy(update=dict(prices)),
        clock,
    )


def reply(prompt=100, cached=0, completion=20):
    return Reply("x", "stop", Usage(prompt, cached, completion), "m", 1.5)


def parallel(work, count=8):
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_eight_threads_together_do_not_overshoot_the_calls():
    limited = budget(calls=5)
    gate = threading.Event()
    refused: list = []
    lock = threading.Lock()

    def work():
        try:
            with limited.call():
                gate.wait(0.2)
                limited.charge(reply(), "section a")
        except BudgetSpent as error:
            with lock:
                refused.append(error.which)

    parallel(work)
    assert refused == ["calls"] * 3
    assert limited.by_stage()["write"]["calls"] == 5


def test_tokens_cost_and_minutes_each_end_it():
    used = budget(tokens=120)
    with used.call():
        used.charge(reply(), "section a")
    with pytest.raises(BudgetSpent, match="120 tokens"), used.call():
        pass
    dear = budget(prices=PRICES, cost=0.0004)
    with dear.call():
        assert dear.charge(reply(), "outline") == pytest.approx(0.0004)
    with pytest.raises(BudgetSpent, match="cost"), dear.call():
        pass
    times = iter([0.0, 59.0, 61.0])
    late = budget(clock=lambda: next(times), minutes=1)
    with late.call():
        pass
    with pytest.raises(BudgetSpent, match="minutes"), late.call():
        pass


def test_cached_tokens_have_their_own_price():
    assert budget(prices=PRICES).cost(Usage(1_000_000, 400_000, 0)) == pytest.approx(1.4)
    free = {**PRICES, "cached_price": 0.0}
    assert budget(prices=free).cost(Usage(1_000_000, 400_000, 0)) == pytest.approx(2.0)


def test_a_limit_of_cost_without_prices_is_refused():
    with pytest.raises(UsageError, match="prices"):
        budget(cost=1.0)


class Fails(ScriptedModel):
    def ask(self, messages, **more):
        raise ModelError("truncated", "cut", usage=Usage(50, 0, 7))


def test_a_call_that_failed_is_booked_with_what_it_cost(tmp_path):
    limited = budget(calls=1)
    model = Recorded(Fails([]), StoredReplies(tmp_path), limited)
    with pytest.raises(ModelError):
        model.ask(ASK, purpose="section a")
    spent = limited.by_stage()["write"]
    assert (spent["calls"], spent["prompt"], spent["completion"]) == (1, 50, 7)
    with pytest.raises(BudgetSpent):
        model.ask(ASK, purpose="section b")


def test_tokens_that_no_stage_can_be_named_for_count_against_the_limit():
    limited = budget(tokens=50)
    limited.waste(Usage(40, 0, 20))
    with pytest.raises(BudgetSpent, match="tokens"), limited.call():
        pass


def test_the_same_question_is_paid_for_once_also_by_another_run(tmp_path):
    asked = ScriptedModel(lambda purpose, messages: "answer")
    events: list = []
    first = Recorded(asked, StoredReplies(tmp_path), budget(), events.append)
    parallel(lambda: first.ask(ASK, purpose="section a"))
    again = Recorded(asked, StoredReplies(tmp_path), spent := budget(), events.append)
    assert again.ask(ASK, purpose="section a").text == "answer"
    assert len(asked.asked) == 1
    assert [event.stored for event in events].count(False) == 1
    assert spent.by_stage()["write"].get("prompt", 0) == 0
    content = json.loads(next(tmp_path.glob("*.json")).read_text(encoding="utf-8"))
    assert content["reply"]["text"] == "answer"
    assert content["messages"][0]["role"] == "user"


def test_another_model_schema_or_limit_is_another_question(tmp_path):
    for name, more in (("a", {}), ("b", {}), ("a", {"schema": {}}), ("a", {"max_tokens": 5})):
        model = ScriptedModel(["x"], name)
        Recorded(model, StoredReplies(tmp_path), budget()).ask(ASK, purpose="outline", **more)
        assert len(model.asked) == 1


@pytest.mark.parametrize("damage", ["", '{"reply": {"text": "ha', '{"reply": {"text": 3}}', "[]"])
def test_a_damaged_reply_is_asked_for_again(tmp_path, damage):
    model = ScriptedModel(["first", "second"])
    recorded = Recorded(model, StoredReplies(tmp_path), budget())
    recorded.ask(ASK, purpose="outline")
    next(tmp_path.glob("*.json")).write_text(damage)
    assert recorded.ask(ASK, purpose="outline").text == "second"


def test_an_estimate_follows_what_the_server_counts():
    text = "some words of a prompt " * 100
    estimator = Estimator()
    for _ in range(20):
        estimator.observe(text, 2 * estimate_tokens(text))
    assert estimator.tokens(text) == pytest.approx(2 * estimate_tokens(text), rel=0.02)
    estimator.observe(text, 5)
    assert estimator.ratio > 1.9
    assert estimate_tokens("测量结果") == 4


@pytest.mark.parametrize(
    ("raw", "usage"),
    [
        (None, Usage(30, 0, 9, True)),
        ({"total_tokens": 40}, Usage(31, 0, 9, True)),
        ({"prompt_tokens": "25", "completion_tokens": 4.0}, Usage(25, 0, 4, False)),
        ({"prompt_tokens": 25, "completion_tokens": None}, Usage(25, 0, 9, True)),
        ({"prompt_tokens": 10, "completion_tokens": 1, "prompt_cache_hit_tokens": 99},
         Usage(10, 10, 1, False)),
    ],
)  # fmt: skip
def test_usage_is_read_as_far_as_it_goes(raw, usage):
    assert read_usage(raw, 30, 9) == usage
