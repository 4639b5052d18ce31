"""Whether a cure would cost the reader something: a heading, a cite, a picture, words."""

from collections import Counter

from latex.mask import mask
from latex.patterns import re
from latex.references import graphics_in, labels_in
from latex.structure import structure

MOST_WORDS = 3
"""Words one cure may take from the text: a misspelt name, an unknown option."""

_NOT_PROSE = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}"
    r"|\\(?:include(?:graphics|svg|pdf)|label|(?:eq|page|auto|name|[cCvV])?ref)\*?"
    r"\s*(?:\[[^\[\]]{0,400}\])?\s*\{(?:[^{}\n]|\{[^{}\n]*\}){0,400}+\}"
    r"|\\(?:usepackage|documentclass|RequirePackage)"
    r"\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}|\\[A-Za-z@]+|\[[^\[\]\n]{0,200}\]|(?<!\\)%.*"
)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u4e00-\u9fff]|\d+(?:[.,]\d+)*")


def losses(before: str, after: str, cures: int = 1) -> tuple[str, ...]:
    """What `after` lacks of `before`, one phrase for each; empty where nothing is missed.

    Headings, cites, labels and pictures are counted on live LaTeX. A broken text hides some of
    them, so there may be more afterwards; never fewer. Words are counted as they are typed; each
    of the `cures` that were made together may take some.
    """
    if before == after:
        return ()
    lost: list[str] = []
    old, new = structure(before), structure(after)
    if len(new.outline) < len(old.outline):
        lost.append("a heading")
    if len(new.cites) < len(old.cites):
        lost.append("a cited key")
    for name, pick in (("a label", labels_in), ("a picture", graphics_in)):
        old_marks, new_marks = pick(mask(before)), pick(mask(after))
        if len(new_marks) < len(old_marks):
            lost.append(name)
    words = Counter(_words(before)) - Counter(_words(after))
    # What a fault showed as text, such as an option that nothing closes, is still there as typed.
    words &= Counter(_WORD.findall(before)) - Counter(_WORD.findall(after))
    if words.total() > cures * MOST_WORDS:
        lost.append(f"the words {' '.join(list(words)[:5])}")
    return tuple(lost)


def _words(text: str) -> list[str]:
    return _WORD.findall(_NOT_PROSE.sub(" ", text))
