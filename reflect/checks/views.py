"""What several checks look at: prose alone, mathematics alone, paragraphs; offsets stay."""

import re
from dataclasses import dataclass
from functools import lru_cache

import regex

from latex.environments import environments
from latex.prose import NO_PROSE, WITH_KEYS
from latex.structure import Structure

Span = tuple[int, int]

INLINE = regex.compile(
    r"""\\\\ | \\\$
    | (?P<math>\$(?:[^$\\\n]|\\.|\n(?![ \t\r]*+\n)){1,2000}+\$
    | \\\((?:[^\\]|\\[^()]){0,2000}+\\\))""",
    regex.VERBOSE | regex.DOTALL,
)
KEYED = re.compile(
    rf"""\\(?:begin|end)\s*\{{[^{{}}]*\}}(?:\[[^\[\]\n]{{0,300}}\])?(?:\{{[^{{}}\s]{{0,100}}\}})*
    | \\{WITH_KEYS}(?![A-Za-z@])\*?(?:\s*\[[^\[\]\n]{{0,300}}\])*(?:\s*\{{[^{{}}]*\}})?
    | \\[A-Za-z@]+\*?(?:\[[^\[\]\n]{{0,300}}\])?""",
    re.VERBOSE,
)
BREAK = re.compile(r"\n[ \t\r]*\n\s*")


@dataclass(frozen=True, slots=True)
class Views:
    """Texts of the same length as the source."""

    prose: str
    r"""The mask without preamble, formulas, drawings, tables' bodies, commands and their keys; the
    text in braces of other commands, such as `\\emph`, stays with its braces."""
    math: tuple[Span, ...]
    """Formulas in text and displayed, with their delimiters, in order."""
    body: Span
    """Of the document, or all of a source without a preamble."""
    paragraphs: tuple[Span, ...]
    """Of the body, between blank lines; not empty."""


def views(structure: Structure) -> Views:
    return _views(structure.live, structure.body, structure.displays)


@lru_cache(maxsize=4)
def _views(live: str, body: Span | None, displays: tuple[Span, ...]) -> Views:
    start, end = body or (0, len(live))
    without = [
        (environment.start, environment.end)
        for environment in environments(live)
        if environment.name.rstrip("*") in NO_PROSE
    ]
    rest = _blanked(live, displays)
    inline = [m.span("math") for m in INLINE.finditer(rest, start, end) if m["math"] is not None]
    prose = _blanked(rest, [*without, *inline, (0, start), (end, len(live))])
    prose = KEYED.sub(_spaces, prose)
    math = tuple(sorted({*inline, *displays}))
    return Views(prose, math, (start, end), tuple(_paragraphs(live, start, end)))


def _spaces(match: re.Match[str]) -> str:
    return "".join(char if char in "\r\n" else " " for char in match[0])


def _blanked(text: str, spans: "tuple[Span, ...] | list[Span]") -> str:
    pieces: list[str] = []
    done = 0
    for start, end in sorted(spans):
        start = max(start, done)
        if end > start:
            pieces += (text[done:start], re.sub(r"[^\r\n]", " ", text[start:end]))
            done = end
    return "".join(pieces) + text[done:]


def _paragraphs(live: str, start: int, end: int) -> list[Span]:
    found = []
    position = start
    for match in BREAK.finditer(live, start, end):
        found.append((position, match.start()))
        position = match.end()
    found.append((position, end))
    return [(first, last) for first, last in found if live[first:last].strip()]
