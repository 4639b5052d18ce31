"""Where the fault of an error lies, which is seldom where TeX or a package noticed it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from compile import late
from compile.log_events import TexError
from compile.places import Place, Sources
from compile.wording import Meaning, never_closed, reworded

_SPREAD = re.compile(r"\.(?:aux|toc|lof|lot|lol|out|nav|ind|bbl|idx|gls)$")
_SOURCE_SUFFIX = re.compile(r"\.(?:sty|cls|def|ldf|clo)$")
_ABSENT = {"missing-file", "missing-figure", "broken-figure"}
_EXACT = {"unbalanced-environment", "wrong-place"}
"""Reported where they are, whatever other line holds the same name."""
_DELIMITERS = {"left-right", "missing-brace", "too-many-braces"}
_FLOAT = re.compile(r"\\begin\s*\{(?:figure|table|sidewaystable|sidewaysfigure)\*?\}|\\marginpar\b")
_TABLE = re.compile(r"\\begin\s*\{(?:tabular|array|longtable|tabulary)")
_ABOVE = {"column-specification": _TABLE, "no-line-to-end": re.compile(r"\\\\|\\newline\b")}
"""What TeX notices in a line below the one that holds it."""
_SKIPPED = re.compile(r"all text was ignored after line (\d+)")
_REACH = 3
_LONGEST_CONTEXT = 120


@dataclass(frozen=True, slots=True)
class Located:
    """An error with its true place, and what it means there."""

    meaning: Meaning
    file: str | None
    line: int | None
    context: str
    """The line up to where TeX stopped, or the beginning of the argument that never ended."""


def locate(error: TexError, meaning: Meaning, sources: Sources) -> Located:
    """The place of `error` in the user's sources; None where it cannot be known."""
    file, line = sources.existing(*_reported(error, meaning, sources))
    context = error.shown.removeprefix("...").strip()[-_LONGEST_CONTEXT:]
    if meaning.code == "runaway-argument":
        context = error.runaway.strip()[:_LONGEST_CONTEXT]
    found = Located(meaning, file, line, context)
    if file is None or line is None or sources.own(error.file or file) != file:
        return found
    return _Late(error, found, sources, file, line).found()


@dataclass(frozen=True, slots=True)
class _Late:
    """One error, reported in a line of the user's own file."""

    error: TexError
    reported: Located
    sources: Sources
    file: str
    line: int

    @property
    def lines(self) -> list[str]:
        return self.sources.live_lines(self.file)

    def found(self) -> Located:
        code = self.reported.meaning.code
        if code in _DELIMITERS and (delimiter := self.delimiter()):
            return delimiter
        handlers: dict[str, Callable[[], Located]] = {
            "unbalanced-environment": self.environment,
            "math-nesting": self.nesting,
            "runaway-argument": self.runaway,
            "missing-dollar": self.formula,
            "float-inside-box": self.float,
            "missing-item": self.item,
            "capacity": self.self_calling,
        }
        if test := _SKIPPED.search(self.error.message):
            return self.at(int(test[1]))
        if handler := handlers.get(code):
            return handler()
        if code == "extra-alignment":
            return self.at(late.unended_row(self.lines, self.line))
        if pattern := _ABOVE.get(code):
            return self.at(late.nearest(self.lines, self.line, pattern, _REACH))
        return self.named()

    def formula(self) -> Located:
        if self.error.shown.endswith(("_", "^")):
            return self.named()
        odd = late.odd_formula(self.lines, self.line)
        return self.at(odd) if odd else self.in_display() or self.reported

    def item(self) -> Located:
        if not self.text.lstrip().startswith(("\\end", "\\item")):
            return self.named()
        return self.at(late.bare_list_text(self.lines, self.line))

    @property
    def text(self) -> str:
        return self.sources.line(self.file, self.line)

    def at(self, line: int, meaning: Meaning | None = None, context: str | None = None) -> Located:
        found = replace(self.reported, line=line, meaning=meaning or self.reported.meaning)
        if context is None and line != self.line:
            context = self.shown(line)
        return found if context is None else replace(found, context=context)

    def shown(self, line: int) -> str:
        return self.sources.line(self.file, line).strip()[-_LONGEST_CONTEXT:]

    def named(self) -> Located:
        meaning = self.reported.meaning
        if meaning.code in _EXACT:
            return self.reported
        if inside := self.in_display():
            return inside
        return self.at(self.sources.named_before(self.file, self.line, meaning.name))

    def in_display(self) -> Located | None:
        r"""The place in a display that was read as a whole, for an error at its `\end`."""
        if "\\end" not in self.text or not self.error.arguments:
            return None
        display = late.display_around(self.lines, self.line)
        first = display[1] if display else max(1, self.line - 40)
        for argument in self.error.arguments:
            if place := self.sources.ending(argument, self.file, first, self.line):
                line, column = place
                shown = self.sources.line(self.file, line)[:column]
                return self.at(line, context=shown.strip()[-_LONGEST_CONTEXT:])
        return None

    def delimiter(self) -> Located | None:
        r"""The `\left`, `\right` or brace without its partner in this formula."""
        display = late.display_around(self.lines, self.line)
        if display is None:
            return None
        _, first = display
        if line := late.unpaired_delimiter(self.lines, first, self.line):
            return self.at(line, reworded("left-right"), self.shown(line))
        return self.brace(first, self.line)

    def brace(self, first: int, last: int) -> Located | None:
        line = late.unpaired_brace(self.lines, first, last)
        return self.at(line, reworded("missing-brace"), self.shown(line)) if line else None

    def environment(self) -> Located:
        r"""An environment that never ends is to be sought where it begins, in whatever file."""
        begun = re.search(r"\\begin\{(.+?)\} on input line (\d+)", self.error.message)
        if begun is None or "is never closed" not in self.reported.meaning.sentence:
            return self.reported
        number = int(begun[2])
        opening = f"\\begin{{{begun[1]}}}"
        for name in sorted(self.sources.files, key=lambda name: name != self.file):
            if opening in self.sources.line(name, number):
                context = self.sources.line(name, number).strip()[-_LONGEST_CONTEXT:]
                return replace(self.reported, file=name, line=number, context=context)
        return self.reported

    def nesting(self) -> Located:
        inner = late.display_around(self.lines, self.line)
        if inner is None:
            return self.reported
        first = inner[1]
        outer = late.display_around(self.lines, first - 1)
        if outer and outer[0] != "[" and not late.end_of(self.lines, *outer):
            return self.at(outer[1], never_closed(outer[0]))
        above = self.sources.line(self.file, first - 1).strip()
        return self.at(first - 1 if above in {"$$", "\\["} else first)

    def runaway(self) -> Located:
        """A display that a blank line cuts off, or that runs into one for want of its end."""
        name = self.reported.meaning.name.strip().removeprefix("\\")
        if name.rstrip("*") not in late.DISPLAYS:
            return self.reported
        display = late.display_around(self.lines, self.line)
        end = late.end_of(self.lines, *display) if display else None
        if display and not end:
            return self.at(display[1], never_closed(display[0]))
        blank = (
            late.blank_above(self.lines, self.error.line) if self.error.line else len(self.lines)
        )
        if display and end and end < blank and (brace := self.brace(display[1], end)):
            return brace
        if not self.error.line:
            return self.reported
        sentence = f"A blank line stands inside the formula {name}, which may hold none."
        return self.at(blank, replace(self.reported.meaning, sentence=sentence))

    def float(self) -> Located:
        line = late.nearest(self.lines, self.line, _FLOAT, _REACH)
        if odd := late.odd_formula(self.lines, line):
            return self.at(odd, reworded("missing-dollar"))
        return self.at(line)

    def self_calling(self) -> Located:
        """A definition whose body uses the name it defines."""
        calls = re.compile(
            r"\\(?:re|provide)?(?:newcommand|def)\*?\s*\{?\\([A-Za-z]+)\}?[^\n]*?\{[^\n]*\\\1(?![A-Za-z])"
        )
        place = self.sources.search(calls, self.file)
        return self.at(place[1]) if place[0] == self.file and place[1] else self.reported


def _reported(error: TexError, meaning: Meaning, sources: Sources) -> Place:
    """The place TeX gives, led back from packages and from files that TeX wrote."""
    file = sources.own(error.file)
    line = error.line
    if file is None and error.file is None and error.stack:
        file = sources.own(error.stack[-1])
    if meaning.code == "missing-package":
        place = sources.loads(meaning.name, file)
        return place if place[0] else sources.innermost(error.stack)
    if meaning.code == "shell-escape" and (owner := re.match(r"Package (\S+)", error.message)):
        place = sources.loads(owner[1], file)
        return place if place[0] else (file, line)
    if meaning.code in _ABSENT and not (file and line):
        asked = re.compile(r"\{[^{}]*" + re.escape(meaning.name.removesuffix(".tex")))
        place = sources.search(asked, file)
        return place if place[0] else sources.innermost(error.stack)
    if meaning.code == "runaway-argument" and error.runaway:
        place = sources.excerpt(error.runaway, (file, line))
        return place if place[0] else (file, line)
    if meaning.code == "emergency-stop" and "no legal" in error.reason:
        return _end_of_main(error, sources)
    if file is None:
        return _from_elsewhere(error, sources)
    return file, line


def _from_elsewhere(error: TexError, sources: Sources) -> Place:
    """An error inside a package or in a file that TeX wrote itself."""
    if error.file and _SPREAD.search(error.file):
        shown = error.shown[-40:].strip()
        place = sources.excerpt(shown) if shown else (None, None)
        return place if place[0] else (error.file.removeprefix("./"), error.line)
    if error.file and _SOURCE_SUFFIX.search(error.file):
        stem = error.file.rpartition("/")[2].rpartition(".")[0]
        place = sources.loads(stem)
        if place[0]:
            return place
    place = sources.innermost(error.stack)
    if place[0] or error.file is None:
        return place
    return error.file.rpartition("/")[2], error.line


def _end_of_main(error: TexError, sources: Sources) -> Place:
    name = next((own for file in error.stack if (own := sources.own(file))), None)
    name = name or next((n for n in sources.files if n.endswith(".tex")), None)
    if name is None:
        return None, None
    return name, len(sources.files[name].rstrip("\n").split("\n"))
