r"""A document of several files as one text, and an edit of that text as edits of the files.

Names are looked up as TeX does: against the folder of the root file, or of `\import`; with `.tex`
behind them unless they have it (TeX by Topic, chapter 30; the manuals of `import` and `subfiles`).
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from posixpath import dirname, join, normpath

from latex.braces import Braces
from latex.commands import INPUTS, Command, commands
from latex.difference import Hunk, finer, hunks
from latex.mask import input_end, mask

DEEPEST = 20
MOST_FILES = 1000
"""Uses of files, the same file as often as it is used."""
LONGEST = 10_000_000
"""Characters of the joined text."""

LINE = re.compile(r"\r\n|[\r\n]")
BARE = re.compile(r"[ \t]+\"?(?P<name>[^\s{}\\%#\"]+)\"?")
BODY = re.compile(r"\\begin\s*\{document\}(?P<body>.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)
IN_ROOT = frozenset({"import", "inputfrom", "includefrom"})
IN_FOLDER = IN_ROOT | {"subimport", "subinputfrom", "subincludefrom"}
SUBFILES = frozenset({"subfile", "subfileinclude"})


@dataclass(frozen=True, slots=True)
class SourceFile:
    name: str
    """As it was read: a POSIX path relative to the folder of the root file."""
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of the joined text that comes from one file."""

    start: int
    end: int
    file: str
    offset: int
    """Where it begins in the file."""
    use: int = 0
    """Which use of a file it belongs to, counted over all of them."""


class CrossFileEdit(ValueError):
    """An edit of the joined text that is no edit of single files; one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Tree:
    files: tuple[SourceFile, ...]
    """Each once, in the order of their first use; the root first."""
    text: str
    """The root with the text of a file where the command stands that reads it."""
    pieces: tuple[Piece, ...]
    """In order; what lies between two of them is a line break that TeX adds, in no file."""
    missing: tuple[str, ...]
    """What is read but not there, as written; the command stands in `text`."""
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", tuple(piece.start for piece in self.pieces))

    def locate(self, offset: int) -> tuple[str, int]:
        """The file that holds the character at this offset, and where it is in that file."""
        piece = self.pieces[max(0, bisect_right(self._starts, offset) - 1)]
        return piece.file, piece.offset + min(offset, piece.end) - piece.start

    def place(self, offset: int) -> tuple[str, int]:
        """The file and the 1-based line of this offset."""
        file, position = self.locate(offset)
        return file, len(LINE.findall(self._text(file), 0, position)) + 1

    def write_back(self, new_text: str) -> dict[str, str]:
        """The new text of each file that changes when the joined text becomes this one.

        Something added where two files meet belongs to the one that ends there. A command that
        reads a file which the tree does not hold yet may be added; it then stands in the text.

        Raises:
            CrossFileEdit: a change reaches over the border between two files, treats two uses of
                one file differently, or changes which files are read.
        """
        edits: dict[int, list[Hunk]] = {}
        for hunk in hunks(self.text, new_text):
            for piece, part in self._inside(hunk):
                shift = piece.offset - piece.start
                moved = Hunk(part.start + shift, part.end + shift, part.new)
                edits.setdefault(piece.use, []).append(moved)
        changed = self._changed(edits)
        if changed and self._reread(changed) != new_text:
            raise CrossFileEdit("The edit changes which files are read, or where one ends.")
        return changed

    def _text(self, name: str) -> str:
        return next(file.text for file in self.files if file.name == name)

    def _inside(self, hunk: Hunk) -> Iterator[tuple[Piece, Hunk]]:
        """The hunk with its piece, or what it consists of with theirs."""
        if piece := self._holds(hunk):
            yield piece, hunk
            return
        for part in finer(self.text, hunk):
            piece = self._holds(part)
            if piece is None:
                first, last = self.locate(part.start)[0], self.locate(part.end)[0]
                raise CrossFileEdit(
                    f"The edit reaches over the border between {first!r} and {last!r}."
                )
            yield piece, part

    def _holds(self, hunk: Hunk) -> Piece | None:
        last = bisect_right(self._starts, hunk.start)
        found: Piece | None = None
        while last > 0:
            last -= 1
            piece = self.pieces[last]
            if piece.start <= hunk.start and hunk.end <= piece.end:
                found = piece
            if piece.end < hunk.start or (piece.start < hunk.start and piece.start < piece.end):
                break
        return found

    def _changed(self, edits: dict[int, list[Hunk]]) -> dict[str, str]:
        names = {piece.use: piece.file for piece in self.pieces}
        changed: dict[str, str] = {}
        for use, name in names.items():
            old = self._text(name)
            new = _applied(old, edits.get(use, []))
            if changed.setdefault(name, new) != new:
                raise CrossFileEdit(
                    f"{name!r} is used more than once, and the edit changes the uses differently."
                )
        return {name: new for name, new in changed.items() if new != self._text(name)}

    def _reread(self, changed: dict[str, str]) -> str:
        texts = {file.name: changed.get(file.name, file.text) for file in self.files}
        return read_tree(self.files[0].name, texts.get).text


def _applied(text: str, edits: list[Hunk]) -> str:
    parts: list[str] = []
    done = 0
    for hunk in edits:
        parts += (text[done : hunk.start], hunk.new)
        done = hunk.end
    return "".join(parts) + text[done:]


Read = Callable[[str], str | None]
"""The text of the file with this path relative to the root's folder, or None if there is none."""


def read_tree(root_name: str, read: Read) -> Tree:
    r"""The root file and all that it reads by `\input` and its kin where they are live.

    A file ends at its `\endinput`; of one that is a document of its own only the body is taken.
    A file that would read itself, and what lies too deep, stays a command in the text.

    Raises:
        FileNotFoundError: there is no root file.
    """
    text = read(root_name)
    if text is None:
        raise FileNotFoundError(root_name)
    return _Reader(root_name, text, read).tree()


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece before it has its place."""

    file: str
    start: int
    end: int
    """In the file; of a line break that TeX adds both are 0."""
    text: str
    use: int
    folder: str
    r"""Of `\import`, where names are looked up first."""
    above: tuple[str, ...]
    """The files that are being read here, the innermost last."""
    glue: bool = False


class _Reader:
    def __init__(self, name: str, text: str, read: Read) -> None:
        self.read = read
        self.texts = {name: text}
        self.spans: dict[str, tuple[int, int]] = {}
        """What is read of each file that another one reads."""
        self.found: dict[tuple[str, str, str, str], tuple[str | None, str]] = {}
        self.missing: list[str] = []
        self.settled: set[tuple[int, int]] = set()
        """(use, offset in its file) of commands that stay."""
        self.uses = 1
        self.length = len(text)
        self.parts = [_Part(name, 0, len(text), text, 0, "", (name,))]

    def tree(self) -> Tree:
        # What the preamble reads may say what is verbatim in the body.
        while self._expand(preamble=True):
            pass
        while self._expand(preamble=False):
            pass
        pieces: list[Piece] = []
        position = 0
        for part in self.parts:
            end = position + len(part.text)
            if not part.glue:
                pieces.append(Piece(position, end, part.file, part.start, part.use))
            position = end
        return Tree(
            tuple(SourceFile(name, text) for name, text in self.texts.items()),
            "".join(part.text for part in self.parts),
            tuple(pieces),
            tuple(dict.fromkeys(self.missing)),
        )

    def _expand(self, *, preamble: bool) -> bool:
        """Put the files in place of the commands that stand in the text now; whether there were."""
        text = "".join(part.text for part in self.parts)
        parts: list[_Part] = []
        waiting = [*reversed(self.parts)]
        position = 0
        before = self.uses
        for found in _inputs(mask(text), preamble=preamble):
            while position + len(waiting[-1].text) <= found.start:
                position += len(waiting[-1].text)
                parts.append(waiting.pop())
            part = waiting[-1]
            first, behind = found.start - position, found.end - position
            child = (
                self._child(found, part, part.start + first) if behind <= len(part.text) else None
            )
            if child is None:
                continue
            parts += (replace(part, end=part.start + first, text=part.text[:first]), child)
            if _needs_line_end(child.text, text[found.end : found.end + 1]):
                parts.append(replace(child, start=0, end=0, text="\n", glue=True))
            waiting[-1] = replace(part, start=part.start + behind, text=part.text[behind:])
            position = found.end
        self.parts = [*parts, *reversed(waiting)]
        return self.uses > before

    def _child(self, found: "_Input", part: _Part, offset: int) -> _Part | None:
        """What takes the place of the command that stands here in the file of this part."""
        if (part.use, offset) in self.settled:
            return None
        self.settled.add((part.use, offset))
        asked = (found.command, found.folder, found.name, part.folder)
        if asked not in self.found:
            self.found[asked] = self._resolve(found, part)
        path, folder = self.found[asked]
        if path is None:
            self.missing.append(found.folder + found.name)
            return None
        text = self.texts[path]
        full = self.uses >= MOST_FILES or self.length + len(text) > LONGEST
        if path in part.above or len(part.above) > DEEPEST or full:
            return None
        if path not in self.spans:
            self.spans[path] = _span(text)
        start, end = self.spans[path]
        self.length += end - start
        self.uses += 1
        above = (*part.above, path)
        return _Part(path, start, end, text[start:end], self.uses - 1, folder, above)

    def _resolve(self, found: "_Input", part: _Part) -> tuple[str | None, str]:
        """The path of the file, and the folder in which it looks up names itself."""
        name = found.name
        names = [name] if name.endswith(".tex") else [name + ".tex", name]
        folders = [found.folder] if found.command in IN_ROOT else [join(part.folder, found.folder)]
        if found.command not in IN_FOLDER:
            folders.append("")
        for folder in dict.fromkeys(folders):
            for candidate in names:
                path = normpath(join(folder, candidate))
                if self._known(path):
                    inner = folder if found.command in IN_FOLDER else part.folder
                    return path, dirname(path) if found.command in SUBFILES else inner
        return None, ""

    def _known(self, path: str) -> bool:
        if path not in self.texts:
            text = self.read(path)
            if text is None:
                return False
            self.texts[path] = text
        return True


@dataclass(frozen=True, slots=True)
class _Input:
    command: str
    folder: str
    name: str
    start: int
    end: int


def _inputs(live: str, *, preamble: bool) -> Iterator[_Input]:
    """The commands that read a file whose name stands there, all or those of the preamble."""
    found = commands(live)
    for command in found.outside:
        if preamble and command.name == "begin" and command.key == "document":
            return
        if command.name in INPUTS and (read := _input(found.braces, command)):
            yield read


def _input(braces: Braces, command: Command) -> _Input | None:
    names: list[str] = []
    position = command.end
    for _ in range(2 if command.name in IN_FOLDER else 1):
        group = braces.argument(position)
        bare = BARE.match(braces.live, position) if command.name == "input" else None
        if group is not None:
            names.append(braces.live[group[0] + 1 : group[1] - 1].strip().strip('"'))
            position = group[1]
        elif bare:
            names.append(bare["name"])
            position = bare.end()
    folder, name = ["", "", *names][-2:]
    if not name or re.search(r"[\\#{}\r\n\0]", folder + name):
        return None
    return _Input(command.name, folder, name, command.start, position)


def _span(text: str) -> tuple[int, int]:
    """What of a file that another one reads is read."""
    live = mask(text)
    alone = any(command.name == "documentclass" for command in commands(live).outside)
    if alone and (body := BODY.search(live)):
        return body.span("body")
    end = input_end(text) if "\\endinput" in live else None
    return int(text.startswith("\ufeff")), len(text) if end is None else end


def _needs_line_end(text: str, following: str) -> bool:
    """Whether the end of a file, which ends a line in TeX, would end none in the joined text."""
    return text[-1:] not in ("", "\n", "\r") and following not in ("", "\n", "\r")
