"""The rule on rows: of tables, wherever they stand, and of equations over several lines."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from reflect.gate_floats import SPEC, TABULAR, match_floats
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_words import fold
from reflect.verdict import Objection

TABLES = TABULAR | {"deluxetable", "ctable", "NiceTabular", "supertabular", "xltabular"}
END = re.compile(r"\\\\|\\tabularnewline(?![A-Za-z])")
CELL = re.compile(r"(?<!\\)&")
RULE = re.compile(
    r"\\(?:[hc]line|toprule|midrule|bottomrule|cmidrule(?:\([^()]*\))?|addlinespace|label|rule"
    r"|startdata|enddata|begin|end|nonumber|notag)(?![A-Za-z])(?:\[[^\[\]]*\]|\{[^{}]*\})*"
    r"|^\s*\*?\[[^\[\]]*\]"
)

Row = tuple[str, ...]
"""The cells that are not empty."""
Body = tuple[int, str]
"""Where a table or a display begins, and what stands in it."""


def rows_lost(pair: Pair) -> Iterator[Objection]:
    """Rows, fewer than before, most of whose cells stand in no new row and no new text."""
    lost: list[str] = []
    for bodies in (tables, _displays):
        old, new = bodies(pair.before), bodies(pair.after)
        if [body for _, body in old] == [body for _, body in new]:
            continue
        before, after = _rows(old), _rows(new)
        if before.total() <= after.total():
            continue
        # Of a table that is lost as a whole that is what must be said.
        away = [item.span for item in match_floats(pair).lost]
        before = _rows((at, body) for at, body in old if not any(a <= at < b for a, b in away))
        cells = Counter(cell for row in (after - before).elements() for cell in row)
        for row in (before - after).elements():
            left = Counter(row) - cells
            if left.total() > len(row) / 2 and any(
                pair.after.folded.count(cell) < pair.before.folded.count(cell) for cell in left
            ):
                lost.append(" & ".join(row)[:80])
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        yield Objection("rows-lost", f"A row is gone: `{lost[0]}`{more}.", tuple(lost))


def tables(side: Side) -> list[Body]:
    """Without the specification of their columns."""
    return [
        (item.start, SPEC.sub("", side.live[item.inner_start : item.inner_end]))
        for item in side.environments
        if item.name.rstrip("*") in TABLES
    ]


def _displays(side: Side) -> list[Body]:
    return [(span[0], side.live[slice(*span)]) for span in side.seen.displays]


def _rows(bodies: Iterable[Body]) -> Counter[Row]:
    found: Counter[Row] = Counter()
    for _, body in bodies:
        rows = [cells for text in END.split(body) if (cells := _cells(text))]
        if len(rows) > 1:
            found.update(rows)
    return found


def _cells(text: str) -> Row:
    return tuple(cell for piece in CELL.split(RULE.sub(" ", text)) if (cell := fold(piece)))
