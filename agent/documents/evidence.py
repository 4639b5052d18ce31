"""What is known about a user's document: bibliography, pictures, language, material."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from typing import Literal

from agent.documents.decoding import read_source
from agent.documents.read import Document
from agent.errors import UsageError
from latex.braces import Braces
from latex.mask import mask
from latex.patterns import re
from latex.structure import structure
from reflect.evidence import Evidence

BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|addbibresource|addglobalbib|nobibliography)\*?\s*+(?:\[[^\[\]]*+\]\s*+)?+"
    r"\{([^{}]*+)\}"
)
ITEM = re.compile(r"\\bibitem(?![A-Za-z])")
STEP = re.compile(r"[^\[\]{}]*+([\]{])")
"""To the end of a label in brackets, or to a group in it."""
LONGEST_LABEL = 200
"""Groups in it."""
ENTRY = re.compile(r"@\s*(?!comment|string|preamble)[A-Za-z]+\s*[{(]\s*([^\s,{}]+)\s*,", re.I)
IDS = re.compile(r"\bids\s*=\s*[{\"]([^{}\"]*)[}\"]", re.I)
PICTURES = {".pdf", ".png", ".jpg", ".jpeg", ".eps", ".svg", ".mps", ".tif", ".tiff", ".bmp"}
PATHS = re.compile(r"\\graphicspath\s*+\{((?:\s*+\{[^{}]*+\})*+)\s*\}")
PATH = re.compile(r"\{\s*([^{}]*?)\s*\}")
MOST_FILES = 20_000
DEEPEST = 12
HAN = re.compile(r"[\u4e00-\u9fff]")
LETTER = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def evidence_for(document: Document, *, bib: Path | None, material: Path | None) -> Evidence:
    r"""The evidence that a document is held against.

    Keys come from `bib`, else from the .bib files that the document names, else from its own
    `\bibitem`s and its .bbl; when none of them is there, nothing is known of the keys.

    Raises:
        UsageError: a file or folder that was named is not there.
    """
    keys, bibtex = _bibliography(document, bib)
    return Evidence(
        cite_keys=keys,
        files=_files(document),
        bibtex=bibtex,
        material=_told(material) if material is not None else "",
        language=_language(document),
    )


def _bibliography(document: Document, bib: Path | None) -> tuple[frozenset[str] | None, str]:
    if bib is not None:
        text = read_source(bib).text
        return frozenset(_keys(text)), text
    live = mask(document.tree.text)
    texts, lost = [], False
    for name in _named(live):
        found = _read_beside(document, name)
        lost = lost or found is None
        texts.append(found or "")
    items = set(_items(live))
    if not texts and not items:
        bbl = _read_beside(document, f"{document.root.stem}.bbl")
        items = set(_items(bbl or ""))
    bibtex = "\n".join(texts)
    # One file that is missing may hold any key.
    if lost or not (items or bibtex.strip()):
        return None, bibtex
    return frozenset({*_keys(bibtex), *items}), bibtex


def _named(live: str) -> Iterator[str]:
    for match in BIBLIOGRAPHY.finditer(live):
        for name in filter(None, map(str.strip, match[1].split(","))):
            yield name if name.endswith(".bib") else f"{name}.bib"


def _items(text: str) -> Iterator[str]:
    """The keys of a list of references; their labels hold groups in groups."""
    braces = Braces(text)
    for match in ITEM.finditer(text):
        start = _behind_label(braces, braces.skip_blank(match.end()))
        group = braces.argument(start)
        if group is not None:
            yield text[group[0] + 1 : group[1] - 1].strip()


def _behind_label(braces: Braces, start: int) -> int:
    if not braces.live.startswith("[", start):
        return start
    position: int | None = start + 1
    for _ in range(LONGEST_LABEL):
        step = STEP.match(braces.live, position) if position is not None else None
        if step is None:
            break
        if step[1] == "]":
            return step.end()
        position = braces.closing(step.start(1))
    return start


def _read_beside(document: Document, name: str) -> str | None:
    """A file beneath the document's folder; None when it is not there, or elsewhere."""
    try:
        path = (document.folder / name).resolve()
        if not path.is_relative_to(document.folder) or not path.is_file():
            return None
        return read_source(path).text
    except (UsageError, OSError, RuntimeError, ValueError):
        return None


def _keys(bibtex: str) -> Iterator[str]:
    yield from ENTRY.findall(bibtex)
    for names in IDS.findall(bibtex):
        yield from filter(None, map(str.strip, names.split(",")))


def _files(document: Document) -> frozenset[str] | None:
    """Where not one picture lies beneath the document they are kept elsewhere."""
    if document.partial:
        return None
    inside = _pictures(document.folder, "", DEEPEST)
    if inside is None:
        return None
    for name in _elsewhere(document.tree.text):
        inside |= _pictures(document.folder / name, name, 1) or set()
    return frozenset(inside) or None


def _elsewhere(source: str) -> set[str]:
    """Folders outside that of the document in which it looks for pictures."""
    seen = structure(source)
    paths = [path for match in PATHS.finditer(seen.live) for path in PATH.findall(match[1])]
    names = {
        normpath(join(path, mark.key.strip())) for path in ("", *paths) for mark in seen.graphics
    }
    return {dirname(name) for name in names if name.startswith(("../", "/")) and "\0" not in name}


def _pictures(folder: Path, name: str, depth: int) -> set[str] | None:
    """The pictures of a folder as a document names them that calls it `name`.

    None where they are too many: of a folder that was not seen whole nobody can say what is
    missing from it.
    """
    found: set[str] = set()
    seen = 0
    for place, folders, names in os.walk(folder):
        below = Path(place).relative_to(folder)
        far = len(below.parts) >= depth - 1
        folders[:] = () if far else [part for part in folders if not part.startswith(".")]
        seen += len(names) + len(folders)
        if seen > MOST_FILES:
            return None
        prefix = PurePosixPath(name, *below.parts)
        found.update(str(prefix / n) for n in names if Path(n).suffix.lower() in PICTURES)
    return found


def _language(document: Document) -> Literal["en", "zh"] | None:
    """By what most of the text is written in; None for other scripts and other languages."""
    seen = structure(document.tree.text)
    start, end = seen.body or (0, len(seen.live))
    han = len(HAN.findall(seen.live, start, end))
    words = len(LETTER.findall(seen.live, start, end))
    return "zh" if han > 2 * words else None


def _told(folder: Path) -> str:
    """What stands in the notes of a folder, and how its tables and their columns are called."""
    from agent.authors.material import stated_in
    from agent.materials.scan import take_inventory
    from agent.materials.walk import check_folder

    check_folder(folder)
    inventory = take_inventory(folder, memo=lambda _, make: make())
    columns = [
        f"{table.path}: {', '.join(column.name for column in table.columns)}"
        for table in inventory.tables
    ]
    return "\n\n".join(filter(None, (stated_in(inventory), "\n".join(columns))))
