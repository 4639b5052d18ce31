"""Names of tables, columns and groups as parts of the keys of facts."""

import re
import unicodedata
from collections.abc import Iterable

_NOT_KEY = re.compile(r"[^a-z0-9]+")
_GREEK = re.compile(r"GREEK (?:SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)")
_SIGNS = {"µ": "mu", "Ω": "omega", "°": "deg", "%": "percent", "Å": "angstrom", "∆": "delta"}
_LATIN = {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


def slug(text: str) -> str:
    """The text as `[a-z0-9_]+`: accents dropped, Greek letters spelled, the rest to `_`.

    Empty when nothing of it can be written so, as for a name in Chinese.
    """
    return _NOT_KEY.sub("_", "".join(map(_spelled, _folded(text))).lower()).strip("_")


def _folded(text: str) -> str:
    for sign, word in _SIGNS.items():
        text = text.replace(sign, f" {word} " if len(word) > 2 else word)
    return "".join(
        c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
    ).replace("\N{MODIFIER LETTER PRIME}", "")


def _spelled(character: str) -> str:
    if character.isascii():
        return character
    if character.lower() in _LATIN:
        return _LATIN[character.lower()]
    found = _GREEK.match(unicodedata.name(character, ""))
    # Unicode keeps an old misspelling in the name of the letter.
    return found[1].lower().replace("lamda", "lambda") if found else " "


def slugs(names: Iterable[str], prefix: str = "c") -> tuple[str, ...]:
    """A slug for each name, all different; by position (`c1`, `c2`…) where a name gives none."""
    taken: set[str] = set()
    result = []
    for position, name in enumerate(names, start=1):
        part = _free(slug(name) or f"{prefix}{position}", taken)
        taken.add(part)
        result.append(part)
    return tuple(result)


def _free(part: str, taken: set[str]) -> str:
    if part not in taken:
        return part
    number = 2
    while f"{part}_{number}" in taken:
        number += 1
    return f"{part}_{number}"
