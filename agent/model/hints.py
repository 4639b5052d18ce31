"""How long an endpoint asks us to wait, in every form in which that is said."""

import email.utils
import time
from collections.abc import Iterator, Mapping
from typing import Any

import regex

WORDS = regex.compile(
    r"(?:try again|retry|wait|reset)\w*\s*(?:in|after|at least|for)?\s*:?\s*"
    r"(?:(?P<minutes>\d+)\s*m(?:in\w*)?\s*)?(?P<number>\d+(?:\.\d+)?)\s*"
    r"(?P<unit>ms|milliseconds?|s\b|secs?|seconds?|m\b|min\w*)?",
    regex.IGNORECASE,
)
KEYS = {"retry_after", "retry-after", "retryafter", "retry_after_seconds", "retrydelay"}


def wait_hint(headers: Mapping[str, str], body: Any, text: str, now: float) -> float | None:
    """Seconds to wait from the header (seconds, milliseconds or a date), a field, or words."""
    lowered = {key.lower(): value for key, value in headers.items()}
    if (milliseconds := _number(lowered.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    if (after := lowered.get("retry-after")) is not None:
        seconds = _number(after)
        return seconds if seconds is not None else _date(after, now)
    for value in _fields(body):
        seconds = _number(str(value).rstrip("s"))
        if seconds is not None:
            return seconds
    return _words(text)


def _number(text: str | None) -> float | None:
    try:
        value = float(text) if text is not None else None
    except ValueError:
        return None
    return value if value is not None and 0 <= value < 1e6 else None


def _date(text: str, now: float) -> float | None:
    parsed = email.utils.parsedate_to_datetime(text) if _is_date(text) else None
    return max(0.0, parsed.timestamp() - now) if parsed is not None else None


def _is_date(text: str) -> bool:
    return email.utils.parsedate_tz(text) is not None


def _fields(node: Any) -> Iterator[Any]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            if str(key).lower() in KEYS and not isinstance(value, Mapping | list):
                yield value
            yield from _fields(value)
    elif isinstance(node, list):
        for item in node:
            yield from _fields(item)


def _words(text: str) -> float | None:
    found = WORDS.search(text, timeout=1)
    if found is None:
        return None
    unit = (found["unit"] or "s").lower()
    factor = 0.001 if unit.startswith("mil") or unit == "ms" else 60 if unit[0] == "m" else 1
    return int(found["minutes"] or 0) * 60 + float(found["number"]) * factor


def now() -> float:
    return time.time()
