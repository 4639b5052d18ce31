r"""Whether a file is a chapter of another one, which then is what has to be compiled."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from compile.sources import INPUT, decode
from latex.mask import mask

_MAGIC = re.compile(r"^%\s*!\s*TEX\s+root\s*=\s*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_HEAD = 2000
"""Characters in which editors look for that comment."""
_OWN = re.compile(r"\\(?:documentclass|begin\s*\{document\})")
_FOLDERS_UP = 2
_MOST_FILES = 100
_LARGEST = 2 * 1024 * 1024


def root_of(part: Path, source: str) -> Path | None:
    r"""The document that inputs `part`, by its magic comment or by looking around.

    None for a file with a preamble of its own, and where no document is found.
    """
    if _OWN.search(mask(source)):
        return None
    if magic := _MAGIC.search(source[:_HEAD]):
        named = part.parent / magic[1]
        return next((p for p in (named, named.with_suffix(".tex")) if p.is_file()), None)
    return next((p for p in _near(part) if _inputs(p, part)), None)


def _near(part: Path) -> Iterator[Path]:
    for folder in list(part.absolute().parents)[: 1 + _FOLDERS_UP]:
        names = sorted(folder.glob("*.tex")) if os.access(folder, os.R_OK) else []
        yield from (p for p in names[:_MOST_FILES] if p.name != part.name or folder != part.parent)


def _inputs(document: Path, part: Path) -> bool:
    if not document.is_file() or document.stat().st_size > _LARGEST:
        return False
    if not os.access(document, os.R_OK):
        return False
    live = mask(decode(document.read_bytes()))
    if not _OWN.search(live):
        return False
    goal = part.absolute().resolve()
    names = (name.strip() for name in INPUT.findall(live))
    return any((document.parent / f"{n.removesuffix('.tex')}.tex").resolve() == goal for n in names)
