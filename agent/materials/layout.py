"""How a text lays out its tables: delimiter, decimal sign, blocks of rows and their heads.

Chosen by evidence: the reading under which most cells of rows of one width become numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from agent.materials.headers import is_unit, strip_brackets
from agent.materials.numbers import is_missing, number

DELIMITERS = (",", ";", "\t", "|", " ")
COMMENTS = ("#", "%", "//", "!")
MAX_HEAD = 2
MIN_ROWS = 2
SAMPLE = 3000
"""Lines that are weighed for every delimiter; the winner is then applied to all of them."""


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    """1-based, in the file."""
    cells: tuple[str, ...]
    comment: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    head: tuple[Line, ...]
    """None, the names, or the names and the units."""
    rows: tuple[Line, ...]
    width: int
    interrupted: tuple[int, ...] = ()
    """Numbers of lines inside that are no rows."""


@dataclass(frozen=True, slots=True)
class Layout:
    delimiter: str
    decimal: str
    blocks: tuple[Block, ...]
    stray: tuple[int, ...]
    """Lines after the first row of data that belong to no block."""


def split(line: str, delimiter: str) -> tuple[str, ...]:
    """The cells of a line, quotes respected, without trailing empty ones."""
    if delimiter == " ":
        parts = line.split()
    elif '"' in line:
        sign = regex.escape(delimiter)
        pattern = rf'(?:^|{sign})\s*(?:"((?:[^"]|"")*)"|([^{sign}]*))'
        parts = [
            quoted.replace('""', '"') if quoted else bare
            for quoted, bare in regex.findall(pattern, line, timeout=5)
        ]
    else:
        parts = line.split(delimiter)
    cells = [part.strip() for part in parts]
    if delimiter == "|":
        cells = cells[1:] if cells and not cells[0] else cells
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def read_layout(text: str) -> Layout | None:
    """The layout under which the text holds most numbers; None when it holds no table."""
    lines = text.splitlines()
    sample = lines if len(lines) <= SAMPLE else lines[: SAMPLE // 2] + lines[-SAMPLE // 2 :]
    best: tuple[float, str, str] | None = None
    for delimiter in DELIMITERS:
        if delimiter != " " and not any(delimiter in line for line in sample):
            continue
        for decimal in (".", ","):
            if delimiter == decimal:
                continue
            score = _score(_lines(sample, delimiter), decimal) * (0.93 if delimiter == " " else 1)
            if best is None or score > best[0] + 1e-9:
                best = (score, delimiter, decimal)
    if best is None or best[0] <= 0:
        return None
    _, delimiter, decimal = best
    return _layout(_lines(lines, delimiter), delimiter, decimal)


def _lines(lines: Sequence[str], delimiter: str) -> list[Line]:
    result = []
    for index, text in enumerate(lines, start=1):
        stripped = text.strip()
        comment = stripped.startswith(COMMENTS)
        body = stripped.lstrip("#%/! ") if comment else text
        result.append(Line(index, split(body, delimiter) if stripped else (), comment))
    return result


def _is_row(line: Line, decimal: str) -> bool:
    """Mostly numbers, or at least one number among cells that do not look like a head."""
    if line.comment or not line.cells:
        return False
    numbers = missing = 0
    for cell in line.cells:
        if is_missing(cell):
            missing += 1
        elif number(cell, decimal) is not None:
            numbers += 1
    return numbers >= 1 and numbers + missing >= 0.34 * len(line.cells)


def _score(lines: list[Line], decimal: str) -> float:
    """Numbers times their share, in the rows of the commonest width."""
    by_width: dict[int, list[int]] = {}
    for line in lines:
        if _is_row(line, decimal):
            numbers = sum(
                number(cell, decimal) is not None and not is_missing(cell) for cell in line.cells
            )
            found = by_width.setdefault(len(line.cells), [0, 0])
            found[0] += numbers
            found[1] += len(line.cells)
    scores = [
        numbers * (numbers / cells) * (1.0 if width > 1 else 0.35)
        for width, (numbers, cells) in by_width.items()
    ]
    return max(scores, default=0.0)


def _layout(lines: list[Line], delimiter: str, decimal: str) -> Layout:
    runs = _runs(lines, decimal)
    blocks: list[Block] = []
    used: set[int] = set()
    for start, end in runs:
        rows = tuple(lines[start:end])
        width = max(len(line.cells) for line in rows)
        head = _head(lines, start, width, decimal, used)
        if not head and blocks and blocks[-1].width == width:
            last = blocks[-1]
            between = range(last.rows[-1].number, rows[0].number - 1)
            gone = (lines[i].number for i in between if lines[i].cells)
            blocks[-1] = Block(last.head, last.rows + rows, width, (*last.interrupted, *gone))
        elif len(rows) >= MIN_ROWS or head:
            blocks.append(Block(head, rows, width))
        else:
            continue
        used.update(range(start - len(head), end))
    blocks = _worth_keeping(blocks)
    first = min((b.rows[0].number for b in blocks), default=0)
    taken = {row.number for b in blocks for row in (*b.head, *b.rows)}
    stray = tuple(
        line.number
        for line in lines
        if line.number > first and line.cells and not line.comment and line.number not in taken
    )
    return Layout(delimiter, decimal, tuple(blocks), stray)


def _worth_keeping(blocks: list[Block]) -> list[Block]:
    """Scraps beside a long block are settings of the instrument, not tables."""
    longest = max((len(block.rows) for block in blocks), default=0)
    least = max(MIN_ROWS + 1, 0.02 * longest)
    return [block for block in blocks if len(block.rows) >= least or len(block.rows) == longest]


def _runs(lines: list[Line], decimal: str) -> list[tuple[int, int]]:
    """Half-open runs of lines that are rows of about one width."""
    runs: list[tuple[int, int]] = []
    index = 0
    while index < len(lines):
        if not _is_row(lines[index], decimal):
            index += 1
            continue
        start, width = index, len(lines[index].cells)
        while index < len(lines) and _is_row(lines[index], decimal):
            # Trailing empty cells were dropped, so a row may be shorter, but not by much.
            here = len(lines[index].cells)
            if (here > width and index - start >= MIN_ROWS) or here < max(1, width // 2):
                break
            width = max(width, here)
            index += 1
        runs.append((start, index))
    return runs


def _head(
    lines: list[Line], start: int, width: int, decimal: str, used: set[int]
) -> tuple[Line, ...]:
    """The one or two lines above a run that name its columns."""
    head: list[Line] = []
    index = start - 1
    while index >= 0 and len(head) < MAX_HEAD and index not in used:
        line = lines[index]
        if not line.cells and not head and start - index <= 2:
            index -= 1
            continue
        if not _can_head(line, width, decimal):
            break
        if head and not _is_unit_row(head[0]):
            break
        head.insert(0, line)
        index -= 1
    if len(head) == 1 and _is_unit_row(head[0]) and width > 1 and not _names(head[0]):
        return tuple(head)
    return tuple(head)


def _can_head(line: Line, width: int, decimal: str) -> bool:
    cells = line.cells
    if not cells or not (len(cells) == width or (width > 2 and len(cells) == width - 1)):
        return False
    numbers = sum(number(c, decimal) is not None and not is_missing(c) for c in cells)
    return numbers <= 0.3 * len(cells) and (width > 1 or len(cells[0]) <= 60)


def _is_unit_row(line: Line) -> bool:
    filled = [strip_brackets(cell) for cell in line.cells if cell and not is_missing(cell)]
    return bool(filled) and all(is_unit(cell) for cell in filled)


def _names(line: Line) -> bool:
    return any(len(strip_brackets(cell)) > 4 for cell in line.cells)


def is_unit_row(line: Line) -> bool:
    """Whether every filled cell of a line is a unit."""
    return _is_unit_row(line)
