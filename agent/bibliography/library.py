"""The user's bibliography as read: its entries, and what they need to be printed."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.bibliography.values import delimited, read_tokens


@dataclass(frozen=True, slots=True)
class Entry:
    key: str
    type: str
    """Lower case, such as `article`."""
    fields: tuple[tuple[str, str], ...]
    """(name in lower case, value with its braces, quotes, macros and `#` as written)."""
    raw: str
    """As it stands in the file."""
    path: str
    line: int
    """1-based."""

    def value(self, name: str) -> str:
        """The value of a field as it is written, with its delimiters; empty when it is missing."""
        return next((value for field, value in self.fields if field == name), "")

    def text(self, name: str) -> str:
        """The value of a field without its delimiters, macros by their name."""
        tokens, _ = read_tokens(self.value(name))
        parts = (token[1:-1] if delimited(token) else token for token in tokens)
        return " ".join("".join(parts).split())

    @property
    def parents(self) -> tuple[str, ...]:
        """Keys of the entries that this one takes fields from."""
        keys = [self.text("crossref"), *self.text("xdata").split(",")]
        return tuple(key.strip() for key in keys if key.strip())


@dataclass(frozen=True, slots=True)
class Library:
    entries: tuple[Entry, ...]
    """No key twice; in the order of the files."""
    strings: tuple[tuple[str, str], ...] = ()
    """(name, value as written) of each `@string`."""
    preambles: tuple[str, ...] = ()
    """The values of each `@preamble`, as written."""
    unread: tuple[str, ...] = ()
    """Source text of the entries that could not be read or be cited."""
    remarks: tuple[str, ...] = ()
    """What was repaired, left out or could not be read, one sentence each."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key for entry in self.entries)

    def get(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key == key), None)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)
