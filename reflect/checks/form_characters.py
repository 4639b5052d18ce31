"""Characters that no one wrote: invisible ones, and such as a wrong reading has left."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import regex

from latex.commands import commands
from latex.structure import Structure
from reflect.checks.form_prose import joined
from reflect.checks.form_setup import packages
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

INVISIBLE = regex.compile(
    "[\u00ad\u034f\u180e\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]++"
)
WRITTEN_WITH_THEM = regex.compile(
    r"[\p{Arabic}\p{Hebrew}\p{Syriac}\p{Thaana}\p{Nko}\p{Devanagari}\p{Bengali}\p{Gurmukhi}"
    r"\p{Gujarati}\p{Oriya}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Thai}\p{Lao}"
    r"\p{Tibetan}\p{Myanmar}\p{Khmer}\p{Mongolian}\p{Emoji_Presentation}\p{Emoji_Modifier}]"
)
"""Scripts in which characters that are not seen change those that are."""
SPACES = {
    "\u2002": " ",
    "\u2003": " ",
    "\u2004": " ",
    "\u2005": " ",
    "\u2006": r"\,",
    "\u2007": "~",
    "\u2008": r"\,",
    "\u2009": r"\,",
    "\u200a": r"\,",
    "\u202f": r"\,",
    "\u205f": r"\,",
    "\u2028": " ",
    "\u2029": " ",
}
"""What LaTeX has for spaces it does not know."""
ODD_SPACE = regex.compile(f"[{''.join(SPACES)}]")
EMOJI = regex.compile(
    "[\U0001f300-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001f9ff\U0001fa70-\U0001faff"
    "\u2705\u274c\u2728\u26a0\u2b50\u2757\u2753\u26a1]\ufe0f?+"
)
NEAR = 30
"""Characters around an invisible one that tell what it is for."""


@check("invisible-character", 3, Category.TYPOGRAPHY)
def invisible_character(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    """A character that is not seen, such as a space of no width or a mark of direction.

    Where a script needs it nothing is said.

    Pass: \ufeffThe mean is steady; \u0928\u094d\u200d\u092f and \u05d0\u200e\u05d1.
    Fail: The me\u200ban is st\u00adeady.
    """
    live = structure.live
    keys, defined = keys_of(structure), _definitions(structure)
    for match in INVISIBLE.finditer(live):
        start, end = match.span()
        if start == 0 and match[0][0] == "\ufeff":
            start = 1
        around = live[max(start - NEAR, 0) : end + NEAR]
        if start == end or WRITTEN_WITH_THEM.search(around) or is_in(defined, start):
            continue
        shown = " ".join(f"U+{ord(char):04X}" for char in dict.fromkeys(live[start:end]))
        cure = () if is_in(keys, start) else (Edit(start, end, ""),)
        yield Hit(start, end, f"{shown} stands here and is not seen.", cure=cure)


@check("odd-space", 3, Category.TYPOGRAPHY)
def odd_space(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    """A space of Unicode that LaTeX does not know.

    Pass: The rail is 2\u00a0m long.
    Fail: The rail is 2\u202fm long.
    """
    keys, defined = keys_of(structure), _definitions(structure)
    for match in ODD_SPACE.finditer(structure.live):
        if is_in(defined, match.start()):
            continue
        cure = () if is_in(keys, match.start()) else (Edit(*match.span(), SPACES[match[0]]),)
        yield Hit(*match.span(), f"LaTeX has no space U+{ord(match[0]):04X}.", cure=cure)


@check("emoji", 3, Category.TYPOGRAPHY)
def emoji(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    """A picture among the letters, which hardly any font of TeX holds.

    Pass: The valve \u2192 the pump: \u2713.
    Fail: \U0001f680 The valve is open.
    """
    if packages(structure.live) & {"emoji", "twemojis", "coloremoji", "hwemoji"}:
        return
    for match in EMOJI.finditer(structure.live):
        yield Hit(*match.span(), f"{match[0]!r} is a picture.", action="Leave it out, or say it.")


def keys_of(structure: Structure) -> list[tuple[int, int]]:
    """Where a character more or less makes another key or another file."""
    return joined(
        [
            *(citation.whole for citation in structure.cites),
            *(
                mark.whole
                for marks in (structure.labels, structure.refs, structure.graphics)
                for mark in marks
            ),
        ]
    )


def _definitions(structure: Structure) -> list[tuple[int, int]]:
    return [(found.start, found.end) for found in commands(structure.live).definitions]


def is_in(spans: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place lies in one of these spans, which are in order."""
    number = bisect_right(spans, (place, float("inf"))) - 1
    return number >= 0 and place < spans[number][1]
