"""The outline that a model proposes, made into plans that place every figure and table once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import regex

from agent.authors.model_replies import SectionItem, entries, read_item
from agent.authors.model_tidy import tidy
from agent.authors.types import Brief, SectionPlan
from latex.escape import encode
from latex.health import examine

LEAST, MOST = 3, 10
MOST_ASSETS = 24
"""Beyond this, tables that the outline does not place are not shown."""
OURS = regex.compile(
    r"abstract|references?|bibliography|appendix|摘要|参考文献|附录", regex.IGNORECASE
)
"""Sections that the program adds itself."""
SHOWS = regex.compile(r"result|evaluation|findings|结果|数据处理", regex.IGNORECASE)
_COMMAND = regex.compile(
    r"\\(?!(?:chi|sigma|alpha|beta|gamma|lambda|mu|nu|pi|tau|omega|text\w*)\b)[A-Za-z]+"
)


def labels_of(brief: Brief) -> tuple[str, ...]:
    """Every figure and table that the report shows, by label."""
    figures = tuple(figure.label for figure in brief.figures.items)
    return (*figures, *(f"tab:{table.id}" for table in brief.tables))


def read_outline(reply: Any, labels: Sequence[str]) -> tuple[SectionPlan, ...]:
    """The sections in a reply; a figure or table that it forgets goes to the results.

    Raises:
        ValueError: there are too few or too many sections, or a title cannot be set.
    """
    plans: list[SectionPlan] = []
    free, taken = list(labels), set[str]()
    for value in entries(reply, "sections"):
        item = read_item(SectionItem, value)
        if isinstance(item, str):
            raise ValueError(f"A section is not as asked: {item}.")
        if OURS.fullmatch(item.title.strip()) or OURS.fullmatch(item.id.strip()):
            continue
        mine = tuple(dict.fromkeys(_label(name) for name in item.assets if _label(name) in free))
        free = [label for label in free if label not in mine]
        plans.append(SectionPlan(_id(item.id, taken), _title(item.title), item.purpose, mine))
    if not LEAST <= len(plans) <= MOST:
        raise ValueError(f"There are {len(plans)} sections; give {LEAST} to {MOST}.")
    if len(labels) > MOST_ASSETS:
        free = [label for label in free if label.startswith("fig:")]
    if free:
        place = _best(plans)
        plans[place] = replace(plans[place], assets=(*plans[place].assets, *free))
    return tuple(plans)


def _label(name: str) -> str:
    r"""`\asset{fig:x}` and `fig:x` are the same."""
    return regex.sub(r"^\\(?:asset|ref)\{(.*)\}$", r"\1", name.strip())


def _id(text: str, taken: set[str]) -> str:
    stem = regex.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name)
    return name


def _title(text: str) -> str:
    title = regex.sub(
        r"^\s*(?:\d+(?:\.\d+)*\.?|[一二三四五六七八九十]+、)\s*", "", tidy(text)
    ).rstrip(".。 ")
    if not title or "\n" in title or examine(title) or _COMMAND.search(title):
        raise ValueError(f"The title {text!r} cannot be set; give a short title in plain words.")
    return encode(title)


def _best(plans: Sequence[SectionPlan]) -> int:
    """Where a figure that nobody placed belongs: the results, else where most figures are."""
    for number, plan in enumerate(plans):
        if SHOWS.search(plan.id):
            return number
    for number, plan in enumerate(plans):
        if SHOWS.search(plan.title):
            return number
    return max(range(len(plans)), key=lambda number: (len(plans[number].assets), number == 1))
