r"""Whether the words of the source are in the PDF.

Both sides are brought to one form: letters and digits without case, accents, ligatures, spaces,
hyphens and line breaks. What is sought are short groups of neighbouring words, so that a section
that is not printed is not mistaken for printed because its words occur elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from latex.commands import commands
from latex.environments import environments
from latex.prose import CJK, NO_PROSE
from latex.structure import Structure, structure

_GROUP = 3
"""Words that are sought together."""
_CJK_GROUP = 5
"""Ideographs that are sought together."""
_FEWEST = 6
"""Groups below which a section is too short to judge."""
_PRINTED = 0.5
"""The share of its groups that a printed section shows. Of 118 printed sections of real documents
the least fortunate showed 96 in a hundred, of a section that is not printed about none is found."""
_LONG_GAP = 8
"""So many groups in a row are missing only where a passage is; in print it was one at most."""

_HIDDEN = frozenset(("comment", "filecontents", "pspicture", "algorithm", "algorithm2e", "lrbox"))
"""Environments, beside those that hold no prose, whose text is not printed as it stands."""
_UNPRINTED = frozenset(
    ("note", "todo", "missingfigure", "pdfcomment", "phantom", "hphantom", "vphantom", "sbox",
     "savebox", "nomenclature", "newacronym", "newglossaryentry", "hypersetup", "tikzset",
     "pgfplotsset", "lstset", "sisetup", "geometry", "captionsetup", "AtEndDocument", "markboth",
     "markright", "fancyhead", "fancyfoot", "lhead", "rhead", "chead", "lfoot", "rfoot", "cfoot",
     "pdfbookmark", "texorpdfstring", "title", "author", "date", "subtitle", "institute", "only",
     "uncover", "visible", "invisible", "alt", "temporal", "IfFileExists", "Ifthenelse",
     "ifthenelse", "ifdefempty", "ifstrequal", "ifblank", "iftoggle", "ifbool", "scalebox")
)  # fmt: skip
"""Commands whose argument is printed nowhere, elsewhere, or not for certain."""
_COMMAND = re.compile(r"\\([A-Za-z@]+)\*?")
_ACCENT = re.compile(r"\\(?:[\"'`^~=.]|[cvHubdkrt](?![A-Za-z]))\s*\{?\\?([A-Za-z])\}?")
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|o|O|aa|AA|l|L|i|j)(?![A-Za-z])(?:\{\})?[ ]?")
_LETTERS = {"ss": "ss", "aa": "a", "AA": "A"}
_FONT = re.compile(
    r"\\(?:text(?:bf|it|sl|sc|rm|sf|up|md|normal|tt)|emph|mbox|enquote)\s*\{([^{}]*)\}"
)
_BREAK = re.compile(
    r"\$\$.*?\$\$|\$(?:[^$\\]|\\.)*\$|\\\(.*?\\\)|\\\[.*?\\\]"
    r"|\\(?:begin|end)\s*\{[^{}]*\}(?:\s*\[[^\[\]\n]*\])*(?:\{[^{}\n]*\})*"
    r"|\\[A-Za-z@]+\*?(?:\s*\[[^\[\]\n]*\])*(?:\s*\{[^{}]*\})*|\\.|[}&#^_]|\n[ \t]*\n",
    re.DOTALL,
)
_JOIN = "\0"
"""Stands where an accent's command was, so that offsets stay right; it does not end a word."""
_WORD = re.compile(rf"(?:[^\W_]|{_JOIN})+")
_LETTERS_ONLY = re.compile(r"[^\W_]+")
_TEST = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_NO_TEST = frozenset(("iff", "ifthenelse", "ifdef", "ifstrequal", "ifblank", "ifcsdef", "ifbool"))
_MOST_TEXT = 4_000_000
_NEAR = 3000
"""Letters behind one group within which the next is sought first."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of the source of which the PDF shows next to nothing, or not this stretch."""

    file: str
    line: int
    title: str
    """Of the section; empty before the first."""
    whole: bool
    """Whether the section as a whole is missing."""
    opening: str
    """Its first words, in the form in which they were sought."""


def letters(text: str) -> str:
    """Letters and digits alone, without case, accents and ligatures."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
    return "".join(_LETTERS_ONLY.findall(text.casefold()))


def lost_passages(texts: Mapping[str, str], root: str, pages: str) -> Iterator[Passage]:
    """Sections, and long stretches of them, whose words the PDF does not show."""
    printed = letters(pages[:_MOST_TEXT])
    for file, source in texts.items():
        if file == root or (file.endswith(".tex") and not _is_preamble(source)):
            yield from _lost_in(file, source, printed)


def _is_preamble(source: str) -> bool:
    """A file of settings and definitions, in which no paragraph stands."""
    found = structure(source)
    return not found.outline.sections and found.words < 50


def _lost_in(file: str, source: str, printed: str) -> Iterator[Passage]:
    for title, runs in sought_in(source):
        present = _present(runs, printed)
        if sum(present) < _PRINTED * len(present):
            yield _passage(file, source, title, runs, whole=True)
            continue
        gap = _longest_gap(present)
        if gap[1] - gap[0] >= _LONG_GAP:
            yield _passage(file, source, title, runs[gap[0] : gap[1]], whole=False)


def _present(runs: Sequence[tuple[str, int]], printed: str) -> list[bool]:
    """Which groups the PDF shows; nearly all stand just behind the one before."""
    present, position = [], 0
    for group, _ in runs:
        place = printed.find(group, position, position + _NEAR)
        if place < 0:
            place = printed.find(group)
        position = max(position, place)
        present.append(place >= 0)
    return present


@lru_cache(maxsize=8)
def sought_in(source: str) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Of each section that is long enough: its title, and the groups of words with their places.

    Remembered, so that it can be worked out while TeX runs.
    """
    found = structure(source)
    shown = _shown(found)
    start, end = found.body or (0, len(source))
    sections = found.outline.sections
    first = next((s.start for s in sections if s.start >= start), end)
    spans = [(start, min(first, end), "")]
    spans += [
        (section.body_start, min(found.outline.own_end(section), end), section.title)
        for section in sections
        if start <= section.start < end
    ]
    sought = [(title, tuple(_groups(shown, begin, stop))) for begin, stop, title in spans]
    return tuple((title, runs) for title, runs in sought if len(runs) >= _FEWEST)


def _passage(
    file: str, source: str, title: str, runs: Sequence[tuple[str, int]], *, whole: bool
) -> Passage:
    offset = runs[0][1]
    opening = " ".join(source[offset : offset + 60].split())[:40]
    return Passage(file, source.count("\n", 0, offset) + 1, title, whole, opening)


def _longest_gap(present: list[bool]) -> tuple[int, int]:
    best = (0, 0)
    start = 0
    for position, there in enumerate([*present, True]):
        if there:
            if position - start > best[1] - best[0]:
                best = (start, position)
            start = position + 1
    return best


def _shown(found: Structure) -> str:
    """The live source with all blanked that is not printed as running text, offset by offset."""
    live = found.live
    spans = [(d.start, d.end) for d in commands(live).definitions]
    spans += found.displays
    spans += [
        (e.start, e.end) for e in environments(live) if e.name.rstrip("*") in NO_PROSE | _HIDDEN
    ]
    spans += uncertain(live)
    spans += _unprinted(live)
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if end > position:
            pieces.append(live[position : max(start, position)])
            pieces.append("\n\n".ljust(end - max(start, position))[: end - max(start, position)])
            position = end
    return "".join([*pieces, live[position:]])


def _unprinted(live: str) -> Iterator[tuple[int, int]]:
    """Arguments of commands that print them nowhere, those of the document's own among them."""
    found = commands(live)
    hiding = _UNPRINTED | {
        d.name
        for d in found.definitions
        if d.groups
        and "[" in live[d.start : d.groups[-1][0]]
        and "#" not in live[slice(*d.groups[-1])]
    }
    for command in _COMMAND.finditer(live):
        if command[1] not in hiding:
            continue
        position = found.braces.behind_options(command.end())
        while (argument := found.braces.argument(position)) and argument[0] - position < 3:
            yield argument
            position = argument[1]


def uncertain(live: str) -> Iterator[tuple[int, int]]:
    r"""What stands between a `\if…` and its `\fi`, of which nobody knows whether it is printed."""
    depth, start = 0, 0
    for found in _TEST.finditer(live):
        if found[1] == "fi":
            depth = max(0, depth - 1)
            if depth == 0 and start:
                yield start, found.end()
                start = 0
        elif found[1] != "else" and found[1] not in _NO_TEST:
            if live.endswith("\\newif", 0, found.start()):
                continue
            if depth == 0:
                start = found.start()
            depth += 1


def _groups(shown: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Groups of neighbouring words that are to be sought, and where each begins."""
    text = shown[start:end]
    text = _ACCENT.sub(lambda found: _kept(found, found[1]), text)
    text = _LETTER.sub(lambda found: _kept(found, _LETTERS.get(found[1], found[1])), text)
    text = _FONT.sub(lambda found: found[1].rjust(len(found[0]) - 1) + " ", text)
    position = 0
    for stop in _BREAK.finditer(text):
        yield from _of_words(_words(text, position, stop.start(), start))
        position = stop.end()
    yield from _of_words(_words(text, position, len(text), start))


def _kept(found: re.Match[str], letter: str) -> str:
    return letter.ljust(len(found[0]), _JOIN)


def _words(text: str, start: int, end: int, base: int) -> Iterator[tuple[str, int]]:
    for found in _WORD.finditer(text, start, end):
        yield found[0], found.start() + base


def _of_words(words: Iterator[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    pending: list[tuple[str, int]] = []
    for word, offset in words:
        if cjk := CJK.search(word):
            run = letters(cjk[0])
            for position in range(0, len(run) - _CJK_GROUP + 1, _CJK_GROUP):
                yield run[position : position + _CJK_GROUP], offset + position
            pending = []
            continue
        pending.append((letters(word), offset))
        if len(pending) == _GROUP:
            yield "".join(part for part, _ in pending), pending[0][1]
            pending = []
