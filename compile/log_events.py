"""A LaTeX log taken apart: every error, warning, bad box and lost character, and its file.

Places are told best by a log of `-file-line-error`; those without it are read by their `l.` lines.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from compile.log_lines import unwrapped


@dataclass(frozen=True, slots=True)
class TexError:
    message: str
    stack: tuple[str, ...]
    """Files open at that moment, the innermost last, as the log names them."""
    file: str | None = None
    line: int | None = None
    innermost: str = ""
    """What TeX was reading, perhaps inside a macro, up to where it stopped."""
    shown: str = ""
    """The line of the file up to where TeX stopped."""
    rest: str = ""
    """The rest of that line."""
    runaway: str = ""
    """Beginning of the argument that never ended."""
    reason: str = ""
    """What TeX says in brackets after an emergency stop."""
    arguments: tuple[str, ...] = ()
    """Arguments that were being worked on, the innermost first, each up to where TeX stopped."""


@dataclass(frozen=True, slots=True)
class TexWarning:
    source: str
    """`LaTeX`, `LaTeX Font`, or the package's or class's name."""
    message: str
    stack: tuple[str, ...]
    line: int | None = None


@dataclass(frozen=True, slots=True)
class BadBox:
    direction: str
    """`h` or `v`."""
    excess: float
    """How far it sticks out, in points."""
    stack: tuple[str, ...]
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LostCharacter:
    character: str
    font: str
    stack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenGroup:
    opener: str
    line: int
    stack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenCondition:
    opener: str
    r"""`\iftrue` or another test that no `\fi` ends."""
    line: int
    stack: tuple[str, ...]


Event = TexError | TexWarning | BadBox | LostCharacter | OpenGroup | OpenCondition

_PLACED = re.compile(r"(?P<file>(?:\./|/)?[^:\n]*?\.\w+):(?P<line>\d+): (?P<message>.*)")
_BARE = re.compile(r"!(?: (?! ?==>)|(?=\w+ error:))(?P<message>.+)")
_SELF_WORDED = re.compile(r"(?:LaTeX|Package|Class|Critical|Module|File)\b.*?(?:Error|error)\b")
_AT_LINE = re.compile(r"l\.(?P<line>\d+) ?(?P<shown>.*)")
_WARNING = re.compile(
    r"(?:(?:Package|Class|Module) (?P<name>\S+)|(?P<tex>LaTeX(?: Font)?3?)) Warning: ?(?P<text>.*)"
)
_ON_LINE = re.compile(r" ?on input line (\d+)\.?")
_OVERFULL = re.compile(r"Overfull \\(?P<way>[hv])box \((?P<excess>[\d.]+)pt too \w+\)(?P<where>.*)")
_AT_LINES = re.compile(r"at lines? (\d+)")
_LOST = re.compile(r"(?:! )?Missing character: There is no (?P<what>.*?) in font (?P<font>.*?)!?$")
_GROUP = re.compile(r"### .*group \(level \d+\) entered at line (?P<line>\d+) \((?P<opener>.+)\)")
_CONDITION = re.compile(
    r"\(\\end occurred when (?P<opener>\\\w+) on line (?P<line>\d+) was incomplete\)"
)
_DRIVER = re.compile(r"(?:pdfTeX|LuaTeX) warning: \S+ \(file (?P<file>.+?)\): (?P<text>.+)")
_PAREN = re.compile(
    r"\((?P<name>\"[^\"]+\"|(?:\.{0,2}/)?[^()\s\"<>{}\[\]]*?\.[A-Za-z]\w{0,9}(?=[\s)(\[<{]|$)"
    r"|\.{0,2}/[^()\s\"<>{}\[\]]+)?|\)"
)
_CLOSES_FILE = frozenset(" )]}>")
"""What stands before a bracket that closes a file; after a letter it belongs to a text."""
_CONTINUED = re.compile(r"\([\w.@-]+\) {2,}(.*)| {6,}(\S.*)")
_LONGEST_BLOCK = 60


def log_events(text: str, known: Collection[str] = ()) -> Iterator[Event]:
    """What the log reports, in its order. `known` are the user's files, relative to the build."""
    return _Scanner(unwrapped(text), tuple(sorted(known, key=len, reverse=True))).events()


@dataclass(slots=True)
class _Scanner:
    lines: list[str]
    known: tuple[str, ...]
    at: int = 0
    open: list[str] = field(default_factory=list)
    runaway: str = ""

    def events(self) -> Iterator[Event]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            event = self._report(line) if line else None
            if event is not None:
                yield event
            elif line.startswith("Runaway "):
                self.runaway = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
                self.at += 2
            elif line.startswith("Underfull "):
                self._skip_to_blank()
            else:
                self._follow_files(line)
                self.at += 1

    @property
    def stack(self) -> tuple[str, ...]:
        return tuple(self.open)

    def _report(self, line: str) -> Event | None:
        """The event that begins on this line, with the position moved behind it."""
        if lost := _LOST.match(line):
            self.at += 1
            return LostCharacter(lost["what"], lost["font"], self.stack)
        if found := self._error_start(line):
            return self._error(*found)
        if warning := _WARNING.match(line):
            return self._warning(warning)
        if box := _OVERFULL.match(line):
            self._skip_to_blank()
            place = _AT_LINES.search(box["where"])
            number = int(place[1]) if place else None
            return BadBox(box["way"], float(box["excess"]), self.stack, number)
        if group := _GROUP.match(line):
            self.at += 1
            return OpenGroup(group["opener"], int(group["line"]), self.stack)
        if condition := _CONDITION.match(line):
            self.at += 1
            return OpenCondition(condition["opener"], int(condition["line"]), self.stack)
        if driver := _DRIVER.match(line):
            self.at += 1
            return TexWarning("pdfTeX", f"{driver['file']}: {driver['text']}", self.stack)
        return None

    def _error_start(self, line: str) -> tuple[str | None, int | None, str] | None:
        if bare := _BARE.match(line):
            return None, None, bare["message"]
        placed = _PLACED.match(line)
        if (
            placed
            and not placed["message"].lstrip().startswith("==>")
            and (line.startswith(("./", "/")) or placed["file"] in self.known)
        ):
            return placed["file"], int(placed["line"]), placed["message"]
        return None

    def _error(self, file: str | None, line: int | None, message: str) -> TexError:
        """Read on through the explanation to the lines that show where TeX stopped."""
        self.at += 1
        self._resynchronise(file)
        worded = bool(_SELF_WORDED.match(message))
        if worded:
            message = self._joined(message)
        innermost, reason, runaway = "", "", self.runaway
        arguments: tuple[str, ...] = ()
        self.runaway = ""
        last = min(len(self.lines), self.at + _LONGEST_BLOCK)
        first = True
        while self.at < last:
            text = self.lines[self.at]
            if self._error_start(text) or text.startswith("Runaway "):
                break
            if place := _AT_LINE.match(text):
                rest = self.lines[self.at + 1].strip() if self.at + 1 < len(self.lines) else ""
                number = line if line is not None else int(place["line"])
                self.at += 2
                reason = self._reason() or reason
                self._skip_to_blank()
                return TexError(
                    message, self.stack, file, number,
                    innermost or place["shown"], place["shown"], rest, runaway, reason, arguments,
                )  # fmt: skip
            if not text and not worded:
                break
            if first and not worded:
                innermost = text
            first = False
            if text.startswith("*** ("):
                reason = text[4:]
            if text.startswith("<argument>"):
                arguments += (text.removeprefix("<argument>").strip(),)
            self.at += 1
        return TexError(message, self.stack, file, line, innermost, "", "", runaway, reason)

    def _reason(self) -> str:
        for text in self.lines[self.at : self.at + 3]:
            if text.startswith("*** ("):
                return text[4:]
        return ""

    def _warning(self, found: re.Match[str]) -> TexWarning:
        self.at += 1
        message = self._joined(found["text"])
        place = _ON_LINE.search(message)
        return TexWarning(
            found["name"] or found["tex"],
            _ON_LINE.sub("", message).strip(),
            self.stack,
            int(place[1]) if place else None,
        )

    def _joined(self, message: str) -> str:
        """Messages go on in lines that repeat the package's name in brackets or are indented."""
        parts = [message.strip()]
        while self.at < len(self.lines) and (more := _CONTINUED.match(self.lines[self.at])):
            parts.append((more[1] or more[2] or "").strip())
            self.at += 1
        return " ".join(part for part in parts if part)

    def _skip_to_blank(self) -> None:
        """What TeX quotes from the document may hold brackets that open no file."""
        while self.at < len(self.lines) and self.lines[self.at].strip():
            line = self.lines[self.at]
            if line.startswith(("./", "! ")) and self._error_start(line):
                return
            self.at += 1

    def _resynchronise(self, file: str | None) -> None:
        """An error names the file that is being read, whatever brackets texts have confused."""
        name = (file or "").removeprefix("./")
        if name not in self.known:
            return
        while self.open and self.open[-1].removeprefix("./") != name:
            if not any(other.removeprefix("./") == name for other in self.open):
                self.open.append(name)
                return
            self.open.pop()

    def _follow_files(self, line: str) -> None:
        position = named = 0
        texts = 0
        """Brackets open on this line that belong to a text and not to a file."""
        while (paren := _PAREN.search(line, position)) is not None:
            start, position = paren.span()
            if paren[0] == ")":
                if texts:
                    texts -= 1
                elif self.open and (start in {0, named} or line[start - 1] in _CLOSES_FILE):
                    self.open.pop()
                continue
            mine = self._known_at(line, start + 1)
            name = mine or (paren["name"] or "").strip('"')
            if not name:
                texts += 1
                continue
            self.open.append(name)
            if mine:
                position = max(position, line.index(mine, start) + len(mine))
                position += line.startswith('"', position)
            named = position

    def _known_at(self, line: str, start: int) -> str | None:
        """The user's own file that is opened here, whatever characters its name has."""
        begin = start + line.startswith('"', start)
        begin += 2 * line.startswith("./", begin)
        return next((name for name in self.known if line.startswith(name, begin)), None)
