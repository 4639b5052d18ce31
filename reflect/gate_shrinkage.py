"""Rules on sections that stay: their text stays with them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from reflect.finding import Category
from reflect.gate_matching import Matching, Part, prose, quoted, titles_of
from reflect.gate_pair import Pair
from reflect.gate_words import fold, visible_length
from reflect.verdict import Objection

KEPT = 0.6
"""Share of its prose that a section must keep, as of the whole draft."""
KEPT_IF_ASKED = 0.4
"""The same where the plan asks for a shorter text there."""
SLIGHT = 80
"""Characters that a section may lose whatever its length."""
SHORTER = (Category.VERBOSITY, Category.REPETITION)
COMMAND = re.compile(
    r"\\(?:begin|end|label|[a-zA-Z]*ref|[a-zA-Z]*[cC]ite[a-zA-Z]*)\*?(?:\[[^\[\]]*\])*\{[^{}]*\}"
    r"|\\(?:[A-Za-z@]+\*?|.)|\$[^$]*\$",
    re.DOTALL,
)
CONTENT = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u052f]{5,}|[\u3040-\u30ff\u3400-\u9fff]{2,}")
SENTENCE = re.compile(r"(?<=[.!?。！？；])\s*")


def sections_collapsed(pair: Pair, found: Matching) -> Iterator[Objection]:
    """A section that lost more than two fifths of its own prose, which stands nowhere else."""
    collapsed, swapped, left = [], [], []
    for one, other in found.pairs:
        if one.own == other.own:
            continue
        asked = any(pair.changes_on(one.section, SHORTER))
        if lost_too_much(pair, one.own, other.own, KEPT_IF_ASKED if asked else KEPT):
            collapsed.append(one)
            left.append(100 * visible_length(other.own) // visible_length(one.own))
        elif _replaced(one, other):
            swapped.append(one)
    if collapsed:
        yield Objection(
            "section-collapse",
            f"The section has lost much of its text: {quoted(titles_of(collapsed))}; "
            f"{left[0]} % of the first one is left.",
            titles_of(collapsed),
        )
    if swapped:
        yield Objection(
            "section-replaced",
            f"Nothing of its text is left under the heading: {quoted(titles_of(swapped))}.",
            titles_of(swapped),
        )


def lost_too_much(pair: Pair, before: str, after: str, share: float = KEPT) -> bool:
    """Whether less than this share is kept, here or elsewhere in the text after."""
    whole, kept = visible_length(before), visible_length(after)
    if kept >= share * whole or whole - kept < SLIGHT:
        return False
    moved = (
        visible_length(sentence)
        for sentence in SENTENCE.split(before)
        if len(sentence) >= 20 and sentence not in after and sentence in pair.after.folded
    )
    return kept + sum(moved) < share * whole


def _replaced(one: Part, other: Part) -> bool:
    """Whether next to none of the words that carry a meaning are left, where there are enough."""
    old = _said(one.own)
    if 2 * len(old.intersection(other.own.split())) > len(old):
        return False
    before = _content(one.own)
    if len(before) < 12 or not other.own:
        return False
    left = len(before & _content(other.own))
    return left < 0.15 * len(before) and _same_script(one.own, other.own)


@lru_cache(maxsize=256)
def _said(text: str) -> frozenset[str]:
    """Its words as they stand there; kept, as the text before is compared again and again."""
    return frozenset(text.split())


def _content(latex: str) -> set[str]:
    """Words of five letters or more, and pairs of ideographs."""
    found = CONTENT.findall(COMMAND.sub(" ", latex).lower())
    return {piece for word in found for piece in _pairs(word)}


def _pairs(word: str) -> Iterator[str]:
    if word[0] < "\u3040":
        yield word
    else:
        yield from map("".join, pairwise(word))


def _same_script(one: str, other: str) -> bool:
    """A translation shares no words either."""
    return abs(_ascii(one) - _ascii(other)) < 0.3


def _ascii(latex: str) -> float:
    text = "".join(COMMAND.sub("", latex).split())
    return len(text.encode("ascii", "ignore")) / max(len(text), 1)


def front_collapsed(pair: Pair) -> Iterator[Objection]:
    """The text before the first heading, abstract included, is a part too."""
    fronts = []
    for side in (pair.before, pair.after):
        start, end = side.body
        first = side.seen.outline.sections[:1]
        fronts.append(fold(prose(side, start, max(start, first[0].start) if first else end)))
    if fronts[0] != fronts[1] and lost_too_much(pair, fronts[0], fronts[1]):
        yield Objection(
            "section-collapse", "The text before the first section has lost much of its length."
        )
