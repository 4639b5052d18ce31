"""A document with the files it reads."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from agent.documents.decoding import SourceText, read_source
from agent.errors import UsageError
from latex.structure import structure
from latex.tree import LINE, Tree, read_tree


@dataclass(frozen=True, slots=True)
class Document:
    root: Path
    tree: Tree
    sources: tuple[SourceText, ...]
    """Of the files of the tree, in its order."""
    unread: tuple[tuple[str, str], ...] = ()
    """Files that it names, and why they were left alone."""

    @property
    def folder(self) -> Path:
        """Where the names of its files begin: where the root stands, not where a link leads."""
        return self.root.absolute().parent.resolve()

    @property
    def encoding(self) -> str:
        return self.sources[0].encoding

    @property
    def partial(self) -> bool:
        """Whether it is a chapter of a document that is not known here."""
        return structure(self.tree.text).class_name is None

    def source(self, name: str) -> SourceText:
        names = [file.name for file in self.tree.files]
        return self.sources[names.index(name)]

    def place(self, name: str) -> Path:
        """The file itself where a link leads to it."""
        return (self.folder / name).resolve()

    def line_of(self, offset: int) -> tuple[str, int]:
        """The file and the 1-based line of this offset of the joined text."""
        name, position = self.tree.locate(offset)
        return name, bisect_right(_line_starts(self.source(name).text), position)

    def encoded(self, text: str) -> dict[str, bytes]:
        """The new bytes of each file that changes when the joined text becomes this one.

        Raises:
            CrossFileEdit: the change is none of single files.
            UsageError: a character that a file's encoding does not have.
        """
        changed = self.tree.write_back(text)
        return {name: self.source(name).encode(new) for name, new in changed.items()}

    def lacking(self, text: str) -> str:
        """The characters of a text that not every file can hold."""
        return "".join(sorted(set("".join(s.lacking(text) for s in self.sources))))


@lru_cache(maxsize=32)
def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in LINE.finditer(text))]


def open_document(path: Path) -> Document:
    """The document with all files beneath its folder that it reads.

    Raises:
        UsageError: the root cannot be read.
    """
    root = read_source(path)
    reader = _Reader(path.absolute().parent.resolve(), root, {path.name: root})
    tree = read_tree(path.name, reader.read)
    in_order = tuple(reader.sources[file.name] for file in tree.files)
    unread = tuple((name, reader.reason(name)) for name in tree.missing)
    return Document(path, tree, in_order, unread)


@dataclass(slots=True)
class _Reader:
    folder: Path
    root: SourceText
    sources: dict[str, SourceText]
    unread: dict[str, str] = field(default_factory=dict)

    def reason(self, name: str) -> str:
        """Why a file was not read that the document names so."""
        path = normpath(name)
        return self.unread.get(f"{path}.tex") or self.unread.get(path) or "it is not there"

    def read(self, name: str) -> str | None:
        """The text of a file beneath the folder."""
        if name not in self.sources:
            try:
                place = (self.folder / PurePosixPath(name)).resolve()
                if not place.is_file():
                    return None
                if not place.is_relative_to(self.folder):
                    self.unread[name] = "it lies outside the folder of the document"
                    return None
                self.sources[name] = read_source(place, self.root.declared)
            except UsageError as error:
                self.unread[name] = error.message
                return None
            except (OSError, RuntimeError, ValueError):
                # A name that is no name, or a link that leads to itself.
                return None
        return self.sources[name].text
