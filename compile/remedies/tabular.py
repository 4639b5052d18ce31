"""A table of the sources taken apart: its column specification, its rows, their cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from compile.remedies.bracing import braces_in
from compile.remedies.project import Project
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import Environment, environments
from latex.patterns import re

Span = tuple[int, int]

WIDE = frozenset({"tabular*", "tabularx", "tabulary", "xltabular"})
"""Tables whose first argument is their width."""
TABLES = WIDE | {"tabular", "array", "longtable", "supertabular", "xtabular"}
ROW_END = re.compile(r"\\tabularnewline(?![A-Za-z])|\\cr(?![A-Za-z])|\\\\\*?")
SPACING = re.compile(r"[ \t]*\[\s*(?:[-+]?[\d.,]*\s*(?:\\?[A-Za-z]+)|[-+\d.,]+)?\s*\]")
"""What may stand in brackets behind `\\\\`."""
RULES = re.compile(
    r"(?:\s*+\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot"
    r"|hdashline|addlinespace|specialrule|cline|cmidrule|hhline|rowcolor|noalign|morecmidrules)"
    r"(?![A-Za-z])(?:\([^()\n]{0,20}\)|\[[^\[\]\n]{0,60}\]|\{[^{}\n]{0,80}\})*+)*+\s*+"
)
_TOKEN = re.compile(
    r"(?P<end>\\tabularnewline(?![A-Za-z])|\\cr(?![A-Za-z])|\\\\\*?)"
    r"|\\(?P<edge>begin|end)\s*\{[^{}\n]*\}|\\(?:[A-Za-z@]+|.)|(?P<sign>[{}&])",
    re.DOTALL,
)
_DECORATION = re.compile(r"[@!><]")
_SPANNING = re.compile(r"\s*+\\multicolumn\s*\{\s*(\d{1,2})\s*\}")
_MOST = 1000


class Column(NamedTuple):
    letter: str
    start: int
    end: int
    """Behind its arguments."""


class Row(NamedTuple):
    start: int
    """Behind the rules that stand before the row."""
    end: int
    r"""Before its `\\`, or before what ends the table."""
    cells: tuple[Span, ...]
    closed: Span | None
    r"""Its `\\`, if it has one."""


@dataclass(frozen=True, slots=True)
class Table:
    file: str
    name: str
    start: int
    inner_start: int
    r"""Behind `\begin{…}`."""
    width: Span | None
    spec: Span | None
    """Inside of its braces."""
    columns: tuple[Column, ...]
    count: int | None
    """How many columns are announced; None where that cannot be told."""
    body: int
    """Where the rows begin."""
    inner_end: int
    end: int
    rows: tuple[Row, ...]

    def row_at(self, offset: int) -> Row | None:
        """The row that holds the offset; blank ones do not count."""
        for row in self.rows:
            if row.start <= offset <= (row.closed or (row.end, row.end))[1]:
                return row
        return None


def place_of(problem: Diagnostic, project: Project) -> tuple[str, int] | None:
    """File and offset where TeX stopped, by the line and what it shows of it."""
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return None
    shown = problem.context.strip()[-60:]
    found = project.texts[problem.file].find(shown, *line) if shown else -1
    return problem.file, line[1] if found < 0 else found + len(shown)


def table_at(project: Project, file: str, offset: int) -> Table | None:
    """The innermost table that holds the offset."""
    code = project.code(file)
    best: Environment | None = None
    for environment in environments(code):
        if environment.name in TABLES and environment.start <= offset <= environment.end:
            best = environment
    return read_table(file, code, best) if best else None


def tables_in(project: Project, file: str) -> Iterator[Table]:
    """Every closed table of a source."""
    code = project.code(file)
    for environment in environments(code):
        if environment.name in TABLES:
            yield read_table(file, code, environment)


@lru_cache(maxsize=64)
def read_table(file: str, code: str, found: Environment) -> Table:
    braces = braces_in(code)
    position, width = found.inner_start, None
    if found.name in WIDE and (group := braces.argument(position)):
        width, position = (group[0] + 1, group[1] - 1), group[1]
    if option := braces.option(position):
        position = option[1]
    group = braces.argument(position)
    if group is None and width is not None and _is_specification(code[width[0] : width[1]]):
        group, width = (width[0] - 1, width[1] + 1), None
    if group is not None and group[1] > found.inner_end:
        group = None
    body = group[1] if group else position
    spec = (group[0] + 1, group[1] - 1) if group else None
    columns, count = read_columns(code, *spec) if spec else ((), None)
    rows = tuple(rows_in(code, body, found.inner_end))
    return Table(
        file, found.name, found.start, found.inner_start, width, spec, columns, count, body,
        found.inner_end, found.end, rows,
    )  # fmt: skip


def _is_specification(text: str) -> bool:
    return bool(re.fullmatch(r"[\s|lcrXSpmb]{1,40}", text)) and any(c in "lcrX" for c in text)


def read_columns(code: str, start: int, end: int) -> tuple[tuple[Column, ...], int | None]:
    """The columns of a specification, and how many there are with repetitions."""
    braces, found, count = braces_in(code), list[Column](), 0
    certain, position = True, start
    while position < end and len(found) < _MOST:
        sign = code[position]
        if sign == "*" and (times := braces.argument(position + 1)):
            inner = braces.argument(times[1])
            number = code[times[0] + 1 : times[1] - 1].strip()
            if inner and inner[1] <= end and number.isdecimal() and len(number) < 4:
                _, part = read_columns(code, inner[0] + 1, inner[1] - 1)
                count += int(number) * (part or 0)
                certain = certain and part is not None
                position = inner[1]
                continue
        if _DECORATION.match(sign) and (group := braces.argument(position + 1)):
            position = group[1]
        elif sign.isspace() or sign in "|:;":
            position += 1
        elif sign in "\\{}":
            certain, position = False, position + 1
        else:
            behind = _behind_arguments(braces, position + 1, end)
            found.append(Column(sign, position, behind))
            count, position = count + 1, behind
    return tuple(found), count if certain else None


def _behind_arguments(braces: Braces, position: int, end: int) -> int:
    while position < end:
        argument = None
        if braces.live[position] == "{":
            argument = braces.argument(position)
        elif braces.live[position] == "[":
            argument = braces.option(position)
        if argument is None or argument[1] > end:
            return position
        position = argument[1]
    return position


def rows_in(code: str, start: int, end: int) -> Iterator[Row]:
    """The rows between two offsets; what is blank is none."""
    depth, environment = 0, 0
    first = cell = _behind_rules(code, start, end)
    cells: list[Span] = []
    position = first
    while token := _TOKEN.search(code, position, end):
        position = token.end()
        if edge := token["edge"]:
            environment = max(0, environment + (1 if edge == "begin" else -1))
        elif (sign := token["sign"]) in ("{", "}"):
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth or environment:
            continue
        elif sign == "&":
            cells.append((cell, token.start()))
            cell = token.end()
        elif token["end"]:
            cells.append((cell, token.start()))
            yield Row(first, token.start(), tuple(cells), token.span())
            if spacing := SPACING.match(code, position, end):
                position = spacing.end()
            cells, first = [], _behind_rules(code, position, end)
            cell = position = first
    if cells or code[first:end].strip():
        cells.append((cell, end))
        yield Row(first, end, tuple(cells), None)


def _behind_rules(code: str, start: int, end: int) -> int:
    rules = RULES.match(code, start, end)
    return rules.end() if rules else start


def width_of(code: str, cells: tuple[Span, ...]) -> int:
    r"""How many columns the cells take, a `\multicolumn` as many as it says."""
    total = 0
    for start, end in cells:
        spanning = _SPANNING.match(code, start, end)
        total += int(spanning[1]) if spanning else 1
    return total
