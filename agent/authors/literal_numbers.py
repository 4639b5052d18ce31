"""Numbers that stand in LaTeX as digits: in running text, formulas and siunitx commands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.authors.siunitx_units import leading_unit, unit_of
from latex.mask import mask

_DIGITS = r"(?:\d{1,3}(?:\\,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_VALUE = rf"""
    (?P<open>\(\s*)?(?P<value>[-+−]?{_DIGITS})
    (?:\s*(?:\\pm(?![A-Za-z])|±|\+-)\s*(?P<uncertainty>{_DIGITS})|\((?P<last>\d+)\))?
    (?(open)\s*\))
"""
SIUNITX = re.compile(
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
      |qtyrange|numrange|SIrange|qtylist|numlist|(?:set|addto)length|setcounter|definecolor|rule
      |(?:raise|scale|resize|par|make)box|captionsetup|sisetup|hypersetup|fontsize)
    (?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+
  | \\\\\*?\s*\[[^\]]*\] | \\[hv]skip\s*[-\d.]+\s*[a-z]{2}""",
    re.VERBOSE,
)
_FREEDOM = re.compile(r"degrees?[\s~]+of[\s~]+freedom")
"""No angle."""


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


def literals(latex: str) -> tuple[Literal, ...]:
    """Every number in running text, formulas and siunitx commands, in order."""
    live = mask(latex)
    prose = _NO_PROSE.sub(lambda m: " " * len(m[0]), live)
    found = [*_in_siunitx(live), *_in_prose(prose)]
    return tuple(sorted(found, key=lambda literal: literal.start))


def _in_siunitx(live: str) -> Iterator[Literal]:
    for match in SIUNITX.finditer(live):
        end, source = match.end(), ""
        if match["command"] != "num":
            argument = _ARGUMENT.match(live, end)
            if argument is None:
                continue
            end, source = argument.end(), argument[1]
        yield Literal(
            match.start(),
            end,
            *number_in(match),
            exponent_of(match["e"]),
            unit_of(source) if source else None,
            source,
            siunitx=True,
        )


def _in_prose(prose: str) -> Iterator[Literal]:
    for match in _PLAIN.finditer(prose):
        gap = _GAP.match(prose, match.end())
        behind = gap.end() if gap else match.end()
        unit = None if _FREEDOM.match(prose, behind) else leading_unit(prose[behind : behind + 80])
        if unit is None and re.match(r"[A-Za-z]", prose[match.end() : match.end() + 1]):
            continue
        yield Literal(
            match.start(),
            match.end(),
            *number_in(match),
            exponent_of(match["e"] or match["f"]),
            unit[0] if unit else None,
            unit_span=(match.end(), behind + unit[1]) if unit else None,
        )


def number_in(match: re.Match[str]) -> tuple[str, str | None]:
    """Value and uncertainty in plain digits."""
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


def exponent_of(text: str | None) -> int:
    return int(text.replace("−", "-")) if text else 0
