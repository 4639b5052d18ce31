"""A section of a model's outline, written by an author that has an outline of its own."""

from dataclasses import replace

import regex

from agent.authors.model_placing import place
from agent.authors.types import Author, Brief, SectionPlan

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
    kind = _kind(plan)
    body = author.write_section(brief, outline, plan)
    if not body.strip() and kind and next(p for p in outline if _kind(p) == kind) == plan:
        body = author.write_section(brief, outline, replace(plan, id=kind))
    return place(body, plan.assets, brief.language) or UNWRITTEN[brief.language]


def _kind(plan: SectionPlan) -> str | None:
    words = f"{plan.id} {plan.title}".lower()
    return next((kind for kind, like in KINDS if regex.search(like, words)), None)
