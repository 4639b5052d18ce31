"""What reflecting came to."""

from dataclasses import dataclass

from latex.draft import Draft
from reflect.history import Reflection


@dataclass(frozen=True, slots=True)
class Reflected:
    draft: Draft
    """The best accepted version."""
    reflection: Reflection
    """Every round, accepted or not."""
    untraced: tuple[str, ...] = ()
    """What is left of numbers that nothing accounts for, one sentence each."""
