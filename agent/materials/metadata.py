"""`key: value` lines that stand above or beside the rows of a table."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from agent.materials.headers import is_unit, read_header
from agent.materials.numbers import number
from agent.materials.types import Metadata

MOST = 200
LONGEST_KEY = 60
LONGEST_TEXT = 300
PAIR = regex.compile(
    r"(?P<key>[^\W\d_][^:=：]{0,58}?)\s*(?:[:：]\s+|=\s*|：|(?<!\d):(?=[^\s\\/:]))(?P<text>\S.{0,299})"
)
WITH_UNIT = regex.compile(
    r"(?P<value>[+\-−]?[\d.,]{1,30}(?:[eE][+-]?\d{1,3})?)\s*(?P<unit>\D.{0,15})"
)
MARK = regex.compile(r"^[\s#%!;/*'\"]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line above the rows: what its first cell calls, and the cells behind it."""

    key: str
    cells: tuple[str, ...]
    """All cells of the line, the key among them, so that their places are those of the columns."""
    line: int


def entries(lines: Iterable[tuple[int, Sequence[str]]]) -> tuple[Entry, ...]:
    """Of lines given by number and cells, those that say something under a key."""
    found: list[Entry] = []
    for number_of, raw in lines:
        entry = _entry(number_of, [MARK.sub("", cell).strip(" \"'\t") for cell in raw])
        if entry is not None and len(found) < MOST:
            found.append(entry)
    return tuple(found)


def _entry(line: int, cells: list[str]) -> Entry | None:
    filled = [cell for cell in cells if cell]
    if not filled or not cells[0]:
        return None
    if len(filled) == 1 and (found := PAIR.fullmatch(filled[0])):
        return Entry(found["key"].strip(), (found["key"], found["text"].strip()), line)
    if len(filled) == 1 or not _is_key(cells[0]):
        return None
    if (found := PAIR.fullmatch(cells[0])) is not None:
        # The sign between the cells stands in the value as well.
        return Entry(found["key"].strip(), (found["key"], found["text"], *cells[1:]), line)
    return Entry(cells[0].rstrip(" :=："), tuple(cells), line)


def _is_key(cell: str) -> bool:
    return (
        len(cell) <= LONGEST_KEY
        and regex.search(r"\p{L}", cell) is not None
        and not cell[0].isdigit()
    )


def metadata(found: Sequence[Entry], decimal: str) -> tuple[Metadata, ...]:
    """What the entries say; a value repeated for each channel counts once."""
    return tuple(item for entry in found if (item := _said(entry, decimal)) is not None)


def _said(entry: Entry, decimal: str) -> Metadata | None:
    texts = [cell for cell in entry.cells[1:] if cell]
    if not texts:
        return None
    head = read_header(entry.key)
    key, unit = (head.name, head.unit) if head.unit and head.name else (entry.key, None)
    if len(set(texts)) == 1:
        texts = texts[:1]
    if len(texts) == 2 and is_unit(texts[1]) and as_number(texts[0], decimal) is not None:
        return Metadata(key, texts[0], as_number(texts[0], decimal), texts[1], entry.line)
    text = "; ".join(texts)[:LONGEST_TEXT]
    value = as_number(text, decimal)
    if value is None and (found := WITH_UNIT.fullmatch(text)) and is_unit(found["unit"].strip()):
        value = as_number(found["value"], decimal)
        unit = found["unit"].strip() if value is not None else unit
    return Metadata(key, text, value, unit if value is not None else None, entry.line)


def as_number(text: str, decimal: str) -> float | None:
    """A number in the notation of the table, or in the other one where only that fits."""
    for sign in (decimal, "," if decimal == "." else "."):
        value = number(text, sign)
        if value is not None and not math.isnan(value):
            return value
    return None
