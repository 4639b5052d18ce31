"""The rule on title and authors: they are who and what they were."""

from collections.abc import Iterator

from latex.patterns import re
from reflect.gate_misspelt import meant
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_words import fold, words_of
from reflect.verdict import Objection

GROUP = r"\s*(?:\[[^\[\]]*\])?\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)\}"
TITLE = re.compile(rf"\\title(?![A-Za-z@]){GROUP}")
AUTHOR = re.compile(rf"\\author(?![A-Za-z@]){GROUP}")
COMMAND = re.compile(r"\\(?:title|author)(?![A-Za-z@])")
PERSONS = re.compile(r"\\(?:and|And|AND)(?![A-Za-z])|,|;| and | und |、|，|\\quad|\\qquad")
BEHIND_NAME = re.compile(
    r"\\\\|\\(?:thanks|inst|footnote|orcid|email|affil|textsuperscript)(?![A-Za-z])"
)
NAME = re.compile(r"[A-ZÀ-Þ][\w'\u2019-]+|[\u3400-\u9fff]{2,}")
STAND_IN = re.compile(
    r"\b(?:your|author|name|title|todo|tbd|xxx|untitled|anonymous|placeholder)\b|待定|作者|标题",
    re.IGNORECASE,
)
STEM = 4
"""Letters from which a word carries a meaning, and that tell it from others."""


def front_replaced(pair: Pair) -> Iterator[Objection]:
    before, after = pair.before.live, pair.after.live
    if fronts(pair.before) == fronts(pair.after):
        return
    old, new = (TITLE.search(text) for text in (before, after))
    known = old is not None and old[1].strip() and not STAND_IN.search(old[1])
    if known and old and new and not _shares(old[1], new[1]):
        message = f"The title is another one or empty: `{fold(new[1])[:60]}`."
        yield Objection("front-replaced", message, (fold(old[1]), fold(new[1])))
    names, others = AUTHOR.findall(before), AUTHOR.findall(after)
    if names and others and names != others:
        there = set(NAME.findall(" ".join(others)))
        gone = [
            fold(person)
            for text in names
            for person in PERSONS.split(BEHIND_NAME.split(text)[0])
            if (said := NAME.findall(person)) and not STAND_IN.search(person)
            if not any(name in there or name in after or meant(name, there) for name in said)
        ]
        if gone:
            yield Objection("front-replaced", f"The author is gone: `{gone[0]}`.", tuple(gone))


def fronts(side: Side) -> str:
    """From the first title or author to behind the last."""
    first = COMMAND.search(side.live)
    last = max(side.live.rfind("\\author"), side.live.rfind("\\title"))
    return side.live[first.start() : side.live.find("\n\n", last)] if first else ""


def _shares(old: str, new: str) -> bool:
    """Whether a word that carries a meaning is in both; in another script none has to be."""
    one, other = ({word[: STEM + 1] for word in words_of(text)
                   if len(word) >= STEM or word > "\u3000"} for text in (old, new))  # fmt: skip
    if not one:
        return bool(new.strip())
    translated = (max(one) > "\u3000") != (max(other, default="") > "\u3000") and bool(other)
    return translated or not one.isdisjoint(other)
