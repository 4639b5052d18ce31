"""Which unit stands behind a number, and how great it is."""

from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from latex.patterns import re
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
MICRO = frozenset({"mu", "upmu", "textmu", "micro"})


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


def unit_behind(text: str, position: int) -> Unit:
    """The unit that a number ending there has."""
    start = BEFORE.match(text, position)
    found = _Reading(text, start.end() if start else position)
    for number in range(MOST):
        place = found.next_factor(number == 0)
        atom = ATOM.match(text, place) if place is not None else None
        if atom is None or atom["macro"] in IDLE:
            break
        if not found.takes_prefix(atom) and not found.takes_factor(atom):
            if atom["macro"] and not found.names:
                return UNKNOWN
            break
    return found.unit


@dataclass(slots=True)
class _Reading:
    """A unit as far as it is read, factor by factor."""

    text: str
    at: int
    names: list[str] = field(default_factory=list)
    size: Decimal = Decimal(1)
    dimension: Dimension = NONE[1]
    rough: bool = False
    whole: bool = True
    """False behind a `per` whose unit is still to come."""
    sign: int = 1
    prefix: str = ""
    raised: int = 1

    @property
    def unit(self) -> Unit:
        if not self.names:
            return BARE
        name = " ".join(self.names)
        return Unit(name, self.size, self.dimension, known=self.whole, rough=self.rough)

    def next_factor(self, first: bool) -> int | None:
        """Where it may begin; None where nothing may follow what was read."""
        if first and not self.text.startswith(("per ", "\\per"), self.at):
            return self.at
        again = AGAIN.match(self.text, self.at)
        if again and again["per"]:
            self.sign, self.whole = -1, False
        elif self.names and self.names[-1] in (CELSIUS, "°", "%", "times"):
            return None
        return again.end() if again else self.at

    def takes_prefix(self, atom: re.Match[str]) -> bool:
        """Whether it is a prefix or a power by name, which counts for the next factor."""
        name, end = atom["macro"], atom.end()
        if name in NAMED_PREFIXES:
            self.prefix = NAMED_PREFIXES[name]
        elif name in POWERS:
            self.raised = POWERS[name]
        elif name in MICRO:
            self.prefix = "\u00b5"
            if gap := BEFORE.match(self.text, end):
                end = gap.end()
        else:
            return False
        self.at = end
        return True

    def takes_factor(self, atom: re.Match[str]) -> bool:
        symbol, behind = _symbol(self.text, atom)
        found = size_of(self.prefix + symbol) if symbol else None
        if found is None:
            return False
        power, behind = _power(self.text, behind)
        power *= self.sign * self.raised
        self.size *= found[0] ** power
        self.dimension = tuple(a + power * b for a, b in zip(self.dimension, found[1], strict=True))
        written = self.prefix + symbol
        self.names.append(written if power == 1 else f"{written}^{power}")
        self.rough = self.rough or symbol in ("month", "yr")
        self.at, self.prefix, self.raised, self.sign, self.whole = behind, "", 1, 1, True
        return True


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
