"""What of a draft lies before a critic: the draft as it was first sent, then what has changed.

An endpoint caches the beginning of a prompt. So the first draft stays in it byte for byte, and a
later round adds the sections that read otherwise by now; nothing sent before is ever touched.
"""

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

import regex

from agent.authors.types import Language
from latex.commands import commands
from latex.mask import mask
from latex.sections import Outline
from latex.structure import structure
from reflect.change import WHOLE

MOST_REVISED = 0.4
"""Of the draft; where more has changed, a reader is better off with the new draft."""
AS_ABOVE = {
    "en": ("[paragraph {0} as above]", "[paragraphs {0}-{1} as above]"),
    "zh": ("[第 {0} 段同上]", "[第 {0}-{1} 段同上]"),
}
OURS = "draft|revised|findings|text"
TAG = regex.compile(rf"<(/?+)(?=\s*+/?+\s*+(?:{OURS}|material)\b)", regex.IGNORECASE)
TAG_BUT_MATERIAL = regex.compile(rf"<(/?+)(?=\s*+/?+\s*+(?:{OURS})\b)", regex.IGNORECASE)
PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n\s*")
BEGIN = re.compile(r"\\begin\s*\{document\}")
TITLE = regex.compile(r"\\title\s*+(?:\[[^\[\]]*+\])?+\s*+(?=\{)")


def inert(text: str) -> str:
    """The text with nothing in it that could be taken for the end of the tags around it."""
    return TAG.sub(r"< \1", text)


def inert_material(material: str) -> str:
    """The same for the material, which brings tags of its own."""
    return TAG_BUT_MATERIAL.sub(r"< \1", material).strip()


def title_of(source: str) -> str:
    r"""What `\title` says, as LaTeX; empty where it says nothing."""
    live = mask(source)
    found = TITLE.search(live)
    braces = commands(live).braces
    group = braces.argument(found.end()) if found else None
    return inert(" ".join(source[group[0] + 1 : group[1] - 1].split())) if group else ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading with the text up to the next heading, or what stands before the first one."""

    anchor: str
    level: int
    heading: str
    body: str

    @property
    def marked(self) -> str:
        """With its anchor on a line of its own, so that a quote of the text is still verbatim."""
        return f"[{self.anchor}]\n{self.heading}{self.body}"

    @property
    def paragraphs(self) -> list[str]:
        return PARAGRAPH_END.split(self.body.strip())


def passages(source: str, outline: Outline) -> tuple[Passage, ...]:
    """The body of the document in its order; the preamble is nobody's to judge."""
    start, end = _body(source)
    headings = [section for section in outline if start <= section.start < end]
    edges = [*(section.start for section in headings), end][1:]
    front = source[start : headings[0].start if headings else end]
    found = [Passage(WHOLE, 0, "", f"{inert(front).strip()}\n\n")] if front.strip() else []
    for section, edge in zip(headings, edges, strict=True):
        body_start = min(section.body_start, edge)
        heading = inert(source[section.start : body_start])
        body = inert(source[body_start:edge]).rstrip(" \t")
        if not body.endswith("\n"):
            body += "\n"
        found.append(Passage(section.anchor, section.level, heading, body))
    return tuple(found)


def _body(source: str) -> tuple[int, int]:
    seen = structure(source)
    if seen.body is not None:
        return seen.body
    begin = BEGIN.search(seen.live)
    return begin.end() if begin else 0, len(source)


@dataclass(slots=True)
class Sight:
    """What a critic has been shown so far; `look` shows it the draft as it stands now."""

    language: Language
    draft: str = ""
    """The draft that was sent whole."""
    revised: list[str] = field(default_factory=list)
    """What reads otherwise since, in the order in which it was told."""
    _first: tuple[Passage, ...] = ()
    _last: tuple[Passage, ...] = ()

    def look(self, source: str, outline: Outline) -> None:
        """Add what has changed since the last look.

        Begin afresh where that would be hard to follow: the headings differ, or more than
        `MOST_REVISED` of the draft has changed.
        """
        now = passages(source, outline)
        changed = self._changed(now) if self._first and _same(self._last, now) else None
        told = sum(map(len, self.revised)) + sum(map(len, changed or ()))
        if changed is None or told > MOST_REVISED * len(self.draft):
            self._first = now
            self.draft = "".join(passage.marked for passage in now).strip()
            self.revised = []
        else:
            self.revised += changed
        self._last = now

    def _changed(self, now: tuple[Passage, ...]) -> list[str]:
        triples = zip(self._first, self._last, now, strict=True)
        return [self._told(first, new) for first, last, new in triples if last.body != new.body]

    def _told(self, first: Passage, new: Passage) -> str:
        """The section as it reads now; paragraphs of the first draft are named, not repeated."""
        before, after = first.paragraphs, new.paragraphs
        one, several = AS_ABOVE[self.language]
        pieces = []
        matches = SequenceMatcher(None, before, after, autojunk=False)
        for tag, old_start, old_end, new_start, new_end in matches.get_opcodes():
            if tag == "equal":
                named = one if old_end - old_start == 1 else several
                pieces.append(named.format(old_start + 1, old_end))
            else:
                pieces += after[new_start:new_end]
        return f"[{new.anchor}]\n{new.heading}\n" + "\n\n".join(pieces)


def _same(before: tuple[Passage, ...], after: tuple[Passage, ...]) -> bool:
    """Whether both have the same headings."""
    return [(p.anchor, p.level, p.heading) for p in before] == [
        (p.anchor, p.level, p.heading) for p in after
    ]
