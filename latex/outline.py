"""The sections of a source as a tree: what lies below what, and which one a title means."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

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


LONGEST = 1000
"""Characters of a title that are read as text to compare it."""


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

    def _position(self, section: Section) -> int:
        """Its anchor says it, where it is one of these sections."""
        if self.get(section.anchor) == section:
            return int(section.anchor[1:]) - 1
        return self.sections.index(section)

    def parent(self, section: Section) -> Section | None:
        above = self._above[self._position(section)]
        return self.sections[above] if above >= 0 else None

    def children(self, section: Section) -> tuple[Section, ...]:
        """The sections right below this one."""
        position = self._position(section)
        return tuple(
            child
            for child, above in zip(self.sections, self._above, strict=True)
            if above == position
        )

    def own_end(self, section: Section) -> int:
        """Where the text of the section itself ends: at its first child, or at its end."""
        following = self._position(section) + 1
        if following < len(self.sections) and self.sections[following].start < section.end:
            return self.sections[following].start
        return section.end

    def find(self, title: str) -> Section | None:
        """The first section with this title, or else that whose title is the longest inside it.

        Titles are compared as words, without commands, case and punctuation around them. A title
        that only begins with the one that is asked for is another title.
        """
        wanted = {_folded(title), _folded(plain_text(title[:LONGEST]))} - {""}
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
    return {_folded(section.title), _folded(plain_text(section.title[:LONGEST]))} - {""}


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
