"""The braces of a source, read once for all who ask."""

from functools import lru_cache

from latex.braces import Braces


@lru_cache(maxsize=8)
def braces_in(code: str) -> Braces:
    """`Braces` of the whole text, kept: a remedy may ask at thousands of places."""
    return Braces(code)
