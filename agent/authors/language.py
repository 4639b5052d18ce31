"""Which language a report is written in."""

from agent.authors.types import Author, Language
from agent.materials.types import Inventory
from agent.settings import Settings


def written_in(inventory: Inventory, settings: Settings, author: Author) -> Language:
    """The language of the report: the wished one where the author writes it, else English."""
    wished = language_of(inventory, settings)
    return wished if wished in author.languages else "en"


def language_of(inventory: Inventory, settings: Settings) -> Language:
    """As the settings say; else the language of most notes; else English."""
    if settings.report.language != "auto":
        return settings.report.language
    votes = [note.language for note in inventory.notes]
    return "zh" if votes.count("zh") * 2 > len(votes) else "en"
