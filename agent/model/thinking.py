"""What a model thinks aloud is no part of its reply."""

from typing import NamedTuple

import regex

OPEN = regex.compile(r"<(think(?:ing)?|reasoning)>", regex.IGNORECASE)
CLOSE = regex.compile(r"</(?:think(?:ing)?|reasoning)>", regex.IGNORECASE)


class Thought(NamedTuple):
    answer: str
    thinking: str
    unclosed: bool
    """The thinking never ended, so the reply was cut before it began."""


def split_thinking(text: str) -> Thought:
    """Cut everything up to the last closing tag; the opening one may be missing."""
    closes = list(CLOSE.finditer(text))
    opened = OPEN.search(text)
    if closes:
        end = closes[-1].end()
        if OPEN.search(text, end) is None:
            return Thought(text[end:].lstrip(), text[:end], False)
        return Thought("", text, True)
    if opened is not None and not text[: opened.start()].strip():
        return Thought("", text, True)
    return Thought(text, "", False)
