"""Words that say nothing, or more than is known."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.content_phrases import EMPTY_LEAD, FILLER, HEDGE, OVERCLAIM, WORN
from reflect.checks.content_text import paragraphs, sentences
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit


@check("empty-lead", 2, Category.VERBOSITY)
def empty_lead(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A lead such as `It is important to note that`, which the sentence stands without.

    It is taken away, but not from a text that somebody else wrote.

    Pass: The mean is steady.
    Fail: It is important to note that the mean is steady.
    """
    for paragraph in paragraphs(structure):
        for sentence in sentences(paragraph):
            if match := EMPTY_LEAD.match(sentence.text):
                end = sentence.start + match.end()
                first = structure.live[end : end + 1]
                cure = Edit(sentence.start, end + 1, first.upper())
                yield Hit(
                    sentence.start,
                    end,
                    "This lead says nothing.",
                    cure=(cure,) if first and evidence.own else (),
                    action="Leave the lead out.",
                )


@check("filler", 2, Category.VERBOSITY)
def filler(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A sentence that announces what follows or praises the subject, and tells nothing.

    Pass: We fit a line to the velocities.
    Fail: In this section, we will discuss the velocities.
    """
    yield from _in_prose(structure, FILLER, "says nothing.", "Say what is to be said at once.")


@check("overclaim", 1, Category.UNSUPPORTED_CLAIM)
def overclaim(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Praise of a result where a reader wants its uncertainty.

    Pass: Both agree within two standard uncertainties.
    Fail: Both are in excellent agreement.
    """
    yield from _in_prose(
        structure, OVERCLAIM, "claims more than numbers can.", "Say by how much, and how uncertain."
    )


@check("hedge-twice", 1, Category.VERBOSITY)
def hedge_twice(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A doubt that is doubted.

    Pass: The drift may come from the heater.
    Fail: The drift may possibly come from the heater.
    """
    yield from _in_prose(structure, HEDGE, "hedges twice.", "Say once how sure it is.")


@check("worn-phrase", 1, Category.VERBOSITY)
def worn_phrase(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A phrase that is used for its sound, as text of models is full of.

    Pass: We look at the residuals.
    Fail: We delve into the tapestry of the residuals.
    """
    yield from _in_prose(structure, WORN, "is worn out.", "Say it in plain words.")


def _in_prose(
    structure: Structure, rule: "regex.Pattern[str]", message: str, action: str
) -> Iterator[Hit]:
    for paragraph in paragraphs(structure):
        for match in rule.finditer(paragraph.text):
            start = paragraph.start
            text = " ".join(match[0].split())
            yield Hit(
                start + match.start(), start + match.end(), f"{text!r} {message}", action=action
            )
