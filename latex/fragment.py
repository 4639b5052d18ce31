"""A section's new text on probation: made good where that is certain, refused where it is not."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from latex.aftermath import harms
from latex.citations import replace_spans
from latex.health import examine
from latex.mask import mask
from latex.references import labels_in
from latex.sections import LEVELS, Outline, Section, outline

BLANK_LINES = re.compile(r"\A(?:[ \t]*\r?\n)+")
NUMBERED = re.compile(r"\b(?:in )?lines? \d+|Line \d+")
LABEL = re.compile(
    r"[ \t\r\n]*+(?:%[^\n]*\n[ \t]*)?\\label\s*\{[^{}]*\}[ \t]*(?:%[^\n]*)?(?:\r?\n)?"
)
LABELS = re.compile(r"\\label\s*\{[^{}]*\}")
CONTROL_SPACE = re.compile(r"(?<!\\)(?:\\\\)*+\\\Z")
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

    Made good: white space around it, line ends, a byte-order mark, a heading that was left out or
    typed in another form, its label, and the line end behind a comment in the last line.

    Args:
        old: the text as it stands, with its heading if it has one.
        reply: what shall take its place.
        allow_title: the words of the heading may change; never its level or its star.
        allow_subsections: headings below that of the section may come and go.
        restructure: for the body of a document, where any heading may come and go.
    """
    cleaned = _clean(old, reply)
    text = _with_heading(old, cleaned)
    if not restructure:
        text = _with_old_headings(old, text)
    text = _with_old_ends(old, text)
    problems = [*_examined(old, text)]
    if not problems:
        problems += _emptied(old, cleaned, text)
    problems += harms(old, text)
    if not restructure:
        problems += _headings(old, text, allow_title, allow_subsections)
    return Fragment(text, tuple(dict.fromkeys(problems)))


def _clean(old: str, reply: str) -> str:
    """In the line ends of the old text if it has one kind, without blank lines in front."""
    text = BLANK_LINES.sub("", reply.removeprefix("\ufeff"))
    crlf = old.count("\r\n")
    if 0 < crlf < old.count("\n"):
        return text
    text = text.replace("\r\n", "\n")
    return text.replace("\n", "\r\n") if crlf else text


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


def _with_old_headings(old: str, text: str) -> str:
    """Each heading with the same words as in the old text, byte for byte as it stands there."""
    before, after = outline(old), outline(text)
    if _shape(before, None) != _shape(after, None):
        return text
    edits = [
        (new.start, new.body_start, old[kept.start : kept.body_start])
        for kept, new in zip(before, after, strict=True)
        if _folded(kept.title) == _folded(new.title)
    ]
    return replace_spans(text, edits)


def _holds(text: str, heading: Section) -> bool:
    return any(section.level <= heading.level for section in outline(text))


def _with_old_ends(old: str, text: str) -> str:
    """The white space that the old text began and ended with; no comment that swallows more."""
    tail = old[len(old.rstrip()) :]
    front = old[: len(old) - len(old.lstrip())] if old.strip() else ""
    body = text.strip()
    if text.rstrip() != text and CONTROL_SPACE.search(body):
        body += " "
    text = front + body
    if "\n" not in tail and "\r" not in tail and _ends_in_comment(text):
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


def _emptied(old: str, reply: str, text: str) -> Iterator[str]:
    """Nothing but headings where there was text before, or less than a heading."""
    heading = _first(old)
    head = old[: heading.body_start] if heading is not None else ""
    cut = head.startswith(reply.strip()) and 0 < len(reply.strip()) < len(head)
    if cut or (_prose(old) and not _prose(text)):
        yield "You gave back the heading alone; the text of the section is missing."


def _prose(text: str) -> bool:
    headings = [(section.start, section.body_start, "") for section in outline(text)]
    return bool(LABELS.sub("", replace_spans(mask(text), headings)).strip())


def _headings(old: str, text: str, allow_title: bool, allow_subsections: bool) -> Iterator[str]:
    """Sections are conserved: their number, levels, stars and, unless allowed, their titles."""
    before, after = outline(old), outline(text)
    first = _first(old)
    least = first.level if first is not None else max(LEVELS.values())
    if first is not None and after:
        kept, given = (_command(s.level, s.starred) for s in (first, after[0]))
        if kept != given:
            yield f"The heading must stay {kept}, not {given}."
            return
        if _first(text) is None:
            yield f"Nothing may stand before the heading `{first.title}`."
            return
    shown = _shape(before, least if allow_subsections else None)
    found = _shape(after, least if allow_subsections else None)
    if shown != found:
        yield (
            f"The text must keep its {_counted(shown)}, no more and no fewer; yours has "
            f"{_counted(found)}."
        )
    elif not allow_title and not allow_subsections:
        for one, other in zip(before, after, strict=True):
            if _folded(one.title) != _folded(other.title):
                yield f"The heading `{one.title}` must stay; yours says `{other.title}`."


def _shape(found: Outline, least: int | None) -> list[tuple[int, bool]]:
    """Levels and stars in order; those at or above `least` alone, where it is given."""
    return [(s.level, s.starred) for s in found if least is None or s.level <= least]


def _command(level: int, starred: bool) -> str:
    return f"`\\{NAMES[level]}{'*' if starred else ''}`"


def _counted(shape: list[tuple[int, bool]]) -> str:
    counts = Counter(shape)
    named = (f"{count} {_command(*kind)}" for kind, count in sorted(counts.items()))
    return " and ".join(named) or "no heading"


def _folded(title: str) -> str:
    return " ".join(title.split())
