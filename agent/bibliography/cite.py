"""Citing: the draft's keys against the user's bibliography."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from agent.bibliography.library import Entry, Library
from agent.bibliography.near import nearest
from agent.bibliography.types import Cited
from agent.bibliography.working_copy import write_bibliography
from latex.citations import Citation, cite_keys, replace_spans
from latex.draft import Draft
from latex.escape import escape

NOT_IN_KEYS = re.compile(r"[\s\"#%'(),={}\\~$^&]+")
"""What neither BibTeX nor LaTeX takes in a key."""

Edit = tuple[int, int, str]


def cite(draft: Draft, library: Library) -> Cited:
    r"""The draft with keys that all have an entry, and the references.bib that belongs to it.

    A key that is no more than two slips away from the only one it can mean becomes that one. An
    unknown key is taken out of its command and stands visibly in bold where it was cited.
    """
    citations = cite_keys(draft.source)
    wanted = tuple(dict.fromkeys(citation.key for citation in citations))
    keys = set(library.keys)
    meant = {key: key if key in keys else nearest(key, library.keys) for key in wanted}
    used = [key for key in meant.values() if key is not None]
    if "*" in wanted:
        meant["*"] = "*"
        used = [key for key in used if key != "*"] + list(library.keys)
    used = list(dict.fromkeys(used))
    entries = tuple(_with_parents(library, used))
    written = _written_keys(entries)
    becomes = {key: written.get(found, found) for key, found in meant.items() if found is not None}
    unknown = tuple(key for key, found in meant.items() if found is None)
    references, remarks = write_bibliography(library, entries, written)
    kept = {entry.key for entry in entries}
    return Cited(
        draft=replace(draft, source=_rewritten(draft.source, citations, becomes)),
        references=references,
        used=tuple(written[key] for key in used),
        corrected=tuple((key, new) for key, new in becomes.items() if key != new),
        unknown=unknown,
        unused=tuple(key for key in library.keys if key not in kept),
        remarks=(*library.remarks, *remarks, *_missing_parents(library, entries)),
    )


def _with_parents(library: Library, used: Iterable[str]) -> Iterator[Entry]:
    """The used entries, and those they take fields from, however far away.

    BibTeX wants every parent behind its children, even if it is cited before them.
    """
    index = {entry.key: entry for entry in library}
    order = [key for key in used if key in index]
    known = set(order)
    for key in order:
        new = [parent for parent in index[key].parents if parent in index and parent not in known]
        order += new
        known.update(new)
    parents = {parent for key in order for parent in index[key].parents}
    yield from (index[key] for key in order if key not in parents)
    yield from (index[key] for key in order if key in parents)


def _missing_parents(library: Library, entries: Iterable[Entry]) -> Iterator[str]:
    keys = set(library.keys)
    for entry in entries:
        for parent in entry.parents:
            if parent not in keys:
                yield f"The entry {entry.key!r} refers to {parent!r}, which does not exist."


def _written_keys(entries: Iterable[Entry]) -> dict[str, str]:
    """The key of each entry in references.bib: without blanks and the like, and unlike the others
    in more than case, since BibTeX takes `Lee` and `lee` for one.
    """
    written: dict[str, str] = {}
    taken: set[str] = set()
    for entry in entries:
        plain = NOT_IN_KEYS.sub("-", entry.key).strip("-") or "entry"
        key, n = plain, 1
        while key.lower() in taken:
            n += 1
            key = f"{plain}-{n}"
        taken.add(key.lower())
        written[entry.key] = key
    return written


def _rewritten(source: str, citations: Iterable[Citation], becomes: dict[str, str]) -> str:
    """The source with keys corrected and unknown ones replaced by a visible mark."""
    commands: dict[tuple[int, int], list[Citation]] = defaultdict(list)
    for citation in citations:
        commands[citation.whole].append(citation)
    edits: list[Edit] = []
    for whole, members in commands.items():
        edits += _command_edits(source, whole, members, becomes)
    return replace_spans(source, edits)


def _command_edits(
    source: str, whole: tuple[int, int], members: list[Citation], becomes: dict[str, str]
) -> Iterator[Edit]:
    unknown = tuple(dict.fromkeys(c.key for c in members if c.key not in becomes))
    marks = " ".join(rf"\textbf{{[citation not found: {escape(key)}]}}" for key in unknown)
    if members[0].silent:
        marks = ""
    if len(unknown) == len({citation.key for citation in members}):
        yield (*whole, marks)
        return
    for argument in dict.fromkeys(citation.argument for citation in members):
        inside = [citation for citation in members if citation.argument == argument]
        known = [citation for citation in inside if citation.key in becomes]
        if not known:
            yield (*inside[0].group, "")
        elif len(known) < len(inside):
            yield (*argument, ",".join(dict.fromkeys(becomes[c.key] for c in known)))
        else:
            yield from ((c.start, c.end, becomes[c.key]) for c in inside if becomes[c.key] != c.key)
    if marks:
        yield (whole[1], whole[1], f" {marks}")
