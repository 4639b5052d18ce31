"""Names that lead nowhere, and the ones that were meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

ALIKE = 0.75
"""Likeness of letters from which one name is another one, misspelt."""


def meant(name: str, right: Iterable[str]) -> bool:
    """Whether one of these right names is what a wrong one was to be."""
    mine = name.casefold()
    return any(
        mine == other or SequenceMatcher(None, mine, other, autojunk=False).ratio() >= ALIKE
        for other in map(str.casefold, right)
    )
