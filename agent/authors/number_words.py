"""Numbers in words that a unit follows: `twelve metres`, `five per cent`, 三点二米, 百分之五."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.analysis.units import parse_unit
from agent.authors.siunitx_units import leading_unit

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: number for number, word in enumerate(_ONES)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=2)
}
_HAN = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000}

_ENGLISH = re.compile(
    rf"""\b(?P<words>(?:{"|".join(_TENS)})(?:[-\s](?:{"|".join(_ONES[1:10])}))?
    |{"|".join(sorted(_ONES[2:], key=len, reverse=True))})
    (?P<scale>[\s-]+(?:hundred|thousand))?(?P<gap>[\s~-]+)(?=[A-Za-z%\\])""",
    re.VERBOSE | re.IGNORECASE,
)
_PERCENT = re.compile(r"per[\s~]?cent\b", re.IGNORECASE)
_CHINESE = re.compile(
    r"""(?P<percent>百分之|千分之)?(?P<whole>[零〇一二两三四五六七八九十百千万]{1,12})
    (?:点(?P<places>[零〇一二三四五六七八九]{1,8}))?""",
    re.VERBOSE,
)
_NO_UNITS = re.compile(r"分之|[度分时天]|级|米线")
"""Behind a numeral these are parts of words, or fractions, more often than units."""


@dataclass(frozen=True, slots=True)
class Spelled:
    start: int
    number_end: int
    value: str
    """In digits."""
    unit: str
    unit_span: tuple[int, int]


def spelled_numbers(prose: str) -> Iterator[Spelled]:
    """What somebody says in words of a quantity; one alone, and numbers without unit, say none."""
    yield from _in_english(prose)
    yield from _in_chinese(prose)


def _in_english(prose: str) -> Iterator[Spelled]:
    for match in _ENGLISH.finditer(prose):
        number = sum(_WORDS[word] for word in re.split(r"[-\s]+", match["words"].lower()) if word)
        if match["scale"]:
            number *= 100 if "hundred" in match["scale"].lower() else 1000
        percent = _PERCENT.match(prose, match.end())
        unit = ("percent", percent.end() - match.end()) if percent else None
        unit = unit or leading_unit(prose[match.end() : match.end() + 80])
        # `five a` and `two in` are no quantities: only a unit that is written out says one.
        if unit is not None and unit[1] > 2:
            end = match.end() - len(match["gap"])
            yield Spelled(match.start(), end, str(number), unit[0], (end, match.end() + unit[1]))


def _in_chinese(prose: str) -> Iterator[Spelled]:
    for match in _CHINESE.finditer(prose):
        number = _chinese(match["whole"])
        if number is None:
            continue
        value = str(number)
        if match["places"]:
            value += "." + "".join(str(_HAN[sign]) for sign in match["places"])
        if match["percent"]:
            unit = "percent" if match["percent"] == "百分之" else "permille"
            yield Spelled(match.start(), match.end(), value, unit, (match.end(), match.end()))
            continue
        if match["whole"] == "一" and not match["places"]:
            continue
        if _NO_UNITS.match(prose, match.end()):
            continue
        found = han_unit(prose, match.end()) or leading_unit(prose[match.end() : match.end() + 12])
        if found is not None:
            span = (match.end(), match.end() + found[1])
            yield Spelled(match.start(), match.end(), value, found[0], span)


_HAN_WORDS = re.compile(r"[\u4e00-\u9fff]{1,4}(?:/[\u4e00-\u9fff]{1,3})?")


def han_unit(text: str, start: int) -> tuple[str, int] | None:
    """The unit in Chinese words that stands there, and its length: 米, 厘米, 摄氏度, 米/秒."""
    words = _HAN_WORDS.match(text, start)
    if words is None:
        return None
    for length in range(len(words[0]), 0, -1):
        if unit := parse_unit(words[0][:length]):
            return unit, length
    return None


def _chinese(text: str) -> int | None:
    """The number that Chinese numerals say; None when they say none, as 千万 alone."""
    if not any(sign in _SCALES for sign in text):
        return int("".join(str(_HAN[sign]) for sign in text)) if len(text) < 10 else None
    total, part, digit = 0, 0, None
    for sign in text:
        if sign in _HAN:
            digit = _HAN[sign]
        elif sign == "万":
            total, part, digit = (total + part + (digit or 0)) * 10_000, 0, None
        elif digit is None and sign != "十":
            return None
        else:
            part, digit = part + (1 if digit is None else digit) * _SCALES[sign], None
    return total + part + (digit or 0)
