"""Everything that ends a run on purpose, each with its exit code.

ReportError
├── UsageError            2   the call or the settings are wrong
├── NothingUsable         3   the folder holds nothing a report could be made of
├── ModelFailed           4   unreachable, refused or misbehaved beyond retry
├── NoPdf                 5   the source could not be compiled
└── EngineMissing         7   no TeX here; source and figures are written all the same
"""


class ReportError(Exception):
    """What happened, in one sentence, and what to do about it, in another."""

    exit_code = 70

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(ReportError):
    exit_code = 2


class NothingUsable(ReportError):
    exit_code = 3


class ModelFailed(ReportError):
    exit_code = 4


class NoPdf(ReportError):
    exit_code = 5


class EngineMissing(ReportError):
    exit_code = 7


DEGRADED = 6
"""Exit code of a run whose PDF was published although something was set aside."""
INTERRUPTED = 130
