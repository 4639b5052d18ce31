"""What the head of a column says: name, unit, and whose uncertainty it gives."""

from collections.abc import Sequence
from typing import NamedTuple

import regex

from agent.analysis.unit_text import factors_of

ARBITRARY = regex.compile(
    r"(?:a\.?\s?u\.?|arb\.?\s?(?:units?|u\.?)|px|pixels?|counts?|cps|cpm|1/cm|OD|dBm?|ppb|pH|1|ohm"
    r"|度|cm-1|w[./]?u\.?|Newtons|[Ss]ekunden|Grad)"
)
FACTOR = regex.compile(
    r"(?:[×x*]\s?)?(?:10\s?(?:\^|\*\*)?\s?\{?[-−+]?\d+\}?|10[⁻⁺]?[⁰¹²³⁴-⁹]+|1[eE][-+]?\d+)\s?[·×*]?\s?"
)
"""A power of ten before a unit, as in `10^-3 m`."""
BRACKETED = regex.compile(
    r"(?P<name>.*?)\s*(?:\((?P<u>[^()]*(?:\([^()]*\))?[^()]*)\)|\[(?P<u>[^\[\]]*)\]|（(?P<u>[^（）]*)）"
    r"|【(?P<u>[^【】]*)】|<(?P<u>[^<>]*)>|\{(?P<u>[^{}]*)\})\s*:?",
    regex.DOTALL,
)
DIVIDED = regex.compile(r"(?P<name>.+?)\s*[/／]\s*(?P<u>\S.*)", regex.DOTALL)
WORDED = regex.compile(r"(?P<name>.+?)\s+in\s+(?P<u>\S+)")
COMMA = regex.compile(r"(?P<name>[^,，]+)[,，]\s*(?P<u>\S.*)")
CERTAIN = (
    r"%|°C|℃|°F|degC|deg|[hkM]?Pa|mbar|[mcknµu]m|kg|mg|[mkµu]V|[mµun]A|[kMG]?Hz|mT|kN|m[lL]|[kM]eV"
    r"|[kM]?[oO]hms?|[kM]Ω"
)
"""Units that stand for nothing else behind a name: `t_s` and `T_min` are left alone."""
APPENDED = regex.compile(
    rf"(?P<name>.*\p{{L}}.*?)(?:_|\s+)(?P<u>{CERTAIN})|(?P<name>[Tt]ime|[Zz]eit)_(?P<u>[mµun]?s|min|h)"
    r"|(?P<name>t)_(?P<u>[mµun]s)"
)
SPEED = regex.compile(r"[kcmµn]?m\s?/\s?(?:s|h|min|s\^?2|s²)")
RATIOS = {"e/m", "q/m"}

LEFT = ""
"""As `uncertainty_of`: of the column on the left."""
WORD = r"(?:uncertainty|uncert|unc|error|err|sigma|σ|std\.?\s?dev(?:iation)?|stdev|std|s\.?d\.?)"
ZH = r"(?:标准不确定度|不确定度|标准偏差|标准差|误差)"
BARE = regex.compile(rf"(?:±|\+/-|\+-|{WORD}|{ZH}|Fehler)\.?", regex.IGNORECASE)
MARKED = tuple(
    regex.compile(pattern, flags)
    for pattern, flags in (
        (r"(?:±|\+/-)\s*(?P<of>.+)", 0),
        (r"[uU]\s?\((?P<of>[^()]+)\)", 0),
        (rf"(?:{WORD}|delta)_(?P<of>.+)", regex.IGNORECASE),
        (r"[ud]_(?P<of>.+)", 0),
        (rf"{WORD}\s*\((?P<of>[^()]+)\)", regex.IGNORECASE),
        (rf"{WORD}\s+(?:(?:of|in|on)\s+)?(?P<of>.+)", regex.IGNORECASE),
        (rf"(?P<of>.+?)[\s_-]*\(?(?:±|\+/-|{ZH})\)?", 0),
        (rf"(?P<of>.+?)[\s_-]+\(?{WORD}\.?\)?", regex.IGNORECASE),
        (rf"(?P<of>.+?)的{ZH}", 0),
        (r"(?P<of>.+?)(?:Err|Error|Sigma|Unc)", 0),
        (r"(?:err|sigma|unc|delta|[Δδσ∆])\s?(?P<of>.+)", 0),
        (r"d(?P<of>\p{Lu}\w{0,2}|\p{Ll}\d?)", 0),
    )
)
FUNCTION = regex.compile(r"u\((?P<of>[^()]+)\)")
"""`u(V)` is the uncertainty of V, or a voltage u where there is no column V."""


class Header(NamedTuple):
    name: str
    unit: str | None
    uncertainty_of: str | None = None
    """What its name says it is the uncertainty of; `LEFT` for the column before it."""


def is_unit(text: str) -> bool:
    """Whether a text is a unit as people write them, and not just any word."""
    text = text.strip()
    if not 0 < len(text) <= 40:
        return False
    rest = FACTOR.sub("", text, count=1) if FACTOR.match(text) else text
    return (
        not rest or ARBITRARY.fullmatch(text) is not None or factors_of(spelled(rest)) is not None
    )


def spelled(text: str) -> str:
    """`Seconds` is the same word as `seconds`; `mV` and `MV` are not the same unit."""
    return text.lower() if len(text) > 3 and text.istitle() and factors_of(text) is None else text


def strip_brackets(text: str) -> str:
    return text.strip().strip("()[]（）【】<>{}").strip()


def read_header(cell: str) -> Header:
    """Split `T (°C)`, `U / V`, `电压(V)`, `t in s` into name and unit, and see whether the name is
    that of an uncertainty.
    """
    text = regex.sub(r"\s+", " ", cell.replace("\u00a0", " ")).strip().strip("\"'").strip()
    if found := FUNCTION.fullmatch(text):
        return Header(text, None, found["of"].strip())
    name, unit = _parts(text)
    return Header(name, unit, _owner(name))


def without_owner(head: Header) -> Header:
    """The same head where there is no column of which it could be the uncertainty."""
    if found := FUNCTION.fullmatch(head.name):
        name, unit = _parts(head.name)
        return Header(name, unit) if is_unit(found["of"]) else Header(head.name, None)
    return Header(head.name, head.unit)


def _parts(text: str) -> tuple[str, str | None]:
    if SPEED.fullmatch(text):
        return "", text
    if found := BRACKETED.fullmatch(text):
        return _bracketed(text, found["name"].strip(), found["u"].strip())
    if text in RATIOS:
        return text, None
    for pattern in (DIVIDED, WORDED, COMMA, APPENDED):
        found = pattern.fullmatch(text)
        if pattern is WORDED and found and BARE.fullmatch(found["name"]):
            continue
        if found and is_unit(found["u"]) and regex.search(r"[\p{L}±]", found["name"]):
            return _clean(found["name"]), spelled(strip_brackets(found["u"]))
    return _clean(text), None


def _bracketed(text: str, name: str, inner: str) -> tuple[str, str | None]:
    if is_unit(inner) or (_unit_like(inner) and not inner.isalpha()):
        return _clean(name), spelled(inner)
    symbol, comma, unit = inner.rpartition(",")
    if comma and name and is_unit(unit):
        return f"{_clean(name)} ({symbol.strip()})", unit.strip()
    return _clean(text), None


def _unit_like(text: str) -> bool:
    """A bracket that a person would read as a unit although we do not know it."""
    return 0 < len(text) <= 16 and regex.search(r"[/^·%°µΩ²³⁻]", text) is not None


def _clean(name: str) -> str:
    return name.strip().rstrip(":,/").strip()


def _owner(name: str) -> str | None:
    if BARE.fullmatch(name):
        return LEFT
    for pattern in MARKED:
        if found := pattern.fullmatch(name):
            return found["of"].strip(" _-")
    return None


def owners(heads: Sequence[Header]) -> list[int | None]:
    """For each column the place of the one whose uncertainty it names, or None.

    A name counts only when what it speaks of is another column; so `Δt` beside no `t` is a
    quantity of its own.
    """
    result = [_place(heads, place) for place in range(len(heads))]
    # An uncertainty of an uncertainty would leave neither as data.
    return [None if of is not None and result[of] is not None else of for of in result]


def _place(heads: Sequence[Header], place: int) -> int | None:
    of = heads[place].uncertainty_of
    if of is None:
        return None
    if of == LEFT:
        return place - 1 if place else None
    others = [(i, name) for i, h in enumerate(heads) if i != place for name in _names(h.name)]
    # `t` is not `T`, but `temp` may well be `Temp`.
    for fold in (str, str.lower) if len(of) > 1 else (str,):
        wanted = fold(_fold(of))
        for other, name in others:
            if fold(_fold(name)) == wanted:
                return other
    return None


def _names(name: str) -> list[str]:
    """The name, and the symbol that stands in brackets at its end."""
    symbol = regex.search(r"\(([^()]+)\)$", name)
    return [name, symbol[1]] if symbol else [name]


def _fold(name: str) -> str:
    return regex.sub(r"[\s_\-.]+", "", name)
