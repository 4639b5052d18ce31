"""The numbers of a sentence and of the one that continues it, with the words around them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

from reflect.gate_numbers import Number, numbers_in, same
from reflect.gate_sentences import Sentence, words_in

DIGIT = re.compile(r"[0-9]")
MOST = 300
"""Numbers in what is no sentence any more; they are not held against each other."""
LAYOUT = re.compile(
    r"(?<![A-Za-z])(?:width|height|scale|[xyz]|[xy]shift|sep|distance|line width|angle|trim|"
    r"viewport|depth|margin|"
    r"[xyz](?:min|max|tick)|opacity|font|spacing|rotate|radius"
    r"|(?:inner|outer) sep"
    r"|(?:left|right|top|bottom|above|below)(?: of)?)\s*=\s*\{?[^,;\]{}]*"
    r"|(?<![A-Za-z])[pmbX]\{\s*[0-9.]+\s*(?:[a-z]{2}|\\[a-z]+width)?\s*\}"
    r"|coordinates\s*(?:\[[^\[\]]*\]\s*)?\{[^{}]*\}"
    r"|\\(?:vskip|hskip|kern|vsize|hsize)\s*-?[0-9.]+\s*[a-z]*"
)
"""Lengths and places on the page; points of plots, which have a rule of their own."""
MARK = "\0"


@dataclass(frozen=True)
class Aligned:
    """Two sentences as words, with a mark for each number."""

    one: Sentence
    other: Sentence
    before: Sequence[Number]
    after: Sequence[Number]
    words: Sequence[str]
    others: Sequence[str]

    @cached_property
    def matcher(self) -> SequenceMatcher[str]:
        return SequenceMatcher(None, self.words, self.others, autojunk=False)

    @cached_property
    def places(self) -> dict[int, int]:
        """Which number of the sentence before a mark stands for."""
        return _places(self.words)

    @cached_property
    def other_places(self) -> dict[int, int]:
        return _places(self.others)

    @cached_property
    def lost(self) -> list[Number]:
        """Numbers that none of the other sentence is."""
        return _without(self.before, self.after, same)

    @cached_property
    def gained(self) -> list[Number]:
        return _without(self.after, self.before, lambda new, old: same(old, new))

    def in_same_place(self) -> Iterator[tuple[Number, Number, int]]:
        """With the position of the mark."""
        for a, b, size in self.matcher.get_matching_blocks():
            for shift in range(size):
                if a + shift in self.places:
                    was = self.before[self.places[a + shift]]
                    yield was, self.after[self.other_places[b + shift]], a + shift


def aligned(one: Sentence, other: Sentence) -> Aligned | None:
    """None where the sentence before holds no number, or too many."""
    if not DIGIT.search(one.plain):
        return None
    before, words = _items(one.plain)
    if not before or len(before) > MOST:
        return None
    after, others = _items(other.plain)
    return None if len(after) > MOST else Aligned(one, other, before, after, words, others)


@lru_cache(maxsize=1024)
def _items(plain: str) -> tuple[tuple[Number, ...], tuple[str, ...]]:
    """The numbers, and the words with a mark for each number."""
    numbers: list[Number] = []
    pieces: list[str] = []
    done = 0
    plain = LAYOUT.sub(" ", plain.replace(MARK, " "))
    for number, start, end in numbers_in(plain):
        numbers.append(number)
        pieces += (plain[done:start], f" {MARK} ")
        done = end
    return tuple(numbers), tuple(words_in("".join([*pieces, plain[done:]])))


def _places(words: Sequence[str]) -> dict[int, int]:
    places = [n for n, word in enumerate(words) if word == MARK]
    return {place: number for number, place in enumerate(places)}


def _without(
    numbers: Sequence[Number], others: Sequence[Number], alike: Callable[[Number, Number], bool]
) -> list[Number]:
    """Those that none of the others is, each of which serves once."""
    rest = list(others)
    left = []
    for number in numbers:
        twin = next((n for n, other in enumerate(rest) if alike(number, other)), None)
        if twin is None:
            left.append(number)
        else:
            del rest[twin]
    return left
