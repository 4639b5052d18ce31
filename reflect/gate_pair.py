"""The two texts a gate compares, with what is known about the edit."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from latex.environments import Environment, environments
from latex.sections import Section
from latex.structure import Structure, structure
from reflect.change import WHOLE, Change
from reflect.evidence import Evidence
from reflect.finding import Category

PARAGRAPH = re.compile(r"\n[ \t\r]*\n")
WORD = re.compile(
    "[A-Za-z\u00c0-\u024f\u0370-\u052f]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[0-9]+"
)
CONTROL = re.compile(r"\\(?:[A-Za-z@]+\*?|.)", re.DOTALL)
FEWEST = 3
"""Words below which the share of words says nothing."""


def fold(text: str) -> str:
    """The text with each run of white space as one space."""
    return " ".join(text.split())


def words_of(latex: str) -> list[str]:
    """Words, numbers and single ideographs without commands, in lower case."""
    return WORD.findall(CONTROL.sub(" ", latex).lower())


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """0 to 1: twice the words that two texts share, over the words of both (Dice)."""
    if not one or not other:
        return float(not one and not other)
    counts: dict[str, int] = {}
    for word in one:
        counts[word] = counts.get(word, 0) + 1
    shared = 0
    for word in other:
        if counts.get(word, 0):
            counts[word] -= 1
            shared += 1
    return 2 * shared / (len(one) + len(other))


def runs_of(words: Sequence[str], length: int = 4) -> set[tuple[str, ...]]:
    """Every run of so many words; the whole text where it is shorter."""
    if len(words) <= length:
        return {tuple(words)} if words else set()
    return set(zip(*(words[shift:] for shift in range(length)), strict=False))


def visible_length(text: str) -> int:
    """Characters that are no white space."""
    return len("".join(text.split()))


def common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while low < high - 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two texts, with views that more than one rule needs."""

    seen: Structure

    @property
    def live(self) -> str:
        return self.seen.live

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
        pieces = (fold(piece) for piece in PARAGRAPH.split(self.live[slice(*self.body)]))
        return tuple(piece for piece in pieces if piece)

    @cached_property
    def paragraph_set(self) -> frozenset[str]:
        return frozenset(self.paragraphs)

    @cached_property
    def folded(self) -> str:
        return fold(self.live)

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
        """Files that are read in, in order."""
        found = ((m[1] or m[2]).strip() for m in INPUT.finditer(self.live))
        return tuple(dict.fromkeys(found))

    @cached_property
    def runs(self) -> set[tuple[str, ...]]:
        """Every run of four words of the live body."""
        return runs_of(words_of(self.live[slice(*self.body)]))

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
BLANK = re.compile(r"\s*\Z")
BEGIN = re.compile(r"\\begin\s*\{document\}")
OPTIONS = re.compile(r"(?:[ \t]*\[[^\[\]]*\])*(?:[ \t]*\{[^{}]*\})*")
THANKS = re.compile(r"ack(?:s\Z|now)", re.IGNORECASE)
CODE = re.compile(r"verbatim|listing|code|minted|alltt", re.IGNORECASE)
COMMENTS = re.compile(r"^[ \t]*%[^\n]*", re.MULTILINE)
NAME = re.compile(r"[^\s,{}\[\]\\~]+")


@dataclass(frozen=True)
class Pair:
    """Before and after, the plan, and what is known beyond both."""

    before: Side
    after: Side
    evidence: Evidence
    plan: tuple[Change, ...]

    @cached_property
    def changed_lines(self) -> tuple[int, int]:
        """The span of the source after in whose lines it differs from the source before."""
        before, after = self.before.seen.source, self.after.seen.source
        start = after.rfind("\n", 0, common(before, after)) + 1
        end = len(after) - common(before[start:][::-1], after[start:][::-1])
        return start, (after.find("\n", end) + 1) or len(after)

    @cached_property
    def named(self) -> frozenset[str]:
        """Everything that `removes` of the plan names: as it stands there, and word by word."""
        whole = [fold(text) for change in self.plan for text in change.removes]
        return frozenset([*whole, *(word for text in whole for word in NAME.findall(text))])

    @cached_property
    def restructures(self) -> bool:
        """Whether the plan wants the sections themselves changed."""
        return any(c.section == WHOLE and c.category is Category.STRUCTURE for c in self.plan)

    def names(self, *words: str) -> bool:
        """Whether a change says that one of these may go."""
        return any(word in self.named for word in words)

    def changes_on(
        self, section: Section | None, categories: Collection[Category]
    ) -> Iterator[Change]:
        """Those of such a category that concern this section of the text before, or the whole."""
        for change in self.plan:
            if change.category in categories and (
                change.section == WHOLE
                or (section is not None and change.section in (section.anchor, section.title))
            ):
                yield change


@lru_cache(maxsize=4)
def side(source: str) -> Side:
    """What was accepted is the text before of the next edit, so its views are kept."""
    return Side(structure(source))


def pair(before: str, after: str, evidence: Evidence, plan: Iterable[Change]) -> Pair:
    return Pair(side(before), side(after), evidence, tuple(plan))
