"""Remedies for .bib files that BibTeX or biber cannot read: commas, braces, keys."""

import re
from collections import Counter
from collections.abc import Iterator

from compile.remedies.bibliography_entries import Entry, entries
from compile.remedies.bibliography_reading import BRACE_TOO_MANY, Mend
from compile.remedies.bibliography_use import cited, used_entries
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic

_WORD = re.compile(r"[^\W\d_]{2,}|\d{4}")
_UNFIT = re.compile(r"[^A-Za-z0-9]")
_MOST_TOLD = 4


@remedy("bibliography-syntax", "biber-report")
def mend_entry(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A comma, brace, quote or = that an entry lacks, or has too many of, and a missing key.

    Before: `author = {A. Good}` and `title = {T},` in the next line; after: `author = {A. Good},`.
    """
    found = [
        (file, entry, mends)
        for file in bibliographies(problem, project)
        for entry in entries(project.texts[file])
        if (mends := _mends(file, entry, project))
    ]
    if len(found) > 1:
        told = "; ".join(f"{_shown(entry)}: {_listed(mends)}" for _, entry, mends in found)
        edits = (_edits(file, mends) for file, _, mends in found)
        yield Cure(f"Mended entries of the bibliography ({told}).", sum(edits, ()))
    for file, entry, mends in _nearest(found, problem, project):
        yield Cure(
            f"Mended the entry {_shown(entry)} of {file}: {_listed(mends)}.", _edits(file, mends)
        )


@precaution
def keep_fields_behind_brace(project: Project) -> Iterator[Cure]:
    """`author = {A. Good}},` → `author = {A. Good},`: BibTeX drops the fields behind in silence."""
    for file, entry in used_entries(project):
        if any(mend.why == BRACE_TOO_MANY for mend in entry.mends):
            what = f"Mended the entry {_shown(entry)} of {file}: {_listed(entry.mends)}."
            yield Cure(what, _edits(file, entry.mends))


def bibliographies(problem: Diagnostic, project: Project) -> tuple[str, ...]:
    """The .bib files a problem can be about: the one it names, else all."""
    every = tuple(name for name in project.texts if name.endswith(".bib"))
    named = (problem.file or "").rpartition("/")[2]
    here = tuple(name for name in every if name.rpartition("/")[2] == named)
    return here or every


def _mends(file: str, entry: Entry, project: Project) -> tuple[Mend, ...]:
    if entry.key or not entry.fields:
        return entry.mends
    key = _key_for(file, entry, project)
    start, end = entry.key_span
    comma = "" if project.texts[file][end : end + 1] == "," else ","
    line = "" if project.texts[file][end : end + 1] in (",", "\n", " ") else " "
    return (Mend(start, end, f"{key}{comma}{line}", f"the key {key}"), *entry.mends)


def _key_for(file: str, entry: Entry, project: Project) -> str:
    """A key that is cited, is in no entry, and fits author and year; else a new one of these."""
    known = {e.key for name in project.texts if name.endswith(".bib")
             for e in entries(project.texts[name])}  # fmt: skip
    author, year = (_text(file, entry, name, project) for name in ("author", "year"))
    names = [word.lower() for word in _WORD.findall(author)]
    open_keys = sorted(cited(project) - known - {"*"})
    fits = [key for key in open_keys if any(n in key.lower() for n in names)]
    with_year = [key for key in fits if year and year in key]
    for few in (with_year, fits, open_keys if not _others_lack_keys(file, project) else []):
        if len(few) == 1:
            return few[0]
    stem = _UNFIT.sub("", (names[0] if names else "entry") + year) or "entry"
    return next(k for k in (stem, *(f"{stem}-{n}" for n in range(2, 999))) if k not in known)


def _others_lack_keys(file: str, project: Project) -> bool:
    return sum(not e.key and bool(e.fields) for e in entries(project.texts[file])) > 1


def _text(file: str, entry: Entry, name: str, project: Project) -> str:
    field = entry.field(name)
    return project.texts[file][slice(*field.value)].strip('{}" ') if field else ""


def _shown(entry: Entry) -> str:
    return entry.key or "without a key"


def _listed(mends: tuple[Mend, ...]) -> str:
    whys = list(Counter(mend.why for mend in mends))
    more = f" and {len(whys) - _MOST_TOLD} more" if len(whys) > _MOST_TOLD else ""
    return ", ".join(whys[:_MOST_TOLD]) + more


def _edits(file: str, mends: tuple[Mend, ...]) -> tuple[Edit, ...]:
    """One edit for each place: two insertions at one point are one."""
    joined: list[Mend] = []
    for mend in sorted(mends, key=lambda mend: (mend.start, mend.end)):
        if joined and joined[-1].start == joined[-1].end == mend.start:
            last = joined.pop()
            mend = Mend(last.start, mend.end, last.new + mend.new, last.why)
        joined.append(mend)
    return tuple(Edit(file, mend.start, mend.end, mend.new) for mend in joined)


Found = tuple[str, Entry, tuple[Mend, ...]]


def _nearest(found: list[Found], problem: Diagnostic, project: Project) -> list[Found]:
    """The entry the report is about first: it begins there or before."""
    line = problem.line
    if line is None:
        return found

    def distance(one: Found) -> tuple[bool, int]:
        far = line - project.line_of(one[0], one[1].start)
        return far < 0, abs(far)

    return sorted(found, key=distance)
