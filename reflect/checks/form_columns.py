"""Rows of tables and matrices against the columns they have."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from latex.braces import Braces
from latex.commands import commands
from latex.environments import Environment, environments
from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

TABLES = {
    **dict.fromkeys(("tabular", "array", "longtable", "longtable*", "supertabular"), 0),
    **dict.fromkeys(("tabular*", "tabularx", "tabulary", "xltabular"), 1),
}
"""How many arguments stand before the columns."""
FIXED = {"eqnarray": 3, "eqnarray*": 3, "cases": 2}
MATRICES = frozenset({"matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix"})
WIDEST_MATRIX = 10
"""The counter MaxMatrixCols of amsmath."""
MOST_COLUMNS = 500
DEEPEST = 5

NOTHING = regex.compile(r"[\s|:;,]++|\\(?:v?line|hspace\*?|quad|,|;|!)(?![A-Za-z])|\\\|")
DECORATION = regex.compile(r"[@!><]")
ARGUMENTS = {
    **dict.fromkeys("lcr", 0),
    **dict.fromkeys("pmb", 1),
    **dict.fromkeys("wW", 2),
    "D": 3,
}
"""Columns of LaTeX, array and dcolumn, by how many arguments follow."""
STRETCHED = {"tabularx": "X", "xltabular": "X", "tabulary": "LCRJ"}
OPTION = regex.compile(r"\s*+\[[^\[\]]*+\]")
NEW_TYPE = regex.compile(
    r"\\newcolumntype\s*+\{\s*+(?P<letter>[^{}\\])\s*+\}\s*+(?:\[(?P<arguments>\d)\])?\s*+(?=\{)"
)
TOKEN = regex.compile(
    r"""(?P<end>\\\\|\\(?:tabularnewline|cr|crcr|endhead|endfirsthead|endfoot|endlastfoot)
      (?![A-Za-z@]))
    | \\multicolumn\s*+\{\s*+(?P<span>\d{1,3}+)\s*+\}
    | (?P<branch>\\(?:if[A-Za-z]*+|else|fi|omit|span|noalign|csvreader|foreach|multido))
      (?![A-Za-z@])
    | \\(?:[A-Za-z@]++|.) | (?P<sign>[{}&])""",
    regex.VERBOSE | regex.DOTALL,
)


@check("column-count", 4, Category.STRUCTURE)
def column_count(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A row of a table or a matrix with more cells than there are columns, where TeX stops.

    Tables with kinds of columns that are not known are let be.

    Pass: \begin{tabular}{@{}l*{2}{r}@{}} a & b & c \\ \multicolumn{2}{c}{d} & e \\ \end{tabular}
    Fail: \begin{tabular}{lr} a & b & c \\ \end{tabular}
    """
    live = structure.live
    found = environments(live)
    for position, table in enumerate(found):
        columns = _columns(live, table)
        if columns is None:
            continue
        count, start = columns
        inner = _inside(found, position)
        for first, last, cells in _rows(live, start, table.inner_end, inner):
            if cells > count:
                yield Hit(
                    first,
                    last,
                    f"The row has {cells} cells, the {table.name} has {count} columns.",
                    action="Give the table as many columns as its rows have cells.",
                )


def _columns(live: str, table: Environment) -> tuple[int, int] | None:
    """How many, and where the rows begin; None where it cannot be told."""
    if table.name in FIXED:
        return FIXED[table.name], table.inner_start
    if table.name.rstrip("*") in MATRICES:
        known = "MaxMatrixCols" not in live and not live.startswith("[", table.inner_start)
        return (WIDEST_MATRIX, table.inner_start) if known else None
    if table.name not in TABLES:
        return None
    braces = commands(live).braces
    group = braces.argument(braces.behind_options(table.inner_start))
    for _ in range(TABLES[table.name]):
        group = braces.argument(braces.behind_options(group[1])) if group else None
    if group is None:
        return None
    spec = live[group[0] + 1 : group[1] - 1]
    types = {**ARGUMENTS, **dict.fromkeys(STRETCHED.get(table.name, ""), 0)}
    count = Columns(types, _own_types(live), "siunitx" in live).count(spec)
    return (count, group[1]) if count else None


@lru_cache(maxsize=4)
def _own_types(live: str) -> dict[str, tuple[int, str]]:
    r"""By its letter, for each `\newcolumntype`: how many arguments it has, and what it is."""
    braces = commands(live).braces
    found: dict[str, tuple[int, str]] = {}
    for match in NEW_TYPE.finditer(live):
        group = braces.argument(match.end())
        if group is not None:
            found[match["letter"]] = (
                int(match["arguments"] or 0),
                live[group[0] + 1 : group[1] - 1],
            )
    return found


class Columns:
    """Counts the columns of a specification in the notation of array."""

    def __init__(
        self, types: dict[str, int], own: dict[str, tuple[int, str]], siunitx: bool
    ) -> None:
        self.types = types
        self.own = own
        self.siunitx = siunitx

    def count(self, spec: str, depth: int = 0) -> int | None:
        """None where something in it is not known."""
        if depth > DEEPEST:
            return None
        total, position = 0, 0
        braces = Braces(spec)
        while position < len(spec):
            if nothing := NOTHING.match(spec, position):
                position = nothing.end()
                # A dashed line of arydshln has its lengths in braces.
                if nothing[0].endswith(";") and (group := braces.argument(position)):
                    position = group[1]
                continue
            letter = spec[position]
            groups = self._groups(letter)
            if groups is None:
                return None
            position += 1
            if letter in self.own or letter not in self.types:
                option = OPTION.match(spec, position)
                position = option.end() if option else position
            arguments = []
            for _ in range(groups):
                group = braces.argument(position)
                if group is None:
                    return None
                arguments.append(spec[group[0] + 1 : group[1] - 1])
                position = group[1]
            width = self._width(letter, arguments, depth)
            if width is None or total > MOST_COLUMNS:
                return None
            total += width
        return total

    def _groups(self, letter: str) -> int | None:
        if letter in self.own:
            return self.own[letter][0]
        if letter == "*":
            return 2
        if DECORATION.match(letter):
            return 1
        if letter in self.types:
            return self.types[letter]
        return 0 if letter in "Ss" and self.siunitx else None

    def _width(self, letter: str, arguments: list[str], depth: int) -> int | None:
        if letter in self.own:
            # A type made of its own letter only decorates it.
            body = self.own[letter][1]
            return self.count(regex.sub(r"#\d", "1", body), depth + 1)
        if letter == "*":
            times, inner = arguments[0].strip(), self.count(arguments[1], depth + 1)
            if inner is None or not (times.isascii() and times.isdecimal() and len(times) < 4):
                return None
            return int(times) * inner
        return 0 if DECORATION.match(letter) else 1


def _inside(found: tuple[Environment, ...], position: int) -> list[Environment]:
    """The environments right inside of one."""
    inner: list[Environment] = []
    end = found[position].end
    done = found[position].start
    for environment in found[position + 1 :]:
        if environment.start >= end:
            break
        if environment.start >= done:
            inner.append(environment)
            done = environment.end
    return inner


def _rows(  # noqa: C901  # one branch for each kind of token
    live: str, start: int, end: int, inner: list[Environment]
) -> Iterator[tuple[int, int, int]]:
    """Start, end and cells of each row, what stands in braces or inner environments apart."""
    depth, cells, first, certain = 0, 1, start, True
    position = start
    for hole, behind in [*((e.start, e.end) for e in inner), (end, end)]:
        for match in TOKEN.finditer(live, position, max(hole, position)):
            if match["sign"] == "{":
                depth += 1
            elif match["sign"] == "}":
                depth = max(depth - 1, 0)
            elif depth:
                continue
            elif match["sign"]:
                cells += 1
            elif match["span"]:
                cells += int(match["span"]) - 1
            elif match["branch"]:
                certain = False
            elif match["end"]:
                if certain:
                    yield first, match.start(), cells
                cells, first, certain = 1, match.end(), True
        position = max(behind, position)
    if certain:
        yield first, end, cells
