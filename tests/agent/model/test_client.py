"""The client against a real server: every way in which endpoints are known to differ."""

import threading
import time
from contextlib import closing
from email.utils import formatdate

import pytest

from agent.model.address import clean_base_url
from agent.model.client import OpenAIModel
from agent.model.errors import ModelError
from agent.model.types import Message
from agent.settings import resolve
from tests.endpoint import Answer, Endpoint, chunk, completion, stream

ASK = [Message("user", "Say it.")]
SCHEMA = {"type": "object"}


def ask(handler, *, schema=None, key="k", retries=3, events=None, sleeps=None, max_tokens=None):
    settings = resolve().settings.model
    with Endpoint(handler) as endpoint:
        update = {"base_url": endpoint.url, "name": "m", "retries": retries, "timeout": 5.0}
        model = OpenAIModel(
            settings.model_copy(update=update),
            key,
            sleep=(sleeps if sleeps is not None else []).append,
            on_event=(events if events is not None else []).append,
        )
        try:
            return model.ask(ASK, purpose="test", schema=schema, max_tokens=max_tokens), endpoint
        except ModelError as error:
            vars(error)["endpoint"] = endpoint
            raise
        finally:
            model.close()


def always(answer):
    return lambda body, number: answer


def first(bad, then):
    return lambda body, number: bad if number == 1 else then


def refuse(status, message, **more):
    return Answer(status, {"error": {"message": message, **more}})


def test_a_streamed_reply_is_whole_with_its_tokens():
    reply, endpoint = ask(always(stream("Hello there")))
    assert (reply.text, reply.finish) == ("Hello there", "stop")
    usage = reply.usage
    counted = (usage.prompt, usage.cached, usage.completion, usage.estimated)
    assert counted == (100, 64, 20, False)
    assert endpoint.requests[0]["stream_options"] == {"include_usage": True}
    assert "seed" not in endpoint.requests[0]
    assert endpoint.keys == ["Bearer k"]


def test_an_endpoint_that_does_not_stream_is_read_all_the_same_and_remembered():
    events: list = []
    reply, _ = ask(always(completion("plain")), events=events)
    assert reply.text == "plain"
    assert "stream" in events[0].what


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("Unsupported parameter: 'max_tokens'", "max_tokens"),
        ("Unrecognized request argument supplied: stream_options", "stream_options"),
        ("unknown field stream", "stream"),
    ],
)
def test_a_refused_parameter_is_left_out_from_then_on(message, gone):
    def handler(body, number):
        return refuse(400, message) if gone in body else completion("ok")

    events: list = []
    reply, endpoint = ask(handler, events=events, retries=0)
    assert reply.text == "ok"
    assert gone not in endpoint.requests[-1]
    assert len(endpoint.requests) == 2
    assert events


def test_a_refused_schema_falls_back_step_by_step():
    def handler(body, number):
        form = body.get("response_format", {}).get("type")
        return refuse(400, f"response_format {form} is unavailable") if form else stream("{}")

    _, endpoint = ask(handler, schema=SCHEMA, retries=0)
    forms = [r.get("response_format", {}).get("type") for r in endpoint.requests]
    assert forms == ["json_schema", "json_object", None]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refuse(401, "Incorrect API key"), "auth"),
        (refuse(403, "no"), "auth"),
        (refuse(402, "Insufficient Balance"), "quota"),
        (refuse(429, "over", code="insufficient_quota"), "quota"),
        (refuse(404, "model not found"), "not_found"),
        (refuse(400, "maximum context length is 8192 tokens"), "context"),
        (Answer(400, {"detail": "bad"}), "bad_request"),
        (Answer(400, {"error": "does not support it"}), "bad_request"),
        (completion(None, "content_filter"), "filtered"),
        (Answer(200, {"error": {"message": "no such key", "code": 401}}), "auth"),
    ],
)
def test_what_another_try_cannot_mend_is_asked_once(answer, kind):
    with pytest.raises(ModelError) as caught:
        ask(always(answer))
    assert caught.value.kind == kind
    assert len(vars(caught.value)["endpoint"].requests) == 1


@pytest.mark.parametrize(
    "bad",
    [
        refuse(429, "Rate limit"),
        refuse(500, "boom"),
        Answer(503, "Service Unavailable", "text/plain"),
        Answer(200, {"error": {"message": "rate limited upstream", "code": 429}}),
        Answer(200, {"id": "c", "choices": None}),
        Answer(200, {"id": "c", "choices": []}),
        Answer(200, {"id": "c"}),
        Answer(200, '{"id": "x", "choi'),
        Answer(200, ""),
        Answer(200, "<html>502</html>", "text/html"),
        Answer(200, {"choices": []}, cut=True),
        completion(""),
        completion(None),
        Answer(events=[chunk("a"), {"error": {"message": "overloaded"}}]),
        Answer(events=["event: error", {"message": "overloaded"}]),
        Answer(events=[chunk("a"), "{broken"]),
        Answer(events=[chunk("a")], cut=True),
        Answer(events=[chunk("a half")]),
        stream("<think>never ends"),
    ],
)
def test_a_passing_fault_is_asked_again(bad):
    reply, endpoint = ask(first(bad, stream("good")))
    assert reply.text == "good"
    assert len(endpoint.requests) == 2


def test_a_fault_that_stays_ends_after_the_allowed_tries():
    with pytest.raises(ModelError) as caught:
        ask(always(refuse(500, "boom")), retries=2)
    assert caught.value.kind == "server"
    assert len(vars(caught.value)["endpoint"].requests) == 3


def test_a_cut_reply_is_asked_for_once_more_with_room_and_never_handed_on():
    _, endpoint = ask(first(stream("half", "length"), stream("whole")), max_tokens=100)
    assert [r["max_tokens"] for r in endpoint.requests] == [100, 200]
    with pytest.raises(ModelError) as caught:
        ask(always(stream("half", "length")))
    assert caught.value.kind == "truncated"
    assert len(vars(caught.value)["endpoint"].requests) == 2


@pytest.mark.parametrize(
    ("answer", "least", "most"),
    [
        (Answer(429, {"error": "x"}, headers={"Retry-After": "7"}), 7, 8),
        (Answer(429, {"error": "x"}, headers={"retry-after-ms": "1500"}), 1.5, 1.7),
        (refuse(429, "Rate limit reached. Please try again in 20s."), 20, 22.1),
        (refuse(429, "slow down", retry_after=3), 3, 3.4),
        (refuse(429, "quick", details=[{"retryDelay": "4s"}]), 4, 4.5),
    ],
)
def test_the_wait_an_endpoint_asks_for_is_kept(answer, least, most):
    sleeps: list = []
    ask(first(answer, stream("good")), sleeps=sleeps)
    assert least <= sleeps[0] <= most


def test_a_wait_given_as_a_date_is_kept():
    sleeps: list = []
    late = Answer(429, {"error": "x"}, headers={"Retry-After": formatdate(time.time() + 30)})
    ask(first(late, stream("good")), sleeps=sleeps)
    assert 27 <= sleeps[0] <= 33


def test_a_wait_beyond_the_deadline_ends_at_once():
    with pytest.raises(ModelError) as caught:
        ask(always(Answer(429, {"error": "x"}, headers={"Retry-After": "90000"})))
    assert caught.value.kind == "rate"
    assert len(vars(caught.value)["endpoint"].requests) == 1


@pytest.mark.parametrize(
    "text", ["<think>hm</think>\nanswer", "hm</think>answer", "<thinking>a</thinking>answer"]
)
def test_thinking_aloud_is_cut_off(text):
    reply, _ = ask(always(stream(text)))
    assert reply.text == "answer"
    assert reply.repaired


def test_an_answer_in_the_reasoning_field_counts_only_as_whole_json():
    reply, _ = ask(always(completion("", reasoning_content='{"a": 1}')), schema=SCHEMA)
    assert reply.text == '{"a": 1}'
    with pytest.raises(ModelError) as caught:
        ask(always(completion("", reasoning_content='{"a": 1')), schema=SCHEMA, retries=0)
    assert caught.value.kind == "empty"


@pytest.mark.parametrize("usage", [None, {}, "none"])
def test_missing_usage_is_estimated_and_marked(usage):
    reply, _ = ask(always(stream("word " * 70, usage=usage)))
    assert reply.usage.estimated
    assert 80 <= reply.usage.completion <= 120


def test_usage_in_the_form_of_other_endpoints_is_understood():
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "prompt_cache_hit_tokens": 6}
    reply, _ = ask(always(stream("x", usage=usage)))
    assert (reply.usage.prompt, reply.usage.cached) == (10, 6)


def test_a_server_that_is_not_there_is_a_network_error():
    with Endpoint(always(stream("x"))) as endpoint:
        url = endpoint.url
    update = {"base_url": url, "retries": 0}
    model = OpenAIModel(resolve().settings.model.model_copy(update=update), "k")
    with closing(model), pytest.raises(ModelError) as caught:
        model.ask(ASK, purpose="test")
    assert caught.value.kind == "network"
    assert url in caught.value.message


def test_the_key_is_never_shown():
    with pytest.raises(ModelError) as caught:
        ask(always(refuse(401, "Incorrect API key")), key="sk-secret")
    assert "sk-secret" not in repr(caught.value) + str(caught.value)


@pytest.mark.parametrize("key", ["schlüssel", "two words"])
def test_a_key_that_is_none_is_refused_before_a_call(key):
    with pytest.raises(ModelError, match="auth"):
        OpenAIModel(resolve().settings.model, key)


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("localhost:8080/v1", "http://localhost:8080/v1"),
        ("api.example.org/v1/", "https://api.example.org/v1"),
        ("http://127.0.0.1:1/v1/chat/completions", "http://127.0.0.1:1/v1"),
        ("", ""),
    ],
)
def test_an_address_is_put_right(given, clean):
    assert clean_base_url(given) == clean


def test_eight_threads_share_one_client():
    settings = resolve().settings.model
    texts: list = []
    with Endpoint(lambda body, number: stream(body["messages"][0]["content"])) as endpoint:
        update = {"base_url": endpoint.url, "name": "m"}
        model = OpenAIModel(settings.model_copy(update=update), "k")

        def work(i):
            texts.append((i, model.ask([Message("user", f"n{i}")], purpose="t").text))

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        model.close()
    assert sorted(texts) == [(i, f"n{i}") for i in range(8)]


def test_what_cannot_be_sent_is_put_right():
    with Endpoint(always(stream("ok"))) as endpoint:
        update = {"base_url": endpoint.url, "extra_body": {"top_k": float("nan"), "x": 1}}
        model = OpenAIModel(resolve().settings.model.model_copy(update=update), "k")
        assert model.ask([Message("user", "a\ud800b")], purpose="t").text == "ok"
        assert endpoint.requests[0]["messages"][0]["content"] == "a\ufffdb"
        model.close()
