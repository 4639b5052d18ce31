"""Columns and cells of tables: none is lost, and whole columns may change places."""

import re
from collections import Counter
from collections.abc import Iterator

from reflect.gate_floats import match_floats
from reflect.gate_pair import Pair
from reflect.gate_rows import CELL, END, RULE, Body, tables
from reflect.gate_words import fold, words_of
from reflect.verdict import Objection

Grid = tuple[tuple[str, ...], ...]
SAYS = re.compile(r"\w")
DIGIT = re.compile(r"[0-9]")
SPAN = re.compile(
    r"\\multi(?:column|row)\s*(?:\{[^{}]*\}|\[[^\[\]]*\]|\*)*\s*(?:\{[^{}]*\}\s*(?=\{))?"
)


def cells_lost(pair: Pair) -> Iterator[Objection]:
    """Cells of a table that keeps its rows, fewer than before, whose content stands nowhere new."""
    lost: list[str] = []
    for old, new in changed_tables(pair):
        before, after = (Counter(c for row in grid for c in row if SAYS.search(c))
                         for grid in (old, new))  # fmt: skip
        if before.total() <= after.total() or len(new) < len(old):
            continue
        came = " ".join((after - before).elements())
        said = set(words_of(came))
        # A table may hold the same again; of what is gone there must be less in all of the text.
        gone = [
            cell
            for cell in (before - after).elements()
            if cell not in came
            and not (not DIGIT.search(cell) and said & set(words_of(cell)))
            and pair.after.folded.count(cell) < pair.before.folded.count(cell)
        ]
        lost += gone[: before.total() - after.total()]
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        yield Objection(
            "cells-lost", f"A cell of a table is gone: `{lost[0][:60]}`{more}.", tuple(lost)
        )


def turned_rows(pair: Pair) -> frozenset[tuple[str, ...]]:
    """Rows whose cells changed places in a table all of whose columns are still there."""
    found: set[tuple[str, ...]] = set()
    for old, new in changed_tables(pair):
        width = {len(row) for grid in (old, new) for row in grid if len(row) > 1}
        if len(old) != len(new) or len(width) != 1:
            continue
        one, other = ([row for row in grid if len(row) > 1] for grid in (old, new))
        if Counter(zip(*one, strict=True)) == Counter(zip(*other, strict=True)):
            found.update(tuple(sorted(row)) for row in one)
    return frozenset(found)


def cells_of(text: str) -> tuple[str, ...]:
    """Of one row, the empty ones too."""
    return tuple(fold(SPAN.sub(" ", piece)) for piece in CELL.split(RULE.sub(" ", text)))


def changed_tables(pair: Pair) -> Iterator[tuple[Grid, Grid]]:
    """Tables that differ, with what became of them; in order, where there are as many."""
    old, new = tables(pair.before), tables(pair.after)
    if [body for _, body in old] == [body for _, body in new]:
        return
    if len(old) != len(new):
        away = [item.span for item in match_floats(pair).lost]
        fresh = [item.span for item in match_floats(pair).added]
        old, new = _outside(old, away), _outside(new, fresh)
    if len(old) == len(new):
        for (_, one), (_, other) in zip(old, new, strict=True):
            if one != other:
                yield _grid(one), _grid(other)


def _outside(bodies: list[Body], spans: list[tuple[int, int]]) -> list[Body]:
    return [(at, body) for at, body in bodies if not any(a <= at < b for a, b in spans)]


def _grid(body: str) -> Grid:
    rows = (cells_of(text) for text in END.split(body))
    return tuple(row for row in rows if any(row))
