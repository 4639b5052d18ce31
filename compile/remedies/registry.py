"""The list of remedies: which problem each of them may cure.

A remedy is a generator: it yields the cures it knows for one diagnostic, the best first, or nothing
where it is not sure (its no-op cases come first in its body). A precaution looks at the sources
alone, before the first pass, for faults of which TeX says nothing; it must be certain.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from compile.remedies.cure import Cure
from compile.remedies.project import Project
from latex.diagnostic import Diagnostic

Remedy = Callable[[Diagnostic, Project], Iterable[Cure]]
Precaution = Callable[[Project], Iterable[Cure]]

REMEDIES: dict[str, list[tuple[str, Remedy]]] = {}
"""By diagnostic code, each with its name, in the order in which they are tried."""
PRECAUTIONS: dict[str, Precaution] = {}
"""By name."""


def remedy(*codes: str) -> Callable[[Remedy], Remedy]:
    """Register a remedy for diagnostics of these codes, under its own name."""

    def register(function: Remedy) -> Remedy:
        for code in codes:
            REMEDIES.setdefault(code, []).append((_name(function), function))
        return function

    return register


def precaution(function: Precaution) -> Precaution:
    """Register a precaution under its own name."""
    if _name(function) in PRECAUTIONS:
        raise ValueError(f"the precaution {_name(function)!r} is there twice")
    PRECAUTIONS[_name(function)] = function
    return function


def cures_for(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """What the remedies propose for one diagnostic, the best first."""
    for name, function in REMEDIES.get(problem.code, ()):
        for cure in function(problem, project):
            yield replace(cure, remedy=name)


def precautions_for(project: Project) -> Iterator[Cure]:
    """What is to be cured before the first pass."""
    for name, function in PRECAUTIONS.items():
        for cure in function(project):
            yield replace(cure, remedy=name)


def _name(function: Callable[..., object]) -> str:
    return str(getattr(function, "__name__", "remedy")).replace("_", "-")
