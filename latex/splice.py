"""One span of a source replaced, with proof that nothing else was touched."""

import hashlib
from dataclasses import dataclass


class SpliceError(ValueError):
    """A span that does not lie in the text, or a splice that touched more than its span."""


@dataclass(frozen=True, slots=True)
class Spliced:
    text: str
    span: tuple[int, int]
    """Of the new text."""
    digest_outside: str
    """SHA-256 over everything outside the span: the same before and after."""


def splice(source: str, span: tuple[int, int], new: str) -> Spliced:
    """The source with the span replaced, every other character as it was.

    Raises:
        SpliceError: the span does not lie in the source.
    """
    start, end = span
    if not 0 <= start <= end <= len(source):
        raise SpliceError(f"the span {start}-{end} leaves a text of {len(source)} characters")
    text = source[:start] + new + source[end:]
    placed = start, start + len(new)
    before, after = digest_outside(source, span), digest_outside(text, placed)
    if before != after:
        raise SpliceError("the text outside the span was touched")
    return Spliced(text, placed, after)


def digest_outside(source: str, span: tuple[int, int]) -> str:
    """SHA-256 over the text before the span and the text behind it, told apart."""
    hashed = hashlib.sha256()
    for part in (source[: span[0]], source[span[1] :]):
        data = part.encode("utf-8", "surrogatepass")
        hashed.update(f"{len(data)}:".encode())
        hashed.update(data)
    return hashed.hexdigest()
