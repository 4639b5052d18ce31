"""One of the two texts that a gate compares, with views that more than one rule needs."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from latex.environments import Environment, environments
from latex.structure import Structure, structure
from reflect.gate_words import fold, paragraphs_of, visible_length

FRONT = {
    "title": re.compile(r"\\title(?![A-Za-z@])"),
    "author": re.compile(r"\\author(?![A-Za-z@])"),
    "abstract": re.compile(r"\\begin\s*\{abstract\}|\\abstract(?![A-Za-z@])"),
}
BIBITEM = re.compile(r"\\bibitem\s*(?:\[[^\[\]]*\])?\s*\{([^{}]*)\}")
INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude|lstinputlisting|verbatiminput|includepdf"
    r"|inputminted\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\})(?![A-Za-z@])\s*(?:\[[^\[\]]*\])?\s*"
    r"(?:\{([^{}]*)\}|([^\s{}\\]+))"
)
IMPORT = re.compile(
    r"\\(?:sub)?(?:import|inputfrom|includefrom)(?![A-Za-z@])\*?\s*\{([^{}]*)\}\s*\{([^{}]*)\}"
)
BLANK = re.compile(r"\s*\Z")
BEGIN = re.compile(r"\\begin\s*\{document\}")
OPTIONS = re.compile(r"(?:[ \t]*\[[^\[\]]*\])*(?:[ \t]*\{[^{}]*\})*")
THANKS = re.compile(r"ack(?:s\Z|now)", re.IGNORECASE)
CODE = re.compile(r"verbatim|listing|code|minted|alltt", re.IGNORECASE)
COMMENTS = re.compile(r"^[ \t]*%[^\n]*", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two texts, with views that more than one rule needs."""

    seen: Structure

    @property
    def live(self) -> str:
        return self.seen.live

    def line(self, offset: int) -> int:
        """1-based."""
        return self.seen.source.count("\n", 0, offset) + 1

    @cached_property
    def body(self) -> tuple[int, int]:
        r"""Behind `\begin{document}`, if there is one, up to the end."""
        if self.seen.body is not None:
            return self.seen.body
        found = next((e for e in BEGIN.finditer(self.live)), None)
        return (found.end() if found else 0), len(self.live)

    @cached_property
    def preamble(self) -> str:
        r"""What stands before `\begin{document}`; empty without one."""
        found = BEGIN.search(self.live)
        return self.seen.source[: found.start()] if found else ""

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """Of the live body, white space folded, in order."""
        return paragraphs_of(self.live[slice(*self.body)])

    @cached_property
    def paragraph_set(self) -> frozenset[str]:
        return frozenset(self.paragraphs)

    @cached_property
    def counted(self) -> Counter[str]:
        """How often each paragraph stands there."""
        return Counter(self.paragraphs)

    @cached_property
    def folded(self) -> str:
        """The live text with each run of white space as one space."""
        start, end = self.body
        pieces = fold(self.live[:start]), *self.paragraphs, fold(self.live[end:])
        return " ".join(filter(None, pieces))

    @cached_property
    def length(self) -> int:
        """Characters of the live text that are no white space."""
        return visible_length(self.live)

    @cached_property
    def lines(self) -> frozenset[str]:
        """Of the source, without the white space around them."""
        return frozenset(map(str.strip, self.seen.source.splitlines()))

    @cached_property
    def front(self) -> frozenset[str]:
        """Which of title, author and abstract there is."""
        return frozenset(name for name, pattern in FRONT.items() if pattern.search(self.live))

    @cached_property
    def entries(self) -> frozenset[str]:
        r"""Keys of every `\bibitem`."""
        if "\\bibitem" not in self.live:
            return frozenset()
        return frozenset(key.strip() for key in BIBITEM.findall(self.live))

    @cached_property
    def empty(self) -> frozenset[str]:
        """Titles of sections that hold nothing, not even a section."""
        return frozenset(
            fold(section.title)
            for section in self.seen.outline
            if BLANK.match(self.live, section.body_start, section.end)
        )

    @cached_property
    def repeated(self) -> frozenset[str]:
        """Labels that are there more than once."""
        counts = Counter(mark.key for mark in self.seen.labels)
        return frozenset(key for key, count in counts.items() if count > 1)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Files that are read in, in order, without the ending that TeX adds."""
        found = [m[1] or m[2] for m in INPUT.finditer(self.live)]
        if "import" in self.live or "from" in self.live:
            found += (f"{m[1].strip().rstrip('/')}/{m[2]}" for m in IMPORT.finditer(self.live))
        names = (name.strip().removeprefix("./").removesuffix(".tex") for name in found)
        return tuple(dict.fromkeys(names))

    @cached_property
    def environments(self) -> tuple[Environment, ...]:
        return environments(self.live)

    @cached_property
    def captions(self) -> tuple[str, ...]:
        """Of the floats, in order, white space folded."""
        spans = (item.caption for item in self.seen.floats)
        return tuple(fold(self.live[slice(*span)]) if span else "" for span in spans)

    @cached_property
    def asides(self) -> tuple[tuple[int, int], ...]:
        """Spans of floats and acknowledgements, which belong to no section."""
        thanks = [(e.start, e.end) for e in self.environments if THANKS.match(e.name)]
        return tuple(sorted([*(item.span for item in self.seen.floats), *thanks]))

    @cached_property
    def verbatim(self) -> tuple[tuple[int, int], ...]:
        """Spans of the texts of listings: environments whose live body is blank."""
        return tuple(self._verbatim())

    def covered(self, offset: int) -> bool:
        """Whether a listing or a comment holds this place of the source."""
        if any(first <= offset < last for first, last in self.verbatim):
            return True
        start = self.seen.source.rfind("\n", 0, offset) + 1
        sign = self.seen.source.find("%", start, offset)
        return sign >= 0 and not self.live[sign:offset].strip() and self.live[sign] == " "

    def _verbatim(self) -> Iterator[tuple[int, int]]:
        for item in self.environments:
            if item.name.rstrip("*") in ("comment", "filecontents"):
                continue
            inner = OPTIONS.match(self.live, item.inner_start, item.inner_end)
            start = inner.end() if inner else item.inner_start
            text = self.seen.source[start : item.inner_end]
            if not self.live[start : item.inner_end].strip() and (
                text.strip() if CODE.search(item.name) else COMMENTS.sub("", text).strip()
            ):
                yield start, item.inner_end


@lru_cache(maxsize=4)
def side(source: str) -> Side:
    """What was accepted is the text before of the next edit, so its views are kept."""
    return Side(structure(source))
