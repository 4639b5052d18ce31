r"""Units as writers put them into `\qty`, `\unit` or plain text, in pint's spelling."""

import re

from agent.analysis.units import parse_unit, plain

PREFIXES = {
    "pico": "p", "nano": "n", "micro": "µ", "milli": "m", "centi": "c", "deci": "d", "hecto": "h",
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
}  # fmt: skip
SIGNS = {"celsius": "°C", "degreeCelsius": "°C", "degree": "°", "percent": "%", "metre": "m"}
POWERS = {"squared": "^2", "cubed": "^3"}
BEFORE = {"square": "2", "cubic": "3"}

_MACRO = re.compile(r"\\(?P<word>[A-Za-z]+)\s*(?:\{(?P<power>-?\d+)\})?")
_WORDS_ONLY = re.compile(r"(?:\\[A-Za-z]+\s*(?:\{-?\d+\})?\s*)+")
_PRODUCT = re.compile(r"\.(?!\d)|~")
_NOT_ALONE = {"a", "as", "at", "in", "d"}
"""Units that are words of running text as well."""


def unit_of(text: str) -> str | None:
    r"""The unit in the argument of `\qty`, `\unit`, `\mathrm` or `\text`; None when it is not
    understood.
    """
    text = text.strip()
    if _WORDS_ONLY.fullmatch(text) and not text.startswith((r"\text", r"\%", r"\mathrm")):
        spelled = _from_macros(text)
        return parse_unit(spelled) if spelled else None
    # In the literal argument of siunitx a full stop or a tilde is a product.
    return parse_unit(_PRODUCT.sub(" ", text))


def _from_macros(text: str) -> str:
    r"""`\kilo\metre\per\second` as `km s^-1`; empty when a macro is unknown."""
    terms: list[str] = []
    prefix, sign, power = "", "", ""
    for macro in _MACRO.finditer(text):
        word = macro["word"]
        if word == "per":
            sign = "-"
        elif word in PREFIXES:
            prefix = PREFIXES[word]
        elif word in BEFORE:
            power = BEFORE[word]
        elif word in POWERS or word == "tothe":
            raised = POWERS.get(word, f"^{macro['power']}")[1:]
            if not terms:
                return ""
            terms[-1] = _raised(terms[-1], raised)
        else:
            symbol = _symbol(word)
            if not symbol:
                return ""
            exponent = f"^{sign}{power or 1}" if sign or power else ""
            terms.append(f"{prefix}{symbol}{exponent}")
            prefix, sign, power = "", "", ""
    return " ".join(terms)


def _raised(term: str, power: str) -> str:
    base, _, old = term.partition("^")
    return f"{base}^{'-' if old.startswith('-') else ''}{power}"


def _symbol(word: str) -> str:
    if word in SIGNS:
        return SIGNS[word]
    known = parse_unit(word)
    return plain(known) if known else ""


_FIRST = re.compile(r"[A-Za-zΩµμÅ°%‰/\\]")
_TOKEN = re.compile(
    r"""(?:[A-Za-zΩµμÅ°%‰/·*^⁰¹²³⁴⁵⁶⁷⁸⁹⁻] | \\% | \$\^\{?[-−]?\d+\}?\$
      | \\\(\^\{?[-−]?\d+\}?\\\)
      | (?<=[\^A-Za-z])\{?[-−]?\d+\}? | \.(?=[A-Za-z]))+""",
    re.VERBOSE,
)
_BLANK = re.compile(r"(?:~|\\[,;: ]|[ \t]|\n(?!\s*\n))+")
_LAST_WORD = re.compile(r"(?:~|[ \t\n])+")
_GROUP = re.compile(r"\\(?:unit|si|mathrm|text|textrm|rm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_RAISED = re.compile(r"\^\s*(?:\{\s*([-−]?\d+)\s*\}|(\d))")
MOST_WORDS = 4


def leading_unit(text: str) -> tuple[str, int] | None:
    """The unit that a text begins with, and where it ends; None when it begins with none."""
    if group := _GROUP.match(text):
        power = _RAISED.match(text, group.end())
        raised = f"^{power[1] or power[2]}" if power else ""
        unit = unit_of(group[1] + raised)
        return (unit, (power or group).end()) if unit else None
    if not _FIRST.match(text):
        return None
    ends: list[int] = []
    position = 0
    while len(ends) < MOST_WORDS and (token := _TOKEN.match(text, position)):
        ends.append(token.end())
        blank = _BLANK.match(text, token.end())
        if blank is None:
            break
        position = blank.end()
    for end in reversed(ends):
        words = text[:end]
        if _LAST_WORD.split(words)[-1] not in _NOT_ALONE:
            unit = parse_unit(words.replace(r"\(", "").replace(r"\)", ""))
            if unit is not None:
                return unit, end
    return None
