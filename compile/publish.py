"""Puts finished files where the user finds them: each whole or not at all, the PDF last."""

import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def publish(files: Mapping[str, Path | bytes], target: Path) -> None:
    """Write `files`, by names relative to `target`, so that no reader ever sees half of one.

    All are written under temporary names before the first takes its place, so what was there
    survives a full disk or a kill. PDFs move last: a new one is never beside old sources.
    """
    written: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            goal = target / name
            if not goal.resolve().is_relative_to(target.resolve()):
                raise ValueError(f"{name!r} is not a name inside the target folder")
            goal.parent.mkdir(parents=True, exist_ok=True)
            written.append((_write_beside(goal, content), goal))
        for temporary, goal in sorted(written, key=lambda pair: pair[1].suffix.lower() == ".pdf"):
            temporary.replace(goal)
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)
    for folder in {goal.parent for _, goal in written}:
        _sync_folder(folder)


def _write_beside(goal: Path, content: Path | bytes) -> Path:
    temporary = goal.with_name(f".{goal.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            if isinstance(content, bytes):
                file.write(content)
            else:
                with content.open("rb") as source:
                    shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _sync_folder(folder: Path) -> None:
    """A name is on the disk only when its folder is; not every file system can do this."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
