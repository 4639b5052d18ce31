r"""How people write numbers: groups of thousands, decimal commas, powers of ten, full-width digits.

The patterns are pieces for `re.VERBOSE`; they expect a text that `half_width` went over.
"""

import re

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_NARROW = str.maketrans(
    {**{chr(0xFF10 + digit): str(digit) for digit in range(10)},
     "．": ".", "％": "%", "＋": "+", "－": "-", "−": "-", "﹣": "-", "，": "，"}
)  # fmt: skip

_SEPARATOR = r"(?:\\,|\{,\}|,|'|’|[\u2009\u202f\u00a0]|[ ~](?=\d{3}(?![\d.]*-)))"
CORE = rf"""(?:
    \d{{1,3}}(?:\.\d{{3}})+,\d+
  | \d{{1,3}}(?:{_SEPARATOR}\d{{3}})+(?!\d)(?:\.\d+)?
  | \d+(?:\.|\{{,\}}|,)\d+
  | (?<![\d.])\.\d+
  | \d+
)"""
"""A number without sign."""
_GAP = r"(?:\s|\\[,;!: ]|~)*"
POWER = rf"""(?:
    {_GAP}(?:\$\\times\$|\$\\cdot\$|\\times(?![A-Za-z])|×|✕|\\cdot(?![A-Za-z])|·|\*|[xX])
    {_GAP}10{_GAP}
    (?:(?P<d>\$)?\^\s*(?:\{{\s*(?P<e>[-+]?\d+)\s*\}}|(?P<f>[-+]?\d))(?(d)\$)
      |(?P<s>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
      |\\textsuperscript\s*\{{\s*\$?(?P<t>[-+]?\d+)\$?\s*\}})
  | [eE](?P<g>[-+]?\d+)(?![\w.])
)"""
VALUE = rf"""
    (?P<open>(?:\\left)?\(\s*)?(?P<value>[-+]?{CORE})
    (?:(?:\s|\\[,;: ])*(?:\\pm(?![A-Za-z])|\$\\pm\$|±|\+/?-)(?:\s|\\[,;: ])*(?P<uncertainty>{CORE})
      |\((?P<last>\d+)\)
      |\^\s*\{{\s*\+\s*{CORE}\s*\}}\s*_\s*\{{\s*-\s*{CORE}\s*\}}
    )?
    (?(open)\s*(?:\\right)?\))
"""
"""A number, perhaps with its uncertainty."""

_POINTS = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+")
_GROUPS = re.compile(rf"\d{{1,3}}(?:{_SEPARATOR}\d{{3}})+(?:\.\d+)?")
_MARKS = re.compile(_SEPARATOR)
_BLANK = re.compile(r"[ ~]")
_COMMA = re.compile(r"\{,\}|,")


def half_width(text: str) -> str:
    """The same text, character for character, with the digits and signs that programs read."""
    return text.translate(_NARROW)


def readings(text: str) -> tuple[str, ...]:
    """The plain digits that a number may mean, the likeliest first: `1,234` is 1234 or 1.234."""
    sign = "-" if text.startswith("-") else ""
    bare = text.lstrip("+-")
    if _POINTS.fullmatch(bare):
        return (sign + bare.replace(".", "").replace(",", "."),)
    if _GROUPS.fullmatch(bare):
        likely = sign + _MARKS.sub("", bare)
        marks = _MARKS.findall(bare)
        if len(marks) == 1 and marks[0] in (",", "{,}") and "." not in bare:
            return likely, sign + _COMMA.sub(".", bare)
        if len(marks) == 1 and marks[0] in " ~":
            # Perhaps two numbers beside one another.
            return likely, _BLANK.split(bare)[-1]
        return (likely,)
    plain = _COMMA.sub(".", bare)
    return (sign + ("0" + plain if plain.startswith(".") else plain),)


def has_decimal_comma(text: str) -> bool:
    """Whether a comma that might also stand between two numbers of a list is read as a point."""
    return "," in text and "{,}" not in text and "." not in text


def exponent_in(match: re.Match[str]) -> int:
    """The power of ten of what `POWER` matched; 0 where it matched nothing."""
    found = next((match[name] for name in "efgst" if match[name]), None)
    return int(found.translate(SUPERSCRIPTS)) if found else 0
