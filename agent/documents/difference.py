"""What an edit changes, file by file, in the form that `patch -p1` takes."""

import difflib
from collections.abc import Iterator

from agent.documents.read import Document
from latex.tree import CrossFileEdit

BARE = "\n\\ No newline at end of file\n"


def difference(document: Document, text: str) -> str:
    """The unified diff of the document's files; of the joined text where no files can be told."""
    try:
        changed = document.tree.write_back(text)
    except CrossFileEdit:
        return unified(document.root.name, document.tree.text, text)
    return "".join(unified(name, document.source(name).text, new) for name, new in changed.items())


def unified(name: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(
        list(_lines(before)), list(_lines(after)), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else line + BARE for line in lines)


def _lines(text: str) -> Iterator[str]:
    """With their ends, where `diff` ends a line and nowhere else."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end
