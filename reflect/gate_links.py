"""Rules on addresses and on the pages of a source: a link leads where it led."""

import re
from collections.abc import Iterator, Sequence

from reflect.gate_pair import Pair
from reflect.gate_sentences import Sentence
from reflect.gate_side import Side
from reflect.gate_words import words_of
from reflect.verdict import Objection

LINK = re.compile(r"\\(?:url|href|nolinkurl)(?![A-Za-z@])\s*(?:\[[^\[\]]*\])?\s*\{(\s*)\}")
NOTED = re.compile(r"\\[A-Za-z]*[cC]ite[A-Za-z]*\*?((?:\s*\[[^\[\]]*\]){1,2})\s*\{([^{}]*)\}")
DIGITS = re.compile(r"[0-9]+")
SCHEME = re.compile(r"^(?:https?://)?(?:www\.)?(?:dx\.)?", re.IGNORECASE)
CONTEXT = 60
"""Characters before a link by whose last words it is known."""
WORDS = 3


def links_changed(pair: Pair) -> Iterator[Objection]:
    """Behind the same words another address. The scheme and a last slash may change."""
    if "\\url" not in pair.old_source and "\\href" not in pair.old_source:
        return
    before, after = _links(pair.before), _links(pair.after)
    if before == after:
        return
    old, new = {_plain(address) for _, address in before}, {_plain(address) for _, address in after}
    changed = [
        (one, other)
        for words, one in before
        if _plain(one) not in new and not pair.names(one)
        for other_words, other in after
        if _plain(other) not in old and words == other_words
    ]
    if changed:
        shown = tuple(f"{one} -> {other}" for one, other in changed)
        yield Objection("link-changed", f"The link leads elsewhere: `{shown[0]}`.", shown)


def _links(side: Side) -> list[tuple[tuple[str, ...], str]]:
    """The words before each link, and where it leads."""
    found = []
    for link in LINK.finditer(side.live):
        words = words_of(side.live[max(0, link.start() - CONTEXT) : link.start()])
        found.append((tuple(words[-WORDS:]), side.seen.source[slice(*link.span(1))].strip()))
    return found


def _plain(address: str) -> str:
    return SCHEME.sub("", address.replace("\\", "")).rstrip("/").lower()


def pages_changed(pair: Pair, partners: Sequence[tuple[Sentence, Sentence]]) -> Iterator[Objection]:
    """Other pages, or none, of the same source in the same sentence."""
    changed = []
    for one, other in partners:
        if "[" not in one.text or "ite" not in one.text:
            continue
        new = {keys: DIGITS.findall(notes) for notes, keys in NOTED.findall(other.text)}
        for notes, keys in NOTED.findall(one.text):
            pages, now = DIGITS.findall(notes), new.get(keys, [])
            still = keys in other.text and set(pages) <= set(DIGITS.findall(other.text))
            if (
                pages
                and keys in other.text
                and pages != now
                and not still
                and not set(pages) < set(now)
            ):
                changed.append(f"{keys}: {notes.strip()}")
    changed = [text for text in changed if not pair.names(*text.split(": ", 1))]
    if changed:
        message = f"Another page of the source is given, or none: `{changed[0]}`."
        yield Objection("citation-changed", message, tuple(changed))
