"""A LaTeX log as diagnostics: what is wrong, where, in words a person understands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compile.log_events import (
    BadBox,
    LostCharacter,
    OpenCondition,
    OpenGroup,
    TexError,
    TexWarning,
    log_events,
)
from compile.log_places import locate
from compile.log_thinning import thinned
from compile.log_warnings import NOT_FOUND, explain_warning, lost_letters
from compile.places import Sources
from compile.wording import Meaning, explain, missing_file
from latex.diagnostic import Diagnostic

_WORTH_SAYING = 20.0
"""Points a line may stick out before it is worth a word: less is hardly seen in print."""
_UGLY = 50.0

_LOADED_PICTURE = re.compile(r"Unable to load picture or PDF file '(.+?)'")
_PDFTEX = re.compile(r"pdfTeX error: .*?\(file (.+?)\): (?!Font )(.+)")


def read_log(text: str, *, known_files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Everything worth saying about one TeX run, in the order of the log.

    Args:
        text: the whole log, best made with `-file-line-error`; lines that TeX broke are joined.
        known_files: the user's sources, text by name relative to the build folder. A place is
            given only where its file is one of them: a document can write log lines of its own.
    """
    reader = _Reader(Sources(known_files))
    found = list(reader.read(text))
    found += lost_letters(reader.lost, reader.sources)
    if "(That makes 100 errors; please try again.)" in text:
        found.append(
            Diagnostic("error", "TeX gave up after 100 errors.", "too-many-errors", context="")
        )
    return thinned(found, reader.sources)


@dataclass(slots=True)
class _Reader:
    sources: Sources
    lost: list[LostCharacter]

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.lost = []

    def read(self, text: str) -> Iterator[Diagnostic]:
        for event in log_events(text, self.sources.files):
            match event:
                case TexError():
                    yield self.error(event)
                case TexWarning():
                    yield from explain_warning(event, self.sources)
                case BadBox() if event.excess >= _WORTH_SAYING:
                    yield self.box(event)
                case OpenGroup() if "begingroup" not in event.opener:
                    yield self.group(event)
                case OpenCondition() if self._opened_in(event.opener, event.line, event.stack):
                    yield self.condition(event)
                case LostCharacter() if event.font != "nullfont":
                    self.lost.append(event)
                case _:
                    pass

    def error(self, error: TexError) -> Diagnostic:
        found = locate(error, _meaning(error, self._line_of(error)), self.sources)
        return Diagnostic(
            found.meaning.severity,
            found.meaning.sentence,
            found.meaning.code,
            found.file,
            found.line,
            found.context,
        )

    def box(self, box: BadBox) -> Diagnostic:
        file, _ = self.sources.innermost(box.stack)
        way = "right margin" if box.direction == "h" else "bottom of its page or box"
        return Diagnostic(
            "warning" if box.excess >= _UGLY else "info",
            f"Something sticks out over the {way} by {box.excess:.0f} pt.",
            "overfull",
            file,
            box.line if file else None,
        )

    def group(self, group: OpenGroup) -> Diagnostic:
        """TeX says so at the end of all, and not in which file the line is."""
        opener = "$" if "math" in group.opener else group.opener
        file = self._opened_in(opener, group.line, group.stack)
        return Diagnostic(
            "warning", f"The {group.opener} opened here is never closed.",
            "unclosed-group", file, group.line,
        )  # fmt: skip

    def condition(self, test: OpenCondition) -> Diagnostic:
        return Diagnostic(
            "warning", rf"The {test.opener} that begins here is never closed by \fi.",
            "unclosed-group", self._opened_in(test.opener, test.line, test.stack), test.line,
        )  # fmt: skip

    def _opened_in(self, opener: str, line: int, stack: tuple[str, ...]) -> str | None:
        main = self.sources.innermost(stack)[0] or next(iter(self.sources.files), None)
        names = sorted(self.sources.files, key=lambda name: name != main)
        opened = [n for n in names if _excess(self.sources.line(n, line), opener) > 0]
        there = [n for n in names if opener in self.sources.line(n, line)]
        return next(iter(opened + there), main)

    def _line_of(self, error: TexError) -> str:
        file = self.sources.own(error.file) or self.sources.innermost(error.stack)[0]
        return self.sources.line(file, error.line) if file and error.line else error.shown


def _meaning(error: TexError, source_line: str) -> Meaning:
    """The message's meaning, with absent files told apart by what asked for them."""
    if picture := _LOADED_PICTURE.search(error.message):
        return missing_file(picture[1], "includegraphics")
    if absent := NOT_FOUND.search(error.message):
        context = "includegraphics" if "pdftex.def" in error.message else source_line
        return missing_file(absent[1], context)
    if broken := _PDFTEX.search(error.message):
        name = broken[1].removeprefix("./")
        return Meaning("broken-figure", f"The picture {name} cannot be read.", name)
    return explain(error)


def _excess(line: str, opener: str) -> int:
    """How many of what opens here are not closed in this line."""
    if opener == "{":
        return line.replace("\\{", "").count("{") - line.replace("\\}", "").count("}")
    return line.count(opener) % 2 if opener == "$" else line.count(opener) - line.count("\\fi")
