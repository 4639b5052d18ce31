"""Where the sections of a source lie, exactly."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from latex.commands import STOPS, Command, commands
from latex.environments import environments
from latex.mask import mask
from latex.plain import plain_text

LEVELS = {
    "part": -1,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
"""As LaTeX counts them for `secnumdepth`."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with everything up to the next heading of its level or above.

    Spans of sections therefore nest; those of neighbours on one level touch.
    """

    anchor: str
    """`n1`, `n2`, … by position, counting headings of every level."""
    level: int
    r"""See `LEVELS`: 1 is `\section`."""
    title: str
    """LaTeX, as it stands in the source."""
    short_title: str | None
    """The optional argument, as it stands in the source."""
    starred: bool
    start: int
    """Offset of the backslash of the heading."""
    body_start: int
    """Offset behind the heading's last brace."""
    end: int
    mode: str | None = None
    r"""Of beamer, such as `presentation` in `\section<presentation>{…}`."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections of a source in order, as a tree by their levels."""

    sections: tuple[Section, ...] = ()
    _above: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each section the position of its parent, -1 for none."""

    def __post_init__(self) -> None:
        above: list[int] = []
        open_ones: list[int] = []
        for position, section in enumerate(self.sections):
            while open_ones and self.sections[open_ones[-1]].end <= section.start:
                open_ones.pop()
            above.append(open_ones[-1] if open_ones else -1)
            open_ones.append(position)
        object.__setattr__(self, "_above", tuple(above))

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections)

    def __len__(self) -> int:
        return len(self.sections)

    def __getitem__(self, position: int) -> Section:
        return self.sections[position]

    def at(self, offset: int) -> Section | None:
        """The innermost section that holds the character at this offset."""
        position = bisect_right(self.sections, offset, key=lambda section: section.start) - 1
        while position >= 0 and self.sections[position].end <= offset:
            position = self._above[position]
        return self.sections[position] if position >= 0 else None

    def get(self, anchor: str) -> Section | None:
        number = anchor.removeprefix("n")
        if not (anchor.startswith("n") and number.isdecimal() and len(number) < 10):
            return None
        position = int(number) - 1
        if not 0 <= position < len(self.sections):
            return None
        section = self.sections[position]
        return section if section.anchor == anchor else None

    def parent(self, section: Section) -> Section | None:
        above = self._above[self.sections.index(section)]
        return self.sections[above] if above >= 0 else None

    def children(self, section: Section) -> tuple[Section, ...]:
        """The sections right below this one."""
        position = self.sections.index(section)
        return tuple(
            child
            for child, above in zip(self.sections, self._above, strict=True)
            if above == position
        )

    def own_end(self, section: Section) -> int:
        """Where the text of the section itself ends: at its first child, or at its end."""
        following = self.sections.index(section) + 1
        if following < len(self.sections) and self.sections[following].start < section.end:
            return self.sections[following].start
        return section.end

    def find(self, title: str) -> Section | None:
        """The first section with this title, or else that whose title is the longest inside it.

        Titles are compared as words, without commands, case and punctuation around them. A title
        that only begins with the one that is asked for is another title.
        """
        wanted = {_folded(title), _folded(plain_text(title))} - {""}
        named = [(_names(section), section) for section in self.sections]
        for names, section in named:
            if names & wanted:
                return section
        inside = [
            (len(name), section)
            for names, section in named
            for name in names
            for whole in wanted
            if _contains(whole, name)
        ]
        return max(inside, key=lambda item: item[0])[1] if inside else None


def _names(section: Section) -> set[str]:
    return {_folded(section.title), _folded(plain_text(section.title))} - {""}


def _folded(title: str) -> str:
    return " ".join(title.split()).casefold().strip(" .:：。")


def _contains(whole: str, name: str) -> bool:
    """Whether the name stands in the whole, not in the middle of a word."""
    start = whole.find(name)
    while start >= 0:
        before, after = whole[start - 1 : start], whole[start + len(name) :][:1]
        if not (_joined(before, name[0]) or _joined(name[-1], after)):
            return True
        start = whole.find(name, start + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """Whether two characters belong to one word; ideographs stand for themselves."""
    return (left + right).isascii() and left.isalnum() and right.isalnum()


HEAD = re.compile(r"(?:\s*<(?P<mode>[^<>{}\\\n]*)>)?\s*(?P<star>\*?)\s*(?=[\[{])")
PARAGRAPH = re.compile(r"\n[ \t\r]*\n|\r[ \t]*\r")
LINE_END = re.compile(r"[\r\n]")
BACK_MATTER = frozenset({"thebibliography", "theindex", "appendices", "subappendices"})
OUTERMOST = min(LEVELS.values())


@lru_cache(maxsize=8)
def outline(source: str) -> Outline:
    r"""All headings from part to subparagraph, in order, with their spans.

    Headings in comments, verbatim text, definitions of macros and outside the document body do not
    count. A section ends before the bibliography, `\appendix` and `\end{document}` at the latest,
    and before the `\end` of an environment that it stands in, if nothing else of it follows that.
    A heading whose brace is never closed takes the rest of its line for its title.
    """
    live = mask(source)
    reader = _Reader(source, live)
    for command in commands(live).outside:
        if command.start >= reader.position:
            reader.take(command)
    return reader.outline()


class _Reader:
    """What was found in a source so far."""

    def __init__(self, source: str, live: str) -> None:
        self.source = source
        self.live = live
        self.braces = commands(live).braces
        self.found: list[Section] = []
        self.open: list[int] = []
        self.position = 0
        """All before it is read."""
        self.ends = {e.end: e for e in environments(live)}

    def take(self, command: Command) -> None:
        name = command.name
        if name in LEVELS:
            heading = self._heading(command)
            if heading is not None:
                self.position = heading.body_start
                self._close(heading.level, heading.start)
                self.open.append(len(self.found))
                self.found.append(heading)
        elif name in STOPS:
            self._close(OUTERMOST, command.start)
        elif name in ("begin", "end"):
            if name == "begin" and command.key == "document":
                self.found, self.open = [], []
            elif command.key in BACK_MATTER or command.key == "document":
                self._close(OUTERMOST, command.start)

    def outline(self) -> Outline:
        self._close(OUTERMOST, len(self.source))
        return Outline(
            tuple(
                replace(section, anchor=f"n{number}")
                for number, section in enumerate(self.found, start=1)
            )
        )

    def _close(self, level: int, end: int) -> None:
        """End every open section of that level or below."""
        while self.open and self.found[self.open[-1]].level >= level:
            last = self.open.pop()
            section = self.found[last]
            self.found[last] = replace(section, end=self._inside(section, end))

    def _inside(self, section: Section, end: int) -> int:
        """The end before all that only closes environments which were open at the heading."""
        while True:
            environment = self.ends.get(_end_of_text(self.live, section.body_start, end))
            if environment is None or environment.start >= section.start:
                return end
            end = environment.inner_end

    def _heading(self, command: Command) -> Section | None:
        live, braces = self.live, self.braces
        head = HEAD.match(live, command.end)
        if head is None:
            return None
        position = head.end()
        short = None
        while option := braces.option(position):
            # The second one of memoir is for the running head.
            short = self.source[option[0] + 1 : option[1] - 1] if short is None else short
            position = braces.skip_blank(option[1])
        if not live.startswith("{", position):
            return None
        end, closed = self._title_end(position)
        title = self.source[position + 1 : end - closed]
        return Section(
            anchor="",
            level=LEVELS[command.name],
            title=title if closed else title.rstrip(),
            short_title=short,
            starred="*" in (live[command.end - 1], head["star"]),
            start=command.start,
            body_start=end,
            end=len(self.source),
            mode=head["mode"],
        )

    def _title_end(self, position: int) -> tuple[int, bool]:
        """Where the title that opens here ends, and whether a brace closes it there."""
        end = self.braces.closing(position)
        if end is not None and not PARAGRAPH.search(self.source, position, end):
            return end, True
        line_end = LINE_END.search(self.live, position)
        return (line_end.start() if line_end else len(self.live)), False


def _end_of_text(live: str, start: int, end: int) -> int:
    """Behind the last character in the span that is no white space."""
    width = 80
    while start < end:
        kept = live[max(start, end - width) : end].rstrip()
        if kept:
            return max(start, end - width) + len(kept)
        end = max(start, end - width)
        width *= 2
    return start
