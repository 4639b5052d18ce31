"""Signs such as emoji that no font and no command here can print: their names in frames."""

import unicodedata
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.signs import same
from compile.remedies.standing import TEXT, standing
from latex.diagnostic import Diagnostic

_MOST = 400


@remedy("unicode-character")
def name_signs(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Name a picture sign that pdflatex does not know; other engines are tried before.

    Before: `a rocket emoji`; after: `\fbox{\scriptsize rocket}`. Letters are never named: a font
    must set them.
    """
    if project.engine != "pdflatex":
        return
    edits = [
        Edit(name, at, at + 1, rf"\fbox{{\scriptsize {unicodedata.name(sign).lower()}}}")
        for name in project.sources
        for at, sign in _pictures(name, project.code(name))
    ]
    if edits:
        what = "Wrote the names of signs that no font here has in frames."
        yield Cure(what, tuple(edits[:_MOST]), visible=True)


def _pictures(name: str, code: str) -> Iterator[tuple[int, str]]:
    if code.isascii():
        return
    stands = standing(name, code)
    for at, sign in enumerate(code):
        picture = ord(sign) > 0x2000 and unicodedata.category(sign) == "So"
        if picture and stands[at] == TEXT and not same(sign):
            yield at, sign
