"""Which piece of the text after took the place of a piece of the text before."""

from collections.abc import Sequence

from reflect.gate_words import likeness

MANY = 30_000
"""Comparisons that are made whatever their worth; of more pieces only the nearest are looked at."""
NEAREST = 5


class Twins:
    """Pieces of the text after, each of which serves once."""

    def __init__(self, pieces: Sequence[Sequence[str]], seekers: int) -> None:
        """`seekers` is how many pieces of the text before look for theirs."""
        self.pieces = pieces
        self.seekers = max(seekers, 1)
        self.free = set(range(len(pieces)))
        self.reach = len(pieces)
        if len(pieces) * seekers > MANY:
            self.reach = max(NEAREST, MANY // (2 * self.seekers))

    def near(self, seeker: int) -> list[int]:
        """The free ones that are as far on their way through the text, or nearly."""
        middle = seeker * len(self.pieces) // self.seekers
        start, end = max(0, middle - self.reach), middle + self.reach + 1
        if end - start >= len(self.pieces):
            return sorted(self.free)
        return [n for n in range(start, min(end, len(self.pieces))) if n in self.free]

    def take(self, seeker: int, words: Sequence[str], least: float) -> int | None:
        """The most alike of those that are alike enough; from now on it is not free."""
        best = max(((likeness(words, self.pieces[n]), -n) for n in self.near(seeker)), default=None)
        if best is None or best[0] < least:
            return None
        self.free.remove(-best[1])
        return -best[1]
