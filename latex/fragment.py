"""A section's new text on probation: made good where that is certain, refused where it is not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from latex.aftermath import harms
from latex.citations import replace_spans
from latex.headings import changed_headings, first_heading, with_old_headings
from latex.health import examine
from latex.mask import mask
from latex.patterns import re
from latex.references import labels_in
from latex.sections import Section, outline

BLANK_LINES = re.compile(r"\A(?:[ \t]*\r?\n)+")
NUMBERED = re.compile(r"\b(?:in )?lines? \d+|Line \d+")
LABEL = re.compile(
    r"[ \t\r\n]*+(?:%[^\n]*\n[ \t]*)?\\label\s*\{[^{}]*\}[ \t]*(?:%[^\n]*)?(?:\r?\n)?"
)
LABELS = re.compile(r"\\label\s*\{[^{}]*\}")
CONTROL_SPACE = re.compile(r"(?<!\\)(?:\\\\)*+\\\Z")


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
        text = with_old_headings(old, text)
    text = _with_old_ends(old, text)
    problems = [*_examined(old, text)]
    if not problems:
        problems += _emptied(old, cleaned, text)
    problems += harms(old, text)
    if not restructure:
        problems += changed_headings(
            old, text, allow_title=allow_title, allow_subsections=allow_subsections
        )
    return Fragment(text, tuple(dict.fromkeys(problems)))


def _clean(old: str, reply: str) -> str:
    """In the line ends of the old text if it has one kind, without blank lines in front."""
    text = BLANK_LINES.sub("", reply.removeprefix("\ufeff"))
    crlf = old.count("\r\n")
    if 0 < crlf < old.count("\n"):
        return text
    text = text.replace("\r\n", "\n")
    return text.replace("\n", "\r\n") if crlf else text


def _with_heading(old: str, text: str) -> str:
    """The heading of the old text put back where the new one has none; its label as well."""
    heading = first_heading(old)
    if heading is None:
        return text
    head = old[: heading.body_start]
    label = LABEL.match(old, heading.body_start)
    mark = label[0] if label else ""
    new = first_heading(text)
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
    heading = first_heading(old)
    head = old[: heading.body_start] if heading is not None else ""
    cut = head.startswith(reply.strip()) and 0 < len(reply.strip()) < len(head)
    if cut or (_prose(old) and not _prose(text)):
        yield "You gave back the heading alone; the text of the section is missing."


def _prose(text: str) -> bool:
    headings = [(section.start, section.body_start, "") for section in outline(text)]
    return bool(LABELS.sub("", replace_spans(mask(text), headings)).strip())
