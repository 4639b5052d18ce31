"""Rules on small passages: what an item or a footnote said is said nowhere any more."""

from collections import Counter
from collections.abc import Iterator

from latex.patterns import re
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
ENTRY = re.compile(
    r"\\bibitem(?![A-Za-z@])\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\}(.*?)(?=\\bibitem(?![A-Za-z@])|\\end\s*\{)",
    re.DOTALL,
)
MARKS = {"item": ("\\item",), "footnote": ("note", "thanks", "margin"), "entry": ("\\bibitem",)}
STILL_SAID = 0.5
"""Share of the words of a passage that new text must hold for the passage to live on in it."""

STEM = 5
"""Letters by which a word is known where a passage may have been written anew."""
REPLACED = 0.15
"""Share of its words below which a passage is another one."""
SEVERAL = 4
"""Words with a meaning that a passage must have for that."""
LONG, SENTENCES = 40, 3
"""Words and sentences from which a paragraph is one that nobody loses by the way."""
END = re.compile(r"[.!?](?:\s|$)|[。！？；]")


def passages_lost(pair: Pair) -> Iterator[Objection]:
    """Items, footnotes and entries: what one of them said is said nowhere. Where there are as many
    as before, only of one that is replaced by something else. Entries that are fewer are not for
    this rule: a list of entries may become a file.
    """
    for name, pattern in (("item", ITEM), ("footnote", FOOTNOTE), ("entry", ENTRY)):
        if not any(mark in pair.stretches[0] for mark in MARKS[name]):
            continue
        said = [pattern.findall(side.live[slice(*side.body)]) for side in (pair.before, pair.after)]
        before, after = (Counter(filter(None, map(fold, texts))) for texts in said)
        gone, new = before - after, after - before
        fewer = before.total() > after.total()
        if fewer and name == "entry":
            continue
        if fewer:
            found = _silenced(pair, gone, new)
        else:
            found = replaced(pair, list(gone.elements()), list(new.elements()))
        if lost := tuple(text[:60] for text in found):
            yield Objection("passage-lost", f"What this {name} said is gone: `{lost[0]}`.", lost)


def replaced(pair: Pair, gone: list[str], new: list[str]) -> Iterator[str]:
    """Those of which next to nothing is left, neither in one of the new ones nor in new text."""
    twins = Twins([_stems(text) for text in new], len(gone))
    alone = [
        text
        for position, text in enumerate(gone)
        if len(stems := _stems(text)) >= SEVERAL
        and twins.take(position, stems, REPLACED) is None
        and _same_script(text, new)
    ]
    if not alone:
        return
    came, old = (
        Counter(stem for text in texts for stem in _stems(text)) for texts in (pair.came, pair.gone)
    )
    for text in alone:
        counts = Counter(_stems(text))
        left = sum(min(n, came[stem]) for stem, n in counts.items() if came[stem] >= old[stem])
        if left < 2 * REPLACED * counts.total():
            yield text


def _stems(latex: str) -> list[str]:
    """How the words begin that carry a meaning; ideographs one by one."""
    return [word[:STEM] for word in words_of(MARK.sub(" ", latex))
            if len(word) >= STEM or word > "\u3000"]  # fmt: skip


def _same_script(text: str, new: list[str]) -> bool:
    """A translation shares no words either."""
    return any((max(text) > "\u3000") == (max(other, default="") > "\u3000") for other in new)


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
