"""What siunitx reads as a number, and what people write instead."""

import re

_PART = r"(?:[0-9][0-9 ]*(?:[.,][0-9][0-9 ]*)?|[.,][0-9]+)"
_THIN = re.compile(r"\\[,;:! ]|~|\u2009|\u202f|\u00a0")
_NUMBER = re.compile(
    rf"(?:[<>]|\\(?:l|g|ll|gg|le|ge|sim|approx)(?![A-Za-z]))?\s*[-+]?\s*{_PART}?\s*"
    rf"(?:\(\s*[0-9.,]+\s*\)|(?:\\pm(?![A-Za-z])|\+-)\s*{_PART})?\s*"
    r"(?:[eEdD]\s*[-+]?[0-9]+)?"
)
_POWER = re.compile(
    r"(?P<mantissa>.*?)\s*(?:(?:\\times|\\cdot|[×·⋅∙*x])\s*)?10\s*\^\s*\{?\s*(?P<power>[-+]?\d+)\s*\}?$"
)
_GROUPED = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_GROUPED_POINTS = re.compile(r"[-+]?\d{1,3}(?:\.\d{3})+(?:,\d+|(?:\.\d{3}))")
_SIGNS = str.maketrans({"−": "-", "–": "-", "±": "\\pm ", "＋": "+", "，": ",", "．": "."})
_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile(r"10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_RANGE = re.compile(
    rf"\s*(-?{_PART})\s*(?:--?-?|–|—|\\?to\b|\.\.\.?|\\ldots|\\dots|~)\s*(-?{_PART})\s*"
)
_LIST = re.compile(rf"\s*-?{_PART}\s*(?:(?:;|,\s)\s*-?{_PART}\s*){{1,40}}")
LONGEST = 200
"""No number is longer than this."""


def is_number(text: str) -> bool:
    """Whether siunitx reads the text as one number; an empty one is none."""
    plain = _THIN.sub("", text)
    return (
        len(text) <= LONGEST
        and bool(re.search(r"\d", plain))
        and _NUMBER.fullmatch(plain.strip()) is not None
        and not _trimmed(text)
    )


def as_number(text: str) -> str | None:
    r"""The number that was meant, in siunitx's spelling: `3 \times 10^8` is `3e8`.

    None where it is no single number, or already one.
    """
    if len(text) > LONGEST or is_number(text):
        return None
    plain = text.strip().translate(_SIGNS).translate(_WIDE)
    plain = re.sub(r"^\$(.*)\$$", r"\1", plain).strip()
    plain = _RAISED.sub(lambda m: f"10^{{{m[1].translate(_SUPERSCRIPTS)}}}", plain)
    plain = re.sub(r"^~+|~+$|\\(?:protect|nobreakspace|left|right)(?![A-Za-z])", "", plain).strip()
    plain = re.sub(r"\s*(?:°|\\degree|\\circ|\^\{?\\circ\}?)$", "", plain)
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    elif _GROUPED_POINTS.fullmatch(plain):
        plain = plain.replace(".", "")
    if power := _POWER.fullmatch(plain):
        mantissa = power["mantissa"].strip().strip("()")
        if mantissa in ("", "-", "+") or is_number(mantissa):
            return f"{mantissa}e{power['power']}"
    return plain if plain != text.strip() and is_number(plain) else None


def as_range(text: str) -> tuple[str, str] | None:
    """The two ends of a range: `10-20`, `10 to 20`."""
    found = _RANGE.fullmatch(text) if len(text) <= LONGEST else None
    return (found[1].strip(), found[2].strip()) if found else None


def as_list(text: str) -> tuple[str, ...] | None:
    """Several numbers: `1; 2; 3`. Two with a comma are a decimal fraction, a ratio is no list."""
    if len(text) > LONGEST or _LIST.fullmatch(text) is None:
        return None
    return tuple(part.strip() for part in re.split(r";|,\s", text))


def _trimmed(text: str) -> bool:
    """Whether ties stand at its ends, which siunitx refuses."""
    return text.strip().startswith("~") or text.strip().endswith("~")
