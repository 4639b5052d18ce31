"""Values as they can travel: text without lone surrogates, numbers that JSON has."""

import math
from collections.abc import Mapping
from typing import Any


def clean_text(text: str) -> str:
    """Pairs of surrogates joined, lone ones replaced, NUL removed.

    A lone surrogate cannot be encoded, and a stream may split a pair between two events.
    """
    if text.isascii():
        return text.replace("\0", "")
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", "")


def clean_value(value: Any) -> Any:
    """The same for a nested value; numbers that JSON does not know (NaN, ∞) are left out."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, Mapping):
        return {clean_text(str(k)): clean_value(v) for k, v in value.items() if _sendable(v)}
    if isinstance(value, list | tuple):
        return [clean_value(item) for item in value if _sendable(item)]
    return value


def _sendable(value: object) -> bool:
    return not (isinstance(value, float) and not math.isfinite(value))
