"""The only place that talks to a model over the network, whatever the endpoint is like."""

import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from agent.events import ModelAdapted
from agent.model.errors import RETRIED, Kind, ModelError
from agent.model.estimate import estimate_tokens
from agent.model.hints import wait_hint
from agent.model.reading import Collected, read_completion, read_stream
from agent.model.refusals import as_model_error, connection_error
from agent.model.requests import Dialect, finite, is_whole_json
from agent.model.thinking import split_thinking
from agent.model.types import Message, Reply, Usage
from agent.settings import ModelSettings

MAX_ADAPTATIONS = 6
LOOPBACK = {"localhost", "127.0.0.1", "::1", "0.0.0.0"}


def clean_base_url(url: str) -> str:
    """With a scheme, without the path of the call itself; empty stays empty."""
    text = url.strip().rstrip("/")
    if not text:
        return ""
    if "://" not in text:
        host = text.split("/")[0].split(":")[0]
        text = ("http://" if host in LOOPBACK else "https://") + text
    for tail in ("/chat/completions", "/completions"):
        text = text.removesuffix(tail)
    return text


def clean_key(key: str) -> str:
    """Without white space around it.

    Raises:
        ModelError: it holds characters no key has.
    """
    text = key.strip()
    if not text.isascii() or any(c.isspace() for c in text):
        raise ModelError("auth", "the API key holds characters that no key has")
    return text or "none"


class OpenAIModel:
    """Any endpoint that speaks chat completions; safe to use from several threads."""

    def __init__(
        self,
        settings: ModelSettings,
        api_key: str,
        *,
        sleep: Callable[[float], None] = time.sleep,
        on_event: Callable[[Any], None] = lambda _: None,
        on_wasted: Callable[[Usage], None] = lambda _: None,
    ) -> None:
        self._on_wasted = on_wasted
        self._settings = settings
        self._key = clean_key(api_key)
        self._sleep = sleep
        self._on_event = on_event
        self._dialect = Dialect()
        self._client: Any = None
        self._lock = threading.Lock()
        self.base_url = clean_base_url(settings.base_url)

    @property
    def name(self) -> str:
        return self._settings.name

    def close(self) -> None:
        """Give the connections back."""
        if self._client is not None:
            self._client.close()

    def offered(self) -> list[str]:
        """The models the endpoint lists; raises what the openai package raises."""
        return [entry.id for entry in self._connected().models.list()]

    @property
    def place(self) -> str:
        return self.base_url or "api.openai.com"

    def ask(
        self,
        messages: Sequence[Message],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One whole reply, after as many tries as the settings allow."""
        limit = max_tokens or self._settings.max_output_tokens
        begun = time.monotonic()
        tries = adaptations = 0
        while True:
            try:
                return self._once(messages, schema, limit, begun)
            except ModelError as error:
                if error.kind == "bad_request" and adaptations < MAX_ADAPTATIONS:
                    adaptations += 1
                    if self._adapt(error):
                        continue
                tries += 1
                if error.kind not in RETRIED or tries > self._retries(error):
                    raise
                if error.kind in {"truncated", "empty"}:
                    limit *= 2
                self._pause(error, tries, begun)

    def _retries(self, error: ModelError) -> int:
        # A cut reply is asked for once more with room; more of the same would only cost more.
        return 1 if error.kind == "truncated" else self._settings.retries

    def _adapt(self, error: ModelError) -> bool:
        sent, complaint = error.sent, error.message
        learnt = self._dialect.learn(complaint, sent)
        if learnt:
            self._on_event(ModelAdapted(learnt))
        return bool(learnt)

    def _pause(self, error: ModelError, tries: int, begun: float) -> None:
        asked = error.wait if error.wait is not None else min(2.0 ** (tries - 1), 30.0)
        wait = asked * (1 + 0.1 * random.random())
        if time.monotonic() - begun + wait > self._settings.deadline:
            raise error
        if wait > 5:
            self._on_event(ModelAdapted(f"waiting {wait:.0f} s, since the endpoint asks for it"))
        self._sleep(wait)

    def _once(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        limit: int,
        begun: float,
    ) -> Reply:
        import httpx2
        import openai

        sent = self._dialect.parameters(
            self.name, messages, schema, limit, finite(self._settings.extra_body)
        )
        started = time.monotonic()
        deadline = begun + self._settings.deadline
        try:
            collected = self._call(sent, deadline)
        except openai.APIStatusError as error:
            wait = wait_hint(error.response.headers, error.body, str(error), time.time())
            raise _with(as_model_error(error, wait), sent) from None
        except (openai.APIConnectionError, openai.APIError) as error:
            raise connection_error(error, self.place) from None
        except httpx2.HTTPError as error:
            # A connection that breaks while the body is read is not wrapped by the package.
            kind: Kind = "timeout" if isinstance(error, httpx2.TimeoutException) else "network"
            raise ModelError(kind, f"{self.place} broke off the reply ({error})") from None
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise ModelError("protocol", f"the reply is no JSON ({error})") from None
        return self._judge(collected, messages, schema is not None, time.monotonic() - started)

    def _call(self, sent: dict[str, Any], deadline: float) -> Collected:
        create = self._connected().chat.completions.with_raw_response.create
        if not sent.get("stream"):
            return read_completion(create(**sent).http_response)
        with self._connected().chat.completions.with_streaming_response.create(**sent) as answer:
            kind = answer.headers.get("content-type", "")
            if "event-stream" in kind:
                return read_stream(answer.iter_lines(), deadline)
            if "html" in kind:
                raise ModelError("protocol", "the address answers with a web page, not as a model")
            body = answer.read()
        found = read_completion(body)
        if self._dialect.drop("stream"):
            self._on_event(ModelAdapted("the endpoint does not stream its replies"))
        return found

    def _judge(
        self, found: Collected, messages: Sequence[Message], wants_json: bool, seconds: float
    ) -> Reply:
        """A reply only when it is whole; one that is not was paid for all the same."""
        try:
            return self._whole(found, messages, wants_json, seconds)
        except ModelError:
            if found.usage is not None:
                self._on_wasted(found.usage)
            raise

    def _whole(
        self, found: Collected, messages: Sequence[Message], wants_json: bool, seconds: float
    ) -> Reply:
        thought = split_thinking(found.text)
        text, repaired = thought.answer, list(found.repaired)
        if thought.thinking:
            repaired.append("thinking aloud was cut off")
        if found.finish == "content_filter":
            raise ModelError("filtered", "the endpoint's content filter stopped the reply")
        if found.finish is None:
            raise ModelError("truncated", f"the reply broke off after {len(found.text)} characters")
        if found.finish == "length" or thought.unclosed:
            raise ModelError("truncated", "the reply was cut at the limit of tokens")
        if not text.strip():
            usable = wants_json and found.finish == "stop" and is_whole_json(found.reasoning)
            if not usable:
                raise ModelError("empty", found.refusal or "the reply is empty")
            text = found.reasoning
            repaired.append("the answer stood in the field for reasoning")
        usage = found.usage or Usage(
            sum(estimate_tokens(m.content) for m in messages),
            0,
            estimate_tokens(found.text + found.reasoning),
            estimated=True,
        )
        name = found.model or self.name
        reasoning = found.reasoning or thought.thinking
        return Reply(text, found.finish, usage, name, seconds, reasoning, tuple(repaired))

    def _connected(self) -> Any:
        """The client of the openai package, made when it is first needed, in this process."""
        import openai

        with self._lock:
            if self._client is None:
                parts = urlsplit(self.base_url)
                local = (parts.hostname or "") in LOOPBACK
                # No proxy stands before this machine itself, and plain HTTP needs no certificates.
                http = (
                    openai.DefaultHttpx2Client(trust_env=False, verify=parts.scheme == "https")
                    if local
                    else None
                )
                self._client = openai.OpenAI(
                    base_url=self.base_url or None,
                    api_key=self._key,
                    max_retries=0,
                    timeout=self._settings.timeout,
                    http_client=http,
                )
            return self._client


def _with(error: ModelError, sent: dict[str, Any]) -> ModelError:
    error.sent = sent
    return error
