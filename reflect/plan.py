"""From what a critic replied to an edit plan whose every item stands on the draft."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from latex.paragraphs import locate
from latex.sections import Outline, Section
from reflect.change import MOST, WHOLE, Change, Dropped, EditPlan, PlanError
from reflect.finding import Category

ANCHOR = re.compile(r"[\[(<「]?\s*(?:section\s+)?(?P<anchor>n\d+)\b", re.IGNORECASE)
OVERALL = frozenset(
    {
        "whole", "document", "overall", "all", "global", "abstract", "title", "keywords",
        "全文", "整体", "摘要", "标题", "关键词",
    }
)  # fmt: skip
WORDS = {"critical": 5, "high": 4, "major": 4, "medium": 3, "moderate": 3, "low": 2, "minor": 2}
"""Severity as models say it in words."""
LONGEST = 4000
"""Characters of a field; more is no instruction."""

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "changes": {
            "type": "array",
            "maxItems": MOST,
            "items": {
                "type": "object",
                "properties": {
                    "section": {"type": "string"},
                    "issue": {"type": "string"},
                    "action": {"type": "string"},
                    "category": {"type": "string", "enum": [c.value for c in Category]},
                    "severity": {"type": "integer", "minimum": 1, "maximum": 5},
                    "evidence": {"type": "string"},
                    "preserve": {"type": "array", "items": {"type": "string"}},
                    "removes": {"type": "array", "items": {"type": "string"}},
                },
                "required": [
                    "section", "issue", "action", "category", "severity", "evidence", "preserve",
                    "removes",
                ],
                "additionalProperties": False,
            },
        }
    },
    "required": ["changes"],
    "additionalProperties": False,
}  # fmt: skip
"""JSON schema of a plan, for endpoints that can hold a model to one."""


def read_plan(value: Any) -> EditPlan:
    """The changes of a parsed reply, not yet held against a draft; see `grounded`.

    An item without section, issue or action is dropped; an empty array is an empty plan.

    Raises:
        PlanError: the value is no plan, or none of its items can be used.
    """
    repaired: tuple[str, ...] = ()
    if isinstance(value, list):
        value, repaired = {"changes": value}, ("a bare array was taken for the changes",)
    if not isinstance(value, dict) or "changes" not in value:
        raise PlanError('The reply must be one object with the key "changes".')
    items = value["changes"]
    if not isinstance(items, list):
        raise PlanError('"changes" must be an array, empty when nothing must be changed.')
    changes, dropped = [], []
    for item in items:
        change = _change(item)
        if isinstance(change, Change):
            changes.append(change)
        else:
            dropped.append(Dropped(Change("", str(item)[:200], ""), change))
    if items and not changes:
        raise PlanError(f"No item of the plan can be used: {dropped[0].reason}")
    return EditPlan(tuple(changes), tuple(dropped), repaired)


def _change(item: Any) -> Change | str:
    if not isinstance(item, dict):
        return "An item must be an object."
    section, issue, action = (_text(item.get(name)) for name in ("section", "issue", "action"))
    for name, text in (("section", section), ("issue", issue), ("action", action)):
        if not text:
            return f"An item lacks {name!r}."
    return Change(
        section=section,
        issue=issue,
        action=action,
        category=_category(item.get("category")),
        severity=_severity(item.get("severity")),
        evidence=_text(item.get("evidence")),
        preserve=_texts(item.get("preserve")),
        removes=_texts(item.get("removes")),
    )


def _text(value: Any) -> str:
    return value.strip()[:LONGEST] if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(text for item in values[:40] if (text := _text(item)))


def _category(value: Any) -> Category:
    name = re.sub(r"[\s-]+", "_", _text(value).lower())
    return Category(name) if name in set(Category) else Category.OTHER


def _severity(value: Any) -> int:
    if isinstance(value, str):
        word = value.strip().lower()
        value = WORDS.get(word, int(word) if word.isascii() and word.isdigit() else 3)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 5:
        return 3
    return int(value)


def resolve(name: str, outline: Outline) -> Section | str | None:
    """The section that is meant, `whole`, or None when there is no such section.

    By anchor; else by title, the exact one before the longest one that the name holds or that
    holds the name; else by a word for the whole document.
    """
    if (match := ANCHOR.match(name)) and (section := outline.get(match["anchor"].lower())):
        return section
    if section := outline.find(name):
        return section
    return WHOLE if name.strip().strip("*_\"'").lower() in OVERALL else None


def grounded(plan: EditPlan, source: str, outline: Outline, limit: int = MOST) -> EditPlan:
    """The plan with each change on a section of this draft, most severe first, `limit` at most.

    Dropped with the reason: a section that does not exist, evidence that is not in the draft
    (white space folded), of two changes over one span the less severe, and what is too much.
    Evidence that stands in another section than the one that is named moves the change there.
    """
    dropped = list(plan.dropped)
    kept: list[tuple[Change, tuple[int, int] | None]] = []
    for change in sorted(plan.changes, key=lambda change: -change.severity):
        target, span = resolve(change.section, outline), None
        if change.evidence:
            span = _evidence(change, source, target)
            if span is None:
                dropped.append(Dropped(change, "its evidence is not in the draft"))
                continue
            target = _holder(target, span, outline)
        if target is None:
            dropped.append(Dropped(change, f"there is no section {change.section!r}"))
        elif rival := _rival(change, target, span, kept):
            dropped.append(Dropped(change, f"it concerns the same text as: {rival.issue[:120]}"))
        elif len(kept) >= limit:
            dropped.append(Dropped(change, f"a plan holds {limit} changes at most"))
        else:
            anchor = target.anchor if isinstance(target, Section) else target
            kept.append((replace(change, section=anchor), span))
    return EditPlan(tuple(change for change, _ in kept), tuple(dropped), plan.repaired)


def _evidence(change: Change, source: str, target: Section | str | None) -> tuple[int, int] | None:
    """Where the quote stands, in the named section first."""
    if isinstance(target, Section):
        inside = locate(source[target.start : target.end], change.evidence)
        if inside is not None:
            return target.start + inside[0], target.start + inside[1]
    return locate(source, change.evidence)


def _holder(
    target: Section | str | None, span: tuple[int, int], outline: Outline
) -> Section | str | None:
    if target == WHOLE or (isinstance(target, Section) and _holds(target, span)):
        return target
    return outline.at(span[0]) or WHOLE


def _holds(section: Section, span: tuple[int, int]) -> bool:
    return section.start <= span[0] and span[1] <= section.end


def _rival(
    change: Change,
    target: Section | str,
    span: tuple[int, int] | None,
    kept: Iterable[tuple[Change, tuple[int, int] | None]],
) -> Change | None:
    for other, place in kept:
        if span is not None and place is not None and span[0] < place[1] and place[0] < span[1]:
            return other
        here = target.anchor if isinstance(target, Section) else target
        if (here, change.issue, change.action) == (other.section, other.issue, other.action):
            return other
    return None
