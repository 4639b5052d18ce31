"""The user's notes, sorted into the parts of a report and otherwise kept as they were written."""

from dataclasses import dataclass, field

import regex

from agent.authors.title import README, lead_notes
from agent.materials.types import Inventory, Passage
from latex.escape import escape

PARTS = {
    "introduction": r"aims?|introduction|purpose|objectives?|background|motivation|goals?|history"
    r"|overview|目的|引言|背景|简介",
    "theory": r"theory|theoretical|principles?|原理|理论",
    "method": r"methods?|procedures?|set-?up|apparatus|experimental|equipment|materials"
    r"|measurements?|data|instruments?|方法|步骤|仪器|装置|数据",
    "discussion": r"discussion|remarks?|errors?|observations?|limitations?|uncertaint\w+|notes?"
    r"|讨论|误差|分析|备注",
    "conclusion": r"conclusions?|summary|outlook|结论|总结",
    "skip": r"references|bibliography|literature|licen[cs]e|citation|参考文献",
}


@dataclass(slots=True)
class SortedNotes:
    introduction: list[str] = field(default_factory=list)
    theory: list[str] = field(default_factory=list)
    method: list[str] = field(default_factory=list)
    discussion: list[str] = field(default_factory=list)
    conclusion: list[str] = field(default_factory=list)

    def text(self, part: str) -> str:
        return "\n\n".join(getattr(self, part))


def part_of(title: str) -> str | None:
    """Which part of the report a heading of the notes belongs to; None when it is not plain."""
    cleaned = regex.sub(r"[_\s]+", " ", title).strip()
    for part, words in PARTS.items():
        if regex.search(rf"\b(?:{words})\b", cleaned, regex.IGNORECASE):
            return part
        if any(word in cleaned for word in words.split("|") if not word.isascii()):
            return part
    return None


def sort_notes(inventory: Inventory) -> SortedNotes:
    """Every passage of the lead notes under the part its heading names.

    A heading that names no part keeps its place: below a part that was opened, with its title;
    at the top, as a paragraph of its own in the introduction. A README that stands in for missing
    notes gives only the passages whose headings name a part.
    """
    result = SortedNotes()
    for material in lead_notes(inventory):
        notes = material.notes
        strict = bool(README.match(material.path.rsplit("/", 1)[-1]))
        part = "introduction"
        for passage in notes.passages if notes is not None else ():
            named = part_of(passage.title) if passage.title else None
            part = named or part
            if part == "skip" or not passage.body.strip():
                continue
            if strict and named is None:
                continue
            getattr(result, part).append(_text(passage, titled=named is None))
    return result


def _text(passage: Passage, *, titled: bool) -> str:
    # A displayed formula belongs to the sentence around it, so no blank line may part them.
    body = regex.sub(r"\n\s*\n(?=\\\[)", "\n", passage.body.strip())
    body = regex.sub(r"(\\\])\s*\n\s*\n(?=[a-z])", r"\1\n", body)
    if titled and passage.title and passage.level > 1:
        return rf"\paragraph{{{escape(passage.title)}.}} {body}"
    return body
