"""The .bib files of a document, as far as a reader of the document would be misled."""

from collections.abc import Iterator
from functools import lru_cache

from latex.patterns import re
from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

ENTRY = re.compile(r"(?<![\w.])@(?P<kind>[A-Za-z]+)\s*[{(]\s*(?P<key>[^\s,{}()]+)\s*,")
DOI = re.compile(
    r"\bdoi\s*=\s*[{\"]\s*(?:https?://(?:dx\.)?doi\.org/)?(?P<doi>10\.[^\s}\"]+)", re.I
)
TITLE = re.compile(
    r"(?<![a-z])title\s*=\s*(?:\{(?P<braced>(?:[^{}]|\{[^{}]{0,200}\}){15,400}+)\}"
    r"|\"(?P<quoted>[^\"\n]{15,400})\")",
    re.IGNORECASE,
)
YEAR = re.compile(r"\byear\s*=\s*[{\"]?\s*(?P<year>\d{4})", re.I)
NO_WORK = frozenset({"comment", "string", "preamble"})
LETTERS = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=4)
def entries(bibtex: str) -> tuple[tuple[str, str], ...]:
    """(key, text up to the next entry) in order."""
    found = [match for match in ENTRY.finditer(bibtex) if match["kind"].lower() not in NO_WORK]
    ends = [*(match.start() for match in found), len(bibtex)][1:]
    return tuple(
        (match["key"], bibtex[match.end() : end]) for match, end in zip(found, ends, strict=True)
    )


@check("bib-key-collision", 4, Category.CITATION)
def bib_key_collision(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Two entries of the bibliography with the same key: one of them is never seen.

    Keys that differ in nothing but case count as well, since BibTeX takes them for one. The same
    entry twice, word for word, is none, and neither are entries that nobody cites.

    Evidence: bibtex=@book{a, title={A}} @book{b, title={B}} @misc{b, title={C}}
    Pass: As \cite{a} says.
    Fail: As \cite{b} says.
    """
    cited = {citation.key.casefold() for citation in structure.cites}
    seen: dict[str, tuple[str, str]] = {}
    for key, text in entries(evidence.bibtex):
        known = seen.setdefault(key.casefold(), (key, text))
        if key.casefold() in cited and known[1].split() != text.split():
            yield _at_cite(
                structure, key,
                f"The bibliography has two entries {key!r}, and only one of them can be cited."
                if known[0] == key
                else f"The keys {known[0]!r} and {key!r} are one for BibTeX.",
            )  # fmt: skip


@check("duplicate-entry", 2, Category.CITATION)
def duplicate_entry(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""One work under two keys that are both cited: it stands twice in the list of references.

    Evidence: bibtex=@book{a, doi={10.1/x}} @misc{b, doi={https://doi.org/10.1/X}}
    Pass: As \cite{a} says.
    Fail: As \cite{a} and \cite{b} say.
    """
    cited = {citation.key for citation in structure.cites}
    seen: dict[str, str] = {}
    for key, text in entries(evidence.bibtex):
        if key not in cited:
            continue
        for mark in _marks(text):
            known = seen.setdefault(mark, key)
            if known != key:
                yield _at_cite(structure, key, f"{known!r} and {key!r} are the same work.")
                break


def _marks(text: str) -> Iterator[str]:
    if doi := DOI.search(text):
        yield doi["doi"].casefold()
    title, year = TITLE.search(text), YEAR.search(text)
    if title and year:
        yield f"{LETTERS.sub('', (title['braced'] or title['quoted']).casefold())} {year['year']}"


def _at_cite(structure: Structure, key: str, message: str) -> Hit:
    """Where it is cited first, or at the beginning."""
    place = next((c for c in structure.cites if c.key == key), None)
    return Hit(
        place.start if place else 0,
        place.end if place else 0,
        message,
        action="Give each work one entry with a key of its own.",
    )
