"""Remedies for .bib files that are not UTF-8."""

import re
from collections.abc import Iterator

from compile.remedies.bibliography_use import asked_files
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic

MARK = "% Encoding: UTF-8\n"
"""By this first line a changed file is written as UTF-8, and editors of .bib files know it too."""
_UTF16 = ("\xff\xfe", "\xfe\xff")
_CONTROLS = re.compile("[\x80-\x9f]")


@remedy("invalid-encoding")
def write_in_utf8(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A .bib file in Latin-1 or Windows-1252 → the same text in UTF-8.

    Its first line says so from then on: `% Encoding: UTF-8`.
    """
    if problem.file is not None and not problem.file.endswith((".bib", ".bbl")):
        return
    for file in asked_files(project):
        text = project.texts[file]
        named = (problem.file or "").endswith(".bbl") or file.endswith(problem.file or "")
        if not named or text.isascii() or max(text) > "\xff" or text.startswith(MARK):
            continue
        signs = (
            Edit(file, found.start(), found.end(), _windows(found[0]))
            for found in _CONTROLS.finditer(text)
            if found.start() > 0
        )
        yield Cure(f"Wrote {file} in UTF-8.", (Edit(file, 0, 0, MARK), *signs))


def _windows(sign: str) -> str:
    return sign.encode("latin-1").decode("cp1252", "replace").replace("\ufffd", sign)


@precaution
def read_utf16(project: Project) -> Iterator[Cure]:
    """A .bib file in UTF-16, in which BibTeX finds no entry → the same text in UTF-8."""
    for file in asked_files(project):
        text = project.texts[file]
        if not text.startswith(_UTF16):
            continue
        try:
            plain = text.encode("latin-1").decode("utf-16")
        except (UnicodeDecodeError, UnicodeEncodeError):
            continue
        what = f"Wrote {file} in UTF-8 in place of UTF-16, which BibTeX cannot read."
        yield Cure(what, (Edit(file, 0, len(text), MARK + plain.replace("\r\n", "\n")),))
