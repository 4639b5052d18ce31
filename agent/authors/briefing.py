"""What an author is told before it writes."""

from agent.analysis.types import Findings
from agent.authors.language import written_in
from agent.authors.offline.words import Speech
from agent.authors.tables import table_assets
from agent.authors.title import title_of
from agent.authors.types import Author, Brief
from agent.bibliography.read import read_bibliography
from agent.figures.types import Figures
from agent.materials.types import Inventory
from agent.settings import Settings


def brief_for(
    author: Author, inventory: Inventory, findings: Findings, figures: Figures, settings: Settings
) -> Brief:
    """Everything the author may write from, in a language it can write."""
    language = written_in(inventory, settings, author)
    said = Speech("zh" if language == "zh" else "en")
    library = read_bibliography(inventory.bibliographies)
    return Brief(
        title_of(inventory, settings),
        language,
        inventory,
        findings,
        figures,
        table_assets(findings, frozenset(rule.name for rule in settings.column), said),
        tuple(entry.key for entry in library.entries),
        settings,
    )
