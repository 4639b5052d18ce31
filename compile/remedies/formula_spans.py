"""Where a source has its formulas, and which stretches of text have an odd dollar sign."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from compile.remedies.known import DISPLAYS, HEADING, INNER, TABLES
from compile.remedies.nesting import nesting

_MARK = re.compile(
    r"""(?P<boxed>\\(?:text\w*|[mhf]box)\s*\{)
      | (?P<double>\$\$)|(?P<dollar>\$)|(?P<open>\\\[)|(?P<close>\\\])|(?P<round>\\[()])
      | (?P<row>\\\\|\\tabularnewline\b)|\\(?:item|bibitem)\b|(?P<heading>"""
    + HEADING.pattern
    + r""")|(?P<command>\\[A-Za-z@]++|\\.)|(?P<cell>&)|(?P<brace>[{}])|(?P<blank>\n[ \t\r]*\n)""",
    re.VERBOSE | re.DOTALL,
)
_BRACE = re.compile(r"\\.|[{}]|\n[ \t\r]*\n", re.DOTALL)
_LONGEST_BOX = 300
MOST_DOLLARS = 400
"""In one stretch of text: more than that is no text."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of text in which every formula must be closed."""

    file: str
    start: int
    end: int
    dollars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Display:
    """A displayed formula: an environment's content, or what stands between its signs."""

    file: str
    name: str
    r"""The environment, `\[` or `$$`."""
    start: int
    end: int
    """Of its content."""


@lru_cache(maxsize=8)
def displays(file: str, code: str) -> tuple[Display, ...]:
    found = [
        Display(file, begin.name, begin.end, end.start)
        for begin, end in nesting(file, code).spans
        if begin.name in DISPLAYS
    ]
    for mark in re.finditer(
        r"(?<!\\)\\\[((?:(?!\\[\[\]]|\\begin\{document)[\s\S]){0,4000}?)\\\]", code
    ):
        found.append(Display(file, "\\[", *mark.span(1)))
    for mark in re.finditer(r"(?<!\\)\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S]){1,4000}?)\$\$", code):
        found.append(Display(file, "$$", *mark.span(1)))
    return tuple(sorted(found, key=lambda display: display.start))


@lru_cache(maxsize=8)
def stretches(file: str, code: str) -> tuple[Stretch, ...]:
    r"""The stretches of text that hold a dollar sign, without displayed formulas.

    A stretch ends where a formula in it would have to: at a blank line, a heading, an \item, a
    cell's or a row's end, the begin or end of an environment that is none inside a formula.
    """
    return tuple(_Stretches(file, code).run())


class _Stretches:
    def __init__(self, file: str, code: str) -> None:
        self.file, self.code = file, code
        self.walls: dict[int, tuple[int, str]] = {}
        r"""Where a \begin or \end stands, where it ends, and the name; none for an \end."""
        spans = nesting(file, code).spans
        for begin, end in spans:
            if begin.name not in INNER:
                self.walls[begin.start] = (begin.end, begin.name)
                self.walls[end.start] = (end.end, "")
        self.displays = {d.start: d.end for d in displays(file, code)}
        self.start = next((b.end for b, _ in spans if b.name == "document"), 0)
        self.dollars: list[int] = []
        self.opened: list[str] = []

    def run(self) -> Iterator[Stretch]:
        position = self.start
        edges = sorted(at for at in (*self.walls, *self.displays) if at >= position)
        for edge in (*edges, len(self.code)):
            if edge >= position:
                yield from self.text(position, edge)
                position = self.start = self.passed(edge)

    def text(self, position: int, edge: int) -> Iterator[Stretch]:
        boxed = 0
        in_table = bool(self.opened) and self.opened[-1] in TABLES
        for mark in _MARK.finditer(self.code, position, edge):
            if mark.start() < boxed:
                continue
            if mark.lastgroup == "boxed":
                if len(self.dollars) % 2:  # its formulas are no part of the one around it
                    boxed = _group_end(self.code, mark.end(), edge)
            elif mark.lastgroup in ("dollar", "round"):
                self.dollars.append(mark.start())
            elif mark.lastgroup == "double":
                self.dollars += [mark.start(), mark.start() + 1]
            elif _ends(mark, in_table):
                yield from self.ended(mark.start())
                self.start = mark.end()
        yield from self.ended(edge)

    def ended(self, end: int) -> Iterator[Stretch]:
        if self.dollars:
            yield Stretch(self.file, self.start, end, tuple(self.dollars))
            self.dollars = []

    def passed(self, edge: int) -> int:
        """Where text goes on behind an edge."""
        if edge not in self.walls:
            return self.displays.get(edge, edge)
        end, name = self.walls[edge]
        if name:
            self.opened.append(name)
        elif self.opened:
            self.opened.pop()
        return self.displays.get(end, end) if name in DISPLAYS else end


def _group_end(code: str, start: int, edge: int) -> int:
    """Behind the group that is open at `start`; `start` where it does not close soon."""
    depth = 1
    for step in _BRACE.finditer(code, start, min(edge, start + _LONGEST_BOX)):
        depth += {"{": 1, "}": -1}.get(step[0], 0)
        if step[0][0] == "\n":
            break
        if depth == 0:
            return step.end()
    return start


def _ends(mark: re.Match[str], in_table: bool) -> bool:
    if mark.lastgroup in ("heading", "blank", "open", "close"):
        return True
    if mark[0] in ("\\item", "\\bibitem", "\\caption", "\\footnote"):
        return mark[0].endswith("item")
    return in_table and mark.lastgroup in ("row", "cell")


@lru_cache(maxsize=8)
def inline_formulas(file: str, code: str) -> tuple[tuple[int, int], ...]:
    """Spans of the formulas in text, with their signs, where these can be told in pairs."""
    return tuple(
        (first, second + (1 if code[second] == "$" else 2))
        for stretch in stretches(file, code)
        if len(stretch.dollars) % 2 == 0
        for first, second in zip(stretch.dollars[::2], stretch.dollars[1::2], strict=True)
    )


def odd_stretches(file: str, code: str) -> tuple[Stretch, ...]:
    return tuple(
        stretch
        for stretch in stretches(file, code)
        if len(stretch.dollars) % 2 and len(stretch.dollars) <= MOST_DOLLARS
    )


def in_formula(file: str, code: str, at: int) -> bool:
    """Whether the offset lies in a formula, as far as that can be told."""
    return any(start < at < end for start, end in inline_formulas(file, code)) or any(
        display.start <= at <= display.end for display in displays(file, code)
    )
