r"""Cures for sources whose bytes are not in the encoding that LaTeX takes them for."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.listings import LISTING
from compile.remedies.loading import CLASS, direct
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic

_EIGHT_BIT = re.compile(r"latin\d|ansinew|cp125\d|applemac|cp\d+|ascii")


@remedy("invalid-encoding")
def name_encoding(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A source in Latin-1: `\usepackage[utf8]{inputenc}` → `[latin1]`; the text stays as it is."""
    text = project.texts.get(problem.file or project.root, "")
    signs = {sign for sign in text if ord(sign) > 127}
    if any(ord(sign) > 127 for found in LISTING.finditer(text) for sign in found["text"]):
        return
    if not signs or max(signs) > "\u00ff":
        return  # it was read as UTF-8: the bytes are not at fault
    option = "cp1252" if any("\x80" <= sign <= "\x9f" for sign in signs) else "latin1"
    own = direct(project, "inputenc")
    new = rf"\usepackage[{option}]{{inputenc}}"
    if own and len(own[0].names) == 1:
        edit = Edit(own[0].file, own[0].start, own[0].end, new)
    else:
        found = CLASS.search(project.code(project.root))
        end = project.code(project.root).find("\n", found.end()) + 1 if found else 0
        edit = Edit(project.root, end, end, f"{new}\n")
    yield Cure(f"Told LaTeX that the text is encoded as {option}.", (edit,))


@precaution
def correct_encoding(project: Project) -> Iterator[Cure]:
    r"""UTF-8 that is called Latin-1 prints two signs for one: `[latin1]{inputenc}` → `[utf8]`.

    Only where a character that Latin-1 does not have shows that the source is UTF-8.
    """
    if max(project.texts[project.root], default="") <= "\u00ff":
        return
    for loading in direct(project, "inputenc"):
        if _EIGHT_BIT.fullmatch(loading.options.strip()) and len(loading.names) == 1:
            edit = Edit(loading.file, loading.start, loading.end, r"\usepackage[utf8]{inputenc}")
            yield Cure("Told LaTeX that the text is encoded as UTF-8.", (edit,))
