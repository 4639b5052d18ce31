"""Which parameters an endpoint takes: learned from its refusals, remembered for the run."""

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from agent.model.requests import TOKEN_LIMITS, Dialect

FORMAT_WORDS = re.compile(
    r"response_format|json[_ ]schema|json_object|structured[_ ]outputs?|grammar", re.I
)
SYSTEM_ROLE = re.compile(
    r"system[' \"]*(?:role|messages?|prompts?)?[' \"]*[^.]{0,30}not supported"
    r"|not support[^.]{0,20}system|roles must alternate",
    re.I,
)
LARGEST = re.compile(
    r"(?:at most|less than or equal to|<=|no more than|maximum(?: value| allowed)?(?: is| of|:)?"
    r"|valid range[^\d]{1,20}\d+\s*,)\s*(\d{2,7})",
    re.I,
)
ROOM = (
    re.compile(r"context (?:length|window|size)[^\d]{0,30}(\d{3,8})", re.I),
    re.compile(r"(\d{1,8})\s*(?:tokens?\s*)?(?:in|from|of) the (?:messages|prompt|input)"
               r"|(\d{1,8})\s*(?:input|prompt) tokens", re.I),
)  # fmt: skip


def adapt(dialect: Dialect, sent: Mapping[str, Any], body: object, words: str) -> Dialect | None:
    """The dialect without what the refusal names; `None` when it names nothing that can go."""
    text = " ".join(_texts(body)) or words
    name = _named(sent, body, text)
    if name in TOKEN_LIMITS and dialect.limits[:1] == (name,):
        asked = int(sent[name])
        largest = next((int(n) for n in LARGEST.findall(text) if 16 <= int(n) < asked), None)
        if largest is not None:
            return replace(dialect, largest=largest)
        return replace(dialect, limits=dialect.limits[1:])
    if name == "response_format" and dialect.formats:
        return replace(dialect, formats=dialect.formats[1:])
    if name == "stream_options" and dialect.stream_options:
        return replace(dialect, stream_options=False)
    if name == "stream" and dialect.stream:
        return replace(dialect, stream=False)
    if name:
        return replace(dialect, dropped=dialect.dropped | {name})
    if dialect.system and SYSTEM_ROLE.search(text):
        return replace(dialect, system=False)
    return None


def _named(sent: Mapping[str, Any], body: object, text: str) -> str | None:
    """The parameter of ours that the refusal is about: by its `param` field, else named first."""
    droppable = [key for key in sent if key not in ("model", "messages")]
    if "response_format" in sent:
        text = FORMAT_WORDS.sub("response_format", text)
    for key in _params(body):
        head = re.split(r"[.\[]", key)[0]
        if head in droppable:
            return head
    found = [
        (match.start(), key)
        for key in droppable
        if (match := re.search(rf"(?<![\w]){re.escape(key)}(?![\w])", text))
    ]
    return min(found)[1] if found else None


def _params(body: object) -> list[str]:
    """What the error object itself calls the parameter at fault."""
    if isinstance(body, Mapping):
        own = [body["param"]] if isinstance(body.get("param"), str) else []
        place = body.get("loc")
        own += [str(part) for part in place if part != "body"] if isinstance(place, list) else []
        return own + [p for value in body.values() for p in _params(value)]
    if isinstance(body, list):
        return [p for value in body for p in _params(value)]
    return []


def _texts(body: object) -> list[str]:
    """All strings of an error body, but for the request that some servers echo in it."""
    if isinstance(body, str):
        return [body]
    if isinstance(body, Mapping):
        return [t for k, v in body.items() if k not in ("input", "request") for t in _texts(v)]
    return [t for v in body for t in _texts(v)] if isinstance(body, list) else []


def room(words: str) -> int | None:
    """Tokens left for the reply, where a refusal says how long context and prompt are."""
    whole, prompt = (pattern.search(words) for pattern in ROOM)
    if not whole or not prompt:
        return None
    return int(whole[1]) - int(prompt[1] or prompt[2])


class Learned:
    """The dialect that all threads of a run share."""

    def __init__(self, dialect: Dialect, tell: Callable[[str], None]) -> None:
        self._dialect = dialect
        self._tell = tell
        self._lock = threading.Lock()

    @property
    def current(self) -> Dialect:
        return self._dialect

    def learn(self, sent: Dialect, better: Dialect, reason: str) -> None:
        """Take over what `better` changed against `sent`, unless another thread was faster."""
        news: list[str] = []
        with self._lock:
            for name in (entry.name for entry in fields(Dialect)):
                before, after = getattr(sent, name), getattr(better, name)
                now = getattr(self._dialect, name)
                if name == "dropped":
                    after = now | after
                if now != after and (name == "dropped" or now == before):
                    self._dialect = replace(self._dialect, **{name: after})
                    news.append(_in_words(name, now, after))
        for words in news:
            self._tell(f"{words} ({reason})" if reason else words)


def _in_words(name: str, before: Any, after: Any) -> str:
    instead = f"{after[0]} is sent instead" if isinstance(after, tuple) and after else "left out"
    match name:
        case "limits" | "formats":
            return f"the endpoint refuses {before[0]}: {instead}"
        case "stream":
            return "the endpoint does not stream its replies"
        case "stream_options":
            return "the endpoint does not know stream_options: left out"
        case "system":
            return "the endpoint takes no system message: it goes in front of the first one"
        case "largest":
            return f"the endpoint's longest reply is {after} tokens"
        case _:
            return f"the endpoint refuses {', '.join(sorted(after - before))}: left out"
