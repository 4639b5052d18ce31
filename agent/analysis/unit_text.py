"""Reads a unit as people write it in the header of a table."""

import re
from fractions import Fraction

from agent.analysis.unit_names import READ

Factors = dict[str, Fraction]
"""pint's names with their exponents, in the order in which they are printed."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_TIDY = (
    (re.compile(r"\\(?:mathrm|mathit|text|rm|unit|si|upmu)(?![a-z])"), ""),
    (re.compile(r"\\mu(?![a-z])\s*"), "µ"),
    (re.compile(r"\\Omega(?![a-z])\s*"), "Ω"),
    (re.compile(r"\^\s*\{?\s*\\circ\s*\}?\s*|\\degree(?![A-Za-z])\s*"), "°"),
    (re.compile(r"\\cdot(?![a-z])|\\times(?![a-z])|[·⋅×•∙]"), "*"),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"\\[,;:! ]|[~\u00a0\u2009\u202f]"), " "),
    (re.compile(r"[{}$]"), ""),
    (re.compile(r"[−–]"), "-"),
    (re.compile(r"\*\*"), "^"),
    (re.compile(r"\bH2O\b|(?<=cm)H2O\b"), "H₂O"),
    (re.compile(r"\b(mm|cm|in)[ _]+(Hg|H₂O)"), r"\1\2"),
    (re.compile(r"(?:°|\bdeg)[ _]*([CF])\b"), r"°\1"),
    (re.compile(r"\bper\b"), "/"),
    # `m.s-2`: a full stop between two words is a product, one after an abbreviation is nothing.
    (re.compile(r"(?<=[^\W\d])\.(?=[^\W\d])"), "*"),
    (re.compile(r"(?<=[^\W\d])([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"), r"^\1"),
)
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<word>[^\W\d]+(?:₂O)?|[°%‰℃℉％′″][CF]?)
        (?:\s*\^\s*(?P<power>[+-]?\d+(?:\.\d+)?|\([+-]?\d+(?:[./]\d+)?\))
           |(?P<bare>[+-]?\d+))?
      | (?P<one>1(?=\s*/)) | (?P<sign>[*/()])
    )\s*""",
    re.VERBOSE,
)
_LONGEST = 60


def factors_of(text: str | None) -> Factors | None:
    """The factors of a unit; None when it is not understood or is none.

    All that follows a slash is divided by, as in `J/kg K`, unless its exponent is negative: the
    SI Brochure forbids the ambiguous form, laboratories write it.
    """
    if text is None or len(text) > _LONGEST:
        return None
    tidy = text.strip()
    while len(tidy) > 1 and tidy[0] + tidy[-1] in ("[]", "()", "（）", "【】"):
        tidy = tidy[1:-1].strip()
    if whole := READ.get(tidy):
        return {whole: Fraction(1)}
    for pattern, replacement in _TIDY:
        tidy = pattern.sub(replacement, tidy)
    tidy = tidy.translate(_SUPERSCRIPTS)
    tokens = _tokens(tidy.strip())
    return _product(tokens) if tokens else None


def _tokens(text: str) -> list[re.Match[str]] | None:
    found, position = [], 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            return None
        found.append(token)
        position = token.end()
    return found


def _product(tokens: list[re.Match[str]]) -> Factors | None:
    result: Factors = {}
    below: list[bool] = []
    dividing = False
    for token in tokens:
        sign = token["sign"]
        if sign == "/":
            dividing = True
        elif sign == "(":
            below.append(dividing)
        elif sign == ")":
            if not below:
                return None
            dividing = below.pop()
        elif token["word"]:
            name = READ.get(token["word"])
            power = _power(token["power"] or token["bare"])
            if name is None or power is None:
                return None
            if dividing and power > 0:
                power = -power
            result[name] = result.get(name, Fraction(0)) + power
    return None if below else {n: p for n, p in result.items() if p} or None


def _power(text: str | None) -> Fraction | None:
    if text is None:
        return Fraction(1)
    try:
        power = Fraction(text.strip("()"))
    except (ValueError, ZeroDivisionError):
        return None
    return power if abs(power) <= 12 and power != 0 else None
