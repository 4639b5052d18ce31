r"""Remedies for characters with a meaning in TeX that stand bare in a .bib file: & % # _ ^ $."""

import re
from collections.abc import Iterator

from compile.remedies.bibliography_entries import Entry
from compile.remedies.bibliography_use import BIBLATEX, NATBIB, used_entries
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic

PRINTED = frozenset(
    (
        *("title", "subtitle", "booktitle", "booksubtitle", "maintitle", "journal", "journaltitle"),
        *(
            "journalsubtitle",
            "shortjournal",
            "shorttitle",
            "series",
            "publisher",
            "note",
            "addendum",
        ),
        *(
            "address",
            "location",
            "institution",
            "school",
            "organization",
            "howpublished",
            "edition",
        ),
        *(
            "chapter",
            "author",
            "editor",
            "translator",
            "type",
            "version",
            "number",
            "volume",
            "pages",
        ),
        *("issuetitle", "venue", "titleaddon", "eventtitle"),
    )
)
"""Fields whose text is typeset; addresses such as url and doi are read by other rules."""
ADDRESSES = frozenset(("doi", "url", "eprint"))

_TOKEN = re.compile(
    r"(?P<kept>\\(?:url|path|nolinkurl|burl|doi|href|label|ref|cite)\s*\{[^{}]*\}"
    r"|\\\(.{0,300}?\\\)|\\[A-Za-z]+|\\.)"
    r"|(?P<math>\$(?:\\.|[^$\\])*\$)|(?P<sign>[&%#_^$])",
    re.DOTALL,
)
_ENTITY = re.compile(r"&(?:amp|#38);")
_INDEX = re.compile(r"[_^](?P<script>\d+|[A-Za-z](?![A-Za-z])|\{[^{}$]{1,12}\})")
_NAMES = "|".join(("cite", "nocite", "printbibliography", "bibliography", *NATBIB, *BIBLATEX))
_CITES = re.compile(rf"\\(?:{_NAMES})(?![A-Za-z])")


@remedy(
    "misplaced-alignment", "extra-alignment", "missing-dollar", "wrong-place", "runaway-argument",
    "too-many-braces", "missing-brace", "tex-error", "double-script", "unbalanced-group",
    "unbalanced-environment", "emergency-stop", "missing-item",
)  # fmt: skip
def escape_in_entries(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Write & % # _ ^ and a lonely $ in the fields of cited entries so that TeX prints them.

    Before: `title = {Salt & water at 5%}`; after: `title = {Salt \& water at 5\%}`.
    """
    if not _about_list(problem, project):
        return
    edits = [
        edit
        for file, entry in used_entries(project)
        for edit in _in_entry(file, entry, project, PRINTED)
    ]
    if edits:
        yield Cure(f"Wrote {_signs(edits, project)} in the bibliography as TeX prints it.",
                   tuple(edits))  # fmt: skip
    addresses = [
        edit
        for file, entry in used_entries(project)
        for edit in _in_entry(file, entry, project, ADDRESSES)
    ]
    if addresses:
        yield Cure("Wrote the signs in addresses of the bibliography as TeX prints them.",
                   tuple(addresses))  # fmt: skip


def _about_list(problem: Diagnostic, project: Project) -> bool:
    """Whether the report is about what came out of the .bib file."""
    if problem.file is None or problem.file.endswith((".bbl", ".bib")):
        return True
    span = project.line(problem.file, problem.line)
    if span is None or problem.line is None:
        return False
    before = project.line(problem.file, problem.line - 1) or span
    return _CITES.search(project.code(problem.file), before[0], span[1]) is not None


@precaution
def keep_text_behind_percent(project: Project) -> Iterator[Cure]:
    r"""Escape a % in a cited entry: TeX would drop what follows it, and say nothing.

    Before: `title = {A loss of 5% in air}`; after: `title = {A loss of 5\% in air}`.
    """
    edits = [
        edit
        for file, entry in used_entries(project)
        if not entry.mends
        for edit in _in_entry(file, entry, project, PRINTED)
        if project.texts[file][edit.start] == "%" and _printed(project.texts[file], edit.start)
    ]
    if edits:
        yield Cure("Wrote % in the bibliography as TeX prints it.", tuple(edits))


def _printed(text: str, at: int) -> bool:
    r"""Whether a % is a sign of the text: at a line's end it may be meant for TeX."""
    return text[at - 1 : at].isdigit() or text[at + 1 : at + 2] not in ("\n", "\r")


def _in_entry(file: str, entry: Entry, project: Project, names: frozenset[str]) -> Iterator[Edit]:
    text = project.texts[file]
    for field in entry.fields:
        if field.name in names and field.value[0] < field.value[1]:
            yield from _escaped(file, text, *field.value)


def _escaped(file: str, text: str, start: int, end: int) -> Iterator[Edit]:
    """One edit for each bare sign; formulas are left alone but for % and #."""
    for found in _TOKEN.finditer(text, start, end):
        if found["math"] and _is_formula(found["math"]):
            for inner in re.finditer(r"(?<!\\)[%#]", found["math"]):
                at = found.start() + inner.start()
                yield Edit(file, at, at + 1, f"\\{inner[0]}")
        elif found["math"]:
            yield from _escaped_prices(file, text, found.start(), found.end())
        elif found["sign"]:
            yield _sign(file, text, found.start(), end)


def _is_formula(text: str) -> bool:
    r"""Whether two $ enclose a formula: `$5 to $` is the price before another price."""
    return not re.match(r"\$\d[\d.,]*\s+(?:\w+\s+)*\$", text)


def _escaped_prices(file: str, text: str, start: int, end: int) -> Iterator[Edit]:
    for found in re.finditer(r"(?<!\\)[$&%#]", text[start:end]):
        yield Edit(file, start + found.start(), start + found.end(), f"\\{found[0]}")


def _sign(file: str, text: str, at: int, end: int) -> Edit:
    sign = text[at]
    if sign == "&" and (entity := _ENTITY.match(text, at, end)):
        return Edit(file, at, entity.end(), r"\&")
    if sign in "_^":
        index = _INDEX.match(text, at, end)
        if index and text[at - 1 : at].isalpha() and not _is_name(text, at):
            return Edit(file, at, index.end(), f"${index[0]}$")
        return Edit(file, at, at + 1, r"\_" if sign == "_" else r"\^{}")
    return Edit(file, at, at + 1, f"\\{sign}")


def _is_name(text: str, at: int) -> bool:
    """Whether the sign stands in a longer name such as `data_2_raw` or an address."""
    word = re.search(r"\S*$", text[max(0, at - 60) : at])
    rest = re.match(r"\S*", text[at : at + 60])
    whole = (word[0] if word else "") + (rest[0] if rest else "")
    return "/" in whole or re.search(r"[a-z]{3}_|_[A-Za-z]{2}", whole) is not None


def _signs(edits: list[Edit], project: Project) -> str:
    return " ".join(dict.fromkeys(project.texts[edit.file][edit.start] for edit in edits))
