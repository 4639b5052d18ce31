"""Where the strings of JSON-like text lie, and where a bracket closes."""

import regex

TOKEN = regex.compile(
    r"""(?P<double>"(?:[^"\\]|\\.)*+(?P<closed>")?)
      | (?P<comment>//[^\n]*+|/\*.*?(?:\*/|\Z))
      | (?P<single>(?<=[{\[,:]\s*)'(?:[^'\\]|\\.|'(?!\s*[,:}\]]))*+(?P<ended>')?)
      | (?P<open>[{\[]) | (?P<close>[}\]])""",
    regex.VERBOSE | regex.DOTALL,
)
"""A single quote opens a string only where a value may begin: elsewhere it is an apostrophe."""
PAIRS = {"}": "{", "]": "["}


def balanced_end(text: str, start: int) -> int | None:
    """Where the bracket at `start` closes, strings and comments skipped; `None` if it does not.

    Also `None` when brackets of different kinds cross, or a string is not closed.
    """
    if start < 0:
        return None
    stack: list[str] = []
    for token in TOKEN.finditer(text, start, timeout=10):
        if (sign := token["open"]) is not None:
            stack.append(sign)
        elif (sign := token["close"]) is not None:
            if not stack or stack.pop() != PAIRS[sign]:
                return None
            if not stack:
                return token.end()
        elif (token["double"] and not token["closed"]) or (token["single"] and not token["ended"]):
            return None
    return None


def strings(text: str) -> list[tuple[int, int]]:
    """Spans of the strings in double quotes and single ones, the quotes not counted."""
    return [
        (token.start() + 1, token.end() - 1)
        for token in TOKEN.finditer(text, timeout=10)
        if token["closed"] or token["ended"]
    ]
