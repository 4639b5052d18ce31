"""Which files a folder holds, and which are left out before anyone looks into them."""

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pathspec

from agent.errors import UsageError
from agent.materials.encoding import decode
from agent.materials.errors import Unreadable

IGNORE_FILE = ".reflectexignore"
LOCKS = ("~$*", ".~lock.*#", "*.lock", "*.lck", "~*.tmp")
LITTER = (
    "*.aux", "*.toc", "*.lof", "*.lot", "*.bbl", "*.bcf", "*.blg", "*.fls", "*.fdb_latexmk",
    "*.run.xml", "*.synctex.gz", "*.synctex", "*.nav", "*.snm", "*.vrb", "*.pyc", "*.tmp", "*.bak",
    "*~", "Thumbs.db", "desktop.ini", ".DS_Store", "*.part", "*.crdownload",
)  # fmt: skip
LITTER_BESIDE_TEX = ("*.log", "*.out")
"""Only beside a `.tex` file of that name; instruments write such files too."""
LITTER_FOLDERS = {"__pycache__", "node_modules", "__MACOSX", "_minted"}
Spec = pathspec.PathSpec[pathspec.Pattern]


class Listed(NamedTuple):
    path: str
    """Relative to the folder, with forward slashes; a folder left out as a whole ends in one."""
    bytes: int
    ignored: str = ""
    """Why it is left out, as the end of a sentence; empty when it is to be read."""
    place: str = ""
    """The path as the system has it, which may hold bytes that are no text."""


def check_folder(folder: Path) -> None:
    """Refuse what is no folder.

    Raises:
        UsageError: it is a file, or is not there.
    """
    if not folder.is_dir():
        what = "is a file, not a folder" if folder.exists() else "does not exist"
        raise UsageError(f"{folder} {what}.", "Name the folder that holds your data.")


def list_files(folder: Path) -> tuple[Listed, ...]:
    """Every file below the folder, sorted; a folder left out as a whole is one entry."""
    found = _walk(folder, folder.resolve(), folder, _ignored_by_user(folder))
    return tuple(sorted(found, key=lambda listed: listed.path))


def _ignored_by_user(folder: Path) -> Spec:
    try:
        lines = decode((folder / IGNORE_FILE).read_bytes()).text.splitlines()
    except (OSError, Unreadable):
        lines = []
    return pathspec.PathSpec.from_lines("gitignore", filter(_is_pattern, lines))


def _is_pattern(line: str) -> bool:
    """Whether gitignore understands a line; one that it does not names no file."""
    try:
        pathspec.PathSpec.from_lines("gitignore", [line])
    except ValueError:
        return False
    return True


def _walk(root: Path, real_root: Path, folder: Path, spec: Spec) -> Iterator[Listed]:
    try:
        with os.scandir(folder) as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError as error:
        relative = _relative(folder, root)
        yield Listed(f"{relative}/" if relative else ".", 0, f"cannot be read: {error.strerror}")
        return
    for entry in entries:
        path = Path(entry.path)
        relative = _relative(path, root)
        try:
            if entry.is_symlink() and (reason := _link(path, real_root)):
                yield Listed(relative, 0, reason)
            elif entry.is_dir():
                yield from _folder(root, real_root, path, spec)
            elif entry.is_file():
                reason = _file_reason(path, relative, spec)
                yield Listed(relative, entry.stat().st_size, reason, entry.path)
            else:
                yield Listed(relative, 0, "is no ordinary file")
        except OSError as error:
            yield Listed(relative, 0, f"cannot be read: {error.strerror}")


def _folder(root: Path, real_root: Path, path: Path, spec: Spec) -> Iterator[Listed]:
    relative = _relative(path, root)
    if reason := _folder_reason(path, relative, spec):
        yield Listed(f"{relative}/", 0, reason)
    else:
        yield from _walk(root, real_root, path, spec)


def _relative(path: Path, root: Path) -> str:
    """A name in another encoding than the system's is shown with a mark, never an error."""
    text = path.relative_to(root).as_posix()
    return "" if text == "." else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _link(path: Path, real_root: Path) -> str:
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        # Older versions of Python raise RuntimeError for a link that leads to itself.
        return "is a link that leads nowhere"
    if real_root != target and real_root not in target.parents:
        return "is a link out of the folder, which is not followed"
    return "is a link to a folder that is read where it lies" if target.is_dir() else ""


def _folder_reason(path: Path, relative: str, spec: Spec) -> str:
    if (path / ".reflectex").is_dir():
        return "is the run folder of a report"
    if path.name in LITTER_FOLDERS:
        return "is build litter"
    if path.name.startswith("."):
        return "is hidden"
    if spec.match_file(relative + "/"):
        return f"is named in {IGNORE_FILE}"
    return ""


def _file_reason(path: Path, relative: str, spec: Spec) -> str:
    name = path.name
    if any(fnmatch(name, pattern) for pattern in LOCKS):
        return "is a lock file"
    beside = LITTER_BESIDE_TEX if path.with_suffix(".tex").exists() else ()
    if any(fnmatch(name, pattern) for pattern in (*LITTER, *beside)):
        return "is build litter"
    if name.startswith("."):
        return "is hidden"
    if spec.match_file(relative):
        return f"is named in {IGNORE_FILE}"
    return ""
