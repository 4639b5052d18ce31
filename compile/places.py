"""Where in the user's own files a problem lies, when TeX reports it somewhere else.

TeX notices many faults late (at the next blank line, at the end of the file) or inside a package.
The sources, the files that were open, and what TeX quotes lead back to the true line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property

from latex.mask import mask

Place = tuple[str | None, int | None]

_SHORTEST_EXCERPT = 8
"""Fewer characters than this are found in too many places."""
_LOADING = (
    r"\\(?:usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?\s*\{{[^}}]*\b{}\b"
)
_NEAR = 5
_LATE = 3
"""How many lines late TeX may notice what it names: it looks ahead for an optional argument."""


class Sources:
    """The user's files by relative name, and ways to find a thing in them."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    @cached_property
    def lines(self) -> dict[str, list[str]]:
        return {name: text.split("\n") for name, text in self.files.items()}

    def own(self, name: str | None) -> str | None:
        """The relative name of a user's file as TeX wrote it, or None for any other file."""
        if not name:
            return None
        plain = name.removeprefix("./").removeprefix("/work/")
        return plain if plain in self.files else None

    def existing(self, file: str | None, line: int | None) -> Place:
        """The place without a line that its file does not have: documents can forge log lines."""
        if (
            file is not None
            and file in self.files
            and line
            and not 0 < line <= len(self.lines[file])
        ):
            return file, None
        return file, line

    def innermost(self, stack: tuple[str, ...]) -> Place:
        """The user's file that was open, and the line in it that loads what was open inside."""
        for depth in range(len(stack) - 1, -1, -1):
            name = self.own(stack[depth])
            if name is None:
                continue
            inner = stack[depth + 1] if depth + 1 < len(stack) else ""
            stem = inner.rpartition("/")[2].rpartition(".")[0]
            return name, self.loads(stem, name)[1] if stem else None
        return None, None

    def loads(self, package: str, prefer: str | None = None) -> Place:
        r"""Where `package` is loaded by \usepackage or \documentclass."""
        return self.search(re.compile(_LOADING.format(re.escape(package))), prefer)

    def search(self, pattern: re.Pattern[str], prefer: str | None = None) -> Place:
        """First match outside comments, in the preferred file if it is there."""
        names = sorted(self.files, key=lambda name: (name != prefer, name.endswith(".bbl"), name))
        for name in names:
            if found := pattern.search(self._masked(name)):
                return name, self.files[name].count("\n", 0, found.end()) + 1
        return None, None

    def line(self, name: str, number: int) -> str:
        lines = self.lines[name]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def live_lines(self, name: str) -> list[str]:
        """The lines without comments and verbatim text, which are blanked."""
        if name not in self._live:
            self._live[name] = self._masked(name).split("\n")
        return self._live[name]

    def ending(self, quoted: str, file: str, first: int, last: int) -> tuple[int, int] | None:
        """Line and column in these lines of `file` where the text ends that TeX quotes."""
        wanted = re.sub(r"\s+", "", quoted.removeprefix("..."))
        parts = [re.sub(r"\s+", "", self.line(file, n)) for n in range(first, last + 1)]
        whole = "".join(parts)
        for length in (60, 30, 16, _SHORTEST_EXCERPT, 3):
            tail = wanted[-length:]
            if len(wanted) < min(length, _SHORTEST_EXCERPT) or whole.count(tail) != 1:
                continue
            end = whole.index(tail) + len(tail)
            for number, part in enumerate(parts, start=first):
                if end <= len(part):
                    return number, _column(self.line(file, number), end)
                end -= len(part)
        return None

    def named_before(self, file: str, line: int, name: str) -> int:
        """`line`, or the line shortly before it that is the nearest to hold `name`."""
        if not name:
            return line
        for number in range(line, max(0, line - _LATE - 1), -1):
            if name in self.line(file, number):
                return number
        return line

    def quoting(self, key: str, file: str | None, line: int | None) -> Place:
        """Where `key` really stands, given where the log's brackets say it does."""
        if file and line and key in self.line(file, line):
            return file, line
        if line:
            for name in self.files:
                if key in self.line(name, line):
                    return name, line
        found = self.search(re.compile(re.escape(key)), file)
        return found if found[0] and not line else (file, line)

    def excerpt(self, quoted: str, before: Place = (None, None)) -> Place:
        """The line where the text begins that TeX quotes with its white space changed."""
        wanted = re.sub(r"\s+|\\ETC\.$", "", quoted)
        for length in (60, 30, 16, _SHORTEST_EXCERPT):
            if len(wanted) < length and length != _SHORTEST_EXCERPT:
                continue
            places = list(self._squeezed_at(wanted[:length])) if wanted else []
            if places:
                return self._likeliest(places, before, len(wanted) < _SHORTEST_EXCERPT)
        return None, None

    @staticmethod
    def _likeliest(places: list[tuple[str, int]], before: Place, short: bool) -> Place:
        """The last place before the report; a short excerpt must also be near."""
        file, line = before
        earlier = [p for p in places if p[0] == file and (not line or p[1] <= line)]
        if earlier and not (short and (line is None or earlier[-1][1] < line - _NEAR)):
            return earlier[-1]
        return (None, None) if short else places[0]

    def _squeezed_at(self, wanted: str) -> Iterator[tuple[str, int]]:
        for name, (text, starts) in self._squeezed.items():
            position = text.find(wanted)
            while position >= 0:
                yield name, bisect_right(starts, position)
                position = text.find(wanted, position + 1)

    @cached_property
    def _squeezed(self) -> dict[str, tuple[str, list[int]]]:
        """Each file without comments and white space, and where in that each line begins."""
        return {name: _squeeze(text) for name, text in self.files.items()}

    @cached_property
    def _live(self) -> dict[str, list[str]]:
        return {}

    @cached_property
    def _masks(self) -> dict[str, str]:
        return {}

    def _masked(self, name: str) -> str:
        if name not in self._masks:
            self._masks[name] = mask(self.files[name])
        return self._masks[name]


def _squeeze(text: str) -> tuple[str, list[int]]:
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for line in text.split("\n"):
        starts.append(length)
        squeezed = re.sub(r"\s+", "", re.sub(r"(?<!\\)%.*", "", line))
        parts.append(squeezed)
        length += len(squeezed)
    return "".join(parts), starts


def _column(line: str, letters: int) -> int:
    """Where in `line` so many of its characters that are no white space have passed."""
    for column, character in enumerate(line, start=1):
        letters -= not character.isspace()
        if letters <= 0:
            return column
    return len(line)
