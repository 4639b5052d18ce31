"""Thinking that a model writes into its reply, told apart from the answer."""

import json
import re
from typing import NamedTuple

NAMES = r"(?:think|thinking|thought|thoughts|reasoning)"
OPENING = re.compile(rf"<{NAMES}>|\[THINK\]|◁think▷", re.I)
CLOSING = re.compile(rf"</{NAMES}>|\[/THINK\]|◁/think▷", re.I)
OPENING_LINE = re.compile(rf"^[ \t]*(?:<{NAMES}>|\[THINK\]|◁think▷)", re.I | re.M)


class Thought(NamedTuple):
    answer: str
    thinking: str
    unclosed: bool
    """The thinking never ended: there is no answer, and nothing in it may be read as one."""


def split_thinking(text: str) -> Thought:
    """Cut up to the last closing tag that an answer follows; the opening one may be missing."""
    if not (OPENING.search(text) or CLOSING.search(text)) or _is_json(text):
        return Thought(text, "", unclosed=False)
    closings = list(CLOSING.finditer(text))
    followed = [c.end() for c in closings if CLOSING.sub("", text[c.end() :]).strip()]
    if closings and not followed:
        return _thought_last(text, closings[0].start())
    end = followed[-1] if followed else 0
    thinking = OPENING.sub("", CLOSING.sub("", text[:end])).strip()
    answer = CLOSING.sub("", text[end:]).strip()
    if opened := OPENING_LINE.search(answer):
        rest = OPENING.sub("", answer[opened.start() :]).strip()
        before = answer[: opened.start()].strip()
        return Thought(before, f"{thinking}\n{rest}".strip(), unclosed=True)
    return Thought(answer, thinking, unclosed=False)


def _thought_last(text: str, end: int) -> Thought:
    """Nothing follows the closing tag: what stands before the opening one is all there is."""
    opened = OPENING.search(text)
    start, inside = (opened.start(), opened.end()) if opened else (0, 0)
    return Thought(text[:start].strip(), text[inside:end].strip(), unclosed=False)


def _is_json(text: str) -> bool:
    """A tag inside a string of a whole JSON reply is content."""
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True
