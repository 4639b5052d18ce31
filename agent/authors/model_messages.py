"""The messages of each call: the same system text and the same material first, then the task."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.analysis.fits import MODEL_NAMES
from agent.authors.model_figures import MOST as MOST_FIGURES
from agent.authors.model_outline import LEAST, MOST, labels_of
from agent.authors.model_placing import word_for
from agent.authors.model_requests import MOST as MOST_REQUESTS
from agent.authors.prompts import load
from agent.authors.types import Brief, Language, SectionPlan, WrittenSection
from agent.model.types import Message


def messages(language: Language, material: str, task: str) -> tuple[Message, ...]:
    """One user message: some chat templates refuse two in a row."""
    system = load(language, "system").render()
    return Message("system", system), Message("user", f"{material}\n{task}")


def request_task(language: Language) -> str:
    return load(language, "request").render(limit=MOST_REQUESTS, models=MODEL_NAMES)


def figures_task(language: Language) -> str:
    return load(language, "figures").render(limit=MOST_FIGURES)


def outline_task(brief: Brief) -> str:
    prompt = load(brief.language, "outline")
    return prompt.render(assets=labels_of(brief), least=LEAST, most=MOST)


@dataclass(frozen=True, slots=True)
class _Asset:
    label: str
    word: str
    caption: str


def section_task(brief: Brief, outline: Sequence[SectionPlan], plan: SectionPlan) -> str:
    captions = {figure.label: figure.spec.caption for figure in brief.figures.items}
    captions |= {f"tab:{table.id}": table.caption for table in brief.tables}
    return load(brief.language, "section").render(
        outline=outline,
        title=plan.title,
        intent=plan.purpose,
        assets=[
            _Asset(label, word_for(label, brief.language), captions.get(label, ""))
            for label in plan.assets
        ],
        citations=brief.cite_keys,
    )


def abstract_task(brief: Brief, sections: Sequence[WrittenSection]) -> str:
    return load(brief.language, "abstract").render(sections=sections)
