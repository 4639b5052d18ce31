"""Where the sections of a source lie, exactly."""

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache

from latex.commands import STOPS, Command, commands
from latex.environments import environments
from latex.mask import mask
from latex.outline import LEVELS, Outline, Section
from latex.patterns import re

__all__ = ["LEVELS", "Outline", "Section", "outline"]

HEAD = re.compile(r"(?:\s*+<(?P<mode>[^<>{}\\\n]*+)>)?+\s*+(?P<star>\*?)\s*+(?=[\[{])")
PARAGRAPH = re.compile(r"\n[ \t\r]*\n|\r[ \t]*\r")
LONG_TITLE = 2000
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
        self.closed: dict[int, int] = {}
        """Where those of `found` end, as far as that is known."""
        self.open: list[int] = []
        self.position = 0
        """All before it is read."""
        self.ends = {e.end: e for e in environments(live)}
        self.paragraphs: list[int] | None = None
        """Where paragraphs break, once a title is too long to look through it."""

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
                self.found, self.closed, self.open = [], {}, []
            elif command.key in BACK_MATTER or command.key == "document":
                self._close(OUTERMOST, command.start)

    def outline(self) -> Outline:
        self._close(OUTERMOST, len(self.source))
        return Outline(
            tuple(
                replace(section, anchor=f"n{position + 1}", end=self.closed[position])
                for position, section in enumerate(self.found)
            )
        )

    def _close(self, level: int, end: int) -> None:
        """End every open section of that level or below."""
        while self.open and self.found[self.open[-1]].level >= level:
            last = self.open.pop()
            self.closed[last] = self._inside(self.found[last], end)

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
        if end is not None and not self._broken(position, end):
            return end, True
        line_end = LINE_END.search(self.live, position)
        return (line_end.start() if line_end else len(self.live)), False

    def _broken(self, start: int, end: int) -> bool:
        """Whether a paragraph ends in this group."""
        if end - start < LONG_TITLE:
            return PARAGRAPH.search(self.source, start, end) is not None
        if self.paragraphs is None:
            self.paragraphs = [match.start() for match in PARAGRAPH.finditer(self.source)]
        place = bisect_right(self.paragraphs, start)
        return place < len(self.paragraphs) and self.paragraphs[place] < end


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
