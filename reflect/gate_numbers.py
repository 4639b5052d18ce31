"""Numbers in LaTeX: how they are written, with which unit, and when two are the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from reflect.gate_unit_names import MULTIPLES, Dimension
from reflect.gate_units import BARE, Unit, unit_behind

GAP = r"(?:\\[,;:! ]|~|[\u2009\u202f\u00a0 ])"
NUMBER = re.compile(
    rf"""
    (?<![A-Za-z0-9_.\\^])
    (?P<sign>(?<![A-Za-z0-9)}}\]-])[-\u2212])?
    (?P<digits>[0-9]+(?:(?:{GAP}[0-9]{{3}}(?![0-9]))|(?:\{{[,.]\}}|[.,])[0-9]+)*)
    (?:\s*(?:\\times|\\cdot|\u00d7)\s*10\s*\^\s*\{{?\s*(?P<power>[-+\u2212]?[0-9]+)\s*\}}?
      |(?<=10)\^\s*\{{?\s*(?P<ten>[-+\u2212]?[0-9]+)\s*\}}?
      |[eE](?P<e>[-+]?[0-9]+)(?![A-Za-z0-9]))?
    """,
    re.VERBOSE,
)
MULTIPLE = re.compile(
    rf"(?:{GAP}|\$)*(?P<word>{'|'.join(sorted(MULTIPLES, key=len)[::-1])})(?![a-z])"
)
LAYOUT = re.compile(
    r"\s*\\(?:text|line|column|paper)(?:width|height)|\s*\\baselineskip|\s*(?:em|ex|pt)\b"
)
YEAR_BEFORE = re.compile(r"(?:[(\[,]|al\.|[A-ZÀ-Þ][a-zà-ÿ]+|\})\s*[(\[]?\s*$")
NO_NAME = re.compile(r"(?:In|Since|Until|From|By|During|Before|After|Im|Seit|Bis|Vor|Nach)\s*$")
MARKS = re.compile(r"\{[.,]\}|[.,]")
GERMAN = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
PLUS_MINUS = re.compile(r"(?:\\pm(?![A-Za-z])|\u00b1|\+-|\+/-|\\mp(?![A-Za-z]))[\s${}]*$")
SHARED = re.compile(
    r"[\s$}{~()]*(?:\\[,;:! ]|[-\u2013\u2014,;\u00d7x\u00b1+/&]|\.\.\.|\\(?:times|pm|mp|ldots|dots"
    r"|to|num|SIrange|qtyrange|ang|textendash|cdots|leq?|approx|sim)(?![A-Za-z])"
    r"|(?:and|or|to|bis|und|oder|et|ou|by|through)(?![A-Za-z])|[\u3001\u81f3\u5230\u548c\uff0c]"
    r"|[\s$}{~()])*"
)
"""What stands between two numbers that share the unit behind the second."""
FRACTION = Decimal(1).scaleb(-6)
"""Of a value, by which the constants in conversions may be rounded."""
ROUGH = Decimal("0.005")
"""The same where months and years are among the units."""
ZERO_CELSIUS = Decimal("273.15")


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    value: Decimal
    places: int
    """Decimals, as written."""
    figures: int
    """Significant ones, as far as the digits show."""
    unit: Unit
    weighty: bool
    """Has decimals, a unit, a power of ten or three digits, and is no year of a source."""

    @property
    def size(self) -> tuple[Decimal, Dimension]:
        """In base units."""
        return self.value * self.unit.size, self.unit.dimension

    def __str__(self) -> str:
        name = self.unit.name if self.unit.name != "times" else ""
        return f"{self.text} {name}".rstrip()


def numbers_in(text: str) -> Iterator[tuple[Number, int, int]]:
    """Every number of a piece of LaTeX with its span; not those that are lengths on the page.

    Of `5 and 7 mm` both are lengths; of `1.20(5)` the second is 0.05.
    """
    waiting: list[tuple[Number, int, int]] = []
    for match in NUMBER.finditer(text):
        if LAYOUT.match(text, match.end()):
            continue
        found = _number(text, match)
        if found is None:
            continue
        number, end = found
        if waiting:
            number = _uncertainty(text, waiting[-1], number, match.start())
            share = SHARED.fullmatch(text, waiting[-1][2], match.start())
            if not share:
                yield from waiting
                waiting = []
        waiting.append((number, match.start(), end))
        if number.unit.name or len(waiting) > 8:
            yield from _with_unit(waiting, number.unit)
            waiting = []
    yield from waiting


def _with_unit(
    waiting: list[tuple[Number, int, int]], unit: Unit
) -> Iterator[tuple[Number, int, int]]:
    """Those without a unit get that of the last."""
    for number, start, end in waiting:
        if unit.name and number.unit is BARE:
            number = replace(number, unit=unit, weighty=True)
        yield number, start, end


def _uncertainty(text: str, before: tuple[Number, int, int], number: Number, start: int) -> Number:
    """What stands in brackets behind a number counts in its last places."""
    if text[before[2] : start] == "(" and number.places == 0 and before[0].places:
        value = number.value.scaleb(-before[0].places)
        return replace(number, value=value, places=before[0].places, weighty=True)
    return number


def _number(text: str, match: re.Match[str]) -> tuple[Number, int] | None:
    """With the offset behind it, its power and a word such as `million`."""
    plain, places = _plain(match["digits"])
    end, power = match.end(), match["power"] or match["e"] or "0"
    if match["ten"]:
        if plain == "10":
            plain, power = "1", match["ten"]
        else:
            end = match.end("digits")
    power = power.replace("\u2212", "-")
    try:
        value = Decimal(plain) * Decimal(10) ** min(max(int(power), -99), 99)
    except (InvalidOperation, ValueError):
        return None
    if match["sign"]:
        value = -value
    if more := MULTIPLE.match(text, end):
        power, end = str(MULTIPLES[more["word"]]), more.end()
        value *= Decimal(10) ** int(power)
    unit = unit_behind(text, end + _closes(text, match.start(), end))
    digits = plain.replace(".", "")
    figures = len(digits.lstrip("0"))
    year = len(plain) == 4 and 1500 <= value <= 2100 and unit.name in ("", "yr", "s")
    if year:
        unit = BARE if unit.known else unit
    weighty = bool(unit.name or places or power != "0" or len(digits) >= 3)
    if year and YEAR_BEFORE.search(text, 0, match.start()):
        weighty = bool(NO_NAME.search(text, 0, match.start()))
    return Number(text[match.start() : end], value, places, figures, unit, weighty), end


def _closes(text: str, start: int, end: int) -> bool:
    r"""Whether a bracket behind the number belongs to it: `1.20(5) m`, `(1.2 \pm 0.1) m`."""
    if not text.startswith(")", end):
        return False
    if text[start - 1 : start] == "(":
        return text[start - 2 : start - 1].isdigit()
    return PLUS_MINUS.search(text, max(0, start - 20), start) is not None


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


def same(one: Number, other: Number) -> bool:
    """Equal, written otherwise, in another unit, or rounded.

    A unit may come where there was none; it may not go, and no other may take its place.
    """
    unknown = not (one.unit.known and other.unit.known)
    if unknown or one.unit.name == "" or one.unit.name == other.unit.name:
        if one.value == other.value or _spelt_otherwise(one.text, other.text):
            return True
        if unknown or one.unit.name == other.unit.name:
            return other.places < one.places and _rounds_to(one.value, other)
    if _degrees(one, other) and one.value == other.value:
        return True
    if one.unit.dimension != other.unit.dimension:
        return False
    value = one.value * one.unit.size / other.unit.size
    if one.unit.rough or other.unit.rough:
        return abs(value - other.value) <= abs(value) * ROUGH or _rounds_to(value, other)
    if one.unit.celsius != other.unit.celsius:
        # A difference of temperatures is the same in both.
        shift = ZERO_CELSIUS if one.unit.celsius else -ZERO_CELSIUS
        return _rounds_to(value, other) or _rounds_to(value + shift, other)
    return _rounds_to(value, other)


def _rounds_to(value: Decimal, other: Number) -> bool:
    """Whether the other is this value, or what is left of it with the places that it has."""
    apart = abs(value - other.value)
    if apart <= abs(value) * FRACTION:
        return True
    return other.figures >= 2 and apart <= Decimal(5).scaleb(-other.places - 1)


def _degrees(one: Number, other: Number) -> bool:
    """Of temperature, one of them without the name of the scale."""
    return any(a.unit.celsius and b.unit.angle for a, b in ((one, other), (other, one)))


def _spelt_otherwise(one: str, other: str) -> bool:
    """With another decimal mark, or another one between thousands: the digits are all there."""
    if MARKS.sub(".", one) == MARKS.sub(".", other):
        return True
    grouped = [re.sub(GAP, ".", text) for text in (one, other)]
    return grouped[0] == grouped[1] and GERMAN.fullmatch(grouped[0]) is not None
