"""The report's source at one moment."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    source: str
    """The whole of report.tex."""
    facts: str = ""
    """The whole of facts.tex, which defines what `\\fact{key}` prints."""
