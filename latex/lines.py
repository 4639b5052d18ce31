"""The line of an offset, for one place or for very many."""

from bisect import bisect_left
from functools import lru_cache

FEW = 16


class Lines:
    """The line breaks of a text, looked up only when they are asked for often."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked = 0
        self._breaks: list[int] | None = None

    def at(self, offset: int) -> int:
        """The 1-based line of an offset."""
        self.asked += 1
        if self.asked <= FEW:
            return self.text.count("\n", 0, offset) + 1
        if self._breaks is None:
            self._breaks = _breaks(self.text)
        return bisect_left(self._breaks, offset) + 1


@lru_cache(maxsize=2)
def _breaks(text: str) -> list[int]:
    found = []
    position = text.find("\n")
    while position >= 0:
        found.append(position)
        position = text.find("\n", position + 1)
    return found
