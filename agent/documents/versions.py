"""Two versions of a document as two texts that can be held against each other."""

from collections.abc import Callable, Collection
from pathlib import Path
from posixpath import normpath

from agent.documents.decoding import SourceText, read_source
from agent.documents.git import Committed, of_spec, text_of
from agent.documents.read import Document, open_document
from agent.errors import UsageError
from latex.tree import Read, read_tree

GIT = "git:"


def two_versions(old: str, new: Path, here: Path) -> tuple[str, Document, str]:
    """The text of `old`, the document `new`, and its text.

    Both with the files that they read, but for those that only one of the two has beside it: what
    cannot be compared is left as the command that reads it.

    Raises:
        UsageError: one of them cannot be read.
    """
    after = open_document(new)
    reader, name = _of_git(old, here) if old.startswith(GIT) else _of_disk(Path(old))
    before = read_tree(name, reader)
    apart = {*before.missing, *after.tree.missing}
    if not apart:
        return before.text, after, after.tree.text
    texts = {file.name: file.text for file in after.tree.files}
    left = read_tree(name, _without(reader, apart, name))
    right = read_tree(after.root.name, _without(texts.get, apart, after.root.name))
    return left.text, after, right.text


def against(old: Committed, new: Path) -> tuple[str, str]:
    """The texts of one file, at a revision and now, without the files that it reads.

    Raises:
        UsageError: one of them cannot be read.
    """
    before = text_of(old)
    return before.text if before is not None else "", read_source(new).text


def _of_git(spec: str, here: Path) -> tuple[Read, str]:
    root = of_spec(spec, here)
    name = Path(root.name).name
    first = text_of(root)
    declared = first.declared if first is not None else ""
    return _known(lambda beside: text_of(root, beside, declared)), name


def _of_disk(path: Path) -> tuple[Read, str]:
    document = open_document(path)
    texts = {file.name: file.text for file in document.tree.files}
    return texts.get, path.name


def _known(text: Callable[[str], SourceText | None]) -> Read:
    """The texts of files that are asked for more than once."""
    found: dict[str, str | None] = {}

    def read(name: str) -> str | None:
        if name not in found:
            try:
                source = text(name)
            except UsageError:
                source = None
            found[name] = source.text if source is not None else None
        return found[name]

    return read


def _without(read: Read, apart: Collection[str], root: str) -> Read:
    names = {normpath(name) for name in apart}
    names |= {f"{name}.tex" for name in names}
    return lambda name: None if name in names and name != root else read(name)
