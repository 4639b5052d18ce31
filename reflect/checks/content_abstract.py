"""Numbers of the abstract, against the document it sums up."""

import re
from collections.abc import Iterator
from decimal import Decimal

from latex.structure import Structure
from reflect.checks.content_wholeness import takes_files
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

_ABSTRACT = re.compile(
    r"\\begin\s*\{(?P<name>[A-Za-z]{0,10}abstract)\}((?:(?!\\end\s*\{).)*)", re.DOTALL
)
_TITLE = re.compile(r"\babstract\b|摘\s*要", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.:/])\d{1,12}(?:\.\d{1,12})?(?![\w:/]|\.\d)")
_GROUPS = re.compile(r"(?<=\d)(?:\\,|\{,\}|,)(?=\d{3}(?!\d))")
LEAST = 3
"""Significant digits, behind a decimal point or not, of a number that must come from somewhere."""


@check("abstract-number", 3, Category.CONTRADICTION)
def abstract_number(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A decimal number of the abstract that stands nowhere else in the document.

    It may stand there with more digits, or in a larger or smaller unit. Nothing is said where the
    document takes in files or facts, which may hold the number.

    Pass:
        \begin{document}\begin{abstract} The slope is 4.17 m/s. \end{abstract}
        The slope is $4.168 \pm 0.004$ m/s.\end{document}
    Fail:
        \begin{document}\begin{abstract} The slope is 4.71 m/s. \end{abstract}
        The slope is $4.168 \pm 0.004$ m/s.\end{document}
    """
    if structure.body is None or structure.facts or takes_files(structure):
        return
    for start, end in _abstracts(structure):
        rest = structure.live[:start] + "\n" + structure.live[end:]
        known = {_leading(text) for text in _NUMBER.findall(_GROUPS.sub("", rest))}
        for match in _NUMBER.finditer(structure.live, start, end):
            if "." not in match[0] or len(_digits(match[0])) < LEAST:
                continue
            if not any(_rounds(match[0], number) for number in known):
                yield Hit(
                    *match.span(),
                    f"The number {match[0]} of the abstract stands nowhere else.",
                    action="Say in the abstract what the document says.",
                )


def _abstracts(structure: Structure) -> Iterator[tuple[int, int]]:
    for match in _ABSTRACT.finditer(structure.live):
        yield match.span(2)
    for section in structure.outline:
        if _TITLE.search(section.title):
            yield section.body_start, section.end


def _digits(text: str) -> str:
    return text.replace(".", "").lstrip("0")


def _leading(text: str) -> Decimal:
    """The number between 1 and 10 with the same digits; 0 for zero."""
    value = Decimal(text)
    return value.scaleb(-value.adjusted()) if value else value


def _rounds(text: str, known: Decimal) -> bool:
    """Whether a number is another one rounded or cut off, but for its power of ten."""
    step = Decimal(1).scaleb(1 - len(_digits(text)))
    return abs(_leading(text) - known) < step
