"""Sections that hold nothing, or stand there twice."""

import re
from collections.abc import Iterator

from latex.plain import plain_text
from latex.sections import Section
from latex.structure import Structure
from reflect.checks.registry import Hit, check, where
from reflect.evidence import Evidence
from reflect.finding import Category

_UNSEEN = re.compile(
    r"""\\(?:label|index|addcontentsline|markboth|markright|vspace\*?|hspace\*?|thispagestyle
        |pagestyle|setcounter|pdfbookmark|setlength|vskip)
      (?:\s*(?:\[[^\]]*\]|\{[^{}]*\}))*
    | \\(?:newpage|clearpage|cleardoublepage|pagebreak|noindent|bigskip|medskip|smallskip|par
        |centering|raggedright|FloatBarrier|null|hfill|vfill|\\|,|\ )(?![A-Za-z])
    | [~{}\s]""",
    re.VERBOSE,
)
_LIST_BEHIND = re.compile(
    r"\s*\\(?:bibliography(?:style)?|printbibliography|begin\s*\{thebibliography\})(?![A-Za-z])"
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_TITLE = re.compile(r"\\(?:Large|LARGE|[Hh]uge)(?![A-Za-z])")
"""A heading in large letters is the title of the document."""
MOST_EMPTY = 10
DEEPEST = 3
"""Level of headings that should differ; run-in ones such as `Proof.` may repeat."""


@check("empty-section", 3, Category.STRUCTURE)
def empty_section(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A heading with nothing below it, not even a smaller heading.

    Of an outline, most of which is empty, it is said once.

    Pass: \section{Results} The slope is steep. \section{Conclusion} It falls.
    Fail: \section{Results} \section{Conclusion} It falls.
    """
    behind = (*(section.start for section in structure.outline), len(structure.source))[1:]
    leaves = [
        section
        for section, following in zip(structure.outline, behind, strict=True)
        if not section.start < following < section.end
    ]
    empty = [section for section in leaves if _is_empty(section, structure)]
    if len(empty) > MOST_EMPTY and 2 * len(empty) > len(leaves):
        yield Hit(
            empty[0].start,
            empty[0].body_start,
            f"{len(empty)} of {len(leaves)} sections are empty: this is an outline.",
            action="Write the sections, or leave their headings out.",
        )
        return
    for section in empty:
        title = plain_text(section.title)
        yield Hit(
            section.start,
            section.body_start,
            f"The section {title!r} is empty.",
            action="Write the section, or leave its heading out.",
        )


@check("duplicate-heading", 3, Category.REPETITION)
def duplicate_heading(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Two headings of one level and one wording below the same heading.

    Pass:
        \section{Air} \subsection{Summary} a
        \section{Water} \subsection{Summary} b
    Fail:
        \section{Air} a
        \section{Air} b
    """
    above: list[Section] = []
    alike: dict[tuple[int, int, str], list[Section]] = {}
    for section in structure.outline:
        while above and above[-1].end <= section.start:
            above.pop()
        title = " ".join(section.title.split()).casefold()
        if section.level <= DEEPEST and any(character.isalnum() for character in title):
            key = (above[-1].start if above else -1, section.level, title)
            alike.setdefault(key, []).append(section)
        above.append(section)
    for first, *others in alike.values():
        place = where(structure, first.start) if others else ""
        for section in others:
            yield Hit(
                section.start,
                section.body_start,
                f"The heading {plain_text(section.title)!r} stands {place} already.",
                action="Join the two sections, or give each a title that tells them apart.",
                # What comes three times is a pattern, such as `Output`.
                severity=1 if len(others) > 1 else None,
            )


def _is_empty(section: Section, structure: Structure) -> bool:
    if _LIST_BEHIND.match(structure.live, section.end) or _TITLE.search(section.title):
        return False
    if _UNSEEN.sub("", structure.live[section.body_start : section.end]):
        return False
    # Verbatim text is blank in the mask, and is something all the same.
    return not _UNSEEN.sub("", _COMMENT.sub("", structure.source[section.body_start : section.end]))
