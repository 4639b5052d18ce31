"""What citing made of the draft and of the user's bibliography."""

from dataclasses import dataclass

from latex.draft import Draft


@dataclass(frozen=True, slots=True)
class Cited:
    draft: Draft
    references: str
    """The whole of references.bib: only the entries the draft cites; UTF-8."""
    used: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...] = ()
    """(key as written, key it became) for near misses."""
    unknown: tuple[str, ...] = ()
    """Keys without an entry; the draft marks them visibly."""
    unused: tuple[str, ...] = ()
    """Entries left out of the working copy."""
    remarks: tuple[str, ...] = ()
    """What was repaired or could not be read in the .bib files, one sentence each."""
