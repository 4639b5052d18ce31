"""Whether two sources are the same but for white space that means nothing."""

import re
from itertools import pairwise

from latex.mask import mask
from reflect.gate_words import common

SPACE = re.compile(r"\s+")
NO_SPACE = re.compile(r"\S")
WORDLIKE = re.compile(r"[A-Za-z0-9\\@]")


def same_but_for_space(before: str, after: str) -> bool:
    r"""Whether two sources differ in nothing but white space that means nothing to TeX.

    Space between two words means something (`in to`, `\alpha x`), space inside verbatim text too,
    and a line end that a comment needs.
    """
    if before == after:
        return True
    if _differ_at_once(before, after) or "".join(before.split()) != "".join(after.split()):
        return False
    live = mask(before), mask(after)
    if _spaceless(live[0]) != _spaceless(live[1]):
        return False
    return _masked(before, live[0]) == _masked(after, live[1])


def _differ_at_once(before: str, after: str) -> bool:
    """Whether the first characters in which they differ are no white space."""
    start = common(before, after)
    one, other = (NO_SPACE.search(text, start) for text in (before, after))
    return (one[0] if one else "") != (other[0] if other else "")


def _spaceless(live: str) -> str:
    """Without white space, but for one space between two words."""
    pieces = SPACE.split(live.strip())
    joined = pieces[:1]
    for left, right in pairwise(pieces):
        if WORDLIKE.match(left[-1:]) and WORDLIKE.match(right[:1]):
            joined.append(" ")
        joined.append(right)
    return "".join(joined)


def _masked(source: str, live: str) -> list[str]:
    """The texts that the mask blanks; comments with their white space folded."""
    found, start = [], None
    for position, (char, shown) in enumerate(zip(source, live, strict=True)):
        if char != shown and start is None:
            start = position
        elif char == shown and start is not None and not char.isspace():
            found.append(source[start:position].rstrip())
            start = None
    if start is not None:
        found.append(source[start:].rstrip())
    return [" ".join(text.split()) if text.startswith("%") else text for text in found]
