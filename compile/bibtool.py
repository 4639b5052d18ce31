"""Which program makes the bibliography, where the user wants another than the document names."""

import re

from compile.errors import Uncompilable
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Loading, Project

BIBTOOLS = ("auto", "bibtex", "biber")

_BACKEND = re.compile(r"(?<![\w-])backend\s*=\s*\{?(?P<name>[\w-]+)\}?")


def require_bibtool(name: str) -> None:
    """Raises:
    Uncompilable: there is no such program.
    """
    if name not in BIBTOOLS:
        raise Uncompilable(
            f"There is no bibliography program {name!r}.", f"Choose {', '.join(BIBTOOLS)}."
        )


def with_bibtool(project: Project, name: str) -> Cure | None:
    """Biblatex told to use this program: it writes another file for each of them.

    None where the document does not load biblatex, which leaves it to BibTeX anyway, or names
    this program already; biber is biblatex' own choice.
    """
    loading = next((one for one in project.loadings if "biblatex" in one.names), None)
    if name == "auto" or loading is None:
        return None
    found = _BACKEND.search(loading.options)
    if (found["name"] if found else "biber") == name:
        return None
    what = f"Told biblatex to use {name}, as asked."
    return Cure(what, (_told(project, loading, name),), remedy="bibtool")


def _told(project: Project, loading: Loading, name: str) -> Edit:
    text = project.texts[loading.file]
    loaded = text[loading.start : loading.end]
    bracket = loaded.find("[")
    if loading.options and (found := _BACKEND.search(loaded, bracket)):
        start = loading.start + found.start("name")
        return Edit(loading.file, start, loading.start + found.end("name"), name)
    if loading.options:
        at = loading.start + bracket + 1
        return Edit(loading.file, at, at, f"backend={name},")
    brace = loaded.index("{")
    if bracket >= 0:
        return Edit(loading.file, loading.start + bracket, loading.start + brace,
                    f"[backend={name}]")  # fmt: skip
    at = loading.start + brace
    return Edit(loading.file, at, at, f"[backend={name}]")
