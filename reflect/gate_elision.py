"""The rule on text that is said to be left out instead of being there."""

from collections.abc import Iterator

from latex.elision import ELISION
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.verdict import Objection

LEFT_OUT_BEGINS = ("[", "<", "(", ".", "\\dots", "\\ldots", "\u3010", "\uff08", "\u2026")
"""Of a line that `ELISION` can match without a comment sign."""


def elision(pair: Pair) -> Iterator[Objection]:
    """A new line that says that something was left out; more of them than were there before."""
    marks = _left_out(pair.after, pair.changed_lines, pair.before)
    if not marks:
        return
    before, after = (
        _left_out(side, (0, len(side.seen.source))) for side in (pair.before, pair.after)
    )
    if len(after) > len(before):
        shown = tuple(dict.fromkeys(marks))
        yield Objection("elision", f"Text was left out: `{shown[0]}`.", shown)


def _left_out(side: Side, span: tuple[int, int], other: Side | None = None) -> list[str]:
    """Marks of omission on lines outside of listings; only on those that another side lacks."""
    position, end = span
    lines = []
    for line in side.seen.source[position:end].splitlines(keepends=True):
        bare = line.strip()
        if (
            (bare.startswith(LEFT_OUT_BEGINS) or "%" in bare)
            and (other is None or bare not in other.lines)
            and not any(first <= position < last for first, last in side.verbatim)
        ):
            lines.append(line)
        position += len(line)
    return [match[0].strip()[:80] for match in ELISION.finditer("".join(lines))]
