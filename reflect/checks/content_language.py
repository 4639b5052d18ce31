"""Text in another language than the document's."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.content_text import Passage, paragraphs
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

LEAST_WORDS, LEAST_HAN = 20, 40
"""Of a paragraph that is no name, title or quotation."""
FOREIGN = 0.9
"""Share of the other language; a Chinese word counts as two characters."""
MOSTLY = 0.75
"""Share of a language from which it is that of the document."""
_QUOTED = regex.compile(
    r"""\\begin\s*+\{(?P<name>quote|quotation|verse|displayquote|otherlanguage\*?|CJK\*?|abstract
        |[A-Za-z]{0,20}abstract[A-Za-z]{0,20}|english|chinese|lstlisting|titlepage|frontmatter)\*?\}
    (?:(?!\\end\s*+\{(?P=name)).)*+
    | \\(?:title|author|[A-Za-z]{0,20}abstract[A-Za-z]{0,20}|[A-Za-z]{0,20}keywords?
        |foreignlanguage\{[^{}]*\}|bicaption|thanks)\s*+\{(?:[^{}]|\{[^{}]*\})*+\}+""",
    regex.VERBOSE | regex.DOTALL | regex.IGNORECASE,
)
_ABSTRACT = regex.compile(r"abstract|summary|摘\s*要|zusammenfassung|résumé", regex.IGNORECASE)
NAMES = {"en": "English", "zh": "Chinese"}


@check("wrong-language", 4, Category.LANGUAGE)
def wrong_language(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A paragraph in Chinese in an English document, or in English in a Chinese one.

    Quotations, titles and abstracts may be in either; so may everything in a document that has no
    language of its own.

    Evidence: language=zh
    Pass: 本实验研究 Hubble 定律，数据取自 Hubble (1929)。
    Fail: The velocities of the nebulae grow with their distances, as Hubble has shown in his paper
        of 1929, and this report repeats the simplest form of his question on the first table.
    """
    language = evidence.language or _language(structure)
    if language is None or (language == "en" and not structure.cjk_characters):
        return
    aside = [match.span() for match in _QUOTED.finditer(structure.live)]
    for paragraph in paragraphs(structure):
        if not _is_foreign(paragraph, language):
            continue
        section = structure.outline.at(paragraph.start)
        if section is not None and _ABSTRACT.search(section.title):
            continue
        if any(start <= paragraph.start < end for start, end in aside):
            continue
        yield Hit(
            paragraph.start,
            paragraph.end,
            f"This paragraph is not in {NAMES[language]}.",
            action=f"Write it in {NAMES[language]}.",
        )


def _language(structure: Structure) -> str | None:
    """What most of the document is written in."""
    english, chinese = 2 * structure.words, structure.cjk_characters
    if chinese >= MOSTLY * (english + chinese) and chinese:
        return "zh"
    return "en" if english >= MOSTLY * (english + chinese) and english else None


def _is_foreign(paragraph: Passage, language: str) -> bool:
    if len(paragraph.text) < LEAST_HAN:
        return False
    words, han = paragraph.size
    other, least = (2 * words, 2 * LEAST_WORDS) if language == "zh" else (han, LEAST_HAN)
    return other >= least and other >= FOREIGN * (2 * words + han)
