"""Rules on sections: none is lost, moved, merged or split."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from reflect.finding import Category
from reflect.gate_matching import Matching, Part, match, quoted, titles_of
from reflect.gate_pair import Pair
from reflect.gate_shrinkage import front_collapsed, sections_collapsed
from reflect.gate_words import fold, likeness, runs_of, words_of
from reflect.verdict import Objection

MANY = 500
"""Sections beyond which not every two of them are compared."""


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
    merged: list[Part] = []
    gone: list[Part] = []
    for part in lost:
        (merged if _still_there(pair, part) else gone).append(part)
    if merged:
        yield Objection(
            "section-merged",
            "Its text stands in another section, its heading is gone: "
            f"{quoted(titles_of(merged))}.",
            titles_of(merged),
        )
    if gone:
        yield Objection(
            "section-lost", f"The section is lost: {quoted(titles_of(gone))}.", titles_of(gone)
        )


def _still_there(pair: Pair, part: Part) -> bool:
    return pair.still_said(part.raw) >= 0.6


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
            f"A new heading takes text away from another section: {quoted(titles_of(split))}.",
            titles_of(split),
        )
    if extra:
        yield Objection(
            "section-added-without-plan",
            f"Nothing in the plan asks for a new section: {quoted(titles_of(extra))}.",
            titles_of(extra),
        )


def _cut_off(pair: Pair, found: Matching, part: Part) -> bool:
    """Whether most of its text stood elsewhere before, outside of the section that now holds it."""
    if pair.said_before(part.raw) < 0.5:
        return False
    runs = runs_of(words_of(part.own))
    start = part.section.start
    for one, other in found.pairs:
        inside = other.section.start < start < other.section.end
        if inside and len(runs & runs_of(words_of(one.own))) >= 0.5 * len(runs):
            return False
    return True


def _turned(
    couples: Iterable[tuple[tuple[Part, Part], tuple[Part, Part]]],
) -> Iterator[tuple[Part, Part]]:
    """Sections of the text before whose successors stand the other way round."""
    for one, other in couples:
        if one[1].section.start > other[1].section.start:
            yield one[0], other[0]


def sections_moved(pair: Pair, found: Matching) -> Iterator[Objection]:
    # Where no neighbours have changed places, none have; of very many the neighbours must do.
    moved = [*_turned(pairwise(found.pairs))]
    if moved and len(found.pairs) < MANY:
        moved = [*_turned(combinations(found.pairs, 2))]
    if pair.restructures:
        moved = [
            (one, other)
            for one, other in moved
            if not pair.names(fold(one.section.title), fold(other.section.title))
        ]
    if moved:
        titles = tuple(dict.fromkeys(titles_of([part for both in moved for part in both])))
        yield Objection(
            "section-order", f"The order of sections has changed: {quoted(titles)}.", titles
        )
    levels = [one for one, other in found.pairs if one.section.level != other.section.level]
    if levels and not pair.restructures:
        yield Objection(
            "section-level",
            f"The section is on another level now: {quoted(titles_of(levels))}.",
            titles_of(levels),
        )


def check_sections(pair: Pair) -> Iterator[Objection]:
    found = match(pair)
    yield from sections_lost(pair, found)
    yield from sections_added(pair, found)
    yield from sections_moved(pair, found)
    yield from sections_collapsed(pair, found)
    yield from front_collapsed(pair)
