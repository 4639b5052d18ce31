r"""Remedies for keys: cited but in no entry, given twice, and names that cannot be read."""

import re
from collections import defaultdict
from collections.abc import Iterator

from compile.remedies.bibliography_entries import Entry, entries
from compile.remedies.bibliography_use import asked_files, entry_keys, item_keys
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import distance
from latex.citations import Citation, cite_keys
from latex.diagnostic import Diagnostic

_DIGITS = re.compile(r"\d+")
_SUFFIX = re.compile(r"\d[a-z]$")
_SEPARATORS = re.compile(r"[^a-z0-9]")
_SEVERAL = re.compile(r"[\s;]+")
_SHORTEST = 5
_INITIALS = re.compile(r"(?:[A-Z]\.?[-~ ]?){1,4}")
_AND = re.compile(r"\s+and\s+")


@remedy("undefined-citation")
def correct_key(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\cite{smiht2020}` → `\cite{smith2020}`, where no other key is as near.

    One letter may differ, or capitals and separators; never a figure or the letter behind a year,
    by which works are told apart. Any other key stays as it is, and the warning with it.
    """
    known = frozenset(entry_keys(project)) | item_keys(project)
    wanted = problem.context
    if not wanted or wanted in known or not known:
        return
    uses = [
        (source, citation)
        for source in project.sources
        for citation in cite_keys(project.texts[source])
        if citation.key == wanted
    ]
    parts = [part for part in _SEVERAL.split(wanted) if part]
    if len(parts) > 1 and all(part in known for part in parts):
        what = f"Parted the keys {wanted} with commas."
        yield from _with_key(what, uses, ",".join(parts))
        return
    meant = meant_key(wanted, known)
    if meant is not None:
        yield from _with_key(f"Corrected the key {wanted} to {meant}.", uses, meant)


def _with_key(what: str, uses: list[tuple[str, Citation]], new: str) -> Iterator[Cure]:
    edits = tuple(Edit(source, c.start, c.end, new) for source, c in uses)
    if edits:
        yield Cure(what, edits)


def meant_key(wanted: str, known: frozenset[str]) -> str | None:
    """The only key that `wanted` can be a misspelling of; None where there is none, or several."""
    bare = _SEPARATORS.sub("", wanted.lower())
    same = [key for key in known if _SEPARATORS.sub("", key.lower()) == bare]
    if same:
        return same[0] if len(same) == 1 and bare else None
    if len(wanted) < _SHORTEST:
        return None
    near = [key for key in known if distance(wanted.lower(), key.lower(), 1) == 1]
    if len(near) != 1 or _DIGITS.findall(near[0]) != _DIGITS.findall(wanted):
        return None
    both_lettered = _SUFFIX.search(near[0]) and _SUFFIX.search(wanted)
    return None if both_lettered and near[0][:-1] == wanted[:-1] else near[0]


@remedy("duplicate-entry")
def part_duplicates(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """The second of two entries with one key: left out where it says the same, else renamed.

    BibTeX and biber take the first; the second, if it differs, stays as `smith2020-2`.
    """
    first: dict[str, tuple[str, Entry]] = {}
    edits: list[Edit] = []
    told: list[str] = []
    taken = {key.lower() for key in entry_keys(project)}
    for file in asked_files(project):
        for entry in entries(project.texts[file]):
            key = entry.key.lower()
            if not key or key not in first:
                first[key] = (file, entry)
                continue
            if _says(*first[key], project) == _says(file, entry, project):
                edits.append(_taken_out(file, entry, project))
                told.append(f"left out the second, equal entry {entry.key}")
                continue
            new = next(k for n in range(2, 9999) if (k := f"{entry.key}-{n}").lower() not in taken)
            taken.add(new.lower())
            edits.append(Edit(file, *entry.key_span, new))
            told.append(f"renamed the second, different entry {entry.key} to {new}")
    if edits:
        sentence = "; ".join(told[:6]) + (" …" if len(told) > 6 else "")
        yield Cure(f"{sentence[0].upper()}{sentence[1:]}.", tuple(edits))


def _says(file: str, entry: Entry, project: Project) -> tuple[str, dict[str, str]]:
    """What an entry holds, without the ways to write it."""
    text = project.texts[file]
    fields = {
        f.name: re.sub(r"\s+", " ", text[slice(*f.value)].strip('{}" ')) for f in entry.fields
    }
    return entry.kind, fields


def _taken_out(file: str, entry: Entry, project: Project) -> Edit:
    tail = re.compile(r"[ \t]*\n?").match(project.texts[file], entry.end)
    return Edit(file, entry.start, tail.end() if tail else entry.end, "")


@remedy("bibliography-name", "bibliography-syntax")
def part_authors(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """`Smith, J., Jones, K., Lee, M.` → `Smith, J. and Jones, K. and Lee, M.`.

    `Ann Smith, Ken Jones, May Lee` → the same with `and`.
    """
    found: dict[str, list[Edit]] = defaultdict(list)
    for file in asked_files(project):
        for entry in entries(project.texts[file]):
            for field in entry.fields:
                if field.name not in ("author", "editor", "translator"):
                    continue
                start, end = field.inner
                old = project.texts[file][start:end]
                if project.texts[file][start - 1] not in '{"':
                    continue
                new = " and ".join(map(_parted, _AND.split(old)))
                if new != " and ".join(_AND.split(old)):
                    found[entry.key].append(Edit(file, start, end, new))
    if found:
        edits = tuple(edit for each in found.values() for edit in each)
        yield Cure(f"Put and between the names of {', '.join(list(found)[:6])}.", edits)


def _parted(name: str) -> str:
    """A chain of names as single ones, where a person would read it so."""
    text = re.sub(r"\s+", " ", name.strip())
    if text.count(",") < 2 or "{" in text:
        return name
    parts = [part.strip() for part in text.rstrip(",").split(",")]
    parts = [part.removeprefix("and ") for part in parts if part]
    initials = [bool(_INITIALS.fullmatch(part)) for part in parts]
    if len(parts) % 2 == 0 and all(initials[1::2]) and not any(initials[::2]):
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return " and ".join(f"{last}, {first}" for last, first in pairs)
    if len(parts) > 2 and all(" " in part for part in parts):
        return " and ".join(parts)
    return name
