"""Rules on small passages: what an item or a footnote said is said nowhere any more."""

import re
from collections import Counter
from collections.abc import Iterator

from reflect.gate_pair import Pair
from reflect.gate_sentences import MARK
from reflect.gate_shrinkage import SHORTER
from reflect.gate_twins import Twins
from reflect.gate_words import fold, words_of
from reflect.verdict import Objection

ITEM = re.compile(
    r"\\item(?![A-Za-z@])(?:\s*\[[^\[\]]*\])?(.*?)(?=\\item(?![A-Za-z@])|\\(?:begin|end)\s*\{)",
    re.DOTALL,
)
FOOTNOTE = re.compile(
    r"\\(?:footnote|footnotetext|endnote|thanks|marginpar)(?![A-Za-z@])\s*(?:\[[^\[\]]*\])?\s*"
    r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)\}"
)
STILL_SAID = 0.5
"""Share of the words of a passage that new text must hold for the passage to live on in it."""

LONG, SENTENCES = 40, 3
"""Words and sentences from which a paragraph is one that nobody loses by the way."""
END = re.compile(r"[.!?](?:\s|$)|[。！？；]")


def passages_lost(pair: Pair) -> Iterator[Objection]:
    """Items and footnotes: fewer than before, and what one of them said is said nowhere."""
    for name, pattern in (("item", ITEM), ("footnote", FOOTNOTE)):
        said = [pattern.findall(side.live[slice(*side.body)]) for side in (pair.before, pair.after)]
        if len(said[0]) <= len(said[1]):
            continue
        before, after = (Counter(map(fold, texts)) for texts in said)
        lost = tuple(text[:60] for text in _silenced(pair, before - after, after - before))
        if lost:
            yield Objection("passage-lost", f"What this {name} said is gone: `{lost[0]}`.", lost)


def _silenced(pair: Pair, gone: Counter[str], new: Counter[str]) -> Iterator[str]:
    """Those whose words neither another such passage holds nor any other new text."""
    twins = Twins([words_of(text) for text in new.elements()], gone.total())
    old, said = (
        Counter(word for text in texts for word in words_of(text))
        for texts in (pair.gone, pair.came)
    )
    away = old - said
    for position, text in enumerate(gone.elements()):
        words = words_of(text)
        if not words or twins.take(position, words, STILL_SAID) is not None:
            continue
        # Of the words that the changed text has lost, this many are its own.
        lost = Counter({word: min(n, away[word]) for word, n in Counter(words).items()})
        if lost.total() > (1 - STILL_SAID) * len(words):
            yield text


def paragraphs_lost(pair: Pair) -> Iterator[Objection]:
    """A paragraph of several sentences that nothing new takes up, though a plan did not ask for
    less. A person who edits without a plan may strike what they like.
    """
    if not pair.plan or any(change.category in SHORTER for change in pair.plan):
        return
    left = Counter(word for text in pair.came for word in words_of(text))
    lost = []
    for text in pair.gone:
        plain = MARK.sub(" ", text)
        words = words_of(plain)
        if len(words) < LONG or len(END.findall(plain)) < SENTENCES or pair.names(text):
            continue
        if (Counter(words) - left).total() > (1 - STILL_SAID) * len(words):
            lost.append(text[:80])
    if lost:
        yield Objection("paragraph-lost", f"A paragraph is gone: `{lost[0]}`.", tuple(lost))
