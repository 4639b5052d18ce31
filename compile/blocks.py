"""The blocks of a source that can be set aside as one: paragraphs, environments, sections."""

import re
from collections.abc import Iterator
from itertools import pairwise

from latex.environments import environments
from latex.mask import mask
from latex.sections import outline

Span = tuple[int, int]

_BLANK = re.compile(r"\n(?:[ \t\r]*\n)+")
_STATEMENT = re.compile(r"^[ \t]*(?=\\)", re.MULTILINE)
_FRAME = re.compile(r"\\(?:documentclass|begin\s*\{document\}|end\s*\{document\})")


def around(text: str, offset: int, within: Span) -> tuple[Span, ...]:
    """Every block that holds the offset, the smallest first, none larger than `within`.

    The paragraph, then each environment and each section's text around it. A heading is a block of
    its own and no part of another, so that what is set aside leaves the outline as it was.
    """
    low, high = within
    found = {_trimmed(text, within), *_piece_at(text, offset, within)}
    for environment in environments(mask(text)):
        if environment.name != "document" and environment.start <= offset < environment.end:
            found.add((environment.start, environment.end))
            inside = (environment.inner_start, environment.inner_end)
            if len(pieces(text, inside)) > 1:
                found.update(_piece_at(text, offset, inside))
    sections = outline(text)
    for section in sections:
        if section.body_start <= offset < section.end:
            found.add(_trimmed(text, (section.body_start, sections.own_end(section))))
            found.add(_trimmed(text, (section.body_start, section.end)))
    holding = [(start, end) for start, end in found if low <= start <= offset < end <= high]
    return tuple(sorted(holding, key=lambda span: (span[1] - span[0], span)))


def _piece_at(text: str, offset: int, within: Span) -> list[Span]:
    return [span for span in pieces(text, within) if span[0] <= offset < span[1]]


def pieces(text: str, within: Span) -> tuple[Span, ...]:
    """`within` cut at blank lines and headings into blocks that cut no environment in two."""
    low, high = within
    inside = [(e.start, e.end) for e in environments(mask(text)) if low <= e.start < e.end <= high]
    whole = [span for span in inside if span != within]
    cuts = {low, high}
    cuts.update(found.end() for found in _BLANK.finditer(text, low, high))
    for section in outline(text):
        cuts.update(place for place in (section.start, section.body_start) if low <= place <= high)
    outside = sorted(c for c in cuts if not any(start < c < end for start, end in whole))
    spans = (_trimmed(text, span) for span in pairwise(outside))
    return tuple((start, end) for start, end in spans if start < end)


def statements(text: str, end: int) -> tuple[Span, ...]:
    """The commands of a preamble that ends at `end`, each with its arguments over all lines.

    The class and the frame of the document belong to none.
    """
    live = mask(text)
    starts = [found.end() for found in _STATEMENT.finditer(live, 0, end)]
    return tuple(_joined(text, live, [*starts, end]))


def _joined(text: str, live: str, starts: list[int]) -> Iterator[Span]:
    """Lines that begin inside of braces belong to the command before them."""
    begin, depth = starts[0], 0
    for start, after in pairwise(starts):
        if depth <= 0:
            begin, depth = start, 0
        depth += _depth(live[start:after])
        if depth <= 0 and not _FRAME.match(live, begin):
            yield _trimmed(text, (begin, after))


def _depth(live: str) -> int:
    bare = re.sub(r"\\.", "", live, flags=re.DOTALL)
    return bare.count("{") - bare.count("}")


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
