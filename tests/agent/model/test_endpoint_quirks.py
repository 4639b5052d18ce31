"""What endpoints do beyond the protocol, over real HTTP with the real client."""

import json
import multiprocessing
import os
import pickle
import threading
import time
from contextlib import closing

import pytest

from agent.model.client import OpenAIModel
from agent.model.errors import ModelError
from agent.model.types import Message
from agent.settings import resolve
from tests.endpoint import Answer, Endpoint, chunk, completion, stream

ASK = [Message("user", "Say it.")]
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}


def client(endpoint, *, key="k", events=None, sleeps=None, **settings):
    update = {"base_url": endpoint.url, "name": "m", "retries": 3, "timeout": 5.0} | settings
    return OpenAIModel(
        resolve().settings.model.model_copy(update=update),
        key,
        sleep=(sleeps if sleeps is not None else []).append,
        on_event=(events if events is not None else []).append,
    )


def ask(handler, *, schema=None, max_tokens=None, messages=ASK, **more):
    """Reply or error, and the requests that were made."""
    with Endpoint(handler) as endpoint, closing(client(endpoint, **more)) as model:
        try:
            return model.ask(
                messages, purpose="t", schema=schema, max_tokens=max_tokens
            ), endpoint.requests
        except ModelError as error:
            return error, endpoint.requests


def always(answer):
    return lambda body, number: answer


def in_turn(*answers):
    return lambda body, number: answers[min(number, len(answers)) - 1]


def refuse(status, message, headers=None, **more):
    return Answer(status, {"error": {"message": message, **more}}, headers=headers or {})


def limit_of(body):
    return body.get("max_tokens") or body.get("max_completion_tokens")


def test_an_unknown_server_is_given_the_limit_under_the_name_all_servers_read():
    _, requests = ask(always(stream("x")), max_tokens=50)
    assert requests[0]["max_tokens"] == 50
    assert "max_completion_tokens" not in requests[0]


@pytest.mark.parametrize("taken", ["max_tokens", "max_completion_tokens", None])
def test_the_limit_is_renamed_or_left_out_as_the_server_wants(taken):
    def handler(body, number):
        for name in {"max_tokens", "max_completion_tokens"} - {taken}:
            if name in body:
                other = "max_tokens" if name != "max_tokens" else "max_completion_tokens"
                return refuse(400, f"'{name}' is not supported. Use '{other}'.", param=name)
        return stream("ok")

    reply, requests = ask(handler, retries=0)
    assert reply.text == "ok"
    assert [n for n in requests[-1] if n.startswith("max_")] == ([taken] if taken else [])


def test_a_limit_that_is_too_high_is_lowered_to_what_the_server_says():
    def handler(body, number):
        if limit_of(body) > 2048:
            return refuse(400, "max_tokens is too large: 4096. At most 2048 completion tokens.")
        return stream("ok")

    reply, requests = ask(handler, max_tokens=4096, retries=0)
    assert reply.text == "ok"
    assert limit_of(requests[-1]) == 2048


def test_a_reply_is_fitted_into_what_the_context_has_left():
    def handler(body, number):
        if limit_of(body) > 2192:
            return refuse(
                400,
                "This model's maximum context length is 8192 tokens. However, you requested 10096 "
                "tokens (6000 in the messages, 4096 in the completion).",
                code="context_length_exceeded",
            )
        return stream("ok")

    reply, requests = ask(handler, max_tokens=4096)
    assert reply.text == "ok"
    assert 1000 < limit_of(requests[-1]) <= 2192


def test_a_request_that_only_echoes_a_parameter_name_is_not_changed_for_it():
    body = {"detail": [{"loc": ["body", "messages"], "msg": "bad", "input": {"stream": True}}]}
    error, requests = ask(always(Answer(422, body)))
    assert error.kind == "bad_request"
    assert len(requests) == 1


def test_validation_details_name_the_parameter():
    def handler(body, number):
        if "stream_options" in body:
            detail = {"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}
            return Answer(422, {"detail": [detail | {"input": {"include_usage": True}}]})
        return stream("ok")

    reply, requests = ask(handler)
    assert reply.text == "ok"
    assert "stream_options" not in requests[-1]


def test_a_switch_of_the_user_that_is_refused_is_dropped_and_said():
    def handler(body, number):
        named = next((k for k in ("seed", "temperature") if k in body), None)
        return refuse(400, f"Unsupported value: '{named}'") if named else stream("ok")

    events: list = []
    extra = {"temperature": 0.2, "seed": 1, "top_k": 5}
    reply, requests = ask(handler, events=events, extra_body=extra, retries=0)
    assert reply.text == "ok"
    assert requests[-1]["top_k"] == 5
    assert "temperature" in " ".join(e.what for e in events)


def test_a_server_that_wants_json_schema_only_is_not_given_json_object():
    def handler(body, number):
        form = body.get("response_format", {}).get("type")
        if form == "json_object":
            return Answer(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"})
        return refuse(400, "json_schema: unsupported keyword") if form else stream("{}")

    reply, requests = ask(handler, schema=SCHEMA, retries=0)
    assert reply.text == "{}"
    assert "response_format" not in requests[-1]
    assert "JSON" in requests[-1]["messages"][-1]["content"]  # else nothing asks for it


def test_a_server_without_a_system_role_gets_the_instructions_in_the_first_message():
    def handler(body, number):
        if body["messages"][0]["role"] == "system":
            return refuse(400, "System role not supported")
        return stream("ok")

    messages = [Message("system", "Be brief."), Message("user", "Say it.")]
    reply, requests = ask(handler, messages=messages)
    assert reply.text == "ok"
    assert requests[-1]["messages"] == [{"role": "user", "content": "Be brief.\n\nSay it."}]


def test_what_was_learnt_once_is_learnt_for_all_threads():
    gate = threading.Barrier(8)

    def handler(body, number):
        if "max_tokens" in body:
            if number <= 8:
                gate.wait(10)
            return refuse(400, "Unsupported parameter: 'max_tokens'", param="max_tokens")
        return stream("ok")

    texts: list = []
    with Endpoint(handler) as endpoint, closing(client(endpoint, retries=0)) as model:
        threads = [
            threading.Thread(target=lambda: texts.append(model.ask(ASK, purpose="t").text))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert model.ask(ASK, purpose="t").text == "ok"
    assert texts == ["ok"] * 8
    assert all("max_completion_tokens" in body for body in endpoint.requests[8:])


def test_a_plain_reply_where_a_stream_was_asked_is_remembered():
    with Endpoint(always(completion("plain"))) as endpoint, closing(client(endpoint)) as model:
        assert [model.ask(ASK, purpose="t").text for _ in range(2)] == ["plain", "plain"]
    assert ["stream" in body for body in endpoint.requests] == [True, False]


@pytest.mark.parametrize("kind", ["text/plain", "application/json; charset=utf-8", ""])
def test_events_are_read_under_any_content_type(kind):
    answer = stream("hello")
    answer.kind = kind
    reply, _ = ask(always(answer))
    assert reply.text == "hello"


def test_a_stream_may_end_with_the_connection_once_it_said_why_it_ended():
    answer = stream("whole")
    answer.closing = True
    reply, _ = ask(always(answer))
    assert reply.text == "whole"
    half = Answer(events=[chunk("half")], closing=True)
    error, _ = ask(always(half), retries=0)
    assert error.kind == "truncated"


def test_a_plain_reply_without_a_finish_reason_is_not_taken_for_whole():
    error, _ = ask(always(completion("half", None)), retries=0)
    assert error.kind == "truncated"


def test_comments_and_line_ends_of_all_kinds_are_no_events():
    parts = [b": ping\r\n\r\n", b"id: 1\r\nretry: 5\r\n"]
    text = json.dumps(chunk("a\u2028b\u0085c"), ensure_ascii=False).encode()
    parts += [b"data: " + text + b"\r\n\r\n", b"data:" + json.dumps(chunk(finish="stop")).encode()]
    parts += [b"\r\n\r\n", b"data: [DONE]\r\n\r\n"]
    reply, _ = ask(always(Answer(events=parts)))
    assert reply.text == "a\u2028b\u0085c"


def test_an_emoji_split_between_two_events_is_joined():
    halves = [
        b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n',
        b'data: {"choices":[{"delta":{"content":"\\ude00 \\ud800"},"finish_reason":"stop"}]}\n\n',
    ]
    reply, _ = ask(always(Answer(events=halves)))
    assert reply.text == "\U0001f600 \ufffd"
    reply.text.encode()


def test_a_stream_that_never_comes_to_an_end_meets_the_deadline():
    def drip():
        time.sleep(0.05)

    endless = Answer(events=[e for _ in range(200) for e in (drip, b": ping\n\n")])
    began = time.monotonic()
    error, _ = ask(always(endless), deadline=0.5, timeout=5.0)
    assert error.kind == "timeout"
    assert time.monotonic() - began < 3


def test_silence_is_a_timeout_and_is_tried_again():
    released = threading.Event()
    slow = stream("late")
    slow.wait = lambda: released.wait(5)
    try:
        reply, requests = ask(in_turn(slow, stream("good")), timeout=0.3)
    finally:
        released.set()
    assert reply.text == "good"
    assert len(requests) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(200, {"error": {"message": "used up", "code": "insufficient_quota"}}), "quota"),
        (Answer(500, {"error": {"message": "no such key", "code": 401}}), "auth"),
        (Answer(200, {"object": "error", "message": "boom", "code": 400}), "bad_request"),
        (Answer(200, {"detail": "Not authenticated", "code": 401}), "auth"),
        (refuse(413, "too big"), "context"),
        (refuse(400, "prompt is too long: 210000 tokens > 200000 maximum"), "context"),
        (refuse(501, "not implemented"), "server"),
        (completion(None, "stop", refusal="I will not."), "filtered"),
        (completion("x", "content_filter"), "filtered"),
        (Answer(events=[chunk("a"), {"error": {"message": "no such key", "code": 401}}]), "auth"),
        (refuse(400, "The rate of change is not valid"), "bad_request"),
        (refuse(403, "no access to gpt-x; ask your creditor"), "auth"),
    ],
)  # fmt: skip
def test_a_refusal_is_known_by_what_it_means(answer, kind):
    error, requests = ask(always(answer))
    assert (error.kind, len(requests)) == (kind, 1)


@pytest.mark.parametrize("finish", ["error", "insufficient_system_resource", "abort"])
def test_a_reply_that_ended_in_a_fault_of_the_server_is_asked_again(finish):
    reply, _ = ask(in_turn(stream("half", finish), stream("whole")))
    assert reply.text == "whole"


def test_a_limit_per_minute_that_speaks_of_quota_is_waited_for():
    words = "You exceeded your current quota, please check your plan and billing."
    details = {"status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "7s"}]}
    busy = Answer(429, {"error": {"message": words, **details}})
    sleeps: list = []
    reply, _ = ask(in_turn(busy, stream("good")), sleeps=sleeps)
    assert reply.text == "good"
    assert 7 <= sleeps[0] < 9.5


def test_a_hint_in_an_error_inside_a_good_answer_is_kept():
    busy = Answer(200, {"error": {"message": "Please try again in 1m3.5s.", "code": 429}})
    sleeps: list = []
    reply, _ = ask(in_turn(busy, stream("good")), sleeps=sleeps)
    assert reply.text == "good"
    assert 63.5 <= sleeps[0] < 70


def test_waiting_for_a_limit_is_told_to_the_user():
    events: list = []
    ask(in_turn(refuse(429, "slow down", {"Retry-After": "9"}), stream("x")), events=events)
    assert any(" 9 s" in event.what or " 10 s" in event.what for event in events)


def test_thinking_that_used_up_the_limit_gets_more_room_twice():
    def handler(body, number):
        if limit_of(body) < 400:
            return completion(None, "length", reasoning="I will start with")
        return completion("answer")

    reply, requests = ask(handler, max_tokens=100, retries=0)
    assert reply.text == "answer"
    assert [limit_of(body) for body in requests] == [100, 200, 400]


def test_tokens_of_tries_that_came_to_nothing_are_counted():
    reply, _ = ask(in_turn(stream("half", "length"), stream("whole")))
    assert (reply.usage.prompt, reply.usage.completion) == (200, 40)
    error, _ = ask(always(stream("half", "length")))
    assert (error.usage.prompt, error.usage.completion) == (200, 40)


@pytest.mark.parametrize(
    "usage",
    [
        {"total_tokens": 12},
        {"prompt_tokens": 0, "completion_tokens": 0},
        {"prompt_tokens": "many"},
        [],
        {"prompt_tokens_details": 3},
    ],
)
def test_partial_or_absurd_usage_never_costs_the_answer(usage):
    reply, _ = ask(always(completion("word " * 20, usage=usage)))
    assert reply.usage.estimated
    assert reply.usage.completion > 0


def test_a_key_that_the_server_repeats_is_not_shown():
    error, _ = ask(always(refuse(401, "Incorrect API key: sk-secret-9")), key=" sk-secret-9\n")
    assert "sk-secret-9" not in repr(error) + str(error) + repr(pickle.dumps(error))


def test_events_never_hold_the_key():
    events: list = []
    answers = in_turn(refuse(400, "stream_options refused for sk-secret-9"), stream("x"))
    with Endpoint(answers) as endpoint:
        with closing(client(endpoint, key="sk-secret-9", events=events)) as model:
            model.ask(ASK, purpose="t")
        assert "sk-secret-9" not in repr(model) + repr(events)
    assert events


def test_proxies_do_not_stand_before_this_machine(monkeypatch):
    for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "socks5://127.0.0.1:9")
    reply, _ = ask(always(stream("ok")))
    assert reply.text == "ok"


def _in_child(model, pipe):
    pipe.send((os.getpid(), model.ask(ASK, purpose="t").text))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_uses_connections_of_its_own():
    with Endpoint(always(stream("ok"))) as endpoint, closing(client(endpoint)) as model:
        assert model.ask(ASK, purpose="t").text == "ok"
        fork = multiprocessing.get_context("fork")
        ours, theirs = fork.Pipe()
        children = [fork.Process(target=_in_child, args=(model, theirs)) for _ in range(3)]
        for child in children:
            child.start()
        answers = [ours.recv()[1] for _ in children if ours.poll(10)]
        for child in children:
            child.join(10)
        ours.close()
        theirs.close()
    assert answers == ["ok"] * 3


def test_errors_survive_the_way_to_another_process():
    error, _ = ask(always(refuse(429, "quota", code="insufficient_quota")))
    again = pickle.loads(pickle.dumps(error))
    assert (again.kind, again.message, again.status) == ("quota", error.message, 429)


def test_a_prompt_that_the_server_seems_to_have_cut_is_reported():
    events: list = []
    long = [Message("user", "a long prompt " * 2000)]
    ask(always(stream("x", usage={"prompt_tokens": 2048, "completion_tokens": 1})),
        messages=long, events=events)  # fmt: skip
    assert any("2048" in event.what for event in events)
