"""A section of a model's outline, written by an author that has an outline of its own."""

from dataclasses import replace

import regex

from agent.authors.model_placing import place
from agent.authors.types import Author, Brief, SectionPlan
from agent.settings import DeriveRule

KINDS = (
    ("introduction", r"intro|aim|purpose|background|motivation|引言|目的|背景"),
    ("theory", r"theor|principle|原理|理论"),
    ("method", r"method|data|experiment|apparatus|procedure|setup|方法|仪器|步骤"),
    ("discussion", r"discuss|uncertaint|error|limit|讨论|误差"),
    ("conclusion", r"conclu|summary|结论|总结"),
    ("results", r"result|evaluation|analysis|fit|结果|处理|分析"),
)
"""Which of the offline author's sections a section of another name is most like."""


UNWRITTEN = {
    "en": "The material holds too little for this section.",
    "zh": "现有材料不足以写成本节。",
}


def bridge(
    author: Author, brief: Brief, outline: tuple[SectionPlan, ...], plan: SectionPlan
) -> str:
    """The body by that author, with the figures and tables that the outline gives this section."""
    brief, kind = with_rules(brief), _kind(plan)
    body = author.write_section(brief, outline, plan)
    # Two sections of one kind must not hold the same text.
    first = next((other for other in outline if _kind(other) == kind), plan)
    if not body.strip() and kind and first == plan:
        body = author.write_section(brief, outline, replace(plan, id=kind))
    return place(body, plan.assets, brief.language) or UNWRITTEN[brief.language]


def with_rules(brief: Brief) -> Brief:
    """The brief with a rule for each result, also those that a model asked for: the offline author
    looks up in the user's rules what a result is called.
    """
    known = {rule.key for rule in brief.settings.derive}
    asked = (brief.findings.facts[key] for key in brief.findings.results if key not in known)
    rules = [
        DeriveRule(key=fact.key, formula=fact.origin.formula or "", name=fact.name)
        for fact in asked
    ]
    settings = brief.settings.model_copy(update={"derive": (*brief.settings.derive, *rules)})
    return replace(brief, settings=settings) if rules else brief


def _kind(plan: SectionPlan) -> str | None:
    words = f"{plan.id} {plan.title}".lower()
    return next((kind for kind, like in KINDS if regex.search(like, words)), None)
