"""Which files a folder holds, and which are left out before anyone looks into them."""

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pathspec

IGNORE_FILE = ".reflectexignore"
LOCKS = ("~$*", ".~lock.*#", "*.lock", "*.lck")
LITTER = (
    "*.aux", "*.toc", "*.lof", "*.lot", "*.out", "*.bbl", "*.blg", "*.fls", "*.fdb_latexmk",
    "*.synctex.gz", "*.pyc", "*.tmp", "*.bak", "*~", "Thumbs.db", "desktop.ini",
)  # fmt: skip
LITTER_FOLDERS = {"__pycache__", "node_modules", "__MACOSX"}


class Listed(NamedTuple):
    path: str
    """Relative to the folder, with forward slashes."""
    bytes: int
    ignored: str = ""
    """Why it is left out; empty when it is to be read."""


def list_files(folder: Path) -> tuple[Listed, ...]:
    """Every file below the folder, sorted; a folder left out as a whole is one entry."""
    spec = _ignored_by_user(folder)
    return tuple(sorted(_walk(folder, folder.resolve(), folder, spec), key=lambda f: f.path))


def _ignored_by_user(folder: Path) -> pathspec.PathSpec:  # type: ignore[type-arg]
    try:
        lines = (folder / IGNORE_FILE).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    return pathspec.PathSpec.from_lines("gitignore", lines)


def _walk(
    root: Path,
    real_root: Path,
    folder: Path,
    spec: pathspec.PathSpec,  # type: ignore[type-arg]
) -> Iterator[Listed]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Listed(_relative(folder, root), 0, f"cannot be read: {error.strerror}")
        return
    for entry in entries:
        path = Path(entry.path)
        relative = _relative(path, root)
        if entry.is_symlink() and (reason := _link(path, real_root)):
            yield Listed(relative, 0, reason)
        elif entry.is_dir():
            if reason := _folder_reason(path, relative, spec):
                yield Listed(relative + "/", 0, reason)
            elif not entry.is_symlink():
                yield from _walk(root, real_root, path, spec)
        elif entry.is_file():
            yield Listed(relative, entry.stat().st_size, _file_reason(entry.name, relative, spec))
        else:
            yield Listed(relative, 0, "is no ordinary file")


def _relative(path: Path, root: Path) -> str:
    # A name in another encoding than the system's is shown with a mark, never an error.
    text = path.relative_to(root).as_posix()
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") or "."


def _link(path: Path, real_root: Path) -> str:
    try:
        target = path.resolve(strict=True)
    except OSError:
        return "is a link to nothing"
    if real_root != target and real_root not in target.parents:
        return "is a link out of the folder, which is not followed"
    return "is a link to another folder here" if target.is_dir() else ""


def _folder_reason(path: Path, relative: str, spec: pathspec.PathSpec) -> str:  # type: ignore[type-arg]
    if (path / ".reflectex").is_dir():
        return "is the run folder of a report"
    if path.name in LITTER_FOLDERS:
        return "is build litter"
    if path.name.startswith("."):
        return "is hidden"
    if spec.match_file(relative + "/"):
        return f"is named in {IGNORE_FILE}"
    return ""


def _file_reason(name: str, relative: str, spec: pathspec.PathSpec) -> str:  # type: ignore[type-arg]
    if any(fnmatch(name, pattern) for pattern in LOCKS):
        return "is a lock file"
    if name.startswith("."):
        return "is hidden"
    if any(fnmatch(name, pattern) for pattern in LITTER):
        return "is build litter"
    if spec.match_file(relative):
        return f"is named in {IGNORE_FILE}"
    return ""
