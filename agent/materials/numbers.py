"""Cells that are numbers, in the notation of the file."""

import math

import regex

POINT = regex.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")
POINT_THOUSANDS = regex.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?")
COMMA = regex.compile(r"[+-]?(?:\d+,?\d*|,\d+)(?:[eEdD][+-]?\d+)?")
COMMA_THOUSANDS = regex.compile(r"[+-]?\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d*)?")
MISSING = {
    "", "-", "--", "---", "–", "—", "nan", "na", "n/a", "#n/a", "null", "none", "ol", "inf",
    "-inf", "+inf", "overflow", "#div/0!", "#ref!", "#value!", "?", "/",
}  # fmt: skip


def is_missing(cell: str) -> bool:
    return cell.strip().strip("\"'").lower() in MISSING


def number(cell: str, decimal: str) -> float | None:
    """The number a cell holds, NaN for a mark of a missing one, None when it is no number."""
    text = cell.strip().strip("\"'").replace("\u2212", "-").replace("\u2013", "-")
    if text.lower() in MISSING:
        return math.nan
    if decimal == ".":
        if POINT.fullmatch(text):
            return _float(text)
        if POINT_THOUSANDS.fullmatch(text):
            return _float(text.replace(",", ""))
        return None
    if COMMA.fullmatch(text):
        return _float(text.replace(",", "."))
    if COMMA_THOUSANDS.fullmatch(text):
        return _float(regex.sub(r"[.\u00a0\u202f ]", "", text).replace(",", "."))
    return None


def _float(text: str) -> float:
    return float(text.replace("d", "e").replace("D", "e"))
