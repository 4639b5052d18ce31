"""Large delimited files: the layout is read from the head, the rows by pandas."""

import codecs
import io
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd
import regex

from agent.materials.accounts import account_of, cells_above, preamble
from agent.materials.asides import aside
from agent.materials.blocks import Block, find_blocks
from agent.materials.cells import Line, lines_of
from agent.materials.columns import Heading, Made, from_series, headings, joined
from agent.materials.decimals import decimals
from agent.materials.layout import Signs, read_all
from agent.materials.metadata import entries, metadata
from agent.materials.names import table_name
from agent.materials.overrides import signs_of
from agent.materials.rules import NO_RULE
from agent.materials.tables import beside_names, shifted
from agent.materials.turned import at_numbers, turned
from agent.materials.types import Table
from agent.materials.waveforms import timed
from agent.settings import TableRule

HEAD = 50_000
"""Bytes from which the layout is read."""
PRECISE = 5_000_000
"""Bytes up to which a file with odd lines in its head is looked at line by line."""
MAX_ODD = 3
"""Lines below the last row of the head that may be odd ones as well."""
LINE_END = regex.compile(rb"\r\n|\n|\r")
BLANK = regex.compile(rb"(?:\r?\n[ \t]*){2,}(?!\r?\n)|\r(?:[ \t]*\r)+")
"""An end of a line and the blank lines behind it."""
SKIPPED = regex.compile(r"Skipping line (\d+)")
MARKS = ["--", "---", "-", "OL", "Inf", "inf", "-inf", "+inf", "1.#QNAN", "-1.#IND", "1.#INF"]


class _Head(NamedTuple):
    texts: list[str]
    signs: Signs
    block: Block


def read_large(
    data: bytes, *, path: str, encoding: str, rule: TableRule = NO_RULE
) -> tuple[Table, ...]:
    """The one table of a large file; empty when its head shows no single table that goes on.

    `encoding` is one in which the bytes of a line end stand for nothing else, so not UTF-16.
    """
    if rule.header is not None or rule.skip or rule.thousands:
        return ()  # pandas sees no lines, so these go line by line
    head = _head(data, encoding, rule)
    if head is None:
        return ()
    frame, skipped = _frame(data, head, encoding)
    if frame is None or len(frame.columns) < head.block.width:
        return ()
    start = _offset(data, head.block.rows[0].number)
    found = len(frame) + len(skipped)
    lines, blank = _lines_from(data, start, found)
    hidden = max(0, lines - blank - found)
    frame, short = _whole_rows(frame, head)
    (table,) = _tables(frame, head, path, skipped, short, hidden) or (None,)
    if table is None:
        return ()
    block = replace(head.block, rows=(), left_out=(), span=(1, head.block.rows[0].number))
    above = account_of(block, head.texts)
    rows, left = len(frame), table.rows_left_out
    total = above.total + rows + left + blank
    empty = above.empty + blank
    account = replace(above, total=total, rows=rows, left_out=above.left_out + left, empty=empty)
    return (replace(table, account=account),)


def _whole_rows(frame: pd.DataFrame, head: _Head) -> tuple[pd.DataFrame, int]:
    """The rows that are rows, and how many were left out since they have too few cells.

    Those are lines of one word or comment in a table of several columns, a last line that breaks
    off, and, where blanks part the cells, every row that does not say which cell it lacks.
    """
    last = frame.columns[head.block.width - 1]
    if len(frame.columns) < 2 or head.block.width < 2:
        return frame, 0
    lacking = frame[last].isna()
    if head.signs.delimiter == " ":
        odd = lacking
    elif frame[0].dtype.kind in "fiu":
        odd = lacking & False
    else:
        words = pd.to_numeric(frame[0], errors="coerce").isna() & frame[0].notna()
        odd = words & frame.iloc[:, 1:].isna().all(axis=1)
    if bool(lacking.iloc[-1]) and int(lacking.sum()) == int(odd.sum()) + 1:
        odd = odd | (frame.index == frame.index[-1])
    left = int(odd.sum())
    return (frame[~odd] if left else frame), left


def _head(data: bytes, encoding: str, rule: TableRule) -> _Head | None:
    part = data[: data.rfind(b"\n", 0, HEAD) + 1] or data[: data.rfind(b"\r", 0, HEAD) + 1]
    text = codecs.decode(part, encoding, "replace").removeprefix("\ufeff")
    texts = lines_of(text)
    signs = signs_of(texts, rule)
    if signs is None:
        return None
    blocks = find_blocks(read_all(texts, signs), blanks=signs.delimiter == " ")
    # A row that fits no block may be left to pandas only where line by line takes too long.
    odd = any(block.left_out for block in blocks) and len(data) <= PRECISE
    if len(blocks) != 1 or odd or blocks[0].rows[-1].number < len(texts) - MAX_ODD:
        return None
    sideways = turned(blocks[0], signs.decimal, rule.turned)[1]
    if sideways or aside(blocks[0], signs.decimal)[1]:
        return None  # what becomes a column is no column to pandas
    return _Head(texts, signs, blocks[0])


def _frame(data: bytes, head: _Head, encoding: str) -> tuple[pd.DataFrame | None, list[int]]:
    """The rows, and the numbers of the lines pandas left out since they have too many cells."""
    first = head.block.rows[0].number
    stream = io.BytesIO(data)
    stream.seek(_offset(data, first))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            frame = pd.read_csv(
                stream,
                sep=r"\s+" if head.signs.delimiter == " " else head.signs.delimiter,
                decimal=head.signs.decimal,
                header=None,
                index_col=False,
                # Only quotes behind a blank need it, and it makes pandas half as fast again.
                skipinitialspace=any(f'{head.signs.delimiter} "' in text for text in head.texts),
                na_values=MARKS,
                encoding=encoding,
                encoding_errors="replace",
                on_bad_lines="warn",
            )
        except (ValueError, OverflowError):
            # pandas' ParserError is a ValueError; the lines are then looked at one by one.
            return None, []
    said = " ".join(str(warning.message) for warning in caught)
    return frame, [int(number) + first - 1 for number in SKIPPED.findall(said)]


def _offset(data: bytes, line: int) -> int:
    """Of the first byte of a line."""
    ends = LINE_END.finditer(data)
    offset = 0
    for _ in range(line - 1):
        offset = next(ends).end()
    return offset


def _lines_from(data: bytes, start: int, rows: int) -> tuple[int, int]:
    """How many lines there are from an offset on, and how many of them are blank."""
    end = b"\n" if b"\n" in data else b"\r"
    lines = data.count(end, start) + (start < len(data) and not data.endswith(end))
    if lines <= rows:
        return lines, 0
    return lines, sum(found[0].count(end) - 1 for found in BLANK.finditer(data, start))


def _tables(
    frame: pd.DataFrame, head: _Head, path: str, skipped: list[int], short: int, hidden: int
) -> tuple[Table, ...]:
    block = head.block
    named, at = at_numbers(block.head)
    width = len(frame.columns)
    sample = [row.cells[0] if row.cells else "" for row in block.rows]
    heads = headings(*shifted(named, width, sample, head.signs.delimiter), width)
    signs = head.signs
    made = _columns(frame, heads, signs.decimal, block.rows)
    above = entries(cells_above(head.texts, block.above, signs.delimiter))
    beside = beside_names(block.head, made, signs.decimal)
    found = timed(heads, made, above, beside, len(frame), signs.decimal)
    columns, remarks = joined(found.heads, found.made)
    remarks = (*filter(None, [at]), *found.remarks, *remarks)
    if not any(column.type == "number" for column in columns):
        return ()
    if hidden:
        remarks = (*remarks, f"Lines within quoted cells are no rows and left out: {hidden}.")
    if skipped:
        where = ", ".join(map(str, skipped[:5])) + (", …" if len(skipped) > 5 else "")
        remarks = (*remarks, f"Lines with too many cells were left out: {where}.")
    if short:
        remarks = (*remarks, f"Rows with too few cells were left out: {short}.")
    table = Table(
        table_name(path),
        path,
        columns,
        len(frame),
        len(skipped) + short + hidden,
        delimiter=head.signs.delimiter,
        decimal=head.signs.decimal,
        header_rows=len(block.head.lines),
        first_line=block.rows[0].number,
        preamble=preamble(head.texts, *block.above),
        metadata=(*metadata(above, signs.decimal), *beside),
        remarks=remarks,
    )
    return (table,)


def _columns(
    frame: pd.DataFrame, heads: tuple[Heading, ...], decimal: str, rows: Sequence[Line]
) -> list[Made | None]:
    made = []
    for place, (head, name) in enumerate(zip(heads, frame.columns, strict=True)):
        cells = [row.cells[place] for row in rows if place < len(row.cells)]
        made.append(from_series(head, frame[name], decimal, decimals(cells, decimal)))
    return made
