"""Which braces of a source have no partner, told apart by the environments and formulas around."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from compile.latex_names import words
from compile.remedies.formula_spans import displays, inline_formulas
from compile.remedies.known import KEYS, LONG
from compile.remedies.nesting import nesting

_TOKEN = re.compile(r"\\[A-Za-z@]++|\\.|[{}]|\n[ \t\r]*\n", re.DOTALL)
_OPENER = re.compile(r"\\(?P<name>[A-Za-z@]+)\*?\s*(?:\[[^\]\n]{0,120}\]\s*)?\Z")
_WIDEST = 160
MOST_FAULTS = 60

Kind = Literal["unclosed", "stray", "broken"]


@dataclass(frozen=True, slots=True)
class BraceFault:
    file: str
    kind: Kind
    r"""`broken` is an argument with a blank line in it."""
    start: int
    """The brace; for a stray one where the stretch begins in which its partner may be missing."""
    end: int
    """For an unclosed brace where it must be closed at the latest; else behind the brace."""
    at: int
    """The brace, or the blank line."""


@dataclass(slots=True)
class _Frame:
    start: int
    opened: list[int] = field(default_factory=list)


def opener(code: str, at: int) -> str:
    r"""What the brace at `at` belongs to: a command's name, `_`, `^`; empty for a plain group."""
    before = code[max(0, at - _WIDEST) : at]
    if found := _OPENER.search(before):
        return found["name"]
    stripped = before.rstrip()
    return stripped[-1] if stripped[-1:] in ("_", "^") else ""


def follows_argument(code: str, at: int) -> bool:
    """Whether what the brace at `at` opens can be a further argument."""
    return code[max(0, at - _WIDEST) : at].rstrip(" \t")[-1:] in ("}", "]")


@lru_cache(maxsize=8)
def brace_faults(file: str, code: str) -> tuple[BraceFault, ...]:
    """Every brace without a partner, in the order in which it shows."""
    found: list[BraceFault] = []
    for fault in _Walk(file, code).run():
        found.append(fault)
        if len(found) >= MOST_FAULTS:
            break
    return tuple(found)


class _Walk:
    def __init__(self, file: str, code: str) -> None:
        self.file = file
        self.code = code
        walls: dict[int, tuple[str, int]] = {}
        for begin, end in nesting(file, code).spans:
            name = "document" if begin.name == "document" else "open"
            walls[begin.start] = (name, begin.end)
            walls[end.start] = ("close", end.end)
        for display in displays(file, code):
            if display.name == "\\[":
                walls[display.start - 2] = ("open", display.start)
                walls[display.end] = ("close", display.end + 2)
        for start, stop in inline_formulas(file, code):
            walls.setdefault(start, ("open", start + 1))
            walls.setdefault(stop - 1, ("close", stop))
        self.walls = sorted((at, *what) for at, what in walls.items())
        self.frames = [_Frame(0)]
        self.breaks: list[int] = []

    def run(self) -> Iterator[BraceFault]:
        position = 0
        for at, what, end in self.walls:
            if at < position:
                continue
            yield from self.stretch(position, at)
            position = end
            if what == "open":
                self.frames.append(_Frame(end))
            elif what == "close":
                yield from self.leave(at)
            else:
                yield from self.flush(self.frames[-1], at)
                self.frames.append(_Frame(end))
        yield from self.stretch(position, len(self.code))
        while self.frames:
            yield from self.flush(self.frames.pop(), len(self.code.rstrip()))

    def stretch(self, start: int, end: int) -> Iterator[BraceFault]:
        for token in _TOKEN.finditer(self.code, start, end):
            frame = self.frames[-1]
            if token[0] == "{":
                frame.opened.append(token.start())
            elif token[0] == "}":
                if frame.opened:
                    yield from self.close(frame, token.start())
                else:
                    since = max(frame.start, self.since(token.start()))
                    at = token.start()
                    yield BraceFault(self.file, "stray", since, token.end(), at)
            elif token[0][0] == "\n":
                self.breaks.append(token.start())

    def since(self, at: int) -> int:
        number = bisect_right(self.breaks, at)
        return self.breaks[number - 1] if number else 0

    def close(self, frame: _Frame, at: int) -> Iterator[BraceFault]:
        """A short argument that goes over one blank line, or that a later brace closes."""
        begun = frame.opened.pop()
        first = bisect_right(self.breaks, begun)
        crossed = bisect_right(self.breaks, at) - first
        if crossed and is_short(self.code, begun):
            if crossed == 1:
                yield BraceFault(self.file, "broken", begun, at + 1, self.breaks[first])
            else:
                yield BraceFault(self.file, "unclosed", begun, self.breaks[first], begun)
                yield BraceFault(self.file, "stray", self.since(at), at + 1, at)

    def leave(self, wall: int) -> Iterator[BraceFault]:
        if len(self.frames) > 1:
            yield from self.flush(self.frames.pop(), wall)

    def flush(self, frame: _Frame, wall: int) -> Iterator[BraceFault]:
        for begun in frame.opened:
            yield BraceFault(self.file, "unclosed", begun, wall, begun)
        frame.opened.clear()


def is_short(code: str, at: int) -> bool:
    """Whether what this brace opens may hold no end of a paragraph."""
    name = opener(code, at)
    return name in ("_", "^") or (name in _SHORT and name not in LONG)


_SHORT = KEYS | words(
    "textbf textit emph textsc texttt textsf underline section subsection subsubsection "
    "paragraph caption title date sqrt frac dfrac mathbf mathrm text hat bar vec SI si qty "
    "unit num"
)
