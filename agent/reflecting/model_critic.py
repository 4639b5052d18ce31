"""The critic: asks a model for an edit plan, in a fresh and minimal context each round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.authors.prompts import load
from agent.authors.types import Language
from agent.events import ModelAdapted
from agent.model.asking import ask_json
from agent.model.types import Message, Model
from agent.reflecting.model_faults import announced
from agent.reflecting.prefix import Sight, inert, inert_material, title_of
from reflect.change import MOST, EditPlan, PlanError
from reflect.finding import Category, Finding
from reflect.plan import SCHEMA, read_plan
from reflect.roles import Critiqued
from reflect.score import Criterion

MOST_FINDINGS = 40
LONGEST_QUOTE = 240
"""Characters of a finding's message, and of what it quotes."""


@dataclass(slots=True)
class ModelCritic:
    """One for each reflection: it remembers what it has shown the model, never what it was told."""

    model: Model
    language: Language
    material: str
    """As every prompt begins; byte for byte the same in all rounds."""
    criteria: Sequence[Criterion]
    protect: bool
    on_event: Callable[[Any], None]
    _sight: Sight = field(init=False)

    def __post_init__(self) -> None:
        self._sight = Sight(self.language)

    def __call__(self, critiqued: Critiqued) -> EditPlan:
        """The plan, with what had to be repaired in the reply.

        Raises:
            PlanError: no reply was a plan; the reasons are in it.
            Spent: the budget allows no call.
            ModelError: the model cannot be asked at all.
        """
        if critiqued.number == 1:
            self._sight = Sight(self.language)
        self._sight.look(critiqued.source, critiqued.outline)
        told: list[str] = []

        def tell(what: str) -> None:
            told.append(what)
            self.on_event(ModelAdapted(f"critique of round {critiqued.number}: {what}"))

        with announced(lambda reasons: PlanError(" ".join(reasons))):
            plan = ask_json(
                self.model,
                self._messages(critiqued),
                f"critique round {critiqued.number}",
                read_plan,
                schema=SCHEMA,
                tell=tell,
            )
        for what in plan.repaired:
            tell(what)
        return replace(plan, repaired=tuple(told))

    def _messages(self, critiqued: Critiqued) -> tuple[Message, Message]:
        system = load(self.language, "critic_system").render(
            criteria=self.criteria,
            categories=[category.value for category in Category],
            limit=MOST,
            protect=self.protect,
        )
        severe = sorted(critiqued.findings, key=lambda finding: -finding.severity)
        user = load(self.language, "critique").render(
            material=inert_material(self.material),
            title=title_of(critiqued.source),
            draft=self._sight.draft,
            revised=self._sight.revised,
            findings=[_line(finding) for finding in severe[:MOST_FINDINGS]],
            more=len(severe[MOST_FINDINGS:]),
            limit=MOST,
        )
        return Message("system", system), Message("user", user)


def _line(finding: Finding) -> str:
    place = f" in {finding.section}" if finding.section else ""
    quote = f" It stands in: {_short(finding.evidence)}" if finding.evidence else ""
    return f"{finding.id}{place} (severity {finding.severity}): {_short(finding.message)}{quote}"


def _short(text: str) -> str:
    """On one line, as long as it takes to find the place."""
    return inert(" ".join(text.split()))[:LONGEST_QUOTE]
