"""Words, lengths and likeness of pieces of LaTeX: what the rules of the gate count with."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

PARAGRAPH = re.compile(r"\n[ \t\r]*\n")
WORD = re.compile(
    "[A-Za-z\u00c0-\u024f\u0370-\u052f]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[0-9]+"
)
CONTROL = re.compile(r"\\(?:[A-Za-z@]+\*?|.)", re.DOTALL)
FEWEST = 3
"""Words below which the share of words says nothing."""
WHITE = b" \n\t\r\x0b\x0c\x1c\x1d\x1e\x1f"
SHORT = 8_000
"""Characters of a piece that is worth keeping."""


def fold(text: str) -> str:
    """The text with each run of white space as one space."""
    return " ".join(text.split())


def fold_piece(text: str) -> str:
    """The same for a piece that the other of two texts most likely has as well."""
    return _folded(text) if len(text) <= SHORT else fold(text)


@lru_cache(maxsize=2048)
def _folded(text: str) -> str:
    return fold(text)


def paragraphs_of(live: str) -> tuple[str, ...]:
    """White space folded, in order."""
    pieces = (fold_piece(piece) for piece in PARAGRAPH.split(live))
    return tuple(piece for piece in pieces if piece)


def listed(names: Iterable[str]) -> str:
    """For a message: the first ones."""
    shown = list(names)
    return ", ".join(f"`{name}`" for name in shown[:6]) + (" and more" if len(shown) > 6 else "")


def words_of(latex: str) -> list[str]:
    """Words, numbers and single ideographs without commands, in lower case."""
    return WORD.findall(CONTROL.sub(" ", latex).lower())


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """0 to 1: twice the words that two texts share, over the words of both (Dice)."""
    if not one or not other:
        return float(not one and not other)
    counts: dict[str, int] = {}
    for word in one:
        counts[word] = counts.get(word, 0) + 1
    shared = 0
    for word in other:
        if counts.get(word, 0):
            counts[word] -= 1
            shared += 1
    return 2 * shared / (len(one) + len(other))


def runs_of(words: Sequence[str], length: int = 4) -> set[tuple[str, ...]]:
    """Every run of so many words; the whole text where it is shorter."""
    if len(words) <= length:
        return {tuple(words)} if words else set()
    return set(zip(*(words[shift:] for shift in range(length)), strict=False))


def visible_length(text: str) -> int:
    """Characters that are no white space."""
    if text.isascii():
        return len(text.encode().translate(None, WHITE))
    return len("".join(text.split()))


def common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while low < high - 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def stretches(before: str, after: str) -> tuple[str, str]:
    """Both texts without the paragraphs that they begin and end with alike."""
    start = common(before, after)
    start = before.rfind("\n\n", 0, start) + 1
    end = common(before[start:][::-1], after[start:][::-1])
    tail = before[len(before) - end :].find("\n\n") if end else -1
    end = end - tail if tail >= 0 else 0
    return before[start : len(before) - end], after[start : len(after) - end]
