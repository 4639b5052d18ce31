"""What a check is, and the list of all of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from latex.plain import plain_text
from latex.structure import Structure
from reflect.evidence import Evidence
from reflect.finding import Category, Edit, Finding


@dataclass(frozen=True, slots=True)
class Hit:
    """What a check saw, before it is known in which section that lies."""

    start: int
    end: int
    message: str
    cure: tuple[Edit, ...] = ()
    action: str = ""
    severity: int | None = None
    """None: that of the check."""


Look = Callable[[Structure, Evidence], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Check:
    id: str
    severity: int
    category: Category
    look: Look
    """Its docstring says what is matched, with an example that passes and one that fails."""


CHECKS: dict[str, Check] = {}
"""By id, in the order of their modules."""


def check(name: str, severity: int, category: Category) -> Callable[[Look], Look]:
    """Register a check."""

    def register(look: Look) -> Look:
        if name in CHECKS:
            raise ValueError(f"the check {name!r} is there twice")
        CHECKS[name] = Check(name, severity, category, look)
        return look

    return register


def findings_of(check: Check, structure: Structure, evidence: Evidence) -> Iterator[Finding]:
    for hit in check.look(structure, evidence):
        section = structure.outline.at(hit.start)
        yield Finding(
            check.id,
            check.severity if hit.severity is None else hit.severity,
            check.category,
            hit.message,
            hit.start,
            hit.end,
            evidence=structure.source[hit.start : hit.end],
            section=section.anchor if section is not None else "",
            cure=hit.cure,
            action=hit.action,
        )


def where(structure: Structure, offset: int) -> str:
    """The section of an offset, in words. A line would be that of several files joined."""
    section = structure.outline.at(offset)
    if section is None:
        return "before the first heading"
    return f"in {section.anchor} ({plain_text(section.title)[:40]})"
