"""Lines of text to cells, and what each cell is."""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from agent.materials.numbers import kind_of
from agent.materials.quantities import is_quantity

COMMENTS = ("#", "%", "//", "!")
LINE_END = regex.compile(r"\r\n|\n|\r")
BLANK_BUT_UNIT = regex.compile(r"\s+(?=[\[(（][^\[\]()（）]*[\])）])|\s+[/／]\s+")
"""Blanks that do not part columns in a head of a table parted by blanks: `t [s]`, `U / V`."""
BLANKS = " \n\v\f\r\u00a0\ufeff"
"""Not the tab, which parts cells."""
GLUE = "\u241f"
RULE = regex.compile(r"(?=[^\n]*[-=_]{3})[-=+:|_\s]+")
"""A line drawn under a head."""


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    """1-based, in the file or sheet."""
    cells: tuple[str, ...]
    """Without trailing empty ones."""
    kinds: str
    """One letter per cell, see `agent.materials.numbers.Kind`."""
    fields: int
    """Cells with the trailing empty ones."""
    comment: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.cells


def lines_of(text: str) -> list[str]:
    """Only what ends a line in a file; `str.splitlines` also breaks at form feeds and the like."""
    lines = LINE_END.split(text)
    return lines[:-1] if lines and not lines[-1] else lines


def is_empty(text: str) -> bool:
    """Whether a line holds nothing, or is drawn below a head."""
    stripped = text.strip(BLANKS)
    return not stripped or RULE.fullmatch(stripped) is not None


def split(line: str, delimiter: str) -> list[str]:
    """The cells of a line, quotes respected."""
    if delimiter == " ":
        return _by_blanks(line)
    if '"' not in line:
        cells = line.split(delimiter)
    else:
        sign = regex.escape(delimiter)
        pattern = rf'(?:^|{sign})\s*(?:"((?:[^"]|"")*)"\s*(?={sign}|$)|([^{sign}]*))'
        cells = [
            quoted.replace('""', '"') if quoted else bare
            for quoted, bare in regex.findall(pattern, line, timeout=5)
        ]
    if delimiter == "|" and line.lstrip().startswith("|"):
        cells = cells[1:]
    return cells


def _by_blanks(line: str) -> list[str]:
    glued = BLANK_BUT_UNIT.sub(lambda found: found[0].replace(" ", GLUE), line.strip())
    return [cell.replace(GLUE, " ") for cell in glued.split()]


def read_line(number: int, text: str, delimiter: str, decimal: str) -> Line:
    """A line of a file; what stands behind the sign of a comment is split all the same."""
    stripped = "" if is_empty(text) else text.strip(BLANKS)
    comment = stripped.startswith(COMMENTS)
    if comment:
        text = stripped.lstrip("#%/! ")
    return make_line(number, split(text, delimiter) if stripped else [], decimal, comment=comment)


def make_line(number: int, raw: Sequence[str], decimal: str, *, comment: bool = False) -> Line:
    cells = [cell.strip() for cell in raw]
    while cells and not cells[-1]:
        cells.pop()
    kinds = "".join(_kind(cell, decimal) for cell in cells)
    return Line(number, tuple(cells), kinds, len(raw), comment)


def _kind(cell: str, decimal: str) -> str:
    """A number with its uncertainty, or in per cent, is a number."""
    kind = kind_of(cell, decimal)
    return "N" if kind == "T" and is_quantity(cell, decimal) else kind
