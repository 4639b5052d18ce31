"""The running text of a source as a reader sees it, offset by offset."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from latex.braces import Braces
from latex.commands import commands
from latex.environments import environments
from latex.patterns import re
from latex.structure import Structure
from latex.structure import structure as structure_of
from reflect.checks.form_known import (
    NOT_PROSE,
    NOT_TEXT,
    OTHER_FORMAT,
    PROGRAM,
    TABLES,
    TEXT,
    TYPEWRITER,
)
from reflect.checks.views import BREAK, views

Span = tuple[int, int]

HOLE = "\x1a"
"""What stands for one character that is printed otherwise or not at all. No letter, no space."""

TITLE = re.compile(r"\\(?:title|subtitle)\s*(?=\{)")
TOKEN = re.compile(r"\\(?:(?P<name>[A-Za-z@]+)\*?|(?P<sign>.))|[{}]", re.DOTALL)
_GAP = r"[\ \t]*+(?:\r?\n[\ \t]*+)?+"
OPTION = re.compile(
    rf"{_GAP}(?:\[(?:[^\[\]\\]|\\.|\[[^\[\]]{{0,200}}\]){{0,2000}}+\]|<[^<>\n]{{0,40}}>)", re.DOTALL
)
BEFORE_GROUP = re.compile(rf"{_GAP}(?=\{{)")
LENGTH = re.compile(
    rf"""{_GAP}=?[ ]?-?[\d.]{{1,12}}+[ ]?(?:true\ ?)?
    (?:pt|mm|cm|in|em|ex|sp|bp|dd|pc|mu|fil{{1,3}})(?![A-Za-z])
    (?:\ (?:plus|minus)\ ?[\d.]{{1,12}}+\ ?[a-z]{{2,5}})*+""",
    re.VERBOSE,
)
BLANK = re.compile(r"[^\S\r\n]++")
NOT_LINE_END = re.compile(r"[^\r\n]")
PRINTED = "%&#_$"
"""Signs of which the backslash makes themselves."""


@dataclass(frozen=True, slots=True)
class Prose:
    text: str
    r"""As long as the source. What is not running text is a `HOLE`, each character but line ends:
    the preamble without titles, formulas, drawings, tables, commands with their keys, braces, and
    arguments of commands that are not known to hold text. Of `\%` only the backslash is one."""
    paragraphs: tuple[Span, ...]
    """Between blank lines, in order; none is empty."""


def prose(structure: Structure, *, tables: bool = False) -> Prose:
    """With `tables` the text of their cells as well."""
    return _prose(structure.source, NOT_TEXT - TABLES if tables else NOT_TEXT)


@lru_cache(maxsize=4)
def _prose(source: str, without: frozenset[str]) -> Prose:
    seen = structure_of(source)
    live = seen.live
    known = commands(live)
    holes = [
        *views(seen).math,
        *((definition.start, definition.end) for definition in known.definitions),
        *(
            (environment.start, environment.end)
            for environment in environments(live)
            if environment.name.rstrip("*") in without or NOT_PROSE.search(environment.name)
        ),
        *_outside(seen, known.braces),
        *_verbatim(source, live),
    ]
    holes = joined(holes)
    holes += [*_commands(live, known.braces, holes), *_programs(source, live)]
    text = dug(live, joined(holes))
    return Prose(
        text,
        tuple(
            (start, end)
            for start, end in _between_blank_lines(source)
            if text[start:end].strip(HOLE + " \t\r\n")
        ),
    )


def _outside(seen: Structure, braces: Braces) -> Iterator[Span]:
    """What stands before and behind the body, titles apart."""
    start, end = seen.body or (0, len(seen.live))
    if seen.body is None and seen.class_name is not None:
        begin = seen.live.find(r"\begin{document}")
        start = begin if begin >= 0 else end
    groups = (braces.argument(match.end()) for match in TITLE.finditer(seen.live, 0, start))
    done = 0
    for first, last in [*joined(g for g in groups if g and g[1] <= start), (start, end)]:
        yield done, first
        done = last
    yield done, len(seen.live)


def _verbatim(source: str, live: str) -> Iterator[Span]:
    """What the mask blanked and is printed, or at least no comment."""
    start = 0
    for line, seen in zip(source.split("\n"), live.split("\n"), strict=True):
        if line != seen:
            for blank in BLANK.finditer(seen):
                dead = line[blank.start() : blank.end()]
                text = dead.strip()
                if text and not text.startswith("%"):
                    first = start + blank.start() + dead.index(text)
                    yield first, first + len(text)
        start += len(line) + 1


def _programs(source: str, live: str) -> Iterator[Span]:
    """Paragraphs of macros, and all of a source for another format."""
    if OTHER_FORMAT.search(live):
        yield 0, len(live)
    elif PROGRAM.search(live):
        for start, end in _between_blank_lines(source):
            if PROGRAM.search(live, start, end):
                yield start, end


def _commands(live: str, braces: Braces, holes: list[Span]) -> Iterator[Span]:
    """Commands, those of their arguments that are no text, and braces, outside of `holes`."""
    open_groups: list[int] = []
    done = position = 0
    for hole, behind in [*holes, (len(live), len(live))]:
        for match in TOKEN.finditer(live, position, hole):
            start, end = match.span()
            if start < done:
                continue
            if match[0] == "{":
                open_groups.append(start)
            elif match[0] == "}":
                if open_groups:
                    open_groups.pop()
            elif match["sign"] is not None:
                end = start + 1 if match["sign"] in PRINTED else _behind_options(live, end)
            elif match["name"] in TYPEWRITER:
                end = _group_end(live, braces, open_groups, end)
            else:
                end = _behind(live, braces, match["name"], end)
            yield start, end
            done = end
        position = behind


def _behind(live: str, braces: Braces, name: str, position: int) -> int:
    """Behind a command and those of its arguments that are no text."""
    if length := LENGTH.match(live, position):
        return length.end()
    arguments = TEXT.get(name, -1)
    while True:
        position = _behind_options(live, position)
        gap = BEFORE_GROUP.match(live, position)
        end = braces.closing(gap.end()) if gap and arguments else None
        if end is None:
            return position
        position = end
        arguments -= 1


def _behind_options(live: str, position: int) -> int:
    while option := OPTION.match(live, position):
        position = option.end()
    return position


def _group_end(live: str, braces: Braces, open_groups: list[int], position: int) -> int:
    end = braces.closing(open_groups[-1]) if open_groups else None
    if end is not None:
        return max(position, end - 1)
    blank = BREAK.search(live, position)
    return blank.start() if blank else len(live)


def joined(spans: Iterable[Span]) -> list[Span]:
    """In order, without overlaps and empty ones."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > start:
            found.append((start, end))
    return found


def dug(text: str, spans: Iterable[Span]) -> str:
    """The text with holes in place of these spans, which are in order."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += (text[done:start], NOT_LINE_END.sub(HOLE, text[start:end]))
        done = end
    return "".join(pieces) + text[done:]


def _between_blank_lines(source: str) -> Iterator[Span]:
    # A line with nothing but a comment is blank in the mask, and ends no paragraph.
    position = 0
    for match in BREAK.finditer(source):
        yield position, match.start()
        position = match.end()
    yield position, len(source)


def begins(structure: Structure, start: int) -> bool:
    """Whether what stands before this place of the prose is no formula and no command."""
    text = prose(structure).text
    return text[start - 1 : start] != HOLE or structure.live[start - 1] == "{"


def is_plain(structure: Structure, start: int, end: int) -> bool:
    """Whether nothing of a span is comment or verbatim, so that what is seen stands there."""
    return structure.source[start:end] == structure.live[start:end]
