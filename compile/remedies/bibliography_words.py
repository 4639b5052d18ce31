"""Remedies for words that BibTeX does not know and drops in silence: entry types and months."""

import re
from collections.abc import Iterator

from compile.remedies.bibliography_use import used_entries
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution
from compile.remedies.spelling import distance

STANDARD = frozenset(
    (
        *("article", "book", "booklet", "inbook", "incollection", "inproceedings", "conference"),
        *("manual", "mastersthesis", "misc", "phdthesis", "proceedings", "techreport"),
        "unpublished",
    )
)
"""The types of BibTeX, which every style knows."""
OTHERS = frozenset(
    (
        *(
            "online",
            "report",
            "thesis",
            "electronic",
            "www",
            "software",
            "dataset",
            "patent",
            "set",
        ),
        *("collection", "mvbook", "mvcollection", "mvproceedings", "mvreference", "reference"),
        *(
            "inreference",
            "periodical",
            "suppbook",
            "suppcollection",
            "suppperiodical",
            "bookinbook",
        ),
        *(
            "artwork",
            "audio",
            "video",
            "movie",
            "music",
            "image",
            "letter",
            "performance",
            "review",
        ),
        *("standard", "legal", "legislation", "jurisdiction", "commentary", "bibnote", "xdata"),
        *("newspaper", "archive", "database", "periodical", "webpage", "url", "preprint", "hidden"),
        *("inonline", "webpages", "techreports", "press", "program", "media", "talk", "lecture"),
    )
)
"""Types of biblatex and of single styles, which are no misspellings of the standard ones."""
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
          "october", "november", "december")  # fmt: skip
_SHORT = {month[:3] for month in MONTHS}
_STRING = re.compile(r"@[ \t]*string\s*[{(]\s*([A-Za-z][\w-]*)", re.IGNORECASE)
_SHORTEST = 4
_LONG = 7


@precaution
def spell_entry_type(project: Project) -> Iterator[Cure]:
    """`@artcile{…}` → `@article{…}`: of an unknown type BibTeX prints author and title only."""
    for file, entry in used_entries(project):
        if entry.kind in STANDARD | OTHERS or len(entry.kind) < _SHORTEST or not entry.fields:
            continue
        far = 2 if len(entry.kind) >= _LONG else 1
        near = [kind for kind in STANDARD if distance(entry.kind, kind, far) <= far]
        if len(near) == 1:
            yield Cure(
                f"Corrected the entry type {entry.kind} of {entry.key} to {near[0]}.",
                (Edit(file, *entry.kind_span, near[0]),),
            )


@precaution
def shorten_month(project: Project) -> Iterator[Cure]:
    """`month = january` → `month = jan`: bare words are names, and only the short ones are known.

    A month that is none stays as text: `month = {Winter}`.
    """
    own = {
        name.lower()
        for text in project.texts.values()
        if "@" in text
        for name in _STRING.findall(text)
    }
    for file, entry in used_entries(project):
        field = entry.field("month")
        if field is None or entry.mends:
            continue
        word = project.texts[file][slice(*field.value)].strip()
        if not re.fullmatch(r"[A-Za-z]+", word) or word.lower() in own | _SHORT:
            continue
        full = [month[:3] for month in MONTHS if word.lower() in (month, month[:4])]
        new = full[0] if full else f"{{{word}}}"
        yield Cure(f"Wrote the month of {entry.key} as {new}.", (Edit(file, *field.value, new),))
