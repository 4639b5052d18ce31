"""Blocks of rows in lines of cells: where a table begins, what names its columns, where it ends."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.materials.cells import Line
from agent.materials.heads import Head, counts_columns, head_of, is_scale

MIN_ROWS = 3
SETTLED = 3
"""Rows after which a block knows what its columns hold."""
LIKE = 0.34
"""Share of a line's filled cells that may disagree with the columns of its block."""


@dataclass(frozen=True, slots=True)
class Block:
    head: Head
    rows: tuple[Line, ...]
    width: int
    left_out: tuple[tuple[int, str], ...] = ()
    """(line, what it is) of lines between the rows, or right below them, that are no rows."""
    above: tuple[int, int] = (1, 1)
    """Half-open span of the lines that belong to it and stand above its head."""
    span: tuple[int, int] = (1, 1)
    """Half-open span of all lines that it answers for, to where the next block begins."""

    @property
    def first_line(self) -> int:
        return self.head.lines[0].number if self.head.lines else self.rows[0].number


@dataclass(slots=True)
class _Open:
    """A block that may still get rows."""

    head: Head
    rows: list[Line] = field(default_factory=list)
    kinds: list[Counter[str]] = field(default_factory=list)
    left_out: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: Line) -> None:
        self.rows.append(line)
        self.kinds += [Counter() for _ in range(len(line.kinds) - len(self.kinds))]
        for counts, kind in zip(self.kinds, line.kinds, strict=False):
            if kind in "NDT":
                counts[kind] += 1

    def holds(self, place: int) -> str:
        """The kind of most cells of a column, empty while it has none."""
        counts = self.kinds[place] if place < len(self.kinds) else Counter[str]()
        total = sum(counts.values())
        if not total:
            return ""
        return next((kind for kind in "ND" if counts[kind] >= 0.8 * total), "T")

    def fits(self, line: Line, gap: int, *, blanks: bool, after: bool = False) -> bool:
        """Whether a line is one more row; after blank lines its shape must be the same, and there
        as after lines that are no rows it must not begin with a word in a column of numbers.
        """
        first = self.rows[0]
        widest = max(first.fields, self.head.width, len(self.kinds))
        if len(line.cells) > widest or len(line.cells) < 0.5 * len(first.cells):
            return False
        same_shape = line.fields == first.fields
        if (blanks or gap) and not (same_shape and self._lies_alike(line)):
            return False
        if (gap or after) and line.kinds[:1] == "T" and self.holds(0) in {"N", "D"}:
            return False
        return self._agrees(line)

    def _lies_alike(self, line: Line) -> bool:
        """Not both cells where no row has any, and none where every row has one."""
        filled = {place for place, kind in enumerate(line.kinds) if kind != "E"}
        counts = [sum(counts.values()) for counts in self.kinds]
        never = {place for place in filled if place >= len(counts) or not counts[place]}
        lacking = {p for p, count in enumerate(counts) if count == len(self.rows)} - filled
        return not never or not lacking

    def _agrees(self, line: Line) -> bool:
        filled = bad = good = 0
        for place, kind in enumerate(line.kinds):
            if kind not in "NDT":
                continue
            filled += 1
            held = self.holds(place)
            if not held:
                bad += len(self.rows) >= SETTLED and not self.head.has_name(place)
            elif held != "T":
                bad += kind != held
                good += kind == held
        if not filled or bad == 0:
            return bool(line.cells)
        first_bad = line.kinds[:1] not in {"", "E", "M", self.holds(0)} and self.holds(0) != "T"
        return bad <= (LIKE if first_bad else 0.5) * filled and good > 0


def find_blocks(lines: Sequence[Line], *, blanks: bool = False) -> tuple[Block, ...]:
    """The blocks worth being a table, in order.

    With `blanks` the cells were parted by blanks, so that a row with fewer cells than the others
    does not say which one is missing.
    """
    opened: list[_Open] = []
    pending: list[int] = []
    floor = gap = 0
    for index, line in enumerate(lines):
        if line.is_blank:
            gap += 1
            continue
        current = opened[-1] if opened else None
        here, gap = gap, 0
        if line.comment:
            pending.append(index)
            continue
        head = head_of(lines, index, floor)
        if current and _same_head(head, current):
            fits = current.fits(line, here, blanks=blanks, after=bool(pending))
            if fits and here > 1 and not pending:
                # Plotting programs part the runs of one measurement by two blank lines.
                opened.append(_Open(Head(names=current.head.names, units=current.head.units)))
                opened[-1].add(line)
                floor = index + 1
                continue
            if fits:
                current.left_out += [(lines[i].number, _what(lines[i])) for i in pending]
                current.add(line)
                pending, floor = [], index + 1
                continue
            if _goes_on(current, lines, index, blanks=blanks):
                pending.append(index)
                continue
        if _starts(lines, index):
            opened.append(_Open(head))
            opened[-1].add(line)
            pending = []
        else:
            pending.append(index)
    return _closed(_worth_keeping([_named_by_numbers(block) for block in opened]), lines)


def _same_head(head: Head, current: _Open) -> bool:
    """Whether nothing new is named above a line; a head that is repeated names nothing new."""
    again = head.names == current.head.names and current.rows[-1] not in head.lines
    return not head.names or again


def _what(line: Line) -> str:
    return "comment" if line.comment else "line"


def _starts(lines: Sequence[Line], index: int) -> bool:
    """Mostly numbers; or at least one, in the same places as in the next line."""
    line = lines[index]
    filled = [kind for kind in line.kinds if kind != "E"]
    numbers = filled.count("N")
    if not numbers:
        return False
    if numbers + filled.count("M") + filled.count("D") >= LIKE * len(filled):
        return True
    after = _next(lines, index)
    return after is not None and all(
        a == b or "T" not in (a, b) for a, b in zip(line.kinds, after.kinds, strict=False)
    )


def _next(lines: Sequence[Line], index: int) -> Line | None:
    return next((x for x in lines[index + 1 : index + 4] if x.cells and not x.comment), None)


def _goes_on(current: _Open, lines: Sequence[Line], index: int, *, blanks: bool) -> bool:
    """Whether the block goes on behind a line that does not fit it."""
    after = _next(lines, index)
    return (
        after is not None
        and after.fields == current.rows[0].fields != lines[index].fields
        and current.fits(after, 0, blanks=blanks)
    )


def _named_by_numbers(block: _Open) -> _Open:
    """The columns of a plate are called 1, 2, 3, … and those of a matrix 400, 410, 420, …, which
    looks like a row.
    """
    if block.head.names or len(block.rows) < 2:
        return block
    first, after = block.rows[:2]
    plate = len(block.rows) > MIN_ROWS and counts_columns(first)
    if not plate and not (len(block.rows) > 2 and is_scale(first, after)):
        return block
    named = _Open(Head((block.rows[0],), names=block.rows[0].cells), left_out=block.left_out)
    for row in block.rows[1:]:
        named.add(row)
    return named


def _worth_keeping(blocks: list[_Open]) -> list[_Open]:
    """Settings of the instrument and scraps beside a longer block are no tables."""
    tables = [block for block in blocks if not _is_settings(block)] or blocks
    longest = max((len(block.rows) for block in tables), default=0)
    least = max(MIN_ROWS, 0.02 * longest)
    return [block for block in tables if len(block.rows) >= least or len(block.rows) == longest]


def _is_settings(block: _Open) -> bool:
    """Short, and one name with one number in each line; or a log of words with a number before."""
    held = [block.holds(place) for place in range(len(block.kinds))]
    if "T" not in held or len(block.rows) > 20 or held.count("N") > 1 + (held[0] == "N"):
        return False
    place = held.index("T")
    words = [row.cells[place] for row in block.rows if place < len(row.cells)]
    return not block.head.names or len(set(words)) == len(words)


def _closed(blocks: list[_Open], lines: Sequence[Line]) -> tuple[Block, ...]:
    """Frozen, each with the lines above that belong to it and those below that are left out."""
    result: list[Block] = []
    end = lines[0].number if lines else 1
    for number, block in enumerate(blocks):
        cut = _cut_off(block, lines)
        rows = block.rows[:-1] if cut else block.rows
        left = block.left_out + ([(cut.number, "line that breaks off")] if cut else [])
        start, first = end, _first(block)
        last = number + 1 == len(blocks)
        stop = lines[-1].number + 1 if last else _first(blocks[number + 1])
        below = [x for x in lines if block.rows[-1].number < x.number < stop and x.cells]
        if not last:
            # What stands between two tables belongs to the next one, but for rows that fit none.
            odd = [x.number for x in below if "N" in x.kinds and x.kinds[0] in "NDEM"]
            stop = (odd or [block.rows[-1].number])[-1] + 1
        left += [(x.number, _what(x)) for x in below if x.number < stop]
        width = max(len(row.cells) for row in rows)
        block_of = Block(block.head, tuple(rows), width, tuple(left), (start, first), (start, stop))
        result.append(block_of)
        end = stop
    return tuple(result)


def _first(block: _Open) -> int:
    return block.head.lines[0].number if block.head.lines else block.rows[0].number


def _cut_off(block: _Open, lines: Sequence[Line]) -> Line | None:
    """The last line of a file, when it has fewer cells than any other row had."""
    last = block.rows[-1]
    if len(block.rows) <= SETTLED or any(x.cells for x in lines if x.number > last.number):
        return None
    return last if last.fields < min(row.fields for row in block.rows[:-1]) else None
