"""Many names as one pattern that is tried letter by letter, not name by name."""

import re
from collections.abc import Iterable
from itertools import groupby


def one_of(names: Iterable[str]) -> str:
    """A group without number that matches the longest of these names; none matches nothing."""
    return _branch(sorted(set(names))) if names else r"(?!)"


def _branch(names: list[str]) -> str:
    """Of names in order, which may begin with the empty one."""
    ends = names[0] == ""
    parts: list[str] = []
    for letter, group in groupby(names[ends:], key=lambda name: name[0]):
        rest = [name[1:] for name in group]
        parts.append(re.escape(letter) + (_branch(rest) if rest != [""] else ""))
    if not parts:
        return ""
    if len(parts) == 1 and not ends:
        return parts[0]
    return f"(?:{'|'.join(parts)}){'?' if ends else ''}"
