"""A source as TeX reads it, in which a line with nothing but a comment is no blank line."""

import re
from functools import lru_cache

from compile.remedies.project import Project

_COMMENT_LINE = re.compile(r"^[ \t]*%", re.MULTILINE)


def live(project: Project, name: str) -> str:
    """The live part of a source, offset by offset, with a % where a comment has its line alone.

    A blank line ends a paragraph, a formula, an argument; a comment line does not.
    """
    return _lined(project.texts[name], project.code(name))


@lru_cache(maxsize=16)
def _lined(text: str, code: str) -> str:
    signs = [
        found.end() - 1
        for found in _COMMENT_LINE.finditer(text)
        if code[found.end() - 1] == " " and not code[found.end() : _end(text, found.end())].strip()
    ]
    pieces: list[str] = []
    position = 0
    for at in signs:
        pieces += [code[position:at], "%"]
        position = at + 1
    return "".join([*pieces, code[position:]])


def _end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
