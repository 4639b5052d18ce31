"""A section's new text on probation: made good where that is certain, refused where it is not."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from latex.health import examine
from latex.mask import mask
from latex.references import labels_in
from latex.sections import LEVELS, Outline, Section, outline

BLANK_LINES = re.compile(r"\A(?:[ \t]*\r?\n)+")
NUMBERED = re.compile(r"\b(?:in )?lines? \d+|Line \d+")
LABEL = re.compile(
    r"[ \t\r\n]*(?:%[^\n]*\n[ \t]*)?\\label\s*\{[^{}]*\}[ \t]*(?:%[^\n]*)?(?:\r?\n)?"
)
NAMES = {level: name for name, level in LEVELS.items()}


@dataclass(frozen=True, slots=True)
class Fragment:
    text: str
    """What would be spliced in: line ends, heading and trailing white space as in the old text."""
    problems: tuple[str, ...] = ()
    """Why it may not be; one sentence each, for whoever wrote it."""

    @property
    def healthy(self) -> bool:
        return not self.problems


def fragment_of(
    old: str,
    reply: str,
    *,
    allow_title: bool = False,
    allow_subsections: bool = False,
    restructure: bool = False,
) -> Fragment:
    r"""The new text of a section, of a paragraph or of the body, held against the old one.

    Made good: white space around it, line ends, a byte-order mark, a heading that was left out, its
    label, and the line end behind a comment in the last line.

    Args:
        old: the text as it stands, with its heading if it has one.
        reply: what shall take its place.
        allow_title: the words of the heading may change; never its level or its star.
        allow_subsections: headings below that of the section may come and go.
        restructure: for the body of a document, where any heading may come and go.
    """
    text = _with_heading(old, _clean(old, reply))
    text = _with_old_ends(old, text)
    problems = [*_examined(old, text)]
    if not problems:
        problems += _emptied(old, text)
    if not restructure:
        problems += _headings(old, text, allow_title, allow_subsections)
    return Fragment(text, tuple(dict.fromkeys(problems)))


def _clean(old: str, reply: str) -> str:
    """In the line ends of the old text, without blank lines in front."""
    text = reply.removeprefix("\ufeff").replace("\r\n", "\n")
    text = BLANK_LINES.sub("", text)
    crlf = old.count("\r\n")
    return text.replace("\n", "\r\n") if crlf and 2 * crlf >= old.count("\n") else text


def _first(text: str) -> Section | None:
    """The heading that the text begins with, comments and blanks apart."""
    found = outline(text)
    if not len(found) or mask(text)[: found[0].start].strip():
        return None
    return found[0]


def _with_heading(old: str, text: str) -> str:
    """The heading of the old text put back where the new one has none; its label as well."""
    heading = _first(old)
    if heading is None:
        return text
    head = old[: heading.body_start]
    label = LABEL.match(old, heading.body_start)
    mark = label[0] if label else ""
    new = _first(text)
    if new is None and not _holds(text, heading):
        gap = mark if mark.endswith("\n") else f"{mark}\n"
        return head + gap + text.lstrip("\r\n")
    if label is None or new is None:
        return text
    keys = {found.key for found in labels_in(mask(text))}
    lost = [found for found in labels_in(mask(mark)) if found.key not in keys]
    if not lost or LABEL.match(text, new.body_start):
        return text
    end = new.body_start
    return text[:end] + mark.rstrip("\r\n") + text[end:]


def _holds(text: str, heading: Section) -> bool:
    return any(section.level <= heading.level for section in outline(text))


def _with_old_ends(old: str, text: str) -> str:
    """The white space that the old text began and ended with; no comment that swallows more."""
    tail = old[len(old.rstrip()) :]
    text = old[: len(old) - len(old.lstrip())] + text.strip()
    if "\n" not in tail and _ends_in_comment(text):
        return text + "\n"
    return text + tail


def _ends_in_comment(text: str) -> bool:
    start = text.rfind("\n") + 1
    live = mask(text)[start:]
    return len(live.rstrip()) < len(text[start:].rstrip()) and "%" in text[start:]


def _examined(old: str, text: str) -> Iterator[str]:
    """What is wrong with the new text and was not wrong with the old one."""
    known = Counter(_unnumbered(problem) for problem in examine(old))
    for problem in examine(text):
        kind = _unnumbered(problem)
        if known[kind] > 0:
            known[kind] -= 1
        elif not problem.startswith("The comment in line"):
            yield problem


def _unnumbered(problem: str) -> str:
    return NUMBERED.sub("", problem)


def _emptied(old: str, text: str) -> Iterator[str]:
    """Nothing but headings where there was text before."""
    if _prose(old) and not _prose(text):
        yield "You gave back the heading alone; the text of the section is missing."


def _prose(text: str) -> bool:
    live = mask(text)
    for section in reversed(tuple(outline(text))):
        live = live[: section.start] + live[section.body_start :]
    return bool(LABEL.sub("", live).strip())


def _headings(old: str, text: str, allow_title: bool, allow_subsections: bool) -> Iterator[str]:
    """Sections are conserved: their number, levels, stars and, unless allowed, their titles."""
    before, after = outline(old), outline(text)
    first = _first(old)
    least = first.level if first is not None else max(LEVELS.values())
    if (
        first is not None
        and after
        and (after[0].level, after[0].starred)
        != (
            first.level,
            first.starred,
        )
    ):
        yield (
            f"The heading must stay `\\{NAMES[first.level]}{'*' if first.starred else ''}`, not "
            f"`\\{NAMES[after[0].level]}{'*' if after[0].starred else ''}`."
        )
        return
    if first is not None and after and _first(text) is None:
        yield f"Nothing may stand before the heading `{first.title}`."
        return
    shown = _shape(before, least if allow_subsections else None)
    given = _shape(after, least if allow_subsections else None)
    if shown != given:
        yield (
            f"The text must keep its {_counted(shown)}, no more and no fewer; yours has "
            f"{_counted(given)}."
        )
    elif not allow_title and not allow_subsections:
        for one, other in zip(before, after, strict=True):
            if _folded(one.title) != _folded(other.title):
                yield f"The heading `{one.title}` must stay; yours says `{other.title}`."


def _shape(found: Outline, least: int | None) -> list[int]:
    """Levels in order; those at or above `least` alone, where it is given."""
    return [s.level for s in found if least is None or s.level <= least]


def _counted(levels: list[int]) -> str:
    if not levels:
        return "no heading"
    counts = Counter(levels)
    return " and ".join(f"{count} `\\{NAMES[level]}`" for level, count in sorted(counts.items()))


def _folded(title: str) -> str:
    return " ".join(title.split())
