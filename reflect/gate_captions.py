"""Rules on captions: each is there, with most of its text."""

from collections.abc import Iterator, Sequence

from latex.patterns import re
from latex.structure import Float
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_words import fold, likeness, listed, words_of
from reflect.verdict import Objection

LONG = 10
"""Words from which a caption is a text."""
KEPT = 0.4
"""Share of the words of a caption, as of a section that was to be shortened."""
STILL_SAID = 0.6
"""Share of the words of the caption of a part that its float must hold for it to live on there."""
GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)\}"
CAPTION = re.compile(
    rf"\\(?:sub)?caption(?:of\s*\{{[^{{}}]*\}}|box)?(?![A-Za-z@])\*?\s*(?:\[[^\[\]]*\])?\s*{GROUP}"
    r"|\\sub(?:float|figure|table)\s*\[([^\[\]]+)\]"
)
"""Of a float or of a part of it."""

Pairs = Sequence[tuple[Float, Float]]
"""Floats of the text before, each with its successor."""


def check_captions(pair: Pair, floats: Pairs) -> Iterator[Objection]:
    lost = [name for one, other in floats if (name := _lost(pair, one, other))]
    if lost:
        yield Objection("caption-lost", f"The caption is gone: {listed(lost)}.", tuple(lost))
    exchanged = _exchanged(pair, floats)
    if exchanged:
        message = f"Captions have changed places: {listed(exchanged)}."
        yield Objection("captions-exchanged", message, exchanged)
    emptied = tuple(
        called(pair.before, one)
        for one, other in floats
        if _emptied(caption(pair.before, one), caption(pair.after, other))
        and not _in_a_part(pair, one, other)
    )
    if emptied:
        yield Objection(
            "caption-collapse", f"The caption has lost its text: {listed(emptied)}.", emptied
        )


def _exchanged(pair: Pair, floats: Pairs) -> tuple[str, ...]:
    """Floats with a caption that another one had, which is not theirs any more either."""
    texts = [(caption(pair.before, one), caption(pair.after, other)) for one, other in floats]
    moved = [n for n, (old, new) in enumerate(texts) if old and new and old != new]
    had = {texts[n][0] for n in moved}
    has = {texts[n][1] for n in moved}
    return tuple(
        called(pair.before, floats[n][0])
        for n in moved
        if texts[n][1] in had and texts[n][0] in has and not _same_body(pair, *floats[n])
    )


def _same_body(pair: Pair, one: Float, other: Float) -> bool:
    """Whether the float was taken for its twin by its caption alone."""
    return not (set(one.labels) & set(other.labels) or set(one.graphics) & set(other.graphics))


def caption(side: Side, item: Float) -> str:
    return fold(side.live[slice(*item.caption)]) if item.caption else ""


def called(side: Side, item: Float) -> str:
    """Its label, its file, how its caption begins, or where it stands."""
    names = *item.labels, *item.graphics, caption(side, item)[:60]
    return next(filter(None, names), f"old line {side.line(item.span[0])}")


def _lost(pair: Pair, one: Float, other: Float) -> str:
    """What has lost its caption: the float, or the part of it with this one."""
    if caption(pair.before, one) and not caption(pair.after, other):
        return called(pair.before, one)
    inner = pair.before.live[slice(*one.span)], pair.after.live[slice(*other.span)]
    before, after = map(texts_of, inner)
    if len(after) >= len(before):
        return ""
    left = set(words_of(inner[1]))
    for text in before:
        words = words_of(text)
        if text not in after and sum(word in left for word in words) < STILL_SAID * len(words):
            return text[:60]
    return ""


def _in_a_part(pair: Pair, one: Float, other: Float) -> bool:
    """Whether a part of the float has the caption that the whole had."""
    words = words_of(caption(pair.before, one))
    texts = texts_of(pair.after.live[slice(*other.span)])
    return any(likeness(words, words_of(text)) >= STILL_SAID for text in texts)


def texts_of(inner: str) -> list[str]:
    found = (fold(match[1] or match[2] or "") for match in CAPTION.finditer(inner))
    return [text for text in found if text]


def _emptied(before: str, after: str) -> bool:
    """Short captions may be written anew; of long ones two fifths must be left."""
    if before == after:
        return False
    words, left = len(words_of(before)), len(words_of(after))
    return words >= LONG and 0 < left < KEPT * words
