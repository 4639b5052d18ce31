"""The rule on text that is said to be left out instead of being there."""

from collections import Counter
from collections.abc import Iterator

from latex.elision import DOTS_IN_CODE, IN_CODE, omissions
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.verdict import Objection

LEAST = 2
"""Lines that a listing must have lost before three dots in a comment of it mean them."""


def elision(pair: Pair) -> Iterator[Objection]:
    """A new line that says that something was left out; more of them than were there before."""
    before, after = pair.before, pair.after
    marks = _left_out(after, pair.changed_lines, before)
    if marks and len(_left_out(after)) > len(_left_out(before)):
        shown = tuple(dict.fromkeys(marks))
        yield Objection("elision", f"Text was left out: `{shown[0]}`.", shown)
        return
    if code := _in_listings(pair):
        yield Objection("elision", f"Lines of a listing were left out: `{code[0]}`.", code)


def _left_out(
    side: Side, span: tuple[int, int] | None = None, other: Side | None = None
) -> list[str]:
    """Marks of omission outside of listings; only on lines that another side lacks."""
    source = side.seen.source
    found = []
    for match in omissions(source, *(span or ())):
        at = match.end() - len(match[0].lstrip())
        line = source[source.rfind("\n", 0, at) + 1 : (source.find("\n", at) + 1) or len(source)]
        if other is not None and line.strip() in other.lines:
            continue
        if not any(first <= at < last for first, last in side.verbatim):
            found.append(match[0].strip()[:80])
    return found


def _in_listings(pair: Pair) -> tuple[str, ...]:
    """Comments of listings that stand for code, on lines that the text before lacks."""
    before, after = ([side.seen.source[a:b] for a, b in side.verbatim]
                     for side in (pair.before, pair.after))  # fmt: skip
    if before == after:
        return ()
    old, new = (Counter(line.strip() for text in texts for line in text.splitlines())
                for texts in (before, after))  # fmt: skip
    lost = (old - new).total()
    return tuple(
        line[:80]
        for line in new - old
        if IN_CODE.search(line) or (lost >= LEAST and DOTS_IN_CODE.match(line))
    )
