"""What the report is called."""

from pathlib import PurePath

import regex

from agent.materials.types import Inventory, Material, Notes
from agent.settings import Settings
from latex.escape import escape

NOTES = regex.compile(r"(notes?|report|protocol|lab[-_ ]?book|笔记|记录|报告)", regex.IGNORECASE)
README = regex.compile(
    r"(read[-_ ]?me|must[-_ ]?read|licen[cs]e|changelog|source|requirements)", regex.IGNORECASE
)
SENTENCE = regex.compile(r"[\p{L})\]$}][.!?](?:\s|$)|[。！？]")


def lead_notes(inventory: Inventory) -> tuple[Material, ...]:
    """The notes that speak for the folder: files called notes or report, else what is no README."""
    notes = [m for m in inventory if m.notes is not None and _is_prose(m.notes)]
    named = [m for m in notes if NOTES.match(PurePath(m.path).stem)]
    plain = [m for m in notes if not README.match(PurePath(m.path).stem)]
    return tuple(named or plain or notes)


def _is_prose(notes: Notes) -> bool:
    """Whether there is a sentence in it, and not just a list of words or numbers."""
    return any(SENTENCE.search(passage.body) for passage in notes.passages)


def title_of(inventory: Inventory, settings: Settings) -> str:
    """From the settings, else the notes, else the name of the folder; as LaTeX."""
    if settings.report.title:
        return escape(settings.report.title)
    for material in lead_notes(inventory):
        if material.notes is not None and material.notes.title:
            return escape(material.notes.title)
    name = regex.sub(r"[_-]+", " ", PurePath(inventory.folder).name).strip()
    return escape(name[:1].upper() + name[1:] or "Report")
