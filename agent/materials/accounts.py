"""Where each line of a file went: rows, head, words above, left out, or nothing in it."""

from collections.abc import Sequence, Set
from dataclasses import replace

from agent.materials.blocks import Block
from agent.materials.cells import BLANKS, is_empty
from agent.materials.types import Account

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
