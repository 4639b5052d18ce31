"""Placeholders for what must not be typed again: floats, displays, verbatim text, keys."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from latex.citations import cite_keys, replace_spans
from latex.environments import environments
from latex.floats import KINDS, displays_in
from latex.mask import mask
from latex.references import labels_in, refs_in
from latex.verbatim import ENVIRONMENTS

Span = tuple[int, int]

DRAWINGS = frozenset({"tikzpicture", "pgfpicture", "forest", "circuitikz", "picture"})
TABULARS = frozenset({"tabular", "tabularx", "tabular*", "tabulary", "array", "longtblr", "tblr"})
CODE = ENVIRONMENTS | {"algorithm", "algorithmic", "algorithm2e", "algorithm*"}
MADE_CODE = re.compile(r"(?i)code|listing|verbatim|console|minted")


class Kept(NamedTuple):
    placeholder: str
    original: str
    kind: str
    """`FIGURE`, `TABLE`, `EQUATION`, `CODE`, `DRAWING`, `CITE` or `REF`."""


@dataclass(frozen=True, slots=True)
class Protected:
    text: str
    """With placeholders, such as `[[FIGURE-1]]`."""
    kept: tuple[Kept, ...] = ()
    """In the order of the text."""


@dataclass(frozen=True, slots=True)
class Restored:
    text: str
    """With the originals back in place, byte for byte; of no use when there are problems."""
    problems: tuple[str, ...] = ()
    """Sentences for whoever lost a placeholder."""


def protect(text: str, *, inline: bool = False) -> Protected:
    """Put a numbered placeholder for each float, displayed formula, drawing and listing.

    With `inline` the commands of citations, references and labels as well. Of nested ones the
    outermost. Numbers that the text itself holds in something like a placeholder are not used.
    """
    chosen: list[tuple[int, int, str]] = []
    reach = -1
    for start, end, kind in sorted(_protected(text, inline), key=lambda p: (p[0], -p[1])):
        if start >= reach:
            chosen.append((start, end, kind))
            reach = end
    taken = {_number(match) for match in ANY.finditer(text)}
    numbers = (number for number in count(1) if number not in taken)
    kept, edits = [], []
    for start, end, kind in chosen:
        placeholder = f"[[{kind}-{next(numbers)}]]"
        kept.append(Kept(placeholder, text[start:end], kind))
        edits.append((start, end, placeholder))
    return Protected(replace_spans(text, edits), tuple(kept))


def _protected(text: str, inline: bool) -> Iterator[tuple[int, int, str]]:
    live = mask(text)
    for environment in environments(live):
        if kind := _kind(environment.name, text[environment.start : environment.end], live):
            yield environment.start, environment.end, kind
    for start, end in displays_in(live):
        yield start, end, "EQUATION"
    if inline:
        for cite in cite_keys(text):
            yield *cite.whole, "CITE"
        for mark in (*refs_in(live), *labels_in(live)):
            yield *mark.whole, "REF"


def _kind(name: str, source: str, live: str) -> str:
    plain = name.rstrip("*")
    if plain in KINDS:
        return KINDS[plain].upper()
    if plain in TABULARS:
        return "TABLE"
    if plain in DRAWINGS:
        return "DRAWING"
    if name in CODE or (MADE_CODE.search(name) and mask(source) != source):
        return "CODE"
    return ""


ANY = re.compile(
    r"(?:(?:(?<!\\)\\)?\[\s*+\\?\[|［［|【【)\s*+(?P<kind>[A-Za-z]++)"
    r"(?:\s*+\\?[-_–—]\s*+|\s++)(?P<number>[0-9]++)\s*+(?:\\?\]\s*+\\?\]|］］|】】)"
)
"""A placeholder as models give it back: with spaces, in another case, its signs escaped."""
DRESSED = (
    r"(?P<before>(?<!`)`++|\\texttt\{{|\*\*|\$)?(?P<mark>{sign}\d+{sign})"
    r"(?P<after>(?(before)(?:`+|\}}|\*\*|\$)))?"
)
"""A placeholder that was set in code, in bold or in a formula."""
LONGEST_NUMBER = 9
PRIVATE = range(0xE000, 0xF8FF)
"""Characters that mean nothing: one of them marks the places while they are filled."""


def restore(protected: Protected, reply: str) -> Restored:
    """The reply with the originals in place of the placeholders; each must stand there once."""
    if not protected.kept:
        return Restored(reply)
    sign = next((chr(code) for code in PRIVATE if chr(code) not in reply), "")
    if not sign:
        return Restored(reply, ("The text cannot be read.",))
    known = {_number(match): kept for kept in protected.kept if (match := ANY.match(kept[0]))}
    counts = dict.fromkeys(known, 0)
    strange: list[str] = []

    def marked(match: re.Match[str]) -> str:
        number = _number(match)
        if number not in known or match["kind"].upper() != known[number].kind:
            if match[0] not in protected.text:
                strange.append(match[0])
            return match[0]
        counts[number] += 1
        return f"{sign}{number}{sign}"

    def undressed(match: re.Match[str]) -> str:
        dress = match["before"] or "", match["after"] or ""
        own = known[int(match["mark"].strip(sign))].placeholder.join(dress) in protected.text
        return match[0] if own or not dress[1] else match["mark"]

    text = re.sub(DRESSED.format(sign=sign), undressed, ANY.sub(marked, reply))
    pieces = text.split(sign)
    for place in range(1, len(pieces), 2):
        pieces[place] = known[int(pieces[place])].original
    return Restored("".join(pieces), tuple(_problems(counts, known, strange)))


def _number(placeholder: re.Match[str]) -> int:
    """None of ours is so long that it would have to be read to its end."""
    digits = placeholder["number"]
    return int(digits) if len(digits) <= LONGEST_NUMBER else -1


def _problems(
    counts: dict[int, int], known: dict[int, Kept], strange: Iterable[str]
) -> Iterator[str]:
    for number, times in counts.items():
        placeholder = known[number].placeholder
        if times == 0:
            yield f"The placeholder {placeholder} is missing; each must return exactly once."
        elif times > 1:
            yield f"The placeholder {placeholder} stands there {times} times; once is right."
    for text in dict.fromkeys(strange):
        yield f"The placeholder {text} is none of those you were given."
