"""Which unit stands behind a number, and how great it is."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from reflect.gate_unit_names import (
    ALIASES,
    CELSIUS,
    CHINESE,
    NAMED_PREFIXES,
    NAMES,
    NONE,
    PREFIXES,
    SCALED,
    SYMBOLS,
    Dimension,
    Size,
)

WRAPPERS = (
    r"\\(?:mathrm|mathsf|mathit|mathnormal|mathup|text|textrm|textnormal|textup|textsf|mbox|rm"
    r"|unit|si|ensuremath|operatorname|protect|SIUnitSymbol|upshape)(?![A-Za-z])\*?"
)
SPACE = rf"(?:[\s$}}{{~\u2009\u202f\u00a0]|\\[,;:!/ ]|\\thinspace(?![A-Za-z])|{WRAPPERS})*+"
BEFORE = re.compile(rf"{SPACE}(?:-(?=[A-Za-z]))?")
AGAIN = re.compile(
    rf"{SPACE}(?P<per>/|\\per(?![A-Za-z])|per(?!\s+cent)(?![A-Za-z])|\\slash(?![A-Za-z])|每)?"
    rf"(?:\\cdot(?![A-Za-z])|\u00b7|\.(?=[A-Za-z]))?{SPACE}"
)
"""What parts two units of a product or a quotient."""
ATOM = re.compile(
    rf"""
      \\(?P<macro>[A-Za-z]+)
    | (?P<degree>\u2103 | (?:\u00b0 | \^\s*\{{?\s*\\circ\s*\}}?)
        (?:{SPACE}(?P<scale>C)(?![A-Za-z]))?)
    | (?P<share>\\?% | \uff05 | \u2030)
    | (?P<letters>per\s+cent(?![A-Za-z])|[A-Za-z\u00b5\u03bc\u00c0-\u00ff\u03a9\u2126\u212b]+)
    | (?P<chinese>{"|".join(sorted(CHINESE, key=len, reverse=True))})
    """,
    re.VERBOSE,
)
POWER = re.compile(
    r"\s*\$?\s*(?:\^|\\textsuperscript|\\tothe|\\raiseto)\s*(?:\{\s*\$?\s*([-\u2212]?[0-9])\s*\$?\s*\}"
    r"|([0-9]))\s*|(?<=[A-Za-z])(-[1-3]|[23])(?![0-9.,A-Za-z])|(\u207b?[\u00b9\u00b2\u00b3])"
    r"|\s*\\(squared|cubed)(?![A-Za-z])"
)
RAISED = {"\u00b9": "1", "\u00b2": "2", "\u00b3": "3", "\u207b": "-", "squared": "2", "cubed": "3"}
SCALE = re.compile(rf"{SPACE}(?:C(?:elsius)?)(?![A-Za-z])")
IDLE = frozenset(
    {
        *("pm", "mp", "times", "cdot", "to", "dots", "ldots", "cdots", "le", "leq", "ge", "geq"),
        *("lt", "gt", "approx", "sim", "quad", "qquad", "end", "par", "hline", "and", "right"),
        *("in", "equiv", "ne", "neq", "pi", "left", "big", "Big", "label", "footnote", "item"),
    }
)
"""Commands behind a number that are no unit for certain."""
MOST = 6
"""Factors of one unit."""
POWERS = {"square": 2, "cubic": 3}


class Unit(NamedTuple):
    name: str
    """As a reader may write it; empty for a bare number."""
    size: Decimal
    dimension: Dimension
    known: bool = True
    """False where a command stands that may mean anything."""
    rough: bool = False
    """A month or a year, which have no size that all agree on."""

    @property
    def celsius(self) -> bool:
        return self.name == CELSIUS

    @property
    def angle(self) -> bool:
        """Degrees, which prose may mean of temperature too."""
        return self.name in ("°", "degrees", "degree", "Grad", "度")


BARE = Unit("", *NONE)
UNKNOWN = Unit("", *NONE, known=False)


def unit_behind(text: str, position: int) -> Unit:  # noqa: C901
    """The unit that a number ending there has."""
    start = BEFORE.match(text, position)
    at = start.end() if start else position
    names: list[str] = []
    size, dimension = Decimal(1), [0] * len(NONE[1])
    rough, whole, inverse, prefix, squared = False, True, 1, "", 1
    for number in range(MOST):
        if number or text.startswith(("per ", "\\per"), at):
            again = AGAIN.match(text, at)
            if again and again["per"]:
                inverse, whole = -1, False
            elif names and names[-1] in (CELSIUS, "°", "%", "times"):
                break
            next_at = again.end() if again else at
        else:
            next_at = at
        atom = ATOM.match(text, next_at)
        if atom is None or atom["macro"] in IDLE:
            break
        if atom["macro"] and (name := atom["macro"]) in NAMED_PREFIXES:
            prefix, at = NAMED_PREFIXES[name], atom.end()
            continue
        if atom["macro"] in POWERS:
            squared, at = POWERS[atom["macro"]], atom.end()
            continue
        if atom["macro"] in ("mu", "upmu", "textmu", "micro"):
            prefix, at = "\u00b5", atom.end()
            if gap := BEFORE.match(text, at):
                at = gap.end()
            continue
        symbol, behind = _symbol(text, atom)
        found = size_of(prefix + symbol) if symbol else None
        if found is None:
            if atom["macro"] and not names:
                return UNKNOWN
            break
        power, behind = _power(text, behind)
        power *= inverse * squared
        size *= found[0] ** power
        dimension = [a + power * b for a, b in zip(dimension, found[1], strict=True)]
        written = prefix + symbol
        names.append(written if power == 1 else f"{written}^{power}")
        rough = rough or symbol in ("month", "yr")
        at, prefix, squared, inverse, whole = behind, "", 1, 1, True
    if not names:
        return BARE
    return Unit(" ".join(names), size, tuple(dimension), known=whole, rough=rough)


def _symbol(text: str, atom: re.Match[str]) -> tuple[str, int]:
    """Of one factor of a unit, and where it ends."""
    end = atom.end()
    if atom["degree"]:
        return (CELSIUS if atom["scale"] or atom["degree"] == "\u2103" else "°"), end
    if atom["share"]:
        return ("‰" if atom["share"] == "\u2030" else "%"), end
    if atom["chinese"]:
        return CHINESE[atom["chinese"]], end
    letters: str = atom["macro"] or atom["letters"]
    symbol = "%" if letters.startswith("per") and letters.endswith("cent") else _named(letters)
    if symbol == "°" and (scale := SCALE.match(text, end)):
        return CELSIUS, scale.end()
    return symbol, end


@lru_cache(maxsize=1024)
def _named(letters: str) -> str:
    """The symbol of a word or of a symbol; empty where it is none."""
    if size_of(letters) is not None:
        return ALIASES.get(letters, letters)
    word = letters.lower()
    for name in (word, word.removesuffix("s"), word.removesuffix("es")):
        if name in NAMES:
            return NAMES[name]
        for long, short in NAMED_PREFIXES.items():
            if name.startswith(long) and (rest := NAMES.get(name[len(long) :])):
                return short + rest
    return ""


@lru_cache(maxsize=1024)
def size_of(symbol: str) -> Size | None:
    """Of a symbol, with its prefix if it has one."""
    symbol = ALIASES.get(symbol, symbol)
    if symbol == CELSIUS:
        return SYMBOLS["K"]
    if symbol in SYMBOLS:
        return SYMBOLS[symbol]
    prefix, rest = symbol[:1], ALIASES.get(symbol[1:], symbol[1:])
    if rest in SCALED.get(prefix, ()):
        size, dimension = SYMBOLS[rest]
        return size.scaleb(PREFIXES[prefix]), dimension
    return None


def _power(text: str, position: int) -> tuple[int, int]:
    match = POWER.match(text, position)
    if match is None:
        return 1, position
    written = next(group for group in match.groups() if group)
    for raised, plain in RAISED.items():
        written = written.replace(raised, plain)
    return int(written.replace("\u2212", "-")), match.end()
