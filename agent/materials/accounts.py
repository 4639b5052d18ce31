"""Where each line of a file went: rows, head, words above, left out, or nothing in it."""

from collections.abc import Sequence, Set
from dataclasses import replace

import regex

from agent.materials.blocks import Block
from agent.materials.cells import BLANKS, is_empty, split
from agent.materials.metadata import Entry, entries, metadata
from agent.materials.types import Account, Table

MAX_PREAMBLE = 60
MAX_BELOW = 30
"""Lines below the rows, and cells of each, beyond which they are no remarks on the table."""
NOTHING = BLANKS + '\t,;|"'
"""Signs of which a line may consist whose cells are all empty."""


def account_of(block: Block, texts: Sequence[str], said: Set[int] = frozenset()) -> Account:
    """Of all lines in the block's span, each counted once; `said` are those kept as metadata.

    Lines that a rule skips are counted with those left out.
    """
    rows = {row.number for row in block.rows}
    heads = {line.number for line in block.head.lines}
    left = {number for number, _ in block.left_out}
    counts = dict.fromkeys(("rows", "heads", "above", "below", "left_out", "empty"), 0)
    for number in range(*block.span):
        if number in rows:
            counts["rows"] += 1
        elif number in heads:
            counts["heads"] += 1
        elif number in said:
            counts["below"] += 1
        elif number in left:
            counts["left_out"] += 1
        elif _is_blank(texts[number - 1]):
            counts["empty"] += 1
        elif block.above[0] <= number < block.above[1]:
            counts["above"] += 1
        else:
            counts["left_out"] += 1
    return Account(total=block.span[1] - block.span[0], **counts)


def _is_blank(text: str) -> bool:
    return is_empty(text) or not text.strip(NOTHING)


def without(blocks: Sequence[Block], bare: Sequence[bool], texts: Sequence[str]) -> list[Block]:
    """The blocks but for the bare ones, whose lines stand above the next block, or are left out
    below the last one.
    """
    kept: list[Block] = []
    start: int | None = None
    for block, is_bare in zip(blocks, bare, strict=True):
        if is_bare:
            start = block.span[0] if start is None else start
            continue
        if start is not None:
            block = replace(block, span=(start, block.span[1]), above=(start, block.above[1]))
        kept.append(block)
        start = None
    if kept and start is not None:
        stop = blocks[-1].span[1]
        more = [(n, "line") for n in range(start, stop) if not _is_blank(texts[n - 1])]
        last = kept[-1]
        kept[-1] = replace(last, span=(last.span[0], stop), left_out=(*last.left_out, *more))
    return kept


def accounted(
    table: Table, block: Block, texts: Sequence[str], delimiter: str | None, decimal: str
) -> Table:
    """With what became of each line, and a sentence for each sort that was left out."""
    below = below_rows(block, texts, delimiter)
    said = {entry.line for entry in below}
    left = [(number, what) for number, what in block.left_out if number not in said]
    account = account_of(block, texts, said)
    remarks = left_out_remarks(left)
    if account.above > MAX_PREAMBLE:
        many = f"Of {account.above} lines above the head the first {MAX_PREAMBLE} are kept."
        remarks = (many, *remarks)
    return replace(
        table,
        account=account,
        rows_left_out=len(left),
        preamble=preamble(texts, *block.above),
        metadata=(*table.metadata, *metadata(below, decimal)),
        remarks=(*table.remarks, *remarks),
    )


def below_rows(block: Block, texts: Sequence[str], delimiter: str | None) -> tuple[Entry, ...]:
    """Lines right below the rows that say something under a key, such as a sum or an end time."""
    last = block.rows[-1].number
    lines = [n for n, what in block.left_out if n > last and what == "line"]
    if not 0 < len(lines) <= MAX_BELOW:
        return ()
    cells = [cells_above(texts, (n, n + 1), delimiter)[0] for n in lines]
    short = [(n, line) for n, line in cells if sum(map(bool, line)) <= MAX_BELOW]
    return tuple(e for e in entries(short) if any(e.cells[1:]))


def left_out_remarks(left_out: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """One sentence for each sort of line left out, with the first few numbers."""
    remarks = []
    for what in dict.fromkeys(kind for _, kind in left_out):
        numbers = [number for number, kind in left_out if kind == what]
        where = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
        reason = {
            "line": "no row of the table",
            "comment": "a comment",
        }.get(what, "cut off")
        one = len(numbers) == 1
        which = f"Line {where} is" if one else f"{len(numbers)} lines are"
        if not one:
            reason = {"a comment": "comments", "no row of the table": "no rows of the table"}.get(
                reason, reason
            )
        tail = "" if one else f" (lines {where})"
        remarks.append(f"{which} {reason} and left out{tail}.")
    return tuple(remarks)


def cells_above(
    texts: Sequence[str], span: tuple[int, int], delimiter: str | None
) -> list[tuple[int, list[str]]]:
    """The lines of a span with their cells, which tabs part in a sheet; those parted by blanks
    whole.
    """
    start, end = span
    return [
        (place, [text] if delimiter == " " else split(text, delimiter or "\t"))
        for place, text in enumerate(texts[start - 1 : end - 1], start=start)
    ]


def preamble(texts: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    lines = (regex.sub(r"\t+", " ", text.strip(" \t,;|")) for text in texts[start - 1 : end - 1])
    return tuple(line for line in lines if line)[:MAX_PREAMBLE]
