r"""Where an environment that has no \end should be closed, the likeliest place first."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from compile.remedies.known import (
    BIBLIOGRAPHY,
    DISPLAYS,
    FLOATS,
    HEADING,
    INNER,
    LISTS,
    TABLES,
)
from compile.remedies.mathlike import is_prose
from compile.remedies.nesting import Fault

_MOST_LINES = 600
_MARK = re.compile(r"\\(begin|end)\s*\{[^{}\n]*\}|\\.|[{}]", re.DOTALL)
_ROW = re.compile(
    r"\\\\|\\tabularnewline|(?<!\\)&|^\s*\\(?:hline|toprule|midrule|bottomrule|cmidrule|cline|end"
    r"(?:first)?head|endfoot|endlastfoot)\b"
)
_FLOAT_PART = re.compile(r"\\(?:caption|includegraphics|rule|begin\s*\{tab|end\s*\{(?:tab|tikz))")

Place = tuple[int, str]
"""An offset and what is inserted there."""


class Line(NamedTuple):
    start: int
    end: int
    text: str
    safe_before: bool
    """Whether no group and no other environment is open where the line begins."""
    safe_after: bool

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


def lines_from(code: str, start: int, end: int) -> list[Line]:
    """The rest of the first line and the lines behind it, with what is open around them."""
    found: list[Line] = []
    depth = 0
    position = start
    while position < end and len(found) < _MOST_LINES:
        stop = code.find("\n", position, end)
        stop = end if stop < 0 else stop
        before = depth
        for mark in _MARK.finditer(code, position, stop):
            if mark[1] == "begin" or mark[0] == "{":
                depth += 1
            elif mark[1] == "end" or mark[0] == "}":
                depth -= 1
        found.append(Line(position, stop, code[position:stop], before == 0, depth == 0))
        position = stop + 1
    return found


def ends_for(fault: Fault, code: str) -> list[Place]:
    r"""Places for the missing \end, each with its text."""
    begin = fault.mark
    lines = lines_from(code, begin.end, fault.end)
    behind = lines[1:]
    indent = begin.start - (code.rfind("\n", 0, begin.start) + 1)
    indent = indent if not code[begin.start - indent : begin.start].strip() else 0
    name = begin.name
    rule = next((rule for names, rule in _RULES if name in names), _block_ends)
    places = [*rule(lines, behind, indent), *_general(behind, indent)]
    wall = fault.end
    if name == "document":
        return [(len(code.rstrip()), "\n\\end{document}\n")]
    found: dict[int, str] = {}
    for at in places:
        at_line_end = at >= len(code) or code[at : at + 1] == "\n"
        text = (
            f"\n{' ' * indent}\\end{{{name}}}"
            if at_line_end
            else f"{' ' * indent}\\end{{{name}}}\n"
        )
        found.setdefault(at, text)
    last = code.rfind("\n", 0, wall) + 1
    at = last if not code[last:wall].strip() else wall
    found.setdefault(at, f"{' ' * indent}\\end{{{name}}}\n")
    return list(found.items())


def _last_full(lines: list[Line], stop: int) -> Iterator[int]:
    """The end of the last line before number `stop` that is not blank and leaves nothing open."""
    for line in reversed(lines[:stop]):
        if line.safe_after and not line.blank:
            yield line.end
            return


def _display_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    """Before a blank line or the first line of text."""
    stop = len(lines)
    for number, line in enumerate(lines):
        if number and line.safe_before and (line.blank or _leaves_math(line.text)):
            stop = number
            break
    yield from _last_full(lines, stop)
    for number, line in enumerate(lines[1:stop], 1):
        if line.safe_before and line.safe_after and line.text.strip().startswith("\\label"):
            yield from _last_full(lines, number + 1)


def _leaves_math(text: str) -> bool:
    return is_prose(text) or HEADING.search(text) is not None


def _inner_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    r"""Behind the first row that no \\ ends."""
    for line in behind:
        full = not line.blank and line.safe_after
        if full and re.match(r"\s*(?:\\label|\\right|\\end)", line.text):
            yield line.start
            return
        if full and not re.search(r"\\\\(?:\[[^\]]*\])?\s*$", line.text):
            yield line.end
            return


def _table_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    """Behind the last row or rule before something else comes."""
    last: int | None = None
    for line in behind:
        if line.blank or re.match(r"\s*\\(?:caption|label|section)", line.text):
            if last is not None:
                break
        elif line.safe_after and _ROW.search(line.text):
            last = line.end
    if last is not None:
        yield last


def _list_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    r"""Behind the paragraph of the last \item."""
    items = [line for line in behind if line.safe_before and _is_item(line)]
    inner = min((line.indent for line in items), default=0)
    if inner > indent:
        yield from _dedented(behind, indent)
    for number, line in enumerate(behind):
        if HEADING.search(line.text):
            yield line.start
            break
        rest = next((later for later in behind[number:] if not later.blank), None)
        if line.blank and line.safe_before and rest and not _is_item(rest) and items:
            yield line.start
            if items and items[0].start < line.start:
                break
    stop = next((n for n, line in enumerate(behind) if items and line.start > items[-1].start and (
        line.blank or HEADING.search(line.text))), len(behind))  # fmt: skip
    yield from _last_full(behind, stop)


def _is_item(line: Line) -> bool:
    return re.match(r"\s*\\(?:bib)?item\b", line.text) is not None


def _dedented(behind: list[Line], indent: int) -> Iterator[int]:
    r"""Before the first line that stands no deeper than its \begin."""
    for line in behind:
        if line.safe_before and not line.blank and line.indent <= indent and not _is_item(line):
            yield line.start
            return


def _float_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    """Before the first blank line behind the caption, or where the indentation ends."""
    yield from _dedented(behind, indent)
    seen = False
    for line in behind:
        seen = seen or bool(_FLOAT_PART.search(line.text))
        if line.safe_before and seen and (line.blank or HEADING.search(line.text)):
            yield line.start
            return


def _block_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    yield from _dedented_block(behind, indent)


def _dedented_block(behind: list[Line], indent: int) -> Iterator[int]:
    first = next((line for line in behind if not line.blank), None)
    if first is not None and first.indent > indent:
        yield from _dedented(behind, indent)


def _bibliography_ends(lines: list[Line], behind: list[Line], indent: int) -> Iterator[int]:
    yield from _last_full(behind, len(behind))


def _general(behind: list[Line], indent: int) -> Iterator[int]:
    """Before the first blank line, before the first heading."""
    filled = False
    for line in behind:
        filled = filled or not line.blank
        if line.safe_before and line.blank and filled:
            yield line.start
            break
    for line in behind:
        if HEADING.search(line.text):
            yield line.start
            return


_Rule = Callable[[list[Line], list[Line], int], Iterator[int]]
_RULES: tuple[tuple[frozenset[str], _Rule], ...] = (
    (DISPLAYS, _display_ends),
    (INNER - {"array"}, _inner_ends),
    (TABLES, _table_ends),
    (LISTS, _list_ends),
    (FLOATS, _float_ends),
    (BIBLIOGRAPHY, _bibliography_ends),
)
