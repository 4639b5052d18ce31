"""Which sentence of the text after continues which one of the text before."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

from reflect.gate_pair import Pair
from reflect.gate_words import likeness

SPLIT = re.compile(
    r"""
    ([.!?\u3002\uff01\uff1f\uff1b\\])                 # one set, so that the search is fast
    (?:
      (?<=[.!?])\s+(?=[A-ZÀ-Þ\\$\[(0-9`"])           # the next sentence begins
    | (?<=[\u3002\uff01\uff1f\uff1b])\s*
    | (?<=\\)(?:
          \\(?:\[[^\[\]]*\])? | tabularnewline\b     # a row of a table ends
        | (?:item|hline|toprule|midrule|bottomrule|endhead|bibitem)(?![A-Za-z])
        | (?:begin|end)\s*\{[^{}]*\}
      )
    )
    """,
    re.VERBOSE,
)
MARK = re.compile(
    r"\\(?:label|(?:eq|page|auto|name|[cCvV])?ref|hyperref|[A-Za-z]*[cC]ite[A-Za-z]*|includegraphics"
    r"|plotone|[vh]space|setlength|addtolength|setcounter|addtocounter|rule|cline|cmidrule|multirow"
    r"|multicolumn|begin|end|fontsize|raisebox|parbox|makebox|linespread|bibliography|input|include"
    r"|bibliographystyle|url|fact|factvalue|resizebox|scalebox|color|textcolor|hypersetup)"
    r"(?![A-Za-z@])\*?(?:\s*\([^()]*\))?(?:\s*\[[^\[\]]*\])*(?:\s*\{[^{}]*\})*"
)
"""Commands whose arguments are keys, files and lengths."""
ITEM = re.compile(
    r"\x00|[A-Za-z\u00c0-\u024f\u0370-\u052f]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
COMMAND = re.compile(r"\\[A-Za-z@]+\*?")
LETTERS = {**dict.fromkeys(range(128), " "), **{n: chr(n | 32) for n in range(65, 91)},
           **{n: chr(n) for n in range(97, 123)}, 0: " \0 "}  # fmt: skip
"""The same as `ITEM` where all characters are ASCII: what is between words becomes a space."""
SAYS_MORE = re.compile(r"[0-9\\]")
NEARLY = 0.6
"""Likeness of words from which a sentence is the same one, revised."""
REACH = 6
"""Sentences to both sides that are looked through for the one that continues."""


@dataclass(frozen=True)
class Sentence:
    text: str
    """Live LaTeX, white space folded."""

    @cached_property
    def plain(self) -> str:
        """Without commands whose arguments are keys, files and lengths."""
        return MARK.sub(" ", self.text)

    @cached_property
    def words(self) -> list[str]:
        return words_in(self.plain)

    @cached_property
    def word_set(self) -> frozenset[str]:
        return frozenset(self.words)

    def may_be(self, other: "Sentence", least: float) -> bool:
        """Whether the likeness of their words can be so great; cheaper than the likeness."""
        mine, its = len(self.words), len(other.words)
        kinds, others = len(self.word_set), len(other.word_set)
        shared = len(self.word_set & other.word_set) + min(mine - kinds, its - others)
        return 2 * shared >= least * (mine + its)


def words_in(plain: str) -> list[str]:
    text = COMMAND.sub(" ", plain)
    return text.translate(LETTERS).split() if text.isascii() else ITEM.findall(text.lower())


def continued(pair: Pair) -> Iterator[tuple[Sentence, Sentence]]:
    """Sentences that differ, each with the one that most likely took its place.

    Of the text before only those that hold a number or a command: no rule asks for others.
    """
    for gone, new in _hunks(pair):
        yield from _partners(gone, new)


def _hunks(pair: Pair) -> Iterator[tuple[list[Sentence], list[Sentence]]]:
    """Stretches of changed paragraphs between paragraphs that stayed."""
    before, after = pair.gone, pair.came
    if not before or not after:
        return
    old, new = pair.before.paragraphs, pair.after.paragraphs
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    left, right = list(old[start:]), list(new[start:])
    while left and right and left[-1] == right[-1]:
        left.pop()
        right.pop()
    matcher = SequenceMatcher(None, left, right)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "replace":
            gone = [s for text in left[a:b] if text in before for s in _texts(text)]
            came = [s for text in right[c:d] if text in after for s in _texts(text)]
            stayed = set(gone).intersection(came)
            yield (
                [_sentence(text) for text in gone if text not in stayed],
                [_sentence(text) for text in came if text not in stayed],
            )


def sentences(paragraph: str) -> tuple[Sentence, ...]:
    return tuple(map(_sentence, _texts(paragraph)))


@lru_cache(maxsize=2048)
def _sentence(text: str) -> Sentence:
    """Kept, with its words: the text before is compared again and again."""
    return Sentence(text)


@lru_cache(maxsize=512)
def _texts(paragraph: str) -> tuple[str, ...]:
    """Of its sentences, in order."""
    *pieces, last = SPLIT.split(paragraph)
    signs = ("" if sign == "\\" else sign for sign in pieces[1::2])
    found = [f"{piece}{sign}".strip() for piece, sign in zip(pieces[::2], signs, strict=True)]
    return tuple(filter(None, (*found, last.strip())))


def _partners(gone: list[Sentence], new: list[Sentence]) -> Iterator[tuple[Sentence, Sentence]]:
    if not gone or not new:
        return
    free = set(range(len(new)))
    for position, sentence in enumerate(gone):
        if not SAYS_MORE.search(sentence.text):
            continue
        middle = position * len(new) // len(gone)
        near = [n for n in range(middle - REACH, middle + REACH + 1) if n in free]
        best, chosen = NEARLY, None
        for n in sorted(near, key=lambda n: abs(n - middle)):
            if sentence.may_be(new[n], best):
                alike = likeness(sentence.words, new[n].words)
                if alike > best or (alike == best and chosen is None):
                    best, chosen = alike, n
        if chosen is not None:
            free.remove(chosen)
            yield sentence, new[chosen]
