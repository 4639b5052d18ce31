"""What an error object means, whatever status it came with, and whether to try again."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.model.errors import Kind, ModelError
from agent.model.hints import wait_hint
from agent.model.types import Usage

Again = Literal["no", "same", "larger"]
QUOTA_CODES = re.compile(
    r"insufficient_(?:quota|balance|funds|credits?)|billing|payment_required"
    r"|(?:quota|credits?)_(?:exhausted|depleted)|arrearage",
    re.I,
)
QUOTA_WORDS = re.compile(
    r"insufficient (?:balance|quota|credits?|funds)|no credits? left|exceeded your current quota"
    r"|out of credits?|(?:daily|monthly) (?:quota|limit)|billing|余额不足|欠费",
    re.I,
)
CONTEXT = re.compile(
    r"context[_ ](?:length|window|size|limit)|exceeds? the (?:available )?context"
    r"|(?:prompt|input|request|messages?)[^.]{0,40}too (?:long|large)"
    r"|maximum[^.]{0,30}(?:context|input|prompt)"
    r"|too many (?:input )?tokens|上下文",
    re.I,
)
NAMED_STATUS = (
    (
        re.compile(r"insufficient_quota|rate.?limit|resource_exhausted|too.?many.?requests", re.I),
        429,
    ),
    (re.compile(r"invalid_api_key|authentication|unauthori[sz]ed|permission|forbidden", re.I), 401),
    (re.compile(r"model_not_found|not_found", re.I), 404),
    (
        re.compile(
            r"context_length|invalid_request|invalid_argument|bad.?request|unsupported", re.I
        ),
        400,
    ),
    (re.compile(r"time.?out", re.I), 504),
)
MESSAGE_LENGTH = 300


@dataclass
class Trouble(Exception):
    """One try failed; whether another may help is part of it."""

    error: ModelError
    again: Again = "no"
    hint: float | None = None
    """Seconds the server asked us to wait."""
    body: Any = field(default=None, repr=False)
    usage: Usage | None = None
    text: str = field(default="", repr=False)
    """What had arrived of the reply."""


def error_object(document: object) -> Any:
    """The error inside a body, also inside one with status 200; `None` when there is none."""
    if not isinstance(document, Mapping):
        return None
    if document.get("error"):
        return document["error"]
    if document.get("object") == "error":
        return document
    if "choices" not in document and any(document.get(k) for k in ("detail", "message", "errors")):
        return document
    return None


def error_words(body: object) -> str:
    """The sentence inside an error body of any shape, short, on one line."""
    words = _sentence(body) or (body if isinstance(body, str) else "")
    if re.match(r"\s*<(?:!doctype|html|head|body)", words, re.I):
        title = re.search(r"<(title|h1)[^>]*>(.*?)</\1>", words, re.I | re.S)
        words = f"a web page{f' titled {title[2].strip()!r}' if title else ''} instead of an answer"
    if not words and body:
        words = json.dumps(body, ensure_ascii=False, default=str)
    return " ".join(words.split())[:MESSAGE_LENGTH]


def _sentence(body: object) -> str:
    if isinstance(body, str):
        return body
    if isinstance(body, list):
        return "; ".join(filter(None, map(_sentence, body[:3])))
    if isinstance(body, Mapping):
        for key in ("error", "message", "detail", "msg", "errors", "reason", "description"):
            if found := _sentence(body.get(key)):
                return found
    return ""


def refused(status: int, headers: Mapping[str, str], body: object, now: float) -> Trouble:
    """What a refusal means; `status` is 200 for an error object inside a good answer."""
    error = error_object(body) or body
    code = _codes(error)
    inner = _status(code) if status < 400 else None
    if status >= 500 and (number := _numeric(code)) is not None:
        inner = number
    status = inner or (status if status >= 400 else 502)
    hint = wait_hint(headers, body, now)
    words = error_words(body)
    kind, again = _meaning(status, code, words, hint)
    return Trouble(ModelError(kind, words, status), again, hint, body)


def _meaning(status: int, code: str, words: str, hint: float | None) -> tuple[Kind, Again]:
    if status == 402 or QUOTA_CODES.search(code):
        return "quota", "no"
    if status == 429:
        # Some servers speak of quota for a limit per minute, and then say how long to wait.
        spent = hint is None and QUOTA_WORDS.search(words)
        return ("quota", "no") if spent else ("rate", "same")
    if status in (401, 403, 407):
        return "auth", "no"
    if status == 404:
        return "not_found", "no"
    if status == 413 or (status < 500 and CONTEXT.search(f"{code} {words}")):
        return "context", "no"
    if status in (408, 504, 524):
        return "timeout", "same"
    if status in (409, 425) or status >= 500:
        return "server", "no" if status in (501, 505) else "same"
    return "bad_request", "no"


def _codes(error: object) -> str:
    """Everything in an error object that names a code, as one string."""
    if not isinstance(error, Mapping):
        return ""
    named = [error.get(key) for key in ("code", "type", "status", "error_code")]
    return " ".join(str(value) for value in named if isinstance(value, str | int))


def _numeric(code: str) -> int | None:
    match = re.search(r"(?<!\d)[45]\d\d(?!\d)", code)
    return int(match[0]) if match else None


def _status(code: str) -> int | None:
    if (number := _numeric(code)) is not None:
        return number
    return next((status for pattern, status in NAMED_STATUS if pattern.search(code)), None)
