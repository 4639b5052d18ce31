"""What is sent beside the messages: the parameters, in the endpoint's own dialect."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.model.types import Message

TOKEN_LIMITS = ("max_tokens", "max_completion_tokens")
FORMATS = ("json_schema", "json_object")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What is sent beside model and messages; each field shrinks only, so learning ends."""

    limits: tuple[str, ...] = TOKEN_LIMITS
    """Names for the limit of the reply still to be tried; the first is the one in use."""
    formats: tuple[str, ...] = FORMATS
    """Ways to ask for JSON still to be tried; the first is the one in use."""
    stream: bool = True
    stream_options: bool = True
    system: bool = True
    """Instructions go as a system message; else in front of the first user message."""
    dropped: frozenset[str] = frozenset()
    """Keys of the user's own `extra_body` that the endpoint refused."""
    largest: int | None = None
    """The longest reply the endpoint lets us ask for, in tokens."""


def parameters(
    dialect: Dialect,
    messages: Sequence[Message],
    schema: Mapping[str, Any] | None,
    limit: int,
    extra: Mapping[str, Any],
) -> dict[str, Any]:
    """The request's fields but for the model's name; nothing is ever sent as null."""
    form = dialect.formats[0] if schema is not None and dialect.formats else ""
    sent: dict[str, Any] = {"messages": _messages(dialect, messages, schema, form)}
    if dialect.stream:
        sent["stream"] = True
        if dialect.stream_options:
            sent["stream_options"] = {"include_usage": True}
    if dialect.limits:
        sent[dialect.limits[0]] = min(limit, dialect.largest or limit)
    if form == "json_schema":
        answer = {"name": "answer", "schema": schema, "strict": _strict(schema)}
        sent["response_format"] = {"type": "json_schema", "json_schema": answer}
    elif form == "json_object":
        sent["response_format"] = {"type": "json_object"}
    return sent | {key: value for key, value in extra.items() if key not in dialect.dropped}


def _messages(
    dialect: Dialect, messages: Sequence[Message], schema: Mapping[str, Any] | None, form: str
) -> list[dict[str, str]]:
    sent = [{"role": message.role, "content": message.content} for message in messages]
    asked = any("json" in message["content"].lower() for message in sent)
    if schema is not None and form != "json_schema" and sent and not asked:
        # `json_object` is refused where the word does not occur, and without any format
        # the prompt is all the model has.
        sent[-1]["content"] += (
            "\n\nAnswer with JSON only, following this JSON schema: "
            + json.dumps(schema, ensure_ascii=False)
        )
    if not dialect.system:
        head = "\n\n".join(m["content"] for m in sent if m["role"] == "system")
        sent = [message for message in sent if message["role"] != "system"]
        if head and sent:
            sent[0] = sent[0] | {"content": f"{head}\n\n{sent[0]['content']}"}
        elif head:
            sent = [{"role": "user", "content": head}]
    return sent


def _strict(schema: object) -> bool:
    """Whether OpenAI's strict mode takes the schema: every object closed, every field required."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "object" or "properties" in schema:
            closed = schema.get("additionalProperties") is False
            wanted = set(schema.get("properties", {})) == set(schema.get("required", ()))
            if not (closed and wanted):
                return False
        return all(map(_strict, schema.values()))
    return all(map(_strict, schema)) if isinstance(schema, list) else True
