"""Text that is not the document's own: placeholders, and talk of whoever wrote it."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.content_phrases import DUMMY, MODEL_TALK, NOTE, PLACEHOLDER
from reflect.checks.content_text import Passage, paragraphs, sentences
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

MOST_META = 40
"""Words of a paragraph that is nothing but such talk."""


@check("placeholder", 4, Category.STRUCTURE)
def placeholder(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A mark that something is still to be written, dummy text, or the words of a template.

    Pass: The mean is 4.2 m/s. % TODO: look again
    Fail: The mean is TODO m/s.
    """
    start = structure.body[0] if structure.body else 0
    for rule in (PLACEHOLDER, DUMMY, NOTE):
        for match in rule.finditer(structure.live, 0 if rule is PLACEHOLDER else start):
            if match.start() < start and not _in_title(structure.live, match.start()):
                continue
            text = " ".join(match[0].split())
            yield Hit(
                *match.span(),
                f"{text!r} is a placeholder.",
                action="Write what is known, or leave it out.",
            )


@check("model-talk", 5, Category.OTHER)
def model_talk(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A sentence to whoever asked for the text, which is no part of the text.

    A short paragraph that is nothing else is taken out, but not of a text that somebody else wrote.

    Pass: Here the revised value of the slope is used.
    Fail: Here is the revised section:
    """
    for paragraph in paragraphs(structure):
        parts = [s for s in sentences(paragraph) if _is_meta(s)]
        for part in parts:
            whole = len(parts) == len(sentences(paragraph)) and _is_removable(paragraph)
            whole = whole and evidence.own
            yield Hit(
                part.start,
                part.end,
                "This sentence speaks to whoever asked for the text.",
                cure=(Edit(part.start, part.end, ""),) if whole else (),
                action="Leave it out.",
            )


def _is_meta(sentence: Passage) -> bool:
    match = MODEL_TALK.search(sentence.text)
    return match is not None and sentence.text[: match.start()].count("``") == 0


def _is_removable(paragraph: Passage) -> bool:
    words, han = paragraph.size
    return words + han // 2 <= MOST_META and paragraph.alone and "\\" not in paragraph.text


def _in_title(live: str, offset: int) -> bool:
    """Whether a place before the body lies in what the document prints at its head."""
    line = live[live.rfind("\n", 0, offset) + 1 : offset]
    return (
        regex.search(r"\\(?:title|author|date|affiliation|institute)\s*\{[^{}]*\Z", line)
        is not None
    )
