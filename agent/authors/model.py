"""The model author: asks for plans and prose, keeps what stands up, else falls back."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from agent.analysis.types import Findings
from agent.authors.language import language_of
from agent.authors.material import material, material_of, stated_in
from agent.authors.model_examination import Examination, unknown_cites, unknown_facts
from agent.authors.model_fallback import bridge, with_rules
from agent.authors.model_figures import read_figures
from agent.authors.model_messages import (
    abstract_task,
    figures_task,
    messages,
    outline_task,
    request_task,
    section_task,
)
from agent.authors.model_outline import labels_of, read_outline
from agent.authors.model_placing import place
from agent.authors.model_replies import FigureItem, RequestItem, SectionItem, schema
from agent.authors.model_requests import read_requests
from agent.authors.model_tidy import tidy
from agent.authors.prompts import LANGUAGES
from agent.authors.trace_numbers import trace
from agent.authors.types import (
    Author,
    Brief,
    Language,
    Requests,
    SectionPlan,
    WrittenSection,
)
from agent.events import ModelAdapted, Warned
from agent.figures.types import FigureSpec
from agent.materials.types import Inventory
from agent.model.asking import Unusable, ask_json, ask_latex
from agent.model.errors import BudgetSpent, ModelError
from agent.model.types import Model
from agent.reflecting.model_reviser import ModelReviser
from agent.reflecting.model_roles import model_roles
from agent.settings import Settings
from latex.escape import encode
from reflect.roles import Policy, Reviser, Roles

T = TypeVar("T")

GENTLE = {"truncated", "empty", "filtered"}
"""Failures of one reply; the next may be whole."""


class ModelAuthor:
    """Implements `Author` with a model; the offline author stands in for what it cannot give."""

    def __init__(
        self,
        model: Model,
        settings: Settings,
        language: Language | None = None,
        *,
        fallback: Author,
        on_event: Callable[[Any], None] = lambda event: None,
        models: Callable[[str], Model] | None = None,
    ) -> None:
        """`models` gives the model of a name, empty for the usual one; a role may have its own."""
        self._model = model
        self._models = models or (lambda name: model)
        self._settings = settings
        self._language = language
        self._fallback = fallback
        self._on_event = on_event
        self._spent = False
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def languages(self) -> tuple[Language, ...]:
        return LANGUAGES

    def request(self, inventory: Inventory, findings: Findings) -> Requests:
        language = self._language_of(inventory)
        known = material(inventory, findings, self._settings, language)
        stated = stated_in(inventory)
        granted = self._try(
            "explore",
            "its requests",
            lambda: ask_json(
                self._model,
                messages(language, known, request_task(language)),
                "request",
                lambda reply: read_requests(reply, inventory, findings, self._settings, stated),
                schema=schema("requests", RequestItem),
            ),
        )
        if granted is None:
            return self._fallback.request(inventory, findings)
        self._note(*granted.dropped)
        return granted.requests

    def choose_figures(self, inventory: Inventory, findings: Findings) -> tuple[FigureSpec, ...]:
        usual = self._fallback.choose_figures(inventory, findings)
        language = self._language_of(inventory)
        if not findings.tables:
            return usual
        known = material(inventory, findings, self._settings, language)
        pictures = tuple(spec for spec in usual if spec.kind == "image")
        chosen = self._try(
            "figures",
            "its choice of figures",
            lambda: ask_json(
                self._model,
                messages(language, known, figures_task(language)),
                "figures",
                lambda reply: read_figures(reply, findings, pictures),
                schema=schema("figures", FigureItem),
            ),
        )
        if chosen is None:
            return usual
        self._note(*chosen.dropped)
        return chosen.specs

    def outline(self, brief: Brief) -> tuple[SectionPlan, ...]:
        labels = labels_of(brief)
        plans = self._try(
            "write",
            "its outline",
            lambda: ask_json(
                self._model,
                messages(brief.language, material_of(brief), outline_task(brief)),
                "outline",
                lambda reply: read_outline(reply, labels),
                schema=schema("sections", SectionItem),
            ),
        )
        return self._fallback.outline(with_rules(brief)) if plans is None else plans

    def write_section(
        self, brief: Brief, outline: tuple[SectionPlan, ...], plan: SectionPlan
    ) -> str:
        known = material_of(brief)
        text = self._write(
            Examination(brief, plan, outline, known),
            section_task(brief, outline, plan),
            f"section {plan.id}",
            f"the section {plan.title!r}",
        )
        if text is None:
            return bridge(self._fallback, brief, outline, plan)
        return encode(place(text, plan.assets, brief.language))

    def write_abstract(self, brief: Brief, sections: tuple[WrittenSection, ...]) -> str:
        text = self._write(
            Examination(brief, None, tuple(s.plan for s in sections), material_of(brief)),
            abstract_task(brief, sections),
            "abstract",
            "the abstract",
            gentle=GENTLE | {"context"},
        )
        if text is None:
            return self._fallback.write_abstract(with_rules(brief), sections)
        return encode(text)

    def reviser(self, language: Language) -> Reviser:
        model = self._models(self._settings.reflect.reviser)
        return ModelReviser(model, language, "", False, self._on_event)

    def roles(self, brief: Brief, policy: Policy) -> Roles:
        wish = self._settings.reflect
        return model_roles(
            self._models(wish.critic),
            self._models(wish.reviser),
            self._models(wish.judge) if wish.judge else None,
            language=brief.language,
            material=material_of(brief),
            criteria=policy.criteria,
            protect=policy.protect,
            on_event=self._on_event,
        )

    def _write(
        self,
        examination: Examination,
        task: str,
        purpose: str,
        what: str,
        gentle: set[str] | frozenset[str] = frozenset(GENTLE),
    ) -> str | None:
        """The text, tidied and traced; None where no try can be used."""
        brief = examination.brief
        asked = messages(brief.language, examination.known, task)
        text = self._try(
            "write",
            what,
            lambda: ask_latex(self._model, asked, purpose, examination),
            gentle=gentle,
            spare=lambda: examination.spare,
        )
        if text is None:
            return None
        text = tidy(text)
        for key in unknown_facts(text, brief):
            self._warn("write", f"{_capital(what)} names the unknown fact {key!r}; it is marked.")
        for key in unknown_cites(text, brief):
            self._note(f"{_capital(what)} cites {key!r}, which is no source of the material.")
        traced = trace(text, brief.findings.facts, stated_in(brief.inventory))
        if traced.replaced:
            shown = ", ".join(f"{literal} → {key}" for literal, key in traced.replaced)
            self._note(f"In {what} numbers became facts: {shown}.")
        return traced.text

    def _try(
        self,
        stage: str,
        what: str,
        ask: Callable[[], T],
        *,
        gentle: set[str] | frozenset[str] = frozenset(GENTLE),
        spare: Callable[[], T | None] = lambda: None,
    ) -> T | None:
        """What is asked for, else a spare; None, with a word about it, where the other author
        must stand in.

        Raises:
            ModelError: the model cannot be asked at all.
        """
        try:
            return ask()
        except Unusable as error:
            reason = error.reasons[-1] if error.reasons else ""
        except BudgetSpent as error:
            self._say_spent(stage, error)
            return spare()
        except ModelError as error:
            if error.kind not in gentle:
                raise
            reason = error.message
        found = spare()
        if found is None:
            self._warn(
                stage,
                f"The model gave no usable reply for {what}; the offline author did: {reason}",
            )
        return found

    def _language_of(self, inventory: Inventory) -> Language:
        return self._language or language_of(inventory, self._settings)

    def _say_spent(self, stage: str, error: BudgetSpent) -> None:
        with self._lock:
            first, self._spent = not self._spent, True
        if first:
            self._warn(stage, f"{_capital(str(error))}; the offline author writes what is missing.")

    def _warn(self, stage: str, message: str) -> None:
        self._on_event(Warned(stage, message))

    def _note(self, *messages: str) -> None:
        for message in messages:
            self._on_event(ModelAdapted(message))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
