r"""How a document uses its bibliography: the files it names, the keys it cites, the program."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compile.remedies.bibliography_entries import Entry, entries
from compile.remedies.project import Project
from latex.citations import cite_keys

_COMMAND = re.compile(
    r"\\(?P<command>bibliographystyle|bibliography|addbibresource|addglobalbib|addsectionbib"
    r"|printbibliography|printbibheading)(?![A-Za-z])\s*"
    r"(?:\[(?P<options>[^\]]*)\]\s*)?(?:\{(?P<argument>[^{}\\]*)\})?"
)
_ITEM = re.compile(
    r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\]\s*)?\{([^{}\\]+)\}"
)
_LIST = re.compile(r"\\begin\s*\{thebibliography\}")
NATBIB = (
    *("citep", "citet", "citealp", "citealt", "citeauthor", "citeyear", "citeyearpar", "Citet"),
    *("Citep", "Citeauthor", "citetext", "citenum", "Citealt", "Citealp"),
)
BIBLATEX = ("parencite", "textcite", "autocite", "footcite", "fullcite", "citetitle", "smartcite",
            "Parencite", "Textcite", "Autocite", "supercite", "footfullcite", "autocites",
            "parencites", "textcites")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Naming:
    r"""One command such as `\bibliography{refs}`."""

    command: str
    file: str
    start: int
    end: int
    argument: tuple[int, int]
    """Span between the braces; two equal offsets without an argument."""
    names: tuple[str, ...]


def namings(project: Project, *commands: str) -> tuple[Naming, ...]:
    """Every use of these commands, or of all that name a bibliography or print it."""
    return tuple(
        naming for naming in _namings(project) if not commands or naming.command in commands
    )


def _namings(project: Project) -> Iterator[Naming]:
    for file in project.sources:
        for found in _COMMAND.finditer(project.code(file)):
            argument = found["argument"]
            end = found.end() if argument is not None else found.end("command")
            span = found.span("argument") if argument is not None else (end, end)
            names = tuple(filter(None, (n.strip() for n in (argument or "").split(","))))
            if found["command"] in ("printbibliography", "printbibheading") and argument is None:
                end = found.end("options") + 1 if found["options"] is not None else end
            yield Naming(found["command"], file, found.start(), end, span, names)


def asked_files(project: Project) -> tuple[str, ...]:
    """The .bib files of the project that the document names; all of them where it names none."""
    every = [name for name in project.texts if name.endswith(".bib")]
    wanted = {
        name if name.endswith(".bib") else f"{name}.bib"
        for naming in namings(project, "bibliography", "addbibresource", "addglobalbib")
        for name in naming.names
    }
    return tuple(name for name in every if name in wanted) or tuple(every)


def cited(project: Project) -> frozenset[str]:
    r"""The keys the text names; `*` among them stands for all (`\nocite{*}`)."""
    return frozenset(c.key for source in project.sources for c in cite_keys(project.texts[source]))


def used_entries(project: Project) -> Iterator[tuple[str, Entry]]:
    """The entries that come into the printed list, each with its file."""
    keys = {key.lower() for key in cited(project)}
    found = [
        (file, entry) for file in asked_files(project) for entry in entries(project.texts[file])
    ]
    parents = {
        project.texts[file][slice(*field.inner)].strip().lower()
        for file, entry in found
        if entry.key.lower() in keys and (field := entry.field("crossref"))
    }
    for file, entry in found:
        if "*" in keys or entry.key.lower() in keys | parents:
            yield file, entry


def entry_keys(project: Project) -> dict[str, str]:
    """Every key of the project's .bib files, with the file it is first in."""
    found: dict[str, str] = {}
    for file in asked_files(project):
        for entry in entries(project.texts[file]):
            if entry.key:
                found.setdefault(entry.key, file)
    return found


def item_keys(project: Project) -> frozenset[str]:
    r"""The keys of lists that are written by hand with `\bibitem`."""
    return frozenset(
        found[1].strip()
        for source in project.sources
        for found in _ITEM.finditer(project.code(source))
    )


def has_own_list(project: Project) -> bool:
    r"""Whether the document has a `thebibliography` of its own."""
    return any(_LIST.search(project.code(source)) for source in project.sources)


def uses(project: Project, *names: str) -> bool:
    """Whether one of these commands is used."""
    pattern = re.compile(rf"\\(?:{'|'.join(names)})(?![A-Za-z])")
    return any(pattern.search(project.code(source)) for source in project.sources)
