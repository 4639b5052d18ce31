"""Which of the user's files the report rests on, and why not on the others."""

from dataclasses import dataclass
from typing import Any

from agent.analysis.types import Findings
from agent.authors.appendix import used_facts
from agent.authors.title import lead_notes
from agent.bibliography.types import Cited
from agent.figures.types import Figures
from agent.materials.types import Inventory, Kind, Material, Status


@dataclass(frozen=True, slots=True)
class Covered:
    path: str
    used: bool
    reason: str
    """How it was used, or why not."""


def coverage(products: dict[str, Any]) -> tuple[Covered, ...]:
    """One entry for every material of the inventory; empty before the folder was scanned."""
    inventory = products.get("scan")
    if not isinstance(inventory, Inventory):
        return ()
    return tuple(_cover(material, inventory, products) for material in inventory)


def _cover(material: Material, inventory: Inventory, products: dict[str, Any]) -> Covered:
    if material.status in (Status.UNREAD, Status.IGNORED):
        return Covered(material.path, False, material.reason)
    how = _how(material, inventory, products)
    return Covered(material.path, bool(how), how or _why_not(material))


def _how(material: Material, inventory: Inventory, products: dict[str, Any]) -> str:
    findings, figures, cited = (products.get(name) for name in ("explore", "figures", "bib"))
    ways = []
    if isinstance(findings, Findings) and isinstance(cited, Cited):
        used = used_facts(findings.facts, cited.draft.source)
        number = sum(fact.origin.path == material.path for fact in used)
        if number:
            ways.append("1 number" if number == 1 else f"{number} numbers")
    if isinstance(figures, Figures):
        names = {table.name for table in material.tables}
        for figure in figures.items:
            if figure.spec.image == material.path or figure.spec.table in names:
                ways.append(f"figure {figure.spec.id}")
    if material.notes is not None and material in lead_notes(inventory):
        ways.append("quoted as notes")
    if material.kind is Kind.BIBLIOGRAPHY and isinstance(cited, Cited) and cited.used:
        ways.append("cited")
    if material.kind is Kind.SETTINGS:
        ways.append("settings")
    return ", ".join(ways)


def _why_not(material: Material) -> str:
    match material.kind:
        case Kind.NOTES:
            return "other notes speak for the folder"
        case Kind.BIBLIOGRAPHY:
            return "nothing in it is cited"
        case Kind.IMAGE:
            return "no figure shows it"
        case _:
            return material.reason or "nothing in the text rests on it"
