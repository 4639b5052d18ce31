"""Replies off the wire: a stream of events, or one JSON document; errors wherever they hide."""

import json
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.model.errors import ModelError
from agent.model.hints import wait_hint
from agent.model.types import Usage

QUOTA = (
    "insufficient_quota",
    "insufficient balance",
    "billing",
    "credit",
    "exceeded your current quota",
)


@dataclass(slots=True)
class Collected:
    text: str = ""
    reasoning: str = ""
    finish: str | None = None
    usage: Usage | None = None
    model: str = ""
    refusal: str = ""
    repaired: list[str] = field(default_factory=list)


def error_inside(body: Mapping[str, Any]) -> ModelError | None:
    """An error object, whatever the HTTP status was."""
    error = body.get("error")
    if not error:
        return None
    details = error if isinstance(error, Mapping) else {"message": str(error)}
    message = str(details.get("message") or details)[:300]
    code = str(details.get("code") or details.get("type") or "")
    said = f"{code} {message}".lower()
    if any(word in said for word in QUOTA):
        return ModelError("quota", message)
    if code == "429" or "rate" in said or "too many" in said:
        return ModelError("rate", message, 429, wait_hint({}, body, message, time.time()))
    if code in {"401", "403"}:
        return ModelError("auth", message, int(code))
    if code in {"400", "404", "422"}:
        return ModelError("bad_request", message, int(code))
    return ModelError("server", message)


def usage_of(value: Any) -> Usage | None:
    """Whatever the endpoint told of its tokens; None when it told nothing usable."""
    if not isinstance(value, Mapping):
        return None
    prompt, completion = _int(value.get("prompt_tokens")), _int(value.get("completion_tokens"))
    if prompt is None and completion is None:
        return None
    details = value.get("prompt_tokens_details")
    cached = _int(details.get("cached_tokens")) if isinstance(details, Mapping) else None
    cached = cached if cached is not None else _int(value.get("prompt_cache_hit_tokens"))
    partial = prompt is None or completion is None
    return Usage(prompt or 0, cached or 0, completion or 0, estimated=partial)


def _int(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def read_completion(body: Any) -> Collected:
    """A reply that came as one document.

    Raises:
        ModelError: it is no completion, or an error in disguise.
    """
    raw = body if isinstance(body, bytes | str) else body.content
    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    if text.lstrip()[:1] == "<":
        raise ModelError("protocol", "the address answers with a web page, not as a model")
    if not text.strip():
        raise ModelError("protocol", "the answer has no content")
    if text.startswith(("data:", "event:", ":")):
        return read_stream(text.splitlines(), math.inf)  # a stream nobody asked for
    content = json.loads(text)
    if not isinstance(content, Mapping):
        raise ModelError("protocol", "the answer is no completion")
    if (error := error_inside(content)) is not None:
        raise error
    choices = content.get("choices")
    if not choices:
        raise ModelError("server", "the answer holds no choices")
    choice = choices[0]
    message = choice.get("message") or {}
    return Collected(
        _text(message.get("content")),
        _text(message.get("reasoning_content") or message.get("reasoning")),
        choice.get("finish_reason") or "stop",
        usage_of(content.get("usage")),
        str(content.get("model") or ""),
        _text(message.get("refusal")),
    )


def _text(value: Any) -> str:
    """Content is a string, or a list of parts that hold strings."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(str(p.get("text", "")) for p in value if isinstance(p, Mapping))
    return ""


def read_stream(lines: Iterable[str], deadline: float) -> Collected:
    """A reply that came as server-sent events; whole only when a finish reason was seen.

    Raises:
        ModelError: an error event, a broken event, or no time left.
    """
    found = Collected()
    pieces: list[str] = []
    thoughts: list[str] = []
    failing = False
    for line in lines:
        if time.monotonic() > deadline:
            raise ModelError("timeout", "the reply was not complete in the time allowed")
        if line.startswith("event:"):
            failing = line[6:].strip() == "error"
            continue
        if not line.startswith("data:"):
            continue
        data = line[5:].strip()
        if data == "[DONE]":
            break
        _take(data, found, pieces, thoughts, failing)
    found.text, found.reasoning = "".join(pieces), "".join(thoughts)
    return found


def _take(
    data: str, found: Collected, pieces: list[str], thoughts: list[str], failing: bool
) -> None:
    event = json.loads(data)
    if not isinstance(event, Mapping):
        raise ModelError("protocol", "an event of the stream is no object")
    if (error := error_inside(event)) is not None:
        raise error
    if failing:
        raise ModelError("server", str(event.get("message") or "the stream reported an error"))
    found.usage = usage_of(event.get("usage")) or found.usage
    found.model = str(event.get("model") or found.model)
    for choice in event.get("choices") or ():
        delta = choice.get("delta") or {}
        pieces.append(_text(delta.get("content")))
        thoughts.append(_text(delta.get("reasoning_content") or delta.get("reasoning")))
        found.refusal += _text(delta.get("refusal"))
        found.finish = choice.get("finish_reason") or found.finish
