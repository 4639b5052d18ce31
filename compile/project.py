"""The copy of a document's folder that TeX works on."""

import os
import re
import shutil
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_FILES = 5000
MOST_BYTES = 200 * 1024 * 1024
_MOST_ENTRIES = 50_000
"""Folder entries looked at before the search for files to copy ends."""

_NEEDED_FIRST = frozenset(
    (
        *(".tex", ".ltx", ".sty", ".cls", ".bib", ".bst", ".bbx", ".cbx", ".lbx", ".def", ".cfg"),
        *(".clo", ".fd", ".tikz", ".pgf", ".pdf", ".png", ".jpg", ".jpeg", ".eps", ".mps"),
        *(".csv", ".dat", ".txt", ".ttf", ".otf", ".bbl"),
    )
)
_LITTER = frozenset(
    (
        *(".pdf", ".aux", ".log", ".toc", ".lof", ".lot", ".lol", ".out", ".fls", ".blg", ".bcf"),
        *(".fdb_latexmk", ".xdv", ".nav", ".snm", ".vrb", ".idx", ".ilg", ".ind", ".synctex.gz"),
        ".run.xml",
    )
)
"""What an earlier run left beside the document; an old error in it would come back."""

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Copied:
    """The build folder's copy of a project."""

    root: str
    """Name of the main file in the copy: always plain ASCII."""
    files: int
    left_out: tuple[str, ...]
    """Files that were over the size limits, by their relative names."""
    outside: tuple[str, ...]
    """Links that lead out of the project folder and were not followed."""


def copy_project(root: Path, target: Path) -> Copied:
    """Copy what the document may need into `target`: visible files of its folder, within limits.

    Source files and pictures come first and small files before large ones, so that a film beside
    the document costs the film and not the figures.
    """
    folder = root.parent
    outside: list[str] = []
    found = list(_project_files(folder, outside))
    kept_bibliography = not any(relative.suffix == ".bib" for relative, _ in found)
    wanted = [
        (relative, size)
        for relative, size in found
        if not _is_litter(relative, root, kept_bibliography)
    ]
    wanted.sort(key=lambda file: (file[0].suffix.lower() not in _NEEDED_FIRST, file[1]))
    name = _safe_name(root.name, {str(relative) for relative, _ in wanted})
    target.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root, target / name)
    files, total, left_out = 1, root.stat().st_size, []
    for relative, size in wanted:
        if files >= MOST_FILES or total + size > MOST_BYTES:
            left_out.append(str(relative))
            continue
        if _copy(folder / relative, target / relative):
            files, total = files + 1, total + size
    return Copied(name, files, tuple(left_out), tuple(outside))


def _copy(source: Path, target: Path) -> bool:
    """An unreadable neighbour is no fault until the document asks for it."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    except OSError:
        return False
    return True


def _project_files(folder: Path, outside: list[str]) -> Iterator[tuple[Path, int]]:
    """Relative path and size of every visible ordinary file, near ones first."""
    home = folder.resolve()
    queue, entries = deque([folder]), 0
    while queue:
        try:
            listing = sorted(os.scandir(queue.popleft()), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in listing:
            entries += 1
            path = Path(entry.path)
            if entries > _MOST_ENTRIES or entry.name.startswith("."):
                continue
            if entry.is_symlink() and not _leads_inside(path, home):
                outside.append(str(path.relative_to(folder)))
            elif entry.is_dir():
                queue.append(path)
            elif entry.is_file():
                yield path.relative_to(folder), entry.stat().st_size


def _leads_inside(link: Path, home: Path) -> bool:
    """A link to a folder that holds it would never end."""
    try:
        goal = link.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return goal.is_relative_to(home) and not link.parent.resolve().is_relative_to(goal)


def _is_litter(relative: Path, root: Path, kept_bibliography: bool) -> bool:
    if len(relative.parts) > 1:
        return False
    if relative.name == root.name:
        return True
    ending = relative.name.removeprefix(root.stem)
    if ending == relative.name:
        return False
    return ending in _LITTER or (ending == ".bbl" and not kept_bibliography)


def _safe_name(name: str, taken: set[str]) -> str:
    """A name neither TeX nor a command line can misread, kept where it already is one."""
    if _SAFE.fullmatch(name) and name.endswith(".tex"):
        return name
    number = 0
    while (candidate := f"document{number or ''}.tex") in taken:
        number += 1
    return candidate
