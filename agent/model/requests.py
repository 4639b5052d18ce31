"""The parameters of one call, and what an endpoint turned out not to understand."""

import json
import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import regex

from agent.model.types import Message

SURROGATES = regex.compile("[\ud800-\udfff]")
DROPPABLE = ("stream_options", "seed", "temperature", "stream")


class Dialect:
    """What this endpoint takes, learnt from its refusals and remembered for the run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._dropped: set[str] = set()
        self.token_field = "max_completion_tokens"
        self.schema_form = "json_schema"

    @property
    def streams(self) -> bool:
        return "stream" not in self._dropped

    def drop(self, name: str) -> bool:
        """Whether that is news."""
        with self._lock:
            fresh = name not in self._dropped
            self._dropped.add(name)
            return fresh

    def parameters(
        self,
        model: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        max_tokens: int,
        extra: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Never holds a None: that would be sent as null."""
        content: dict[str, Any] = {
            "model": model,
            "messages": [{"role": m.role, "content": clean(m.content)} for m in messages],
            self.token_field: max_tokens,
        }
        if self.streams:
            content["stream"] = True
            if "stream_options" not in self._dropped:
                content["stream_options"] = {"include_usage": True}
        if schema is not None and self.schema_form == "json_schema":
            content["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "schema": dict(schema)},
            }
        elif schema is not None and self.schema_form == "json_object":
            content["response_format"] = {"type": "json_object"}
        if extra:
            content["extra_body"] = dict(extra)
        return content

    def learn(self, complaint: str, sent: Mapping[str, Any]) -> str:
        """What was changed because of a refusal that names a parameter; empty when nothing was."""
        text = complaint.lower()
        with self._lock:
            if "max_completion_tokens" in text and self.token_field in sent:
                if self.token_field == "max_completion_tokens":
                    self.token_field = "max_tokens"
                    return "the endpoint takes max_tokens, not max_completion_tokens"
            elif "max_tokens" in text and self.token_field == "max_tokens" in sent:
                self.token_field = "max_completion_tokens"
                return "the endpoint takes max_completion_tokens, not max_tokens"
            named = ("response_format", "json_schema", "json_object", "guided", "structured")
            if "response_format" in sent and any(name in text for name in named):
                was = sent["response_format"]["type"]
                self.schema_form = "json_object" if was == "json_schema" else "none"
                return f"the endpoint refuses {was} as a form of reply"
            for name in DROPPABLE:
                if name in text and name in sent and name not in self._dropped:
                    self._dropped.add(name)
                    return f"the endpoint does not know {name}"
        return ""


def clean(text: str) -> str:
    """Lone surrogates cannot be sent."""
    return SURROGATES.sub("\ufffd", text)


def finite(value: Any) -> Any:
    """JSON knows no NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return value


def is_whole_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
