"""The rule on numbers: in a sentence that stayed they stay, but for rounding and another unit."""

import re
from collections.abc import Iterator, Sequence

from reflect.finding import Category
from reflect.gate_alignment import Aligned, aligned
from reflect.gate_columns import cells_of, turned_rows
from reflect.gate_dropped import numbers_dropped
from reflect.gate_numbers import Number, numbers_in, same
from reflect.gate_pair import Pair
from reflect.gate_relations import relations_turned
from reflect.gate_sentences import MARK, Sentence
from reflect.gate_units import unit_behind
from reflect.verdict import Objection

NUMBERED = frozenset(
    {
        *("figure", "figures", "fig", "figs", "table", "tables", "tab", "section", "sections"),
        *("sec", "chapter", "chapters", "equation", "equations", "eq", "eqs", "page", "pages", "p"),
        *("pp", "version", "appendix", "part", "listing", "theorem", "lemma"),
        *("abbildung", "tabelle", "abschnitt", "kapitel", "seite", "\u56fe", "\u8868", "\u5f0f"),
        *("\u8282", "\u7ae0", "\u9875"),
    }
)
"""Words before a number that is only a name."""
HEAD_OF_UNIT = re.compile(r"(?:[(\[/,]|(?<![A-Za-z])in\s|\\(?:si|unit)\s*(?=\{)|\u5355\u4f4d)\s*")
"""Before the unit of a column."""

Partners = Sequence[tuple[Sentence, Sentence]]


def check_numbers(pair: Pair, partners: Partners) -> Iterator[Objection]:
    both = [found for one, other in partners if (found := aligned(one, other)) is not None]
    if any("&" in found.one.text for found in both) and (turned := turned_rows(pair)):
        both = [found for found in both if tuple(sorted(cells_of(found.one.text))) not in turned]
    yield from _numbers_changed(pair, both)
    yield from numbers_dropped(pair, both, NUMBERED)
    yield from relations_turned(pair, partners)


def _numbers_changed(pair: Pair, both: Sequence[Aligned]) -> Iterator[Objection]:
    """A new value that stood nowhere before, or two values that changed places.

    Where a ledger or material is known, its claims say more than the text before can.
    """
    if pair.evidence.material or pair.evidence.facts is not None:
        return
    changed = [values for found in both for values in _changed(pair, found)]
    if not changed:
        return
    known = {number.size for number, _, _ in numbers_in(MARK.sub(" ", pair.before.live))}
    moves = {(one.size, other.size) for one, other in changed}
    wrong = [
        (one, other)
        for one, other in changed
        if not (other.size in known and _may_be_set_right(pair, one, other))
        or (other.size, one.size) in moves
        if not asked_for(pair, other)
    ]
    if wrong:
        shown = tuple(f"{one} -> {other}" for one, other in wrong)
        yield Objection(
            "number-changed",
            f"`{wrong[0][0]}` became `{wrong[0][1]}` in a sentence that is the same otherwise.",
            shown,
        )


def _may_be_set_right(pair: Pair, one: Number, other: Number) -> bool:
    """Whether a value that stands elsewhere is likely to be the right one here as well.

    A small number stands elsewhere by chance.
    """
    return (
        other.weighty
        or pair.names(one.text)
        or any(change.category in (Category.WRONG_NUMBER, Category.CONTRADICTION)
               for change in pair.plan)
    )  # fmt: skip


def asked_for(pair: Pair, number: Number) -> bool:
    """Whether the user named the new number, in words of their own."""
    return any(
        said.value == number.value
        for change in pair.plan
        if change.source == "user"
        for said, _, _ in numbers_in(f"{change.issue} {change.action}")
    )


def _changed(pair: Pair, found: Aligned) -> Iterator[tuple[Number, Number]]:
    """Numbers that stand in the same place of a sentence and differ."""
    if not found.after:
        return
    lost, gained = found.lost, found.gained
    exchanged = not lost and not gained and len(found.before) == len(found.after)
    words = found.words
    for was, now, place in found.in_same_place():
        if same(was, now) or not (
            was.weighty or now.weighty or (words == found.others and _counts(words, place))
        ):
            continue
        # By value: which of two equal numbers of a row was taken for the twin is chance.
        if not (exchanged or (was.size in {n.size for n in lost} and now in gained)):
            continue
        if not _unit_of_column(pair, found.one, was, now):
            yield was, now


def _counts(words: Sequence[str], place: int) -> bool:
    """Whether a number is more than that of a figure or a page, as in `Figures 3 and 4`."""
    while place >= 2 and words[place - 2] == "\0" and words[place - 1] in ("and", "to", "or"):
        place -= 2
    return place == 0 or words[place - 1] not in NUMBERED


def _unit_of_column(pair: Pair, one: Sentence, was: Number, now: Number) -> bool:
    """Whether the unit of a cell has moved into the head of its column."""
    if was.value != now.value or now.unit.name or "&" not in one.text:
        return False
    return any(
        unit_behind(text, head.end())[1:3] == was.unit[1:3]
        for text in pair.came
        if "&" in text or "caption" in text
        for head in HEAD_OF_UNIT.finditer(text)
    )
