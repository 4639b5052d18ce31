"""What of a report's numbers remains without an origin at the end, for the user to know."""

from collections.abc import Iterator

from reflect.checks.run import run_checks
from reflect.evidence import Evidence
from reflect.finding import Finding

NUMBERS = frozenset({"untraced-number", "number-contradicts-fact", "unknown-fact", "open-number"})
"""The checks that ask where a number comes from."""


def untraced_in(source: str, evidence: Evidence) -> tuple[str, ...]:
    """One sentence for each number of a source that nothing accounts for, in order."""
    return tuple(_told(source, run_checks(source, evidence, only=NUMBERS)))


def _told(source: str, findings: tuple[Finding, ...]) -> Iterator[str]:
    for finding in findings:
        line = source.count("\n", 0, finding.start) + 1
        yield f"report.tex:{line}: {finding.message}"
