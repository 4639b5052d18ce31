"""What the head of a column says: name, unit, and whose uncertainty it gives."""

from collections.abc import Sequence
from typing import NamedTuple

import regex

PREFIX = r"(?:da|[yzafpnµμumcdhkMGTPEZY])?"
PREFIXED = (
    r"m|s|g|A|K|mol|Hz|N|Pa|J|W|C|V|F|Ω|Ω|[Oo]hm|S|T|Wb|H|lm|lx|Bq|Gy|eV|bar|L|l|pc|rad|cal|Torr"
)
ALONE = (
    r"°C|℃|°F|°|º|deg(?:C|rees?)?|min|h|hr|d|days?|yr|years?|sec|in|ft|lb|mmHg|inHg|cmHg|atm|torr|%"
    r"|‰|ppm|ppb|dB|dBm|a\.?\s?u\.?|arb\.?\s?units?|px|pixels?|counts?|rpm|Å|u|au|ly|cps|mM|µM|OD|1"
    r"|Gauss|G|秒|米|度|伏|安"
)
BASE = rf"(?:{PREFIX}(?:{PREFIXED})|{ALONE})"
POWER = r"(?:\s?(?:\^|\*\*)?\s?\{?[-−+]?\d+\}?|[⁻⁺]?[⁰¹²³⁴-⁹]+)?"
FACTOR = r"(?:10\s?\^\s?\{?[-−+]?\d+\}?|10[⁻⁺]?[⁰¹²³⁴-⁹]+|[×x]10[-−^]?\d+)?\s?"
UNIT = regex.compile(
    rf"\s*{FACTOR}(?:1/)?\(?{BASE}{POWER}\)?(?:\s?[·⋅*./ ]\s?\(?{BASE}{POWER}\)?)*\s*\Z"
)
BRACKETED = regex.compile(
    r"(?P<name>.*?)\s*[(\[（【](?P<unit>[^()\[\]（）【】]*(?:\([^()]*\))?[^()\[\]（）【】]*)[)\]）】]\s*\Z",
    regex.DOTALL,
)
DIVIDED = regex.compile(r"(?P<name>.+?)\s*[/／]\s*(?P<unit>\S.*)\Z", regex.DOTALL)
WORDED = regex.compile(r"(?P<name>.+?)\s+in\s+(?P<unit>\S+)\Z")
COMMA = regex.compile(r"(?P<name>[^,]+),\s*(?P<unit>\S+)\Z")

BARE = regex.compile(
    r"\s*(?:±|\+/-|err(?:or)?|sigma|σ|uncertainty|unc|std(?:ev)?|u|不确定度|误差)\.?\s*\Z",
    regex.IGNORECASE,
)
MARKED = tuple(
    regex.compile(pattern, regex.IGNORECASE)
    for pattern in (
        r"(?:±|\+/-)\s*(?P<of>.+)",
        r"[uU]\s?\((?P<of>[^()]+)\)",
        r"(?:u|sigma|σ|err(?:or)?|unc(?:ertainty)?|delta|d)_(?P<of>.+)",
        r"(?:sigma|σ|err(?:or)?|unc(?:ertainty)?)\s*\(?(?:of|in)?\s*(?P<of>[^()]+)\)?",
        r"[ΔδΔσ]\s?(?P<of>.+)",
        r"(?P<of>.+?)[\s_-]*(?:err(?:or)?|uncertainty|unc|sigma|±|的?不确定度|误差)\.?",
    )
)


class Header(NamedTuple):
    name: str
    unit: str | None


def is_unit(text: str) -> bool:
    """Whether a text is a unit as people write them, and not just any word."""
    return len(text) <= 32 and UNIT.match(text) is not None


def strip_brackets(text: str) -> str:
    return text.strip().strip("()[]（）【】").strip()


def read_header(cell: str) -> Header:
    """Split `T (°C)`, `U / V`, `电压(V)`, `t in s` into name and unit."""
    text = regex.sub(r"\s+", " ", cell.replace("\u00a0", " ")).strip().strip("\"'")
    if (found := BRACKETED.match(text)) and found["name"].strip():
        inner = found["unit"].strip()
        if is_unit(inner) or (_unit_like(inner) and not inner.isalpha()):
            return Header(_clean(found["name"]), inner)
        return Header(_clean(text), None)
    for pattern in (DIVIDED, WORDED, COMMA):
        if (found := pattern.match(text)) and is_unit(found["unit"]):
            return Header(_clean(found["name"]), found["unit"].strip())
    return Header(_clean(text), None)


def _unit_like(text: str) -> bool:
    """A bracket that a person would read as a unit although we do not know it."""
    return 0 < len(text) <= 16 and regex.search(r"[/^·%°µΩ²³⁻]", text) is not None


def _clean(name: str) -> str:
    return name.strip().rstrip(":,/").strip()


def uncertainties(names: Sequence[str]) -> list[str | None]:
    """For each column the name of the column whose uncertainty it gives, or None.

    A marked name counts only when the rest of it is another column's name; a bare `±` or `err`
    belongs to the column on its left.
    """
    folded = {_fold(name): name for name in names}
    result: list[str | None] = []
    for index, name in enumerate(names):
        if BARE.match(name) and name.strip().lower() != "u":
            result.append(names[index - 1] if index else None)
            continue
        result.append(_named(name, folded))
    return [None if of is not None and _names_one(of, names, result) else of for of in result]


def _named(name: str, folded: dict[str, str]) -> str | None:
    for pattern in MARKED:
        found = pattern.fullmatch(name.strip())
        if found is not None and (of := folded.get(_fold(found["of"]))) and of != name:
            return of
    return None


def _names_one(of: str, names: Sequence[str], result: Sequence[str | None]) -> bool:
    """Whether the column named is itself an uncertainty, so that nothing would be left of it."""
    return result[list(names).index(of)] is not None


def _fold(name: str) -> str:
    return regex.sub(r"[\s_\-.]+", "", name).lower()
