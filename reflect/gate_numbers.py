"""Numbers in LaTeX: how they are written, with which unit, and when two are the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

GAP = r"(?:\\[,;:! ]|~|[\u2009\u202f\u00a0 ])"
NUMBER = re.compile(
    rf"""
    (?<![A-Za-z0-9_.\\^])
    (?P<sign>(?<![A-Za-z0-9)}}\]-])[-\u2212])?
    (?P<digits>[0-9]+(?:(?:{GAP}[0-9]{{3}}(?![0-9]))|(?:\{{[,.]\}}|[.,])[0-9]+)*)
    (?:\s*(?:\\times|\\cdot|\u00d7)\s*10\^\{{?(?P<power>[-+\u2212]?[0-9]+)\}}?
      |[eE](?P<e>[-+]?[0-9]+)(?![A-Za-z0-9]))?
    """,
    re.VERBOSE,
)
PREFIXED = (
    r"(?:[kMGTPmcdnpf\u00b5\u03bc]|\\mu\s*)?"
    r"(?:m|g|s|A|K|V|W|Hz|J|N|Pa|C|F|T|L|l|eV|bar|mol|rad|B|bit|byte|sr|H|S|Wb|lm|lx|Bq|Gy|Sv|cd"
    r"|\u03a9|\u2126|Jy|pc)"
)
UNIT = re.compile(
    rf"""
    [\s$}}{{]*(?:{GAP}|\$|\}})*\{{?
    (?P<unit>
        \\?% | \uff05 | \u00b0\s*C? | \u2103 | \\(?:si|unit|mathrm|text|textrm|rm)(?![A-Za-z])
      | \\(?:degree|celsius|ohm|Omega|mu|micro|kilo|milli|mega|giga|nano|centi|metre|meter|second
          |gram|kelvin|volt|ampere|watt|hertz|joule|newton|pascal|percent|per|hour|minute|day
          |electronvolt|mole|litre|liter|tesla|radian|angstrom)(?![A-Za-z])
      | (?:{PREFIXED}|dB[A-Za-z]?|min|h|d|yr|au|AU|ppm|kcal|cal|rpm)(?![A-Za-z])
      | (?:percent|per\s+cent|degrees?|met(?:re|er)s?|seconds?|minutes?|hours?|days?|weeks?|months?
          |years?|kilograms?|grams?|times)(?![A-Za-z])
      | [\u7c73\u79d2\u514b\u5ea6\u500d\u4f0f\u5b89\u74e6]
    )
    """,
    re.VERBOSE,
)
PREFIXES = {
    "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "m": -3, "c": -2, "d": -1, "n": -9, "p": -12, "f": -15,
    "\u00b5": -6, "\u03bc": -6,
}  # fmt: skip
LETTERS = re.compile(
    r"(?P<prefix>[kMGTmcdnpf\u00b5\u03bc]?)(?P<symbol>m|g|s|A|K|V|W|Hz|J|N|Pa|C|F|T|eV|bar|mol|rad"
    r"|\u03a9|\u2126)"
)
DURATIONS = {
    1: ("s", "second", "seconds"),
    60: ("min", "minute", "minutes"),
    3600: ("h", "hour", "hours"),
    86400: ("d", "day", "days"),
}
LAYOUT = re.compile(
    r"\s*\\(?:text|line|column|paper)(?:width|height)|\s*\\baselineskip|\s*(?:em|ex|pt)\b"
)
YEAR_BEFORE = re.compile(r"(?:[(\[,]|al\.|[A-ZÀ-Þ][a-zà-ÿ]+|\})\s*[(\[]?\s*$")
NO_NAME = re.compile(r"(?:In|Since|Until|From|By|During|Before|After|Im|Seit|Bis|Vor|Nach)\s*$")


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    value: Decimal
    digits: str
    """Without separators, zeros and powers at both ends: what a change of unit keeps."""
    places: int
    """Decimals, as written."""
    unit: str
    weighty: bool
    """Has decimals, a unit, a power of ten or three digits, and is no year of a source."""

    @property
    def size(self) -> tuple[Decimal, str]:
        return self.value, self.unit

    def __str__(self) -> str:
        return f"{self.text} {self.unit}".rstrip()


def numbers_in(text: str) -> Iterator[tuple[Number, int, int]]:
    """Every number of a piece of LaTeX with its span; not those that are lengths on the page."""
    for match in NUMBER.finditer(text):
        if LAYOUT.match(text, match.end()):
            continue
        if (number := _number(text, match)) is not None:
            yield number, match.start(), match.end()


def _number(text: str, match: re.Match[str]) -> Number | None:
    plain, places = _plain(match["digits"])
    power = (match["power"] or match["e"] or "0").replace("\u2212", "-")
    try:
        value = Decimal(plain) * Decimal(10) ** min(max(int(power), -99), 99)
    except (InvalidOperation, ValueError):
        return None
    if match["sign"]:
        value = -value
    unit = UNIT.match(text, match.end())
    digits = plain.replace(".", "")
    weighty = bool(unit or places or power != "0" or len(digits) >= 3)
    year = len(plain) == 4 and 1500 <= value <= 2100 and not unit
    if year and YEAR_BEFORE.search(text, 0, match.start()):
        weighty = bool(NO_NAME.search(text, 0, match.start()))
    return Number(match[0], value, digits.strip("0"), places, unit["unit"] if unit else "", weighty)


def _plain(digits: str) -> tuple[str, int]:
    """The number with a decimal point, and its decimals: `1{,}5`, `10 000`, `1,234.5`."""
    bare = re.sub(rf"{GAP}|[{{}}]", "", digits)
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return bare, 0
    marks = re.sub(r"[0-9]", "", bare)
    tail = len(bare) - last - 1
    grouping = marks[-1] == "," and tail == 3 and "{" not in digits and bare[0] != "0"
    if (len(marks) > 1 and len(set(marks)) == 1) or grouping:
        return re.sub(r"[.,]", "", bare), 0
    return f"{re.sub('[.,]', '', bare[:last])}.{bare[last + 1 :]}", tail


def _scale(unit: str) -> tuple[Decimal, str] | None:
    """The factor and the symbol of a unit that is written in letters."""
    for factor, names in DURATIONS.items():
        if unit in names:
            return Decimal(factor), "s"
    match = LETTERS.fullmatch(unit)
    return (Decimal(10) ** PREFIXES[match["prefix"]], match["symbol"]) if match else None


def same(one: Number, other: Number) -> bool:
    """Equal, written otherwise, in another unit of the same digits, or rounded."""
    mine, its = _scale(one.unit), _scale(other.unit)
    if mine is not None and its is not None and mine != its:
        return mine[1] == its[1] and one.value * mine[0] == other.value * its[0]
    if one.value == other.value:
        return True
    if one.digits == other.digits and (one.value < 0) == (other.value < 0):
        return one.unit != other.unit or ("," in one.text) != ("," in other.text)
    rounded = len(other.digits) >= 2 and other.places < one.places
    return rounded and abs(one.value - other.value) <= Decimal(5).scaleb(-other.places - 1)
