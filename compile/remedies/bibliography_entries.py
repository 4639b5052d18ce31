"""The entries of a .bib file, read with patience: where one is broken, what would mend it."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from compile.remedies.bibliography_reading import Field, Mend, Reader

START = re.compile(
    r"^[ \t]*@[ \t]*(?P<type>[A-Za-z]+)[ \t]*(?P<open>[{(]|(?=\n|[\w:-]+[ \t]*,))", re.M
)
NOT_ENTRIES = frozenset({"string", "preamble", "comment"})


@dataclass(frozen=True, slots=True)
class Entry:
    kind: str
    """Lower case."""
    key: str
    start: int
    """Of the @."""
    end: int
    """Behind its closing brace, or where the next entry begins."""
    kind_span: tuple[int, int]
    key_span: tuple[int, int]
    fields: tuple[Field, ...] = ()
    mends: tuple[Mend, ...] = ()
    """What would make it readable; empty where it is."""

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


@lru_cache(maxsize=32)
def entries(text: str) -> tuple[Entry, ...]:
    r"""All entries in their order, `@string`, `@preamble` and `@comment` left out.

    A line that begins with % is passed over, as its writer meant it to be. Where an entry can be
    read to its end it is taken as it is, else as far as the next line that begins with an @.
    """
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[Entry]:
    starts = [found.start() for found in START.finditer(text)]
    position = 0
    while found := START.search(text, position):
        kind = found["type"].lower()
        place = bisect_right(starts, found.start())
        limit = starts[place] if place < len(starts) else len(text)
        if kind in NOT_ENTRIES or found["open"] == "(":
            position = found.end()
            continue
        entry = _read(text, found, limit)
        if entry.mends and place + 1 < len(starts):
            # A line of a text may begin with an @ as well.
            whole = _read(text, found, starts[place + 1])
            entry = entry if whole.mends else whole
        yield entry
        position = max(entry.end, found.end())


def _read(text: str, found: re.Match[str], limit: int) -> Entry:
    reader = Reader(text, limit)
    end, key, key_span = reader.read(found.end("type"), found.end())
    start = text.index("@", found.start())
    return Entry(
        found["type"].lower(), key, start, end, found.span("type"), key_span,
        tuple(reader.fields), tuple(reader.mends),
    )  # fmt: skip
