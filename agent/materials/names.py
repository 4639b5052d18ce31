"""Names of tables: ASCII, unique over the inventory."""

import unicodedata
from pathlib import PurePosixPath

import regex

LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
     "đ": "d", "Đ": "D", "ð": "d", "þ": "th", "ı": "i", "µ": "u", "°": "deg"}
)  # fmt: skip
ALPHABETS = regex.compile(r"(?:GREEK|CYRILLIC) (SMALL|CAPITAL) LETTER (?:SHORT )?([A-Z]+)")


def table_name(path: str, *more: str) -> str:
    """From the stem of the file and what tells its tables apart; `table` where nothing is left."""
    parts = [PurePosixPath(path).stem, *more]
    text = "".join(map(_plain, "-".join(part for part in parts if part).translate(LETTERS)))
    plain = regex.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-_")
    return plain if regex.search(r"[A-Za-z]", plain) else f"table-{plain}".strip("-")


def _plain(letter: str) -> str:
    """Without its accent; a Greek or Cyrillic letter by its name; nothing for other scripts."""
    if letter.isascii():
        return letter
    if found := ALPHABETS.match(unicodedata.name(letter, "")):
        name = found[2].lower()
        return name.capitalize() if found[1] == "CAPITAL" else name
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "-"


def unique(name: str, taken: set[str]) -> str:
    """The name itself, or with the first free number behind it; `table1`, `table2`, … for those
    that are nothing but a number.
    """
    candidate, copy = ("table1", 2) if name == "table" else (name, 2)
    joint = "" if name == "table" else "-"
    while candidate.lower() in taken:
        candidate, copy = f"{name}{joint}{copy}", copy + 1
    taken.add(candidate.lower())
    return candidate
