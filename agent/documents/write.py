"""A revised document written back, never without a way to what it was."""

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from agent.documents.git import holds
from agent.documents.read import Document
from agent.errors import UsageError
from latex.tree import CrossFileEdit


@dataclass(frozen=True, slots=True)
class Saved:
    written: tuple[Path, ...]
    backups: tuple[Path, ...] = ()
    """Copies of what was there; none of files that git holds as they were."""


def unwritable(document: Document, text: str) -> str:
    """Why the files cannot take this text; empty when they can."""
    try:
        document.encoded(text)
    except CrossFileEdit as error:
        return str(error)
    except UsageError as error:
        return error.message
    return ""


def require_place(document: Document, output: Path | None) -> None:
    """See that `save` will be able to write, before anything is paid for.

    Raises:
        UsageError: it will not.
    """
    if output is not None:
        _target(document, output)
        return
    for file in document.tree.files:
        path = document.place(file.name)
        if not path.is_file():
            raise UsageError(f"{path.name} is no ordinary file.", "Copy it into one first.")
        if not path.stat().st_mode & 0o222 or not os.access(path.parent, os.W_OK):
            raise UsageError(
                f"{str(path)!r} is write-protected.", "Unlock it, or write elsewhere with --output."
            )


def save(document: Document, text: str, *, output: Path | None = None) -> Saved:
    """Write the files that change; each keeps its encoding, line ends and permissions.

    All of them are written or none. A file that the last commit holds as it is needs no copy, any
    other gets one beside it first. With `output` the document's folder is left alone: a file for
    a document of one file, a folder for the changed files of one with several.

    Raises:
        UsageError: a file cannot be written, or the edit cannot be told apart by files.
    """
    try:
        changed = document.encoded(text)
    except CrossFileEdit as error:
        raise UsageError(str(error), "Work on the file of the chapter alone.") from None
    try:
        if output is None:
            return _in_place(document, changed)
        target = _target(document, output)
        if target.resolve() in (document.place(document.root.name), document.folder):
            return _in_place(document, changed)
        return _elsewhere(document, changed, target)
    except OSError as error:
        name = f" {error.filename}" if error.filename else ""
        raise UsageError(
            f"The document cannot be written:{name} {error.strerror}.",
            "Check space and permissions; what was there is untouched.",
        ) from None


def _target(document: Document, output: Path) -> Path:
    """A file for a document of one file, a folder for one of several."""
    several = len(document.tree.files) > 1
    if several and (output.is_file() or (output.suffix == ".tex" and not output.is_dir())):
        raise UsageError(
            f"{output.name} is a file, and the document has several.", "Name a folder."
        )
    above = output.absolute()
    while not above.exists():
        above = above.parent
    if not (above.is_dir() or above == output.absolute()) or not os.access(above, os.W_OK):
        raise UsageError(f"{str(above)!r} cannot be written to.", "Choose another --output.")
    return output / document.root.name if output.is_dir() and not several else output


def _in_place(document: Document, changed: Mapping[str, bytes]) -> Saved:
    places = {document.place(name): data for name, data in changed.items()}
    names = [document.place(file.name) for file in document.tree.files]
    for path in places:
        if names.count(path) > 1:
            raise UsageError(
                f"{path.name} is read under two names, so an edit of it would be two.",
                "Name it in one way.",
            )
    for name in changed:
        path, source = document.place(name), document.source(name)
        if path.read_bytes() != source.encode(source.text):
            raise UsageError(
                f"{path.name} was changed by somebody else meanwhile.", "Nothing was written."
            )
    backups = tuple(_backup(path) for path in places if not holds(path))
    _write_all(places)
    return Saved(tuple(places), backups)


def _backup(path: Path) -> Path:
    """`NAME.tex.bak`, or the first of `.bak1`, `.bak2`, … that is free."""
    number = 0
    while True:
        copy = path.with_name(f"{path.name}.bak{number or ''}")
        try:
            # Created anew: what is there may be a link to something else.
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            number += 1
            continue
        shutil.copy2(path, copy)
        return copy


def _elsewhere(document: Document, changed: Mapping[str, bytes], target: Path) -> Saved:
    if len(document.tree.files) == 1:
        source = document.sources[0]
        new = {target.resolve(): changed.get(document.root.name, source.encode(source.text))}
    else:
        new = {target / name: data for name, data in changed.items()}
    backups = tuple(_backup(path) for path in new if path.exists())
    _write_all(new)
    return Saved(tuple(new), backups)


def _write_all(contents: Mapping[Path, bytes]) -> None:
    """All files or none: each is written beside its place first, then takes it."""
    old = {path: path.read_bytes() if path.exists() else None for path in contents}
    staged: dict[Path, Path] = {}
    done: list[Path] = []
    try:
        for path, data in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            staged[path] = _staged(path, data)
        for path, copy in staged.items():
            copy.replace(path)
            done.append(path)
    except BaseException:
        for path in done:
            before = old[path]
            if before is None:
                path.unlink(missing_ok=True)
            else:
                _staged(path, before).replace(path)
        raise
    finally:
        for copy in staged.values():
            copy.unlink(missing_ok=True)


def _staged(path: Path, data: bytes) -> Path:
    """A file beside it with the new content and its permissions."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".tmp-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)
        _like(Path(name), path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _like(new: Path, path: Path) -> None:
    """Mode and owner of what it replaces, else those of any new file."""
    try:
        there = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask)
        return
    if (there.st_uid, there.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.chown(new, there.st_uid, there.st_gid)
    new.chmod(stat.S_IMODE(there.st_mode))
