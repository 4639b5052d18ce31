"""Which sections a report has, and which of the author's parts stand in each of them."""

from dataclasses import dataclass

from agent.authors.offline.words import Speech

PARTS = (
    "introduction", "theory", "procedure", "data", "evaluation", "results", "discussion",
    "conclusion",
)  # fmt: skip
"""What the author can write, in the order of a report."""


@dataclass(frozen=True, slots=True)
class Place:
    """A section of the report and what it holds."""

    id: str
    """ASCII word; also the name of its title in the catalogue."""
    parts: tuple[str, ...]


ENGLISH = (
    Place("introduction", ("introduction",)),
    Place("theory", ("theory",)),
    Place("method", ("procedure", "data", "evaluation")),
    Place("results", ("results",)),
    Place("discussion", ("discussion",)),
    Place("conclusion", ("conclusion",)),
)
CHINESE = (
    Place("introduction", ("introduction",)),
    Place("theory", ("theory",)),
    Place("procedure", ("procedure",)),
    Place("data", ("data",)),
    Place("results", ("evaluation", "results")),
    Place("discussion", ("discussion",)),
    Place("conclusion", ("conclusion",)),
)


def places(speech: Speech) -> tuple[Place, ...]:
    """The sections of a report that follows no form of a school."""
    return CHINESE if speech.language == "zh" else ENGLISH


def place_called(identifier: str, speech: Speech) -> Place:
    """The section of that id, also where it is one of the other language, or one part alone."""
    known = (*places(speech), *ENGLISH, *CHINESE)
    found = next((place for place in known if place.id == identifier), None)
    if found is not None:
        return found
    return Place(identifier, (identifier,) if identifier in PARTS else ())
