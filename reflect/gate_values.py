"""The rule on numbers: in a sentence that stayed they stay, but for rounding and another unit."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from reflect.finding import Category
from reflect.gate_numbers import Number, numbers_in, same
from reflect.gate_pair import Pair
from reflect.gate_sentences import MARK, Sentence, words_in
from reflect.verdict import Objection

DIGIT = re.compile(r"[0-9]")
MOST = 300
"""Numbers in what is no sentence any more; they are not held against each other."""
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


def numbers_changed(
    pair: Pair, partners: Sequence[tuple[Sentence, Sentence]]
) -> Iterator[Objection]:
    """A new value that stood nowhere before, or two values that changed places.

    Where a ledger or material is known, its claims say more than the text before can.
    """
    if pair.evidence.material or pair.evidence.facts is not None:
        return
    changed = [both for one, other in partners for both in _changed(one, other)]
    if not changed:
        return
    known = {number.value for number, _, _ in numbers_in(MARK.sub(" ", pair.before.live))}
    moves = {(one.value, other.value) for one, other in changed}
    wrong = [
        (one, other)
        for one, other in changed
        if not (other.value in known and _may_be_set_right(pair, one, other))
        or (other.value, one.value) in moves
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


def _changed(one: Sentence, other: Sentence) -> Iterator[tuple[Number, Number]]:
    """Numbers that stand in the same place of a sentence and differ."""
    if not (DIGIT.search(one.plain) and DIGIT.search(other.plain)):
        return
    before, words = _items(one)
    after, others = _items(other)
    if not before or not after or max(len(before), len(after)) > MOST:
        return
    lost, gained = _without(before, after), _without(after, before)
    exchanged = not lost and not gained and len(before) == len(after)
    old, new = _positions(words), _positions(others)
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        for shift in range(size):
            if a + shift not in old:
                continue
            was, now = before[old[a + shift]], after[new[b + shift]]
            if same(was, now) or not (
                was.weighty or now.weighty or (words == others and _counts(words, a + shift))
            ):
                continue
            # By value: which of two equal numbers of a row was taken for the twin is chance.
            if exchanged or (was.size in {n.size for n in lost} and now in gained):
                yield was, now


def _counts(words: list[str], place: int) -> bool:
    """Whether a number is more than that of a figure or a page, as in `Figures 3 and 4`."""
    while place >= 2 and words[place - 2] == "\0" and words[place - 1] in ("and", "to", "or"):
        place -= 2
    return place == 0 or words[place - 1] not in NUMBERED


def _without(numbers: list[Number], others: list[Number]) -> list[Number]:
    """Those that none of the others is, each of which serves once."""
    rest = list(others)
    left = []
    for number in numbers:
        twin = next((n for n, other in enumerate(rest) if same(number, other)), None)
        if twin is None:
            left.append(number)
        else:
            del rest[twin]
    return left


def _items(sentence: Sentence) -> tuple[list[Number], list[str]]:
    """The numbers, and the words with a mark for each number."""
    numbers: list[Number] = []
    pieces: list[str] = []
    done = 0
    plain = sentence.plain.replace("\0", " ")
    for number, start, end in numbers_in(plain):
        numbers.append(number)
        pieces += (plain[done:start], " \0 ")
        done = end
    return numbers, words_in("".join([*pieces, plain[done:]]))


def _positions(words: list[str]) -> dict[int, int]:
    """Which number a mark stands for."""
    places = [n for n, word in enumerate(words) if word == "\0"]
    return {place: number for number, place in enumerate(places)}
