"""What compiling came to."""

from dataclasses import dataclass
from enum import StrEnum

from compile.cured import Cured
from compile.quarantine import Quarantined
from latex.diagnostic import Diagnostic


class Outcome(StrEnum):
    CLEAN = "clean"
    WARNINGS = "warnings"
    DEGRADED = "degraded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CompileResult:
    outcome: Outcome
    pdf: str | None
    """Path of the published PDF."""
    pdf_digest: str
    """SHA-256 of it; empty without one."""
    engine: str
    passes: int
    """How many times the engine ran."""
    pages: int
    seconds: float
    diagnostics: tuple[Diagnostic, ...] = ()
    log: str | None = None
    """Path of the raw log, kept for people."""
    sandbox: str = ""
    """`bubblewrap` or `limits`: what kept TeX locked in."""

    cured: tuple[Cured, ...] = ()
    """What was changed to make it compile, in the working copy."""
    quarantined: tuple[Quarantined, ...] = ()
    """What could not be typeset and stands behind a note."""
    pass_reasons: tuple[str, ...] = ()
    """Why each pass after the first of the build that went out was needed, one sentence each."""
    first: tuple[Diagnostic, ...] = ()
    """What the first run said, before any error was cured."""

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """(path, SHA-256): a stored result counts only while its PDF is there unchanged."""
        return ((self.pdf, self.pdf_digest),) if self.pdf is not None else ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity == "error")
