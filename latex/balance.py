"""Whether braces, environments and mathematics are closed where they should be."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from latex.lines import Lines

TOKEN = re.compile(
    r"""
      \\(?P<side>begin|end)\s*\{(?P<name>[^{}\\\n]*)\}
    | (?P<math>\\[()\[\]]|\$\$?)
    | \\(?:[A-Za-z@]+|.)
    | (?P<brace>[{}])
    | (?P<paragraph>\n[ \t\r]*+\n)
    """,
    re.VERBOSE | re.DOTALL,
)
CLOSES = {"\\)": "\\(", "\\]": "\\[", "}": "{"}
IN_PARAGRAPH = frozenset({"$", "$$", "\\("})
TEXT = re.compile(r"\\(?:text\w*|[mhfv]box|makebox|shortintertext)\s*\Z")
"""A command that sets text in a formula, right before its brace."""
WIDEST = 40
"""Characters in which that command is looked for."""


class Opened(NamedTuple):
    """Something that opens, or closes alone."""

    mark: str
    r"""`{`, `$`, `$$`, `\(`, `\[`, or the name of an environment."""
    offset: int
    environment: bool = False


Problem = tuple[int, str]
"""Where, and the sentence."""


def unbalanced(live: str) -> Iterator[Problem]:
    """(offset, sentence) for everything that is opened or closed alone in a masked source.

    A dollar sign that a paragraph break finds open is reported once and forgotten, as TeX does.
    """
    nesting = _Nesting(live)
    for token in TOKEN.finditer(live):
        kind = token.lastgroup
        if kind == "brace" or kind == "math":
            yield from nesting.mark(token[0], token.start())
        elif kind == "name":
            name = Opened(token["name"], token.start(), environment=True)
            if token["side"] == "begin":
                nesting.push(name)
            else:
                yield from nesting.end(name)
        elif kind == "paragraph":
            yield from nesting.paragraph()
    yield from nesting.rest()


class _Nesting:
    """What is open at one place, and where in it each mark was opened last."""

    def __init__(self, live: str) -> None:
        self.live = live
        self.lines = Lines(live)
        self.stack: list[Opened] = []
        self.places: defaultdict[tuple[str, bool], list[int]] = defaultdict(list)
        """Positions in the stack of each mark that is no environment, and of each that is one."""
        self.walls: list[int] = []
        """Positions in the stack of environments, which no other mark reaches over."""

    def push(self, opened: Opened) -> None:
        self.places[opened.mark, opened.environment].append(len(self.stack))
        if opened.environment:
            self.walls.append(len(self.stack))
        self.stack.append(opened)

    def pop(self) -> Opened:
        opened = self.stack.pop()
        self.places[opened.mark, opened.environment].pop()
        if opened.environment:
            self.walls.pop()
        return opened

    def mark(self, mark: str, offset: int) -> Iterator[Problem]:
        if mark in ("$", "$$"):
            yield from self._dollars(mark, offset)
        elif mark in CLOSES:
            yield from self._close(CLOSES[mark], Opened(mark, offset))
        else:
            self.push(Opened(mark, offset))

    def end(self, closed: Opened) -> Iterator[Problem]:
        places = self.places.get((closed.mark, True))
        if not places:
            yield self._closes_nothing(closed)
        else:
            yield from self._down_to(places[-1])

    def paragraph(self) -> Iterator[Problem]:
        while self.stack and self.stack[-1].mark in IN_PARAGRAPH and not self.stack[-1].environment:
            yield self._never_closed(self.pop())

    def rest(self) -> Iterator[Problem]:
        return map(self._never_closed, self.stack)

    def _dollars(self, mark: str, offset: int) -> Iterator[Problem]:
        top = self.stack[-1] if self.stack and not self.stack[-1].environment else None
        if top and top.mark == mark:
            self.pop()
        elif top and top.mark == "$" and mark == "$$":
            # `$a$$b$` is two formulas side by side.
            self.pop()
            self.push(Opened("$", offset + 1))
        elif top and top.mark == "{" and self.places.get((mark, False)):
            # Either a formula in the text of a formula, or a brace left open inside one.
            before = self.live[max(0, top.offset - WIDEST) : top.offset]
            if TEXT.search(before):
                self.push(Opened(mark, offset))
            else:
                yield from self._close(mark, Opened(mark, offset))
        else:
            self.push(Opened(mark, offset))

    def _close(self, mark: str, closing: Opened) -> Iterator[Problem]:
        """Close the innermost `mark`; what was opened inside it stays unclosed."""
        places = self.places.get((mark, False))
        if not places or (self.walls and places[-1] < self.walls[-1]):
            yield self._closes_nothing(closing)
        else:
            yield from self._down_to(places[-1])

    def _down_to(self, depth: int) -> Iterator[Problem]:
        yield from map(self._never_closed, self.stack[depth + 1 :])
        while len(self.stack) > depth:
            self.pop()

    def _never_closed(self, opened: Opened) -> Problem:
        name = f"\\begin{{{opened.mark}}}" if opened.environment else opened.mark
        line = self.lines.at(opened.offset)
        return opened.offset, f"`{name}` in line {line} is never closed."

    def _closes_nothing(self, closed: Opened) -> Problem:
        name = f"\\end{{{closed.mark}}}" if closed.environment else closed.mark
        line = self.lines.at(closed.offset)
        return closed.offset, f"`{name}` in line {line} closes nothing."
