"""One answer put together from its pieces, and whether it is whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.model.errors import ModelError
from agent.model.refusals import Again, Trouble, error_object, refused
from agent.model.sendable import clean_text
from agent.model.thinking import split_thinking
from agent.model.types import Usage

CUT = {"length", "max_tokens", "model_length", "max_output_tokens"}
FILTERED = {"content_filter", "safety", "recitation", "prohibited_content", "blocklist", "refusal"}
BROKEN = {"error", "abort", "aborted", "cancelled", "insufficient_system_resource",
          "tool_calls", "function_call", "malformed_function_call"}  # fmt: skip
REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking")


@dataclass
class Answer:
    """The pieces as they come; the same code reads a stream and a plain reply."""

    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    finish: str = ""
    usage: Any = None
    model: str = ""
    choices: int = 0
    plain: bool = False
    """It came as one document, whether a stream was asked for or not."""

    def add(self, document: object, now: float) -> None:
        """One event of a stream, or a whole reply.

        Raises:
            Trouble: it is an error object.
        """
        if error_object(document) is not None:
            raise refused(200, {}, document, now)
        if not isinstance(document, Mapping):
            return
        self.usage = document.get("usage") or self.usage
        if isinstance(name := document.get("model"), str):
            self.model = name or self.model
        choices = document.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, Mapping) and not choice.get("index"):
                self._choice(choice)

    def _choice(self, choice: Mapping[str, Any]) -> None:
        self.choices += 1
        if choice.get("error"):
            raise refused(200, {}, {"error": choice["error"]}, 0.0)
        if isinstance(finish := choice.get("finish_reason"), str):
            self.finish = finish.lower() or self.finish
        message = choice.get("message") or choice.get("delta") or {}
        if not isinstance(message, Mapping):
            return
        content = message.get("content")
        self.text.append(_plain(content if content is not None else choice.get("text")))
        thoughts = (_plain(message.get(name)) for name in REASONING_FIELDS)
        # Some servers send the same piece under two names.
        self.reasoning.append(next(filter(None, thoughts), "") or _plain(content, "thinking"))
        self.refusal.append(_plain(message.get("refusal")))


def _plain(content: object, kind: str = "text") -> str:
    """Text of a content field: a string, or a list of typed parts."""
    if isinstance(content, str):
        return content if kind == "text" else ""
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, Mapping)]
        chosen = [part.get(kind) for part in parts if part.get("type", "text") == kind]
        return "".join(_plain(value) for value in chosen)
    return ""


@dataclass(frozen=True, slots=True)
class Whole:
    text: str
    reasoning: str
    finish: str
    repaired: tuple[str, ...]


def whole(answer: Answer, usage: Usage, *, wants_json: bool) -> Whole:
    """The answer, if it is one.

    Whole is only what ended with a finish reason: a cut stream looks like a normal end otherwise.

    Raises:
        Trouble: truncated, empty, filtered or broken.
    """
    thought = split_thinking(clean_text("".join(answer.text)))
    text = thought.answer
    reasoning = clean_text("".join(answer.reasoning)) or thought.thinking
    finish = answer.finish

    def trouble(error: ModelError, again: Again) -> Trouble:
        return Trouble(error, again, usage=usage, text=text)

    if answer.choices == 0:
        raise trouble(ModelError("protocol", "the answer holds no choice and no error"), "same")
    refusal = clean_text("".join(answer.refusal))
    if finish in FILTERED or (refusal and not text.strip()):
        raise trouble(ModelError("filtered", refusal or f"finish reason {finish}"), "no")
    if finish in BROKEN:
        raise trouble(ModelError("server", f"finish reason {finish}"), "same")
    if finish in CUT:
        raise trouble(ModelError("truncated", "the limit of tokens was reached"), "larger")
    if not finish:
        size = f"after {len(text)} characters, without a finish reason"
        raise trouble(ModelError("truncated", f"the reply ended {size}"), "same")
    if thought.unclosed:
        raise trouble(ModelError("truncated", "the thinking never came to an end"), "larger")
    if text.strip():
        cut = ("thinking cut off",) if thought.thinking else ()
        return Whole(text, reasoning, finish, cut)
    if wants_json and finish == "stop" and _strict_json(reasoning):
        return Whole(reasoning, "", finish, ("answer taken from the reasoning field",))
    raise trouble(ModelError("empty", f"finish reason {finish}"), "larger")


def _strict_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False
