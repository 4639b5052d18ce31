"""A person's rule put in the place of what the reader of delimited text would choose."""

from collections.abc import Sequence
from dataclasses import replace

import regex

from agent.materials.blocks import Block, find_blocks
from agent.materials.cells import read_line
from agent.materials.errors import Unreadable
from agent.materials.heads import NONE, Head
from agent.materials.layout import Signs, choose_signs, read_all
from agent.settings import TableRule

WORDS = {"tab": "\t", "blank": " ", "space": " ", "\\t": "\t"}


def signs_of(texts: Sequence[str], rule: TableRule) -> Signs | None:
    """The signs that the rule names, the others by evidence; None where nothing is a number.

    Raises:
        Unreadable: the rule's delimiter is no single character.
    """
    delimiter = WORDS.get(rule.delimiter, rule.delimiter)
    if len(delimiter) > 1:
        raise Unreadable(
            f"The settings name {rule.delimiter!r} as delimiter, which is no single character."
        )
    return choose_signs(texts, delimiter=delimiter, decimal=rule.decimal)


def kept(texts: Sequence[str], rule: TableRule) -> list[str]:
    """The lines with those that the rule skips made blank, so that numbers of lines stay."""
    skip = range(1, rule.skip + 1) if isinstance(rule.skip, int) else rule.skip
    lines = ["" if number in skip else text for number, text in enumerate(texts, start=1)]
    if not rule.thousands:
        return lines
    grouped = regex.compile(
        rf"(?<![\d.,])[+-]?\d{{1,3}}(?:{regex.escape(rule.thousands)}\d{{3}})+(?!\d)"
    )
    return [grouped.sub(lambda found: found[0].replace(rule.thousands, ""), x) for x in lines]


def blocks_of(texts: Sequence[str], signs: Signs, rule: TableRule) -> tuple[Block, ...]:
    """The blocks of rows, under the head that the rule names where it names one.

    Raises:
        Unreadable: the rule names a line that the file does not have.
    """
    blanks = signs.delimiter == " "
    if rule.header is None:
        return find_blocks(read_all(texts, signs), blanks=blanks)
    named = (rule.header,) if isinstance(rule.header, int) else rule.header
    if rule.header == 0 or not named:
        return tuple(_headless(b) for b in find_blocks(read_all(texts, signs), blanks=blanks))
    if not all(1 <= number <= len(texts) for number in named):
        raise Unreadable(
            f"The settings name line {max(named)} as header; the file has {len(texts)} lines."
        )
    last = max(named)
    lines = [
        read_line(number, text if number > last else "", signs.delimiter, signs.decimal)
        for number, text in enumerate(texts, start=1)
    ]
    head = _head(texts, signs, named)
    found = find_blocks(lines, blanks=blanks)
    return (_under(found[0], head), *found[1:]) if found else ()


def _head(texts: Sequence[str], signs: Signs, named: Sequence[int]) -> Head:
    lines = tuple(read_line(n, texts[n - 1], signs.delimiter, signs.decimal) for n in sorted(named))
    units = lines[1].cells if len(lines) > 1 else ()
    return Head(lines, lines[0].cells, units)


def _under(block: Block, head: Head) -> Block:
    """A line that the reader took for names below the person's gives the units."""
    below = block.head
    units = head.units or below.names
    whole = Head((*head.lines, *below.lines), head.names, units)
    return replace(block, head=whole, above=(1, head.lines[0].number))


def _headless(block: Block) -> Block:
    rows = tuple(line for line in block.head.lines if "N" in line.kinds)
    words = tuple((line.number, "line") for line in block.head.lines if line not in rows)
    left_out = (*words, *block.left_out)
    return replace(block, head=NONE, rows=(*rows, *block.rows), left_out=left_out)
