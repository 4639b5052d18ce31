r"""Which \begin and \end belong together in a source whose pairs are broken."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from compile.remedies.known import ENVIRONMENTS, own_environments

MOST_TOKENS = 4000
"""\begin and \\end that are looked at; no report has more, and hostile input may."""
_LOOK_AHEAD = 400

_TOKEN = re.compile(
    r"""\\(?P<full>begin|end)[ \t]*\{[ \t]*(?P<full_name>[A-Za-z][^{}\\\n]{0,60}+)\}
      | \\(?P<side>begin|end)(?P<open>[ \t]*\{?)[ \t]*(?P<name>[A-Za-z]++\*?)[ \t]*(?P<close>\}?)
      | (?<![\\A-Za-z])(?P<bare>begin|end)\{(?P<bare_name>[A-Za-z]++\*?)\}""",
    re.VERBOSE,
)
_BODY = re.compile(r"\\?begin\s*\{?document\}?")

Kind = Literal["unclosed", "unopened", "misnamed", "malformed", "crossed"]


@dataclass(frozen=True, slots=True)
class Mark:
    r"""One \begin or \end as it stands in the source."""

    begins: bool
    name: str
    start: int
    end: int
    whole: bool
    r"""Whether it is written with its backslash and both braces."""

    def spelt(self, name: str | None = None) -> str:
        return f"\\{'begin' if self.begins else 'end'}{{{name or self.name}}}"


@dataclass(frozen=True, slots=True)
class Fault:
    r"""A \begin or \end that does not fit."""

    file: str
    kind: Kind
    start: int
    end: int
    """Where it must be mended at the latest (an unclosed one), or since when (an unopened one)."""
    mark: Mark
    other: Mark | None = None
    r"""The \begin that a misnamed \end closes; the inner \end of a crossed pair."""


@dataclass(slots=True)
class Nesting:
    """What the pairs of one source are, and which marks have none."""

    spans: list[tuple[Mark, Mark]] = field(default_factory=list)
    r"""Each \begin with its \end, in the order of the ends."""
    faults: list[Fault] = field(default_factory=list)


@lru_cache(maxsize=8)
def nesting(file: str, code: str) -> Nesting:
    r"""Pairs and faults of a masked source, from \begin{document} on where it has that."""
    marks = list(_marks(code))[:MOST_TOKENS]
    found = Nesting()
    _Pairing(file, marks, found, len(code)).run()
    begins = {end.start: begin.start for begin, end in found.spans}
    malformed = [
        Fault(file, "malformed", begins.get(mark.start, mark.start), mark.end, mark)
        for mark in marks
        if not mark.whole
    ]
    found.faults[:0] = malformed
    return found


def _marks(code: str) -> Iterator[Mark]:
    begin = _BODY.search(code)
    known = ENVIRONMENTS | own_environments(code)
    for token in _TOKEN.finditer(code, begin.start() if begin else 0):
        if token["full"]:
            yield Mark(token["full"] == "begin", token["full_name"].strip(), *token.span(), True)
            continue
        name = token["name"] or token["bare_name"]
        braced = token["bare"] or "{" in token["open"] or token["close"]
        if braced and name in known:
            yield Mark((token["side"] or token["bare"]) == "begin", name, *token.span(), False)


@dataclass(slots=True)
class _Pairing:
    file: str
    marks: list[Mark]
    found: Nesting
    length: int
    stack: list[Mark] = field(default_factory=list)

    def run(self) -> None:
        number = 0
        while number < len(self.marks):
            mark = self.marks[number]
            if mark.begins:
                self.stack.append(mark)
            elif self.stack and self.stack[-1].name == mark.name:
                self.pair(self.stack.pop(), mark)
            else:
                number += self.misfit(number, mark)
            number += 1
        if len(self.marks) < MOST_TOKENS:
            for mark in reversed(self.stack):
                self.unclosed(mark, self.length)

    def misfit(self, number: int, mark: Mark) -> int:
        r"""An \end that does not close what was begun last; how many more marks are settled."""
        following = self.next_end(number + 1)
        top = self.stack[-1] if self.stack else None
        depth = next((n for n, m in enumerate(reversed(self.stack)) if m.name == mark.name), None)
        if top is not None and depth == 1 and following is not None:
            if (
                following.name == top.name
                and number + 1 < len(self.marks)
                and (self.marks[number + 1] is following)
            ):
                self.fault("crossed", mark, self.stack[-2], following)
                self.stack[-2:] = []
                return 1
            if following.name == mark.name:
                self.rename(top, mark)
                return 0
        if depth is not None:
            for _ in range(depth):
                self.unclosed(self.stack.pop(), mark.start)
            self.pair(self.stack.pop(), mark)
        elif top is None or top.name == "document" or (following and following.name == top.name):
            since = top.end if top else 0
            self.found.faults.append(Fault(self.file, "unopened", since, mark.end, mark))
        else:
            self.rename(top, mark)
        return 0

    def rename(self, begin: Mark, end: Mark) -> None:
        self.stack.pop()
        self.found.faults.append(Fault(self.file, "misnamed", begin.start, end.end, end, begin))

    def fault(self, kind: Kind, mark: Mark, begin: Mark, other: Mark) -> None:
        self.found.faults.append(Fault(self.file, kind, begin.start, other.end, mark, other))

    def unclosed(self, mark: Mark, wall: int) -> None:
        self.found.faults.append(Fault(self.file, "unclosed", mark.start, wall, mark))

    def pair(self, begin: Mark, end: Mark) -> None:
        self.found.spans.append((begin, end))

    def next_end(self, number: int) -> Mark | None:
        r"""The next \end that closes nothing which is begun after here."""
        depth = 0
        for mark in self.marks[number : number + _LOOK_AHEAD]:
            if mark.begins:
                depth += 1
            elif depth:
                depth -= 1
            else:
                return mark
        return None
