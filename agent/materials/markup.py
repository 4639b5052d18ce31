"""Tables of web pages, and spreadsheets written as XML: programs save both under `.xls`."""

from html.parser import HTMLParser
from typing import Any

from agent.materials.errors import Unreadable
from agent.materials.grids import grid_tables
from agent.materials.types import Table

LARGEST = 20_000_000
"""Characters."""
MOST_CELLS = 2_000_000
WIDEST = 16_384
ROWS, CELLS = {"tr", "row"}, {"td", "th", "cell"}


def read_markup(text: str, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of each `<table>`, or of each sheet.

    Entities that a document defines of itself are never put in.

    Raises:
        Unreadable: it is too large.
    """
    if len(text) > LARGEST:
        raise Unreadable(f"The page has {len(text) // 1_000_000} MB and was not read.")
    page = _Page()
    page.feed(text)
    page.close()
    tables: list[Table] = []
    remarks: list[str] = []
    for number, grid in enumerate(page.grids, start=1):
        name = page.names.get(number, str(number) if len(page.grids) > 1 else "")
        found, beside = grid_tables(grid, relative, name)
        tables += found
        remarks += filter(None, [beside])
    return tuple(tables), tuple(remarks)


class _Page(HTMLParser):
    """Collects the cells of tables; a table within a cell is read as one of its own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: list[list[list[str]]] = []
        self.names: dict[int, str] = {}
        self.open: list[list[list[str]]] = []
        self.cells = 0
        self.inside = False
        self.span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        said = {name.rpartition(":")[2]: value or "" for name, value in attrs}
        if tag == "table":
            self.open.append([])
            self.grids.append(self.open[-1])
        elif tag == "worksheet" and said.get("name"):
            self.names[len(self.grids) + 1] = said["name"]
        elif not self.open:
            return
        elif tag in ROWS:
            self._skip(self.open[-1], said, [])
            self.open[-1].append([])
        elif tag in CELLS and self.open[-1]:
            self._cell(said)
        elif tag in {"br", "p"} and self.inside:
            self.handle_data(" ")

    def _cell(self, said: dict[str, str]) -> None:
        row = self.open[-1][-1]
        self._skip(row, said, "")
        self.span = min(_number(said.get("colspan") or said.get("mergeacross", "")) or 1, WIDEST)
        self.cells += 1
        if self.cells > MOST_CELLS or len(row) >= WIDEST:
            raise Unreadable("The page has too many cells and was not read.")
        row.append("")
        self.inside = True

    def _skip(self, places: list[Any], said: dict[str, str], empty: Any) -> None:
        """`ss:Index` leaves out what is empty before it."""
        index = _number(said.get("index", ""))
        if index > MOST_CELLS:
            raise Unreadable("The page has too many cells and was not read.")
        places.extend(empty for _ in range(index - 1 - len(places)))

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag in CELLS and self.inside and self.open and self.open[-1]:
            row = self.open[-1][-1]
            row[-1] = " ".join(row[-1].split())
            row.extend([row[-1]] * (self.span - 1))
            self.inside, self.span = False, 1
        elif tag == "table" and self.open:
            self.open.pop()
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside and self.open and self.open[-1] and self.open[-1][-1]:
            self.open[-1][-1][-1] += data


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
