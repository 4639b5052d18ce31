"""Which of the faults seen in the sources a diagnostic is about."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from compile.remedies.project import Project
from latex.diagnostic import Diagnostic

_AFTER = 2
"""Lines by which a fault may begin behind the place of its report."""


class Placed(Protocol):
    @property
    def file(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=Placed)


def nearest(problem: Diagnostic, project: Project, faults: Iterable[P]) -> list[P]:
    """The faults that can be the cause of the problem, the likeliest first.

    TeX notices a fault where it begins or later, so what begins behind the report is left out. A
    problem without a place may be any of them.
    """
    found = list(faults)
    if problem.file is None or problem.line is None:
        return found
    here = [fault for fault in found if fault.file == problem.file] or found
    line = problem.line

    def distance(fault: P) -> tuple[int, int]:
        first = project.line_of(fault.file, fault.start)
        last = project.line_of(fault.file, fault.end)
        return (0, last - first) if first <= line <= last + 1 else (1, abs(line - first))

    before = [
        fault
        for fault in here
        if fault.file != problem.file or project.line_of(fault.file, fault.start) <= line + _AFTER
    ]
    return sorted(before, key=distance)
