"""A located problem, from our own checks and from TeX alike."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    severity: Severity
    message: str
    """One sentence a person understands."""
    code: str = ""
    """A stable kebab-case name of the kind of problem, such as `undefined-command`."""
    file: str | None = None
    line: int | None = None
    """1-based."""
    context: str = ""
    """The piece of source or log that shows it."""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return f"{place}: {self.severity}: {self.message}" if place else self.message
