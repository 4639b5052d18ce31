"""What changed between two texts: few hunks, none of them longer than it must be."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

LINES = re.compile(r"[^\n]*\n|[^\n]+")
WORDS = re.compile(r"\w+|\s+|.", re.DOTALL)
MOST_COMPARED = 1_000_000
"""Pairs of pieces up to which a stretch without unique lines is compared piece by piece."""


class Hunk(NamedTuple):
    start: int
    end: int
    """Of the span in the old text."""
    new: str
    """What stands there in the new one."""


def hunks(old: str, new: str) -> tuple[Hunk, ...]:
    """In order; applied to the old text they give the new one.

    Lines that are there once in each text hold the rest apart (the patience method of Bram Cohen),
    so the time grows with the length for texts that differ in a few places.
    """
    return tuple(_hunks(old, new, LINES))


def finer(old: str, hunk: Hunk) -> tuple[Hunk, ...]:
    """The same change word by word."""
    return tuple(
        Hunk(hunk.start + part.start, hunk.start + part.end, part.new)
        for part in _hunks(old[hunk.start : hunk.end], hunk.new, WORDS)
    )


def _hunks(old: str, new: str, piece: re.Pattern[str]) -> Iterator[Hunk]:
    if old == new:
        return
    start, tail = _ends(old, new)
    if piece is LINES:
        # Whole lines, so that what is the same around a change is seen as the same.
        start = old.rfind("\n", 0, start) + 1
        tail -= max(0, old.find("\n", len(old) - tail) + 1 - (len(old) - tail)) if tail else 0
    a = piece.findall(old[start : len(old) - tail])
    b = piece.findall(new[start : len(new) - tail])
    position, i, j = start, 0, 0
    for match in (*_matches(a, b), (len(a), len(b), 0)):
        removed, added = a[i : match[0]], b[j : match[1]]
        if len(removed) != len(added):
            removed, added = ["".join(removed)], ["".join(added)]
        for before, after in zip(removed, added, strict=True):
            yield from _trimmed(position, before, after)
            position += len(before)
        i, j = match[0] + match[2], match[1] + match[2]
        position += sum(map(len, a[match[0] : i]))


def _trimmed(position: int, removed: str, added: str) -> Iterator[Hunk]:
    start, tail = _ends(removed, added)
    if removed != added:
        new = added[start : len(added) - tail]
        yield Hunk(position + start, position + len(removed) - tail, new)


def _ends(old: str, new: str) -> tuple[int, int]:
    """How many characters are the same at the beginning, and at the end of the rest."""
    start = _common(old, new)
    most = min(len(old), len(new)) - start
    return start, _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])


def _common(one: str, other: str) -> int:
    """How many characters the two begin with are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _matches(a: list[str], b: list[str]) -> Iterator[tuple[int, int, int]]:
    """(position in a, position in b, length) of runs that are the same, in order."""
    i = j = 0
    for anchor in (*_anchors(a, b), (len(a), len(b))):
        gap_a, gap_b = a[i : anchor[0]], b[j : anchor[1]]
        if gap_a and gap_b and len(gap_a) * len(gap_b) <= MOST_COMPARED:
            blocks = SequenceMatcher(None, gap_a, gap_b, autojunk=False).get_matching_blocks()
            yield from ((i + one, j + other, size) for one, other, size in blocks if size)
        if anchor[0] < len(a) and anchor[1] < len(b):
            yield (*anchor, 1)
        i, j = anchor[0] + 1, anchor[1] + 1


def _anchors(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Positions of pieces that are there once in each, in an order that both have."""
    in_a, in_b = Counter(a), Counter(b)
    places = {piece: j for j, piece in enumerate(b) if in_b[piece] == 1}
    pairs = [
        (i, places[piece]) for i, piece in enumerate(a) if in_a[piece] == 1 and piece in places
    ]
    ends: list[int] = []
    """The least end of a rising run of each length."""
    lasts: list[int] = []
    before: list[int] = []
    for number, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        before.append(lasts[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        lasts[length : length + 1] = [number]
    chosen: list[tuple[int, int]] = []
    number = lasts[-1] if lasts else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]
