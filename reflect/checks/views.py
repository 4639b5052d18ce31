"""What several checks look at: the formulas, and the body; the prose is in `form_prose`."""

import re
from dataclasses import dataclass
from functools import lru_cache

import regex

from latex.structure import Structure

Span = tuple[int, int]

INLINE = regex.compile(
    r"""\\\\ | \\\$
    | (?P<math>\$(?:[^$\\\n]|\\.|\n(?![ \t\r]*+\n)){1,2000}+\$
    | \\\((?:[^\\]|\\[^()]){0,2000}+\\\))""",
    regex.VERBOSE | regex.DOTALL,
)
BREAK = re.compile(r"\n[ \t\r]*\n\s*")


@dataclass(frozen=True, slots=True)
class Views:
    math: tuple[Span, ...]
    """Formulas in text and displayed, with their delimiters, in order."""
    body: Span
    """Of the document, or all of a source without a preamble."""


def views(structure: Structure) -> Views:
    return _views(structure.live, structure.body, structure.displays)


@lru_cache(maxsize=4)
def _views(live: str, body: Span | None, displays: tuple[Span, ...]) -> Views:
    start, end = body or (0, len(live))
    rest = _blanked(live, displays)
    inline = [m.span("math") for m in INLINE.finditer(rest, start, end) if m["math"] is not None]
    return Views(tuple(sorted({*inline, *displays})), (start, end))


def _blanked(text: str, spans: tuple[Span, ...]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end in sorted(spans):
        start = max(start, done)
        if end > start:
            pieces += (text[done:start], re.sub(r"[^\r\n]", " ", text[start:end]))
            done = end
    return "".join(pieces) + text[done:]
