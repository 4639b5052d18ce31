"""How long a server asks us to wait: one reader for every form the request takes."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

SPAN = re.compile(
    r"(\d+(?:\.\d+)?)\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h|毫秒|秒|分钟|小时)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)
WORDS = re.compile(
    r"(?:(?:try\s+again|retry(?:ing)?|wait|available|resets?)\b[^.\d]{0,40}?)"
    r"((?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)"
    r"(?:\s*,?\s*(?:and\s+)?))+)(?![A-Za-z])"
    r"|((?:\d+(?:\.\d+)?\s*(?:毫秒|秒|分钟|小时))+)\s*(?:之?后|以后)",
    re.IGNORECASE,
)
STRUCTURED = ("retrydelay", "retryafter", "retryafterms", "retryafterseconds", "retryaftermillis")
EPOCH = 1e9
"""Numbers above it are a moment, not a span: no server asks for 30 years."""


def wait_hint(headers: Mapping[str, str], body: object, now: float) -> float | None:
    """Seconds to wait from `now` (Unix time); `None` when nobody said, or the moment is past.

    In this order: `retry-after-ms`, `Retry-After` as seconds or as an HTTP date, a structured
    field in the body (`retryDelay: "7s"`, `retry_after: 3`), words ("try again in 940ms"), and
    `X-RateLimit-Reset`, also where a router hands it on inside the body.
    """
    lower = {key.lower(): value.strip() for key, value in headers.items()}
    found = (
        _number(lower.get("retry-after-ms"), 1e-3),
        _retry_after(lower.get("retry-after"), lower.get("date"), now),
        _structured(body),
        _in_words(body),
        _reset(lower.get("x-ratelimit-reset"), now),
        _nested_reset(body, now),
    )
    return next((wait for wait in found if wait is not None and wait > 0), None)


def _number(text: str | None, scale: float = 1.0) -> float | None:
    try:
        value = float(text or "") * scale
    except ValueError:
        return None
    return value if 0 <= value < EPOCH else None


def _retry_after(text: str | None, date: str | None, now: float) -> float | None:
    if text is None or _number(text) is not None:
        return _number(text)
    moment = _moment(text)
    # The server's own clock, where it shows it: ours may be off by more than the wait.
    return None if moment is None else moment - (_moment(date) or now)


def _moment(text: str | None) -> float | None:
    try:
        return parsedate_to_datetime(text or "").timestamp()
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def span(text: str) -> float | None:
    """Seconds in `1m3.5s`, `940ms`, `2 minutes`; `None` when there is no span in it."""
    total = None
    for number, unit in SPAN.findall(text):
        total = (total or 0.0) + float(number) * _seconds(unit.lower())
    return total


def _seconds(unit: str) -> float:
    if unit in ("ms", "毫秒") or unit.startswith("milli"):
        return 1e-3
    if unit[0] in "m分":
        return 60.0
    return 3600.0 if unit[0] in "h小" else 1.0


def _structured(body: object) -> float | None:
    for key, value in _fields(body):
        name = key.lower().replace("_", "").replace("-", "")
        if name not in STRUCTURED:
            continue
        scale = 1e-3 if name.endswith(("ms", "millis")) else 1.0
        if (number := _number(str(value), scale)) is not None:
            return number
        if isinstance(value, str) and (given := span(value)) is not None:
            return given
    return None


def _in_words(body: object) -> float | None:
    for text in [body] if isinstance(body, str) else [value for _, value in _fields(body)]:
        if isinstance(text, str) and (match := WORDS.search(text)):
            return span(match[0])
    return None


def _reset(text: str | None, now: float) -> float | None:
    """Seconds from now, an epoch in seconds or milliseconds, or a span such as `6m0s`."""
    try:
        value = float(text or "")
    except ValueError:
        return span(text or "")
    if value < EPOCH:
        return value
    return (value / 1000 if value > EPOCH * 1000 else value) - now


def _nested_reset(body: object, now: float) -> float | None:
    for key, value in _fields(body):
        if key.lower() == "x-ratelimit-reset":
            return _reset(str(value), now)
    return None


def _fields(body: object, depth: int = 6) -> list[tuple[str, Any]]:
    """All keys with their plain values, however deep."""
    if depth == 0:
        return []
    if isinstance(body, Mapping):
        return [
            found
            for key, value in body.items()
            for found in [(str(key), value), *_fields(value, depth - 1)]
        ]
    if isinstance(body, list):
        return [found for value in body for found in _fields(value, depth - 1)]
    return []
