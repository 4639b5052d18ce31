"""Which section of the text after continues which one of the text before."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from latex.sections import Section
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_twins import Twins
from reflect.gate_words import fold, fold_piece, likeness, words_of

SAME_TEXT = 0.5
"""Likeness of words from which a section under a new heading is the old one."""
SAME_HEADING = 0.6
STEM = 0.25
"""Likeness of words that is enough where the heading is nearly the same."""
COMMANDS = re.compile(r"\\[A-Za-z@]+\*?|[{}$~\\]")


@dataclass(frozen=True, slots=True)
class Part:
    """A section with the text that is its own."""

    section: Section
    title: str
    """Folded, without commands and case."""
    own: str
    """From the heading to the next one, live, without floats, white space folded."""
    raw: str
    """The same with its paragraphs."""

    def words(self, side: Side) -> list[str]:
        """Of its own text, or of all it holds where that is next to nothing."""
        own = words_of(self.own)
        if len(own) >= 8:
            return own
        return words_of(side.live[self.section.body_start : self.section.end])


@dataclass(frozen=True, slots=True)
class Matching:
    pairs: tuple[tuple[Part, Part], ...]
    """Sections of the text before with their successors, in the order before."""
    lost: tuple[Part, ...]
    added: tuple[Part, ...]


def _title(latex: str) -> str:
    return " ".join(COMMANDS.sub(" ", latex).split()).casefold().strip(" .:：。")


@lru_cache(maxsize=4)
def _parts(side: Side) -> tuple[Part, ...]:
    sections = side.seen.outline.sections
    parts = []
    for position, section in enumerate(sections):
        end = section.end
        if position + 1 < len(sections):
            end = min(end, sections[position + 1].start)
        raw = prose(side, section.body_start, end)
        parts.append(Part(section, _title(section.title), fold_piece(raw), raw))
    return tuple(parts)


def prose(side: Side, start: int, end: int) -> str:
    """The live text of a span without floats and acknowledgements."""
    pieces = []
    for aside in side.asides[bisect_left(side.asides, (start, start)) :]:
        if aside[0] >= end:
            break
        if aside[0] >= start and aside[1] <= end:
            pieces.append(side.live[start : aside[0]])
            start = aside[1]
    return "\n\n".join([*pieces, side.live[start:end]])


def match(pair: Pair) -> Matching:
    """Sections are the same by level and title; or else by their text."""
    before, after = _parts(pair.before), _parts(pair.after)
    partner: dict[int, int] = {}
    taken: set[int] = set()

    def join(one: int, other: int) -> None:
        partner[one] = other
        taken.add(other)

    for ones, others in _alike(before, after):
        for one, other in _by_text(before, after, ones, others):
            join(one, other)
    alone = [one for one in range(len(before)) if one not in partner]
    rest = [other for other in range(len(after)) if other not in taken]
    twins = Twins([after[other].words(pair.after) for other in rest], len(alone))
    for position, one in enumerate(alone):
        near = twins.near(position)
        mine = before[one].words(pair.before)
        best = max(
            ((_kinship(before[one], after[rest[n]], mine, twins.pieces[n]), -n) for n in near),
            default=(0.0, 0),
        )
        if best[0] > 0:
            twins.free.remove(-best[1])
            join(one, rest[-best[1]])
    _join_empty(before, after, partner, taken, join)
    return Matching(
        tuple((before[one], after[partner[one]]) for one in sorted(partner)),
        tuple(part for n, part in enumerate(before) if n not in partner),
        tuple(part for n, part in enumerate(after) if n not in taken),
    )


def _join_empty(
    before: tuple[Part, ...],
    after: tuple[Part, ...],
    partner: dict[int, int],
    taken: set[int],
    join: Callable[[int, int], None],
) -> None:
    """A section without text is the one that stands in its place, whatever the heading."""
    for one in range(len(before)):
        if one in partner or before[one].own:
            continue
        behind = partner.get(one - 1, -1 if one == 0 else len(after)) + 1
        ahead = partner.get(one + 1, len(after) if one + 1 == len(before) else -1) - 1
        for other in {behind, ahead}:
            inside = 0 <= other < len(after) and other not in taken
            if inside and after[other].section.level == before[one].section.level:
                join(one, other)
                break


def _alike(
    before: tuple[Part, ...], after: tuple[Part, ...]
) -> Iterator[tuple[list[int], list[int]]]:
    """Positions with the same level and title, in both."""
    groups: dict[tuple[int, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, parts in enumerate((before, after)):
        for position, part in enumerate(parts):
            groups[part.section.level, part.title][side].append(position)
    yield from groups.values()


def _by_text(
    before: tuple[Part, ...], after: tuple[Part, ...], ones: list[int], others: list[int]
) -> Iterator[tuple[int, int]]:
    """Of sections with one title those with the same text first, then in order."""
    if len(ones) != len(others) or len(ones) > 1:
        known: dict[str, list[int]] = defaultdict(list)
        for other in reversed(others):
            known[after[other].own].append(other)
        same = {one: known[before[one].own].pop() for one in ones if known[before[one].own]}
        yield from same.items()
        taken = set(same.values())
        ones = [one for one in ones if one not in same]
        others = [other for other in others if other not in taken]
    yield from zip(ones, others, strict=False)


def _kinship(one: Part, other: Part, mine: Sequence[str], its: Sequence[str]) -> float:
    """How surely a section under another heading is this one; 0: it is not."""
    level = one.section.level == other.section.level
    if one.own == other.own and len(one.own) >= 20:
        return 3.0 if level else 2.0
    heading = SequenceMatcher(None, one.title, other.title).ratio()
    text = likeness(mine, its)
    if text >= SAME_TEXT or (heading >= SAME_HEADING and text >= STEM):
        return text if level else text / 2
    return 0.0


def titles_of(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(fold(part.section.title) for part in parts)


def quoted(titles: Sequence[str]) -> str:
    shown = ", ".join(f"`{title}`" for title in titles[:4])
    return shown + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
