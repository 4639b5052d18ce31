"""Whether a reply stops before the text does, right behind a sentence, though nothing asked for it.

A reviser that hits a limit stops anywhere. In the middle of a sentence the health of a fragment
shows it; behind one only the text that was to be revised can. So the end of that text must be said
in the reply, unless a change may have taken it away. The gate sees two documents and no reply, so
this rule stands beside it, for each text that a reviser gave.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from latex.mask import mask
from reflect.change import Change
from reflect.finding import Category
from reflect.gate_words import fold, likeness, paragraphs_of, runs_of, words_of

SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])\s*")
FEWEST = 3
"""Words of a sentence that is taken into account."""
STILL_SAID = 0.5
"""Share of the words of the last sentence by which it lives on in new ones."""
HARDLY_SAID = 0.3
"""The same where the reply ends with a sentence that is revised itself."""
REVISED = 0.6
"""Likeness from which a sentence is an earlier one, revised."""
MAY_SHORTEN = frozenset(
    {Category.REPETITION, Category.VERBOSITY, Category.UNSUPPORTED_CLAIM, Category.STRUCTURE}
)
TAKES_AWAY = re.compile(
    r"""\b(?: remov | delet | drop | cut | omit | strik | short | tight | condens | trim | compress
      | concis | superfluous | redundan | merg | combin | mov | reorder | rewrit | leav\w*\s+out
      | left\s+out | (?:last|final|closing|concluding)\s+(?:sentence|paragraph|clause|words?|part) )
    | 删 | 去[掉除] | 精简 | 压缩 | 缩短 | 省略 | 合并 | 冗余 | 移[到至动] | 重写
    | 最后一[句段] | 末[句段尾] | 结尾""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of an issue or action that may mean that the end goes."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: tuple[str, ...]


def breaks_off(old: str, new: str, changes: Sequence[Change]) -> str:
    """What is missing at the end, in a sentence for whoever wrote the reply; empty: nothing is.

    Where a person gave the instruction nothing is held: they see what would go before it does.
    """
    before, after = (list(_sentences(text)) for text in (old, new))
    lost = _lost(before, after)
    if not lost or not after:
        return ""
    known = {sentence.text for sentence in before}
    end, stop = before[-1], after[-1]
    if stop.text in known:
        gone, least = lost, STILL_SAID
    elif len(after) < len(before) and _is_revised(stop, before[:-1], end):
        gone, least = [end], HARDLY_SAID
    else:
        return ""
    missing = (Counter(end.words) - _said_anew(before[:-1], after)).total()
    if missing <= (1 - least) * len(end.words) or _asked(changes, gone):
        return ""
    return f"Your reply stops before the text does; its end is missing: `{end.text[-120:]}`."


def _sentences(text: str) -> Iterator[_Sentence]:
    for paragraph in paragraphs_of(mask(text)):
        for piece in SENTENCE.split(paragraph):
            words = tuple(words_of(piece))
            if len(words) >= FEWEST:
                yield _Sentence(fold(piece), words)


def _lost(before: Sequence[_Sentence], after: Sequence[_Sentence]) -> list[_Sentence]:
    """The last sentences, down to the first one that is still there as it was."""
    there = {sentence.text for sentence in after}
    lost: list[_Sentence] = []
    for sentence in reversed(before):
        if sentence.text in there:
            break
        lost.append(sentence)
    return lost


def _said_anew(before: Sequence[_Sentence], after: Sequence[_Sentence]) -> Counter[str]:
    """The words of new sentences, beyond those of the sentences whose place they have taken."""
    old, new = (Counter(s.text for s in sentences) for sentences in (before, after))
    gone = Counter(word for s in before if s.text not in new for word in s.words)
    came = Counter(word for s in after if s.text not in old for word in s.words)
    return came - gone


def _is_revised(stop: _Sentence, earlier: Iterable[_Sentence], end: _Sentence) -> bool:
    """Whether a new sentence is an earlier one of the old text rather than its last one."""
    own = likeness(stop.words, end.words)
    return any(likeness(stop.words, s.words) >= max(REVISED, own) for s in earlier)


def _asked(changes: Sequence[Change], lost: Sequence[_Sentence]) -> bool:
    words = [word for sentence in reversed(lost) for word in sentence.words]
    text = " ".join(sentence.text for sentence in reversed(lost))
    return any(_may_take(change, words, text) for change in changes)


def _may_take(change: Change, words: Sequence[str], text: str) -> bool:
    if change.source == "user" or change.category in MAY_SHORTEN:
        return True
    if TAKES_AWAY.search(f"{change.issue}\n{change.action}"):
        return True
    if any(fold(gone) in text for gone in change.removes if gone.strip()):
        return True
    return bool(runs_of(words_of(change.evidence)) & runs_of(words))
