"""Tokens counted without the model's own vocabulary."""

import threading
from collections.abc import Mapping
from typing import Any

import regex

from agent.model.types import Usage

WIDE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
LATIN = 3.5
"""Characters to a token in Latin text, roughly; one Chinese character is about one token."""
FADING = 0.3
"""Weight of the newest observation in the running ratio."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is; at least one for a text that is not empty."""
    wide = len(WIDE.findall(text))
    return int(wide + (len(text) - wide) / LATIN + 0.999)


class Estimator:
    """`estimate_tokens`, corrected by what a server counted before; one for each model."""

    def __init__(self) -> None:
        self._ratio = 1.0
        self._lock = threading.Lock()

    @property
    def ratio(self) -> float:
        return self._ratio

    def tokens(self, text: str) -> int:
        return round(estimate_tokens(text) * self._ratio)

    def observe(self, text: str, counted: int) -> None:
        """Learn from a count; short texts and absurd counts teach nothing."""
        guess = estimate_tokens(text)
        if guess < 50 or not 0.2 < counted / guess < 5:
            return
        with self._lock:
            self._ratio += FADING * (counted / guess - self._ratio)


def read_usage(raw: object, prompt: int, completion: int) -> Usage:
    """What the server counted; the given estimates where it did not, and marked so.

    Servers leave `usage` out, send null, zeros, only a total, or numbers as text.
    """
    counts: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
    sent = _count(counts.get("prompt_tokens"))
    received = _count(counts.get("completion_tokens"))
    total = _count(counts.get("total_tokens"))
    details = counts.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, Mapping) else 0
    cached = cached or _count(counts.get("prompt_cache_hit_tokens"))
    estimated = sent == 0 or (received == 0 and completion > 0)
    if sent == 0:
        sent = max(total - (received or completion), 0) or prompt
    if received == 0:
        received = max(total - sent, 0) or completion
    return Usage(sent, min(cached, sent), received, estimated)


def _count(value: object) -> int:
    """A non-negative whole number, or 0 for anything that is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return 0
    try:
        return max(int(float(value)), 0)
    except (ValueError, OverflowError):
        return 0
