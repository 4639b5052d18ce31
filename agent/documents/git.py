"""What git knows of a file: its text at a revision, and whether it can be brought back."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath

from agent.documents.decoding import SourceText, decoded
from agent.errors import UsageError

SECONDS = 30
QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
HOOK = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git tells its hooks; it is meant for the top of the work tree, not for a folder in it."""


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """One command that only looks: no hook, no filter, no pager, no network."""
    program = shutil.which("git")
    if program is None:
        raise UsageError("git is not installed here.", "Name two files instead.")
    command = [program, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", *arguments]
    environment = {**os.environ, **QUIET}
    if "GIT_WORK_TREE" not in environment:
        environment = {name: text for name, text in environment.items() if name not in HOOK}
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git did not answer: {error}.", "Name two files instead.") from None


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ").rstrip(".") if lines else "git gave no reason"


@dataclass(frozen=True, slots=True)
class Committed:
    """A file at a revision, there or not."""

    revision: str
    folder: Path
    """In which git is asked."""
    name: str
    """Of the file, a POSIX path from that folder."""

    def blob(self, beside: str | None = None) -> bytes | None:
        """Its bytes, or those of a file beside it; None where the revision has no such file."""
        name = self.name
        if beside is not None:
            name = normpath(f"{self.name.rpartition('/')[0] or '.'}/{beside}")
        done = _git(self.folder, "cat-file", "blob", f"{self.revision}:./{name}")
        return done.stdout if done.returncode == 0 else None


def committed(revision: str, path: Path, here: Path) -> Committed:
    """The file of this path, from `here` or else from the top of the repository.

    Raises:
        UsageError: no git, no repository, no such revision.
    """
    if revision.startswith("-") or not revision:
        raise UsageError(f"{revision!r} is no revision.", "Such as HEAD.")
    name = Path(os.path.normpath(here / path))
    folder = next(folder for folder in (*name.parents, Path("/")) if folder.is_dir())
    _require(revision, folder)
    first = Committed(revision, folder, name.relative_to(folder).as_posix())
    if path.is_absolute() or first.blob() is not None:
        return first
    top = _git(here, "rev-parse", "--show-toplevel")
    if top.returncode != 0:
        return first
    root = Path(os.fsdecode(top.stdout).rstrip("\n"))
    second = Committed(revision, root, normpath(path.as_posix()))
    return second if second.blob() is not None else first


def _require(revision: str, folder: Path) -> None:
    if _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}").returncode == 0:
        return
    inside = _git(folder, "rev-parse", "--is-inside-work-tree")
    if inside.returncode != 0:
        raise UsageError(
            f"git finds nothing in {str(folder)!r}: {_said(inside)}.", "Name two files."
        )
    # A repository before its first commit has nothing to lose.
    if revision != "HEAD":
        raise UsageError(f"There is no revision {revision!r}.", "`git log` shows them.")


def of_spec(spec: str, here: Path) -> Committed:
    """What `git:REV:PATH` names.

    Raises:
        UsageError: it has another form, or git knows no such revision or file.
    """
    _, _, rest = spec.partition(":")
    revision, colon, name = rest.partition(":")
    if not colon or not revision or not name:
        raise UsageError(f"{spec!r} is not git:REVISION:PATH.", "Such as git:HEAD:thesis.tex.")
    found = committed(revision, Path(name), here)
    if found.blob() is None:
        raise UsageError(f"There is no {name!r} in revision {revision!r}.", "Check the path.")
    return found


def text_of(file: Committed, beside: str | None = None, expected: str = "") -> SourceText | None:
    """The text of the file, or of one beside it.

    Raises:
        UsageError: it is no text.
    """
    data = file.blob(beside)
    return None if data is None else decoded(data, Path(beside or file.name), expected)


def holds(path: Path) -> bool:
    """Whether the last commit holds the file as it is now, so that it can be brought back."""
    if shutil.which("git") is None:
        return False
    done = _git(path.parent, "cat-file", "blob", f"HEAD:./{path.name}")
    return done.returncode == 0 and done.stdout == path.read_bytes()
