"""What the user gave us: materials, their tables, and the inventory of all of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from agent.arrays import Array


class Kind(StrEnum):
    TABLE = "table"
    """Delimited text."""
    SPREADSHEET = "spreadsheet"
    BINARY = "binary"
    """Arrays of numbers: parquet, HDF5, netCDF, MATLAB, NumPy."""
    JSON = "json"
    NOTES = "notes"
    IMAGE = "image"
    BIBLIOGRAPHY = "bibliography"
    SETTINGS = "settings"
    OTHER = "other"


class Status(StrEnum):
    READ = "read"
    PARTLY = "partly"
    UNREAD = "unread"
    IGNORED = "ignored"


ColumnType = Literal["number", "text", "date"]


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    name: str
    """What the header calls it without the unit; unique in its table, never empty."""
    unit: str | None
    """As it stands in the file, such as `°C`; None when none is given."""
    type: ColumnType
    values: Array
    """Numbers; for a date column seconds since 1970-01-01T00:00 (UTC); empty for text."""
    texts: tuple[str, ...] = ()
    """The cells as text, for text and date columns; empty for numbers."""
    uncertainty_of: str | None = None
    """The name of the column whose standard uncertainty this one gives."""
    decimals: int | None = None
    """Most digits behind the decimal point of any cell as it stands in the file, negative powers
    of ten included (`1.20e-3` has 5): the resolution of the column is 10 to minus this. None where
    the file holds binary numbers or something computed."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """One `key: value` line that stands above, beside or below the rows of a table."""

    key: str
    """As the file writes it, without the unit."""
    text: str
    """The value as it stands."""
    value: float | None = None
    """The value as a number, where it is one."""
    unit: str | None = None
    """As it stands in the file; None when none is given."""
    line: int = 0
    """1-based line, or row of the sheet."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where the lines of a file (or the rows of a sheet) went that belong to a table: those from
    the end of the table before to its own end. The others add up to `total`, and the totals of a
    file's tables to its lines; of tables side by side in a sheet each column of tables counts.
    """

    total: int
    rows: int
    """Lines that hold rows of the table."""
    heads: int
    """Lines that name its columns or give their units."""
    above: int
    """Lines with something in them that stand above the head."""
    below: int
    """Lines below the rows that say something under a key, kept as metadata."""
    left_out: int
    empty: int
    """Blank lines, and lines drawn below a head."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    name: str
    """Unique in the inventory, ASCII letters, digits, `_` and `-`: the stem of the file, with the
    sheet or the number of the block behind it where one file holds several tables."""
    path: str
    """Of the file, relative to the folder, with forward slashes."""
    columns: tuple[Column, ...]
    rows: int
    """Rows read."""
    rows_left_out: int = 0
    sheet: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    header_rows: int = 0
    first_line: int = 1
    """1-based line (or sheet row) of the first row of data."""
    preamble: tuple[str, ...] = ()
    """Lines above the header that are not data."""
    metadata: tuple[Metadata, ...] = ()
    """What the preamble, or cells beside the data, say as `key: value`."""
    remarks: tuple[str, ...] = ()
    """What was decided or left out, one sentence each."""
    account: Account | None = None
    """Of its lines; None where the file has none, as a binary file or JSON."""
    same_as: str | None = None
    """The name of the table elsewhere that holds the same data; None for all that are analysed."""

    def column(self, name: str) -> Column:
        """The column of that name.

        Raises:
            KeyError: there is none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def uncertainty(self, name: str) -> Column | None:
        """The column that gives the standard uncertainty of the named one."""
        return next((c for c in self.columns if c.uncertainty_of == name), None)

    @property
    def numeric(self) -> tuple[Column, ...]:
        """Columns of numbers that are not the uncertainty of another column."""
        return tuple(c for c in self.columns if c.type == "number" and c.uncertainty_of is None)


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of the user's notes under one heading, as LaTeX."""

    title: str
    """Plain text of the heading; empty for what stands before the first one."""
    level: int
    """1 for the top heading of the note, 2 below it, and so on; 0 without a heading."""
    body: str
    """LaTeX that compiles inside a section with the packages of our skeleton."""


@dataclass(frozen=True, slots=True)
class Notes:
    title: str
    """Of the whole note, when it has one; else empty."""
    passages: tuple[Passage, ...]
    cites: tuple[str, ...] = ()
    """Citation keys the notes use, in order of first use."""
    language: str = "en"
    """`zh` when most letters are Chinese, else `en`."""
    captions: tuple[tuple[str, str], ...] = ()
    """(image path as the notes write it, caption as LaTeX) for each picture they show."""


@dataclass(frozen=True, slots=True)
class Material:
    path: str
    """Relative to the folder, with forward slashes."""
    kind: Kind
    bytes: int
    digest: str
    """SHA-256 of the content in hex; empty when it was not read."""
    status: Status
    reason: str = ""
    """One clear sentence: why it was not, or only partly, read."""
    encoding: str | None = None
    tables: tuple[Table, ...] = ()
    notes: Notes | None = None
    bibliography: str | None = None
    """The decoded text of a `.bib` file."""


@dataclass(frozen=True, slots=True)
class Inventory:
    folder: str
    """Absolute path of the user's folder."""
    materials: tuple[Material, ...]
    """Sorted by path."""

    def of(self, *kinds: Kind) -> tuple[Material, ...]:
        """Materials of these kinds that were read, at least partly."""
        good = (Status.READ, Status.PARTLY)
        return tuple(m for m in self.materials if m.kind in kinds and m.status in good)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, each once: one that repeats another is not among them."""
        found = (table for material in self.materials for table in material.tables)
        return tuple(table for table in found if table.same_as is None)

    @property
    def notes(self) -> tuple[Notes, ...]:
        return tuple(m.notes for m in self.materials if m.notes is not None)

    @property
    def bibliographies(self) -> tuple[tuple[str, str], ...]:
        """(path, text) of every `.bib` file."""
        return tuple((m.path, m.bibliography) for m in self if m.bibliography is not None)

    def __iter__(self) -> Iterator[Material]:
        return iter(self.materials)
