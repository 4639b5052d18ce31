r"""What a length that TeX cannot read was meant to be: `0,5cm`, `80\%`, `0.5`, `\textwidth0.5`."""

import re
from typing import Literal

Axis = Literal["across", "down", "space", "small", "page", "lines", "column", "factor", "count"]
"""What a length measures; it decides what a bare number means."""

LONGEST = 80
_NAMES = (
    "textwidth|linewidth|columnwidth|hsize|paperwidth|textheight|paperheight|vsize|baselineskip"
)
_POINTS = {
    "pt": 1.0, "cm": 28.4528, "mm": 2.84528, "in": 72.27, "bp": 1.00375, "pc": 12.0, "em": 10.0,
    "ex": 4.3, "dd": 1.07, "cc": 12.84, "sp": 1 / 65536, "px": 1.00375,
}  # fmt: skip
_UNITS = {
    **dict.fromkeys(("inch", "inches", "''", '"', "″"), "in"),
    **dict.fromkeys(("points", "point", "pts", "ptx"), "pt"),
    **dict.fromkeys(("cms", "centimeter", "centimeters", "centimetre"), "cm"),
    **dict.fromkeys(("mms", "millimeter", "millimetre"), "mm"),
    **{"rem": "em", "ems": "em", "px": "bp", "pixel": "bp", "pixels": "bp"},
}
_LARGEST = 16383.0
_LARGEST_COUNT = 2147483647
_WORDS = {"full": "1", "half": "0.5", "third": "0.33", "quarter": "0.25"}
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_EMPTY: dict[Axis, str] = {
    "across": r"\linewidth", "down": "!", "space": "0pt", "small": "0pt", "page": "2.5cm",
    "lines": r"\baselineskip", "column": "3cm", "factor": "1", "count": "0",
}  # fmt: skip

_SIGNED = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_NUMBER = re.compile(_SIGNED)
_KNOWN_UNIT = re.compile(rf"({_SIGNED})\s*(?:true\s*)?({'|'.join(_POINTS)})\b", re.IGNORECASE)
_FACTOR = re.compile(rf"({_SIGNED})\s*\\({_NAMES})(?![A-Za-z])")
_PER_CENT = re.compile(rf"({_SIGNED})\s*\\?%(?:\s*(?:of\s*)?\\?({_NAMES}))?")
_VIEW = re.compile(rf"({_SIGNED})\s*v([wh])")
_ODD_UNIT = re.compile(rf"({_SIGNED})\s*([A-Za-z]+|''|\"|″)")
_BARE_NAME = re.compile(rf"({_SIGNED})?\s*({_NAMES})")
_TIMES = re.compile(rf"({_SIGNED})\s*(?:\*|\\cdot|\\times|x|×)\s*\\({_NAMES})")
_BEHIND = re.compile(rf"\\({_NAMES})\s*(?:\*|\\cdot|\\times)?\s*({_SIGNED})")
_DIVIDED = re.compile(rf"\\({_NAMES})\s*/\s*(\d+(?:\.\d+)?)")
_FRACTION = re.compile(rf"(\d+)\s*/\s*(\d+)\s*(?:\*\s*)?\\({_NAMES})")
_TWICE = re.compile(rf"({_SIGNED}\s*\\(?:{_NAMES}))\s*\\(?:{_NAMES})")
_TAIL = re.compile(rf"(?<=[A-Za-z\s])((?:plus|minus|[-+])\s*{_SIGNED})$")
"""A number without a unit at the end of a sum or of stretchable space."""
_SKIP = re.compile(r"\\(big|med|small)skip")


def meant_length(text: str, axis: Axis) -> str | None:
    """The length that was meant; None where TeX can read it, or nothing can be said."""
    given = text.strip()
    if len(given) > LONGEST:
        return None
    if not given:
        return _EMPTY[axis]
    if axis == "count":
        return _count(given)
    plain = _plain(given)
    if axis == "factor":
        return _factor(plain, given)
    found = _too_large(plain, axis) or _of_name(plain, axis) or _of_unit(plain, axis)
    if found is None and _NUMBER.fullmatch(plain):
        found = _of_number(float(plain), plain, axis)
    if found is None and "." in plain and "." not in given.replace("..", "") and is_length(plain):
        found = plain
    if found is None and (tail := _TAIL.search(plain)):
        found = f"{plain[: tail.end(1)]}pt"
    if found is not None:
        found = _too_large(found, axis) or found
    return found if found != given else None


def silent_length(text: str, *, calculated: bool) -> str | None:
    r"""The same for what TeX reads without a word and otherwise than it was meant.

    `\textwidth0.5` is taken for the whole width; so are products, unless calc is loaded.
    """
    given = text.strip()
    if len(given) > LONGEST:
        return None
    if behind := _BEHIND.fullmatch(given):
        product = "*" in given or "\\cdot" in given or "\\times" in given
        return None if product and calculated else f"{behind[2]}\\{behind[1]}"
    if (divided := _DIVIDED.fullmatch(given)) and not calculated:
        return f"{_short(1 / float(divided[2]))}\\{divided[1]}" if float(divided[2]) else None
    per_cent = _PER_CENT.fullmatch(given)
    if per_cent and per_cent[2] is None and "%" in given:
        return f"{_short(float(per_cent[1]) / 100)}\\linewidth"
    return None


def is_length(text: str) -> bool:
    return bool(_KNOWN_UNIT.fullmatch(text) or _FACTOR.fullmatch(text))


def _plain(given: str) -> str:
    """Without quotes and braces, with a point in its number."""
    plain = given.strip("\"'“”").strip() if not given.endswith(("''", '"')) else given
    if plain.startswith("{") and plain.endswith("}"):
        plain = plain[1:-1].strip()
    plain = re.sub(r"(?<=\d)\s*[,，]\s*(?=\d)", ".", plain, count=1)
    return re.sub(r"(?<=\d)\.{2,}(?=\d)", ".", plain)


def _of_name(plain: str, axis: Axis) -> str | None:
    r"""Lengths that name another one: `0.8*\textwidth`, `1/2\textwidth`, `0.8textwidth`."""
    if times := _TIMES.fullmatch(plain):
        return f"{times[1]}\\{times[2]}"
    if behind := _BEHIND.fullmatch(plain):
        return f"{behind[2]}\\{behind[1]}"
    if fraction := _FRACTION.fullmatch(plain):
        share = int(fraction[1]) / int(fraction[2]) if int(fraction[2]) else 1.0
        return f"{_short(share)}\\{fraction[3]}"
    if divided := _DIVIDED.fullmatch(plain):
        share = 1 / float(divided[2]) if float(divided[2]) else 1.0
        return f"{_short(share)}\\{divided[1]}"
    if bare := _BARE_NAME.fullmatch(plain):
        return f"{bare[1] or ''}\\{bare[2]}"
    if twice := _TWICE.fullmatch(plain):
        return twice[1]
    if per_cent := _PER_CENT.fullmatch(plain):
        whole = per_cent[2] or ("textheight" if axis == "down" else "linewidth")
        return f"{_short(float(per_cent[1]) / 100)}\\{whole}"
    return None


def _of_unit(plain: str, axis: Axis) -> str | None:
    """Units that TeX does not have."""
    if view := _VIEW.fullmatch(plain):
        whole = "textwidth" if view[2] == "w" else "textheight"
        return f"{_short(float(view[1]) / 100)}\\{whole}"
    if (odd := _ODD_UNIT.fullmatch(plain)) and odd[2].lower() in _UNITS:
        return f"{odd[1]}{_UNITS[odd[2].lower()]}"
    if skip := _SKIP.fullmatch(plain):
        return f"\\{skip[1]}skipamount"
    if plain.lower() in _WORDS and axis == "across":
        share = _WORDS[plain.lower()]
        return r"\linewidth" if share == "1" else f"{share}\\linewidth"
    return "!" if plain.lower() == "auto" and axis in ("across", "down") else None


def _of_number(value: float, plain: str, axis: Axis) -> str:
    """A number without a unit, by what such a length is usually given in."""
    size = abs(value)
    shares = {"across": r"\linewidth", "column": r"\linewidth", "down": r"\textheight"}
    limits = {"across": 1.5, "column": 1.0, "down": 1.0}
    if axis in shares and 0 < value <= limits[axis]:
        return f"{plain}{shares[axis]}"
    if axis == "lines":
        return f"{plain}\\baselineskip"
    if axis == "page":
        return f"{plain}{'in' if size <= 1.5 else 'cm' if size <= 12 else 'mm'}"
    most = {"across": 25, "down": 25, "column": 25, "space": 2.99}.get(axis, 0)
    return f"{plain}{'cm' if 0 < size <= most else 'pt'}"


def _too_large(plain: str, axis: Axis) -> str | None:
    r"""Beyond what TeX holds: `80\textwidth` was meant in per cent, `900cm` as far as it goes."""
    whole = r"\textheight" if axis in ("down", "space", "lines") else r"\linewidth"
    if (factor := _FACTOR.fullmatch(plain)) and abs(float(factor[1])) > 20:
        share = float(factor[1]) / 100
        return f"{_short(share)}\\{factor[2]}" if 0 < share <= 1 else whole
    if known := _KNOWN_UNIT.fullmatch(plain):
        points = float(known[1]) * _POINTS[known[2].lower()]
        if abs(points) > _LARGEST:
            return whole if points > 0 else f"-{whole}"
    return None


def _factor(plain: str, given: str) -> str | None:
    r"""A factor such as that of `scale`: `50\%`, `0,5`."""
    if per_cent := _PER_CENT.fullmatch(plain):
        return _short(float(per_cent[1]) / 100)
    return plain if plain != given and _NUMBER.fullmatch(plain) else None


def _count(given: str) -> str | None:
    if given.lower() in _COUNTS:
        return str(_COUNTS.index(given.lower()))
    if re.fullmatch(r"-?\d{10,}", given) and abs(int(given)) > _LARGEST_COUNT:
        return str(_LARGEST_COUNT if int(given) > 0 else -_LARGEST_COUNT)
    return None


def _short(value: float) -> str:
    return f"{value:.4g}"
