"""Rules on sections: none is lost, replaced, emptied, moved, merged or split."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations, pairwise

from latex.sections import Section
from reflect.finding import Category
from reflect.gate_pair import Pair, Side, fold, likeness, runs_of, visible_length, words_of
from reflect.verdict import Objection

KEPT = 0.6
"""Share of its prose that a section must keep, as of the whole draft."""
KEPT_IF_ASKED = 0.4
"""The same where the plan asks for a shorter text there."""
SLIGHT = 80
"""Characters that a section may lose whatever its length."""
SAME_TEXT = 0.5
"""Likeness of words from which a section under a new heading is the old one."""
SAME_HEADING = 0.6
STEM = 0.25
"""Likeness of words that is enough where the heading is nearly the same."""
SHORTER = (Category.VERBOSITY, Category.REPETITION)
COMMANDS = re.compile(r"\\[A-Za-z@]+\*?|[{}$~\\]")
COMMAND = re.compile(
    r"\\(?:begin|end|label|[a-zA-Z]*ref|[a-zA-Z]*[cC]ite[a-zA-Z]*)\*?(?:\[[^\[\]]*\])*\{[^{}]*\}"
    r"|\\(?:[A-Za-z@]+\*?|.)|\$[^$]*\$",
    re.DOTALL,
)
CONTENT = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u052f]{5,}|[\u3040-\u30ff\u3400-\u9fff]{2,}")
SENTENCE = re.compile(r"(?<=[.!?。！？；])\s*")


@dataclass(frozen=True, slots=True)
class Part:
    """A section with the text that is its own."""

    section: Section
    title: str
    """Folded, without commands and case."""
    own: str
    """From the heading to the next one, live, without floats, white space folded."""
    span: tuple[int, int]
    """Of `own` in the source."""

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
        span = section.body_start, end
        parts.append(Part(section, _title(section.title), prose(side, *span), span))
    return tuple(parts)


def prose(side: Side, start: int, end: int) -> str:
    """The live text of a span without floats and acknowledgements, white space folded."""
    pieces = []
    for aside in side.asides[bisect_left(side.asides, (start, start)) :]:
        if aside[0] >= end:
            break
        if aside[0] >= start and aside[1] <= end:
            pieces.append(side.live[start : aside[0]])
            start = aside[1]
    return fold(" ".join([*pieces, side.live[start:end]]))


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
    for one, part in enumerate(before):
        if one in partner:
            continue
        rest = [(n, other) for n, other in enumerate(after) if n not in taken]
        best = max(((_kinship(pair, part, other), -n) for n, other in rest), default=(0.0, 0))
        if best[0] > 0:
            join(one, -best[1])
    return Matching(
        tuple((before[one], after[partner[one]]) for one in sorted(partner)),
        tuple(part for n, part in enumerate(before) if n not in partner),
        tuple(part for n, part in enumerate(after) if n not in taken),
    )


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
        for one in list(ones):
            same = [n for n in others if after[n].own == before[one].own]
            if same:
                ones.remove(one)
                others.remove(same[0])
                yield one, same[0]
    yield from zip(ones, others, strict=False)


def _kinship(pair: Pair, one: Part, other: Part) -> float:
    """How surely a section under another heading is this one; 0: it is not."""
    level = one.section.level == other.section.level
    if one.own == other.own and len(one.own) >= 20:
        return 3.0 if level else 2.0
    heading = SequenceMatcher(None, one.title, other.title).ratio()
    text = likeness(one.words(pair.before), other.words(pair.after))
    if text >= SAME_TEXT or (heading >= SAME_HEADING and text >= STEM):
        return text if level else text / 2
    return 0.0


def _titles(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(fold(part.section.title) for part in parts)


def _quoted(titles: Sequence[str]) -> str:
    shown = ", ".join(f"`{title}`" for title in titles[:4])
    return shown + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")


def sections_lost(pair: Pair, found: Matching) -> Iterator[Objection]:
    """A heading of before that no heading of after continues."""
    lost = [part for part in found.lost if not _may_go(pair, found, part)]
    if not lost:
        return
    before, after = len(pair.before.seen.outline), len(pair.after.seen.outline)
    if after < before:
        yield Objection(
            "sections-fewer",
            f"There are {after} sections instead of {before}.",
            (str(before), str(after)),
        )
    merged = [part for part in lost if _still_there(pair, part)]
    gone = [part for part in lost if part not in merged]
    if merged:
        yield Objection(
            "section-merged",
            f"Its text stands in another section, its heading is gone: {_quoted(_titles(merged))}.",
            _titles(merged),
        )
    if gone:
        yield Objection(
            "section-lost", f"The section is lost: {_quoted(_titles(gone))}.", _titles(gone)
        )


def _still_there(pair: Pair, part: Part) -> bool:
    runs = runs_of(words_of(part.own))
    return bool(runs) and len(runs & pair.after.runs) >= 0.6 * len(runs)


def _may_go(pair: Pair, found: Matching, part: Part) -> bool:
    """Named in `removes`, and either a repetition or moved whole by a plan for the structure."""
    if not pair.names(fold(part.section.title), part.section.anchor):
        return False
    if pair.restructures and (not part.own or _still_there(pair, part)):
        return True
    words = words_of(part.own)
    return any(
        (twin.own == part.own or likeness(words, words_of(twin.own)) >= 0.9)
        for twin, _ in found.pairs
        if twin.section.level == part.section.level
    )


def sections_added(pair: Pair, found: Matching) -> Iterator[Objection]:
    """A heading that cuts a section in two; any new one where a plan did not ask for it."""
    split, extra = [], []
    asked = pair.restructures or any(
        change.category in (Category.STRUCTURE, Category.COVERAGE) for change in pair.plan
    )
    for part in found.added:
        if _cut_off(pair, found, part):
            if not pair.restructures:
                split.append(part)
        elif pair.plan and not asked:
            extra.append(part)
    if split:
        yield Objection(
            "section-split",
            f"A new heading takes text away from another section: {_quoted(_titles(split))}.",
            _titles(split),
        )
    if extra:
        yield Objection(
            "section-added-without-plan",
            f"Nothing in the plan asks for a new section: {_quoted(_titles(extra))}.",
            _titles(extra),
        )


def _cut_off(pair: Pair, found: Matching, part: Part) -> bool:
    """Whether most of its text stood elsewhere before, outside of the section that now holds it."""
    runs = runs_of(words_of(part.own))
    if not runs or len(runs & pair.before.runs) < 0.5 * len(runs):
        return False
    start = part.section.start
    for one, other in found.pairs:
        inside = other.section.start < start < other.section.end
        if inside and len(runs & runs_of(words_of(one.own))) >= 0.5 * len(runs):
            return False
    return True


def sections_moved(pair: Pair, found: Matching) -> Iterator[Objection]:
    moved = [
        (one[0], other[0])
        for one, other in combinations(found.pairs, 2)
        if one[1].section.start > other[1].section.start
    ]
    if pair.restructures:
        moved = [
            (one, other)
            for one, other in moved
            if not pair.names(fold(one.section.title), fold(other.section.title))
        ]
    if moved:
        titles = tuple(dict.fromkeys(_titles([part for both in moved for part in both])))
        yield Objection(
            "section-order", f"The order of sections has changed: {_quoted(titles)}.", titles
        )
    levels = [one for one, other in found.pairs if one.section.level != other.section.level]
    if levels and not pair.restructures:
        yield Objection(
            "section-level",
            f"The section is on another level now: {_quoted(_titles(levels))}.",
            _titles(levels),
        )


def sections_collapsed(pair: Pair, found: Matching) -> Iterator[Objection]:
    """A section that lost more than two fifths of its own prose, which stands nowhere else."""
    collapsed, swapped = [], []
    for one, other in found.pairs:
        if one.own == other.own:
            continue
        asked = any(pair.changes_on(one.section, SHORTER))
        if lost_too_much(pair, one.own, other.own, KEPT_IF_ASKED if asked else KEPT):
            collapsed.append(one)
        elif _replaced(one, other):
            swapped.append(one)
    if collapsed:
        yield Objection(
            "section-collapse",
            f"The section has lost much of its text: {_quoted(_titles(collapsed))}.",
            _titles(collapsed),
        )
    if swapped:
        yield Objection(
            "section-replaced",
            f"Nothing of its text is left under the heading: {_quoted(_titles(swapped))}.",
            _titles(swapped),
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
    before = _content(one.own)
    if len(before) < 12 or not other.own:
        return False
    left = len(before & _content(other.own))
    return left < 0.15 * len(before) and _same_script(one.own, other.own)


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


def check_sections(pair: Pair) -> Iterator[Objection]:
    found = match(pair)
    yield from sections_lost(pair, found)
    yield from sections_added(pair, found)
    yield from sections_moved(pair, found)
    yield from sections_collapsed(pair, found)
    yield from _front(pair)


def _front(pair: Pair) -> Iterator[Objection]:
    """The text before the first heading, abstract included, is a part too."""
    fronts = []
    for side in (pair.before, pair.after):
        start, end = side.body
        first = side.seen.outline.sections[:1]
        fronts.append(prose(side, start, max(start, first[0].start) if first else end))
    if fronts[0] != fronts[1] and lost_too_much(pair, fronts[0], fronts[1]):
        yield Objection(
            "section-collapse", "The text before the first section has lost much of its length."
        )
