"""`reflectex init`: a settings file and notes to begin with."""

import sys
from importlib.resources import files
from pathlib import Path

from agent.errors import UsageError
from agent.settings import FILE
from agent.store import write_atomically

TEMPLATES = {FILE: "reflectex.toml", "notes.md": "notes.md"}


def begin_folder(folder: Path, *, force: bool) -> int:
    """Write both files; an existing one is left alone unless forced.

    Raises:
        UsageError: the folder is a file, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file.", "Name a folder; it is made when it is not there.")
    for name, template in TEMPLATES.items():
        path = folder / name
        if path.exists() and not force:
            sys.stderr.write(f"{path} is there already and was left alone.\n")
            continue
        text = files("agent").joinpath("templates", template).read_text(encoding="utf-8")
        try:
            write_atomically(path, text)
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror}.", "Choose another folder."
            ) from None
        sys.stdout.write(f"{path}\n")
    return 0
