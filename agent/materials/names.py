"""Names of tables: ASCII, unique over the inventory."""

import unicodedata
from pathlib import PurePosixPath

import regex


def table_name(path: str, *more: str) -> str:
    """From the stem of the file and what tells its tables apart; `table` where nothing is left."""
    parts = [PurePosixPath(path).stem, *more]
    text = unicodedata.normalize("NFKD", "-".join(part for part in parts if part))
    plain = regex.sub(r"[^A-Za-z0-9_]+", "-", text.encode("ascii", "ignore").decode()).strip("-_")
    return plain if regex.search(r"[A-Za-z]", plain) else f"table-{plain}".strip("-")


def unique(name: str, taken: set[str]) -> str:
    """The name itself, or with the first free number behind it."""
    candidate, copy = name, 2
    while candidate.lower() in taken:
        candidate, copy = f"{name}-{copy}", copy + 1
    taken.add(candidate.lower())
    return candidate
