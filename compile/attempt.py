"""What one pass over the sources showed: its problems, and how far TeX came."""

import re
from collections import Counter
from dataclasses import dataclass

from latex.diagnostic import Diagnostic

CURABLE_WARNINGS = frozenset({"missing-figure", "figure-format", "unclosed-group"})
"""Warnings of a pass that are defects of the PDF and can be cured from the source."""
FINAL_WARNINGS = CURABLE_WARNINGS | {
    "undefined-reference",
    "undefined-citation",
    "duplicate-label",
    "missing-bibliography",
    "bibliography-syntax",
    "bibliography-name",
    "no-bibliography",
    "duplicate-entry",
}
"""The same for a whole build: what a single pass cannot know."""
BIBLIOGRAPHY = frozenset(
    {
        *("bibliography-syntax", "missing-bibliography", "no-bibliography", "duplicate-entry"),
        *("bibliography-name", "biber-version", "biber-control-file", "biber-report"),
        "biber-absent",
    }
)
"""Faults at which BibTeX or biber gives up, so that nothing is printed of what it would make."""
_DIGITS = re.compile(r"\d+")

Key = tuple[str, str | None, str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One pass in nonstop mode."""

    diagnostics: tuple[Diagnostic, ...]
    weight: int
    r"""Errors in the log, uncondensed, and what else is wrong with the PDF."""
    complete: bool
    r"""Whether TeX came to \end{document}."""
    pages: int = 0
    curable: frozenset[str] = CURABLE_WARNINGS
    """Codes of the warnings that count as problems here."""

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What has to go for the document to be right, in the order of the log."""
        return tuple(d for d in self.diagnostics if d.severity == "error" or d.code in self.curable)

    @property
    def bibliography_read(self) -> bool:
        """Whether the bibliography came through BibTeX or biber, or there is none."""
        return not any(d.code in BIBLIOGRAPHY for d in self.problems)

    @property
    def of_the_text(self) -> bool:
        """Whether a bare pass has these problems too: none is of the bibliography as it is read."""
        return all(
            d.code not in BIBLIOGRAPHY and not (d.file or "").endswith((".bbl", ".bib"))
            for d in self.problems
        )

    @property
    def clean(self) -> bool:
        return self.complete and not self.problems

    @property
    def fingerprint(self) -> frozenset[tuple[Key, int]]:
        """The problems without their line numbers, which move with every edit."""
        return frozenset(Counter(problem_key(problem) for problem in self.problems).items())

    def better_than(self, other: "Attempt") -> bool:
        """Whether this pass shows a text nearer to the goal.

        A pass that ends early counts only what it saw, so coming to the end weighs more than any
        number of errors, and coming further more than their number. A bibliography that is read
        may show faults of its text for the first time.
        """
        if self.complete != other.complete:
            return self.complete
        if self.complete:
            if self.bibliography_read != other.bibliography_read:
                return self.bibliography_read
            return self.weight < other.weight
        return (*self._reached, -self.weight) > (*other._reached, -other.weight)

    @property
    def _reached(self) -> tuple[int, int]:
        lines = [problem.line or 0 for problem in self.problems]
        return self.pages, max(lines, default=0)


def problem_key(problem: Diagnostic) -> Key:
    """What stays of a problem when the lines around it move."""
    return (
        problem.code,
        problem.file,
        _DIGITS.sub("#", f"{problem.message} {problem.context[-30:]}"),
    )
