"""Cells that are numbers, times or marks of a missing value, in the notation of the file."""

import math
from typing import Literal

import regex

Kind = Literal["E", "M", "N", "D", "T"]
"""Of a cell: empty, a mark of a missing value, a number, a date or time, other text."""

POINT = regex.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")
POINT_GROUPED = regex.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?")
COMMA = regex.compile(r"[+-]?(?:\d+,?\d*|,\d+)(?:[eEdD][+-]?\d+)?")
COMMA_GROUPED = regex.compile(r"[+-]?[1-9]\d{0,2}(?:[.\u00a0\u202f' ]\d{3})+(?:,\d*)?")
ONE_GROUP = regex.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
CLOCK = regex.compile(
    r"(?:(?P<days>\d+)d\s+)?(?P<hours>\d{1,4}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d(?:[.,]\d+)?)"
)
DATE = regex.compile(
    r"(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))"
    r"(?:[T ]\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AP]M|Z)?)?",
    regex.IGNORECASE,
)
MISSING = {
    "-", "--", "---", "–", "—", "nan", "na", "n/a", "#n/a", "null", "none", "ol", "o.l.", "inf",
    "-inf", "+inf", "1.#inf", "1.#qnan", "-1.#ind", "overflow", "over", "#div/0!", "#ref!",
    "#value!", "#num!", "#name?", "?", "/", "*", ".",
}  # fmt: skip
BEYOND = {"ol", "o.l.", "inf", "-inf", "+inf", "1.#inf", "overflow", "over"}
"""Marks of a value beyond what can be shown; it is missing, but not for want of a reading."""
MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})


def is_missing(cell: str) -> bool:
    """Whether a cell is empty or holds a mark of a missing value."""
    text = cell.strip().strip("\"'").lower()
    return not text or text in MISSING


def number(cell: str, decimal: str) -> float | None:
    """The number a cell holds, NaN for none or a mark of a missing one, None for other text."""
    text = cell.strip().strip("\"'")
    if not text or text.lower() in MISSING:
        return math.nan
    text = text.translate(MINUS)
    plain, grouped = (POINT, POINT_GROUPED) if decimal == "." else (COMMA, COMMA_GROUPED)
    if plain.fullmatch(text):
        return float(text.replace(",", ".").replace("d", "e").replace("D", "e"))
    if grouped.fullmatch(text):
        keep = "" if decimal == "." else ","
        digits = regex.sub(rf"[^-+\d{'.' if decimal == '.' else keep}]", "", text)
        return float(digits.replace(",", "."))
    return None


def is_beyond(cell: str) -> bool:
    return cell.strip().strip("\"'").lower() in BEYOND


def kind_of(cell: str, decimal: str) -> Kind:
    """What a cell is."""
    text = cell.strip().strip("\"'")
    if not text:
        return "E"
    value = number(text, decimal)
    if value is not None:
        return "M" if math.isnan(value) else "N"
    if ":" in text or text[0].isdigit():
        return "D" if CLOCK.fullmatch(text) or DATE.fullmatch(text) else "T"
    return "T"


def seconds(cell: str) -> float | None:
    """Seconds of a time such as `00:01:30.5` or `2d 00:00:10`; None for other text."""
    found = CLOCK.fullmatch(cell.strip())
    if found is None:
        return None
    days, hours = int(found["days"] or 0), int(found["hours"])
    rest = float(found["seconds"].replace(",", "."))
    return ((days * 24 + hours) * 60 + int(found["minutes"])) * 60 + rest
