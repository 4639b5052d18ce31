"""What every prompt of a run begins with: all that is known, byte for byte the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import regex

from agent.analysis.types import Findings
from agent.authors.language import language_of
from agent.authors.material_facts import fact_line, select_facts
from agent.authors.material_lines import (
    column_lines,
    comparison_line,
    file_line,
    fit_line,
    grouping_line,
)
from agent.authors.prompts import load
from agent.authors.types import Brief, Language, TableAsset
from agent.bibliography.read import read_bibliography
from agent.figures.types import Figures
from agent.materials.types import Inventory, Notes
from agent.settings import Settings

NOTES_ROOM = 24_000
"""Characters; the rest of the material has less to say."""
FACTS_ROOM = 24_000
ROOM = 8_000

_TAG = regex.compile(r"<(/?)(?=\s*/?\s*(?:material|notes|files|tables|facts|fits)\b)", regex.I)
_UNSENDABLE = regex.compile(r"[\p{Cs}\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """As much of a list as there is room for."""

    lines: tuple[str, ...]
    left_out: int
    """How many lines of the list are not among them."""


class _Assets(TypedDict):
    figures: Excerpt
    tables: Excerpt
    sources: Excerpt


def material(
    inventory: Inventory, findings: Findings, settings: Settings, language: Language | None = None
) -> str:
    """What is known before a figure is drawn; the start of what `material_of` gives later."""
    nothing = Excerpt((), 0)
    empty: _Assets = {"figures": nothing, "tables": nothing, "sources": nothing}
    return _render(language or language_of(inventory, settings), inventory, findings, empty)


def material_of(brief: Brief) -> str:
    """All that is known when the writing begins."""
    assets: _Assets = {
        "figures": _bounded(_figure_lines(brief.figures)),
        "tables": _bounded(map(_asset_line, brief.tables)),
        "sources": _bounded(_citation_lines(brief)),
    }
    return _render(brief.language, brief.inventory, brief.findings, assets)


def _render(language: Language, inventory: Inventory, findings: Findings, assets: _Assets) -> str:
    chosen, left_out = select_facts(findings, FACTS_ROOM)
    text = load(language, "material").render(
        files=_bounded(map(file_line, inventory)),
        notes=_notes(inventory),
        columns=_bounded(
            line for table in findings.tables for line in column_lines(table, findings)
        ),
        facts=[harmless(fact_line(fact)) for fact in chosen],
        facts_left_out=left_out,
        fits=_bounded(map(fit_line, findings.fits)),
        groupings=_bounded(map(grouping_line, findings.groupings)),
        comparisons=_bounded(map(comparison_line, findings.comparisons)),
        remarks=_bounded(findings.remarks),
        shown_figures=assets["figures"],
        shown_tables=assets["tables"],
        sources=assets["sources"],
    )
    return _UNSENDABLE.sub("", text)


def harmless(text: str) -> str:
    """The user's text with nothing in it that could be taken for the end of the fence around it."""
    return _TAG.sub(r"< \1", text)


def _bounded(lines: Iterable[str], room: int = ROOM) -> Excerpt:
    everything = tuple(harmless(line) for line in lines)
    kept = 0
    for line in everything:
        room -= len(line) + 1
        if room < 0:
            break
        kept += 1
    return Excerpt(everything[:kept], len(everything) - kept)


@dataclass(frozen=True, slots=True)
class Told:
    """One note, as much of it as there is room for."""

    path: str
    text: str
    left_out: int
    """Characters of it that are not in the text."""


def _notes(inventory: Inventory) -> list[Told]:
    """Every note in the user's words, cut at the end of a paragraph where room ends."""
    room, told = NOTES_ROOM, []
    for item in inventory:
        if item.notes is None:
            continue
        text = harmless(_words(item.notes))
        kept = text if len(text) <= room else _cut(text, room)
        room -= len(kept)
        told.append(Told(harmless(item.path), kept, len(text) - len(kept)))
    return told


def _words(notes: Notes) -> str:
    parts: list[str] = []
    for passage in notes.passages:
        if passage.title:
            parts.append(f"{'#' * max(passage.level, 1)} {passage.title}")
        if passage.body.strip():
            parts.append(passage.body.strip())
    return "\n\n".join(parts)


def _cut(text: str, room: int) -> str:
    end = text.rfind("\n\n", 0, room + 1)
    return text[: end if end > 0 else room].rstrip()


def _figure_lines(figures: Figures) -> Iterable[str]:
    for figure in figures.items:
        yield f"{figure.label} ({figure.spec.kind}): {_one_line(figure.spec.caption)}"


def _asset_line(table: TableAsset) -> str:
    return f"tab:{table.id}: {_one_line(table.caption)}"


def _citation_lines(brief: Brief) -> Iterable[str]:
    sources: Sequence[tuple[str, str]] = [
        (m.path, m.bibliography) for m in brief.inventory if m.bibliography is not None
    ]
    library = read_bibliography(sources)
    for key in brief.cite_keys:
        entry = library.get(key)
        fields = ("author", "year", "title") if entry is not None else ()
        known = [entry.text(name) for name in fields] if entry is not None else []
        yield f"{key}: {'; '.join(_one_line(value) for value in known if value)}".rstrip(": ")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def stated_in(inventory: Inventory) -> str:
    """What the user wrote in the notes, whole."""
    return "\n\n".join(_words(notes) for notes in inventory.notes)
