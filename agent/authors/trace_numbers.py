"""Numbers that a model wrote in digits, though they are facts, become facts again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.analysis.facts import Fact, Facts
from agent.analysis.printing import tex
from agent.authors.siunitx_units import leading_unit, unit_of
from latex.citations import replace_spans
from latex.mask import mask

_DIGITS = r"(?:\d{1,3}(?:\\,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_VALUE = rf"""
    (?P<open>\(\s*)?(?P<value>[-+−]?{_DIGITS})
    (?:\s*(?:\\pm(?![A-Za-z])|±|\+-)\s*(?P<uncertainty>{_DIGITS})|\((?P<last>\d+)\))?
    (?(open)\s*\))
"""
_SIUNITX = re.compile(
    rf"""\\(?P<command>qty|SI|num)\s*(?:\[[^\]]*\])?\s*\{{\s*{_VALUE}
    \s*(?:e\s*(?P<e>[-+−]?\d+))?\s*\}}""",
    re.VERBOSE,
)
_ARGUMENT = re.compile(r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
# A digit that belongs to a name, an exponent, a range or a larger number begins no number.
_PLAIN = re.compile(
    rf"""(?<![A-Za-z0-9_.,\-–/:^{{\\]){_VALUE}
    (?:\s*(?:\\times(?![A-Za-z])|×|\\cdot(?![A-Za-z]))\s*10\s*\^\s*(?:\{{\s*(?P<e>[-−]?\d+)\s*\}}|(?P<f>\d)))?
    (?![0-9_]|\.\d|,\d|\s*(?:--|–)\s*\d|\\,\d)""",
    re.VERBOSE,
)
_GAP = re.compile(r"(?P<dollar>\s*\$)?(?:~|\\[,;: ]|[ \t]|\n(?!\s*\n))*")
_NO_PROSE = re.compile(
    r"""\\(?:fact|factvalue|asset|(?:eq|page|auto|name|c|C|v)?ref|label|[A-Za-z]*cite[A-Za-z]*\*?|url|href
      |texttt|includegraphics|begin|end|input|[hv]space\*?|ang|hypertarget|hyperlink|qty|SI|num
      |qtyrange|numrange|SIrange|qtylist|numlist)
    (?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number in the text, with the unit behind it."""

    start: int
    end: int
    """Of the number alone, or of the whole siunitx command."""
    value: str
    uncertainty: str | None
    exponent: int
    unit: str | None
    """In pint's spelling; None when there is none, or none that is understood."""
    unit_source: str = ""
    """The unit's own LaTeX, in a siunitx command."""
    unit_span: tuple[int, int] | None = None
    """From behind the number to the end of the unit, in plain text."""
    siunitx: bool = False

    @property
    def digits(self) -> int:
        """Significant ones."""
        return len(re.sub(r"\D", "", self.value).lstrip("0"))


@dataclass(frozen=True, slots=True)
class Traced:
    text: str
    replaced: tuple[tuple[str, str], ...] = ()
    """(what stood there, key of the fact that stands there now)."""


def trace(latex: str, facts: Facts, stated: str = "") -> Traced:
    r"""Put `\fact` or `\factvalue` where a number is certainly one fact, printed as it is printed.

    Certain is a number with its uncertainty, or with its unit and two digits at least, or without
    a unit and with three digits and a decimal point, that equals exactly one fact digit by digit.
    A number without uncertainty that also stands in the text `stated`, the user's own notes, may
    be that one, and stays.
    """
    index = _index(facts)
    edits: list[tuple[int, int, str]] = []
    replaced: list[tuple[str, str]] = []
    for literal in literals(latex):
        fact = _the_fact(literal, index, stated)
        if fact is None:
            continue
        changes = list(_edits(latex, literal, fact))
        edits += changes
        replaced.append((latex[changes[0][0] : changes[-1][1]], fact.key))
    return Traced(replace_spans(latex, edits), tuple(replaced))


def literals(latex: str) -> tuple[Literal, ...]:
    """Every number in running text, formulas and siunitx commands, in order."""
    live = mask(latex)
    prose = _NO_PROSE.sub(lambda m: " " * len(m[0]), live)
    found = [*_in_siunitx(live), *_in_prose(prose)]
    return tuple(sorted(found, key=lambda literal: literal.start))


def _in_siunitx(live: str) -> Iterator[Literal]:
    for match in _SIUNITX.finditer(live):
        end, source = match.end(), ""
        if match["command"] != "num":
            argument = _ARGUMENT.match(live, end)
            if argument is None:
                continue
            end, source = argument.end(), argument[1]
        yield Literal(
            match.start(),
            end,
            *_number(match),
            _exponent(match["e"]),
            unit_of(source) if source else None,
            source,
            siunitx=True,
        )


def _in_prose(prose: str) -> Iterator[Literal]:
    for match in _PLAIN.finditer(prose):
        gap = _GAP.match(prose, match.end())
        behind = gap.end() if gap else match.end()
        unit = leading_unit(prose[behind : behind + 80])
        if unit is None and re.match(r"[A-Za-z]", prose[match.end() : match.end() + 1]):
            continue
        yield Literal(
            match.start(),
            match.end(),
            *_number(match),
            _exponent(match["e"] or match["f"]),
            unit[0] if unit else None,
            unit_span=(match.end(), behind + unit[1]) if unit else None,
        )


def _number(match: re.Match[str]) -> tuple[str, str | None]:
    value = match["value"].replace(r"\,", "").replace("−", "-").lstrip("+")
    if match["last"]:
        return value, _last_digits(value, match["last"])
    uncertainty = match["uncertainty"]
    return value, uncertainty.replace(r"\,", "") if uncertainty else None


def _last_digits(value: str, last: str) -> str:
    """`12.34(5)`: the uncertainty in units of the last digits."""
    places = len(value.partition(".")[2])
    if not places:
        return last
    padded = last.zfill(places + 1)
    return f"{padded[:-places]}.{padded[-places:]}"


def _exponent(text: str | None) -> int:
    return int(text.replace("−", "-")) if text else 0


_Index = dict[tuple[str, int], list[tuple[Fact, str | None]]]


def _index(facts: Facts) -> _Index:
    """The facts by the digits and the power of ten that they are printed with."""
    index: _Index = {}
    for fact in facts:
        printed = _SIUNITX.match(tex(fact)) if not isinstance(fact.value, str) else None
        if printed is not None:
            value, uncertainty = _number(printed)
            index.setdefault((value, _exponent(printed["e"])), []).append((fact, uncertainty))
    return index


def _the_fact(literal: Literal, index: _Index, stated: str) -> Fact | None:
    """The one fact that the number certainly is."""
    if not _is_telling(literal) or (literal.uncertainty is None and _stands(literal.value, stated)):
        return None
    equal = [
        fact
        for fact, uncertainty in index.get((literal.value, literal.exponent), ())
        if fact.unit == literal.unit and literal.uncertainty in (None, uncertainty)
    ]
    return equal[0] if len(equal) == 1 else None


def _is_telling(literal: Literal) -> bool:
    if literal.unit_source and literal.unit is None:
        return False
    if literal.uncertainty is not None:
        return True
    if literal.unit is not None:
        return literal.digits >= 2
    return literal.digits >= 3 and "." in literal.value


def _stands(value: str, text: str) -> bool:
    """Whether a text holds this number, and not only as a part of a longer one."""
    return re.search(rf"(?<![\d.]){re.escape(value.lstrip('-'))}(?!\d|\.\d)", text) is not None


def _edits(latex: str, literal: Literal, fact: Fact) -> Iterator[tuple[int, int, str]]:
    whole = literal.uncertainty is not None or fact.uncertainty is None
    new = rf"\fact{{{fact.key}}}" if whole else rf"\factvalue{{{fact.key}}}"
    start, end = literal.start, literal.end
    if literal.siunitx:
        unit = rf"\,\unit{{{literal.unit_source}}}" if literal.unit_source and not whole else ""
        yield start, end, new + unit
        return
    in_dollars = latex[start - 1 : start] == "$" == latex[end : end + 1]
    if in_dollars:
        start, end = start - 1, end + 1
    if literal.unit_span is None or not whole:
        yield start, end, new
    elif "$" in latex[literal.end : literal.unit_span[0] + 1] and not in_dollars:
        # The number ends a formula and the unit stands behind it.
        yield start, end, new
        dollar = latex.index("$", literal.end) + 1
        yield dollar, literal.unit_span[1], ""
    else:
        yield start, literal.unit_span[1], new


def loose_numbers(latex: str, known: str) -> tuple[str, ...]:
    """Numbers with a unit, or of three digits and a decimal point, that the text `known` lacks."""
    return tuple(
        dict.fromkeys(
            literal.value
            for literal in literals(latex)
            if (literal.unit or literal.unit_source or _is_telling(literal))
            and literal.value.lstrip("-") not in USUAL
            and not _stands(literal.value, known)
        )
    )


USUAL = {"0.05", "0.01", "68", "95", "99", "100", "0", "1"}
"""Levels of confidence and the like, which belong to no data."""
