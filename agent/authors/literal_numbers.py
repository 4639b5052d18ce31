"""Numbers that stand in LaTeX as digits: in running text, formulas and siunitx commands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.authors.number_forms import (
    CORE,
    POWER,
    VALUE,
    exponent_in,
    half_width,
    has_decimal_comma,
    readings,
)
from agent.authors.number_words import han_unit, spelled_numbers
from agent.authors.siunitx_units import leading_unit, unit_of
from latex.mask import mask

SIUNITX = re.compile(
    rf"""\\(?P<command>qty|SI|num|ang)\s*(?:\[[^\]]*\])?\s*\{{\s*{VALUE}
    \s*(?:{POWER})?\s*\}}""",
    re.VERBOSE,
)
_SEVERAL = re.compile(
    r"""\\(?P<kind>qty|SI|num|ang)(?:range|list|product)\s*(?:\[[^\]]*\])?
    (?P<arguments>(?:\s*\{(?:[^{}]|\{[^{}]*\})*\}){1,3})""",
    re.VERBOSE,
)
_ARGUMENT = re.compile(r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_ENTRY = re.compile(rf"(?<![\w.,]){VALUE}(?:{POWER})?(?![\d.])", re.VERBOSE)
# A digit that belongs to a name, an exponent or a larger number begins no number.
_PLAIN = re.compile(
    rf"""(?<![A-Za-z0-9_.,\-–/:^\\·]){VALUE}(?:{POWER})?
    (?![0-9_]|\.\d|,\d|\\,\d|\{{,\}}\d|\s*(?:--|–)\s*\d)""",
    re.VERBOSE,
)
_RANGE = re.compile(
    rf"""(?<![A-Za-z0-9_.,\-–/:^\\·])(?P<first>-?{CORE})
    (?P<between>\s*(?:---?|–|—|-|～|~|\\sim(?![A-Za-z])|\\ldots|…|至|到)\s*
      |(?:[ ~]|\\,)+(?:to|and|bis)(?:[ ~])+)
    (?P<second>-?{CORE})(?:{POWER})?(?![0-9_]|\.\d|,\d|\\,\d|[-–/:]\d)""",
    re.VERBOSE,
)
_GAP = re.compile(r"(?P<dollar>\s*\$)?(?:~|\\[,;: ]|[ \t]|\n(?!\s*\n))*")
_HYPHEN = re.compile(r"-(?=[a-zµΩ]{2}|[mVAgsKNJWLh](?![A-Za-z])|\\)")
_NO_PROSE = re.compile(
    r"""\\(?:fact|factvalue|asset|(?:eq|page|auto|name|c|C|v)?ref|label|[A-Za-z]*cite[A-Za-z]*\*?|url|href
      |texttt|includegraphics|begin|end|input|[hv]space\*?|hypertarget|hyperlink|qty|SI|num|ang
      |(?:qty|num|SI|ang)(?:range|list|product)|(?:set|addto)length|setcounter|definecolor|rule
      |(?:raise|scale|resize|par|make)box|captionsetup|sisetup|hypersetup|fontsize|ce|ch|cf|lstinline
      |textsuperscript|textsubscript|isotope|multicolumn|multirow|cmidrule|cline|tag|item\s*(?=\[))
    (?:\s*(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+
  | \\\\\*?\s*\[[^\]]*\] | \\[hv]skip\s*[-\d.]+\s*[a-z]{2}
  | \^\s*\{(?!\s*[-+]?\s*[\d.,]+\s*\})[^{}]*\} | _\s*\{(?!\s*-\s*\d)[^{}]*\}
  | \\[dt]?frac\s*\{\s*\d+\s*\}\s*\{\s*\d+\s*\}""",
    re.VERBOSE,
)
_NAMES = re.compile(
    r"""https?://\S+ | \b10\.\d{4,9}/\S+ | arXiv:\s?\S+ | \S+@\S+\.\S+
  | (?<![\d.])(?:\d{4}([-/.])\d{1,2}\1\d{1,2} | \d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?![\d])
  | \d{2,4}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?)? | \d{1,2}\s?月\s?\d{1,2}\s?[日号]
  | (?<![\d.:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])
  | \b[vV]?\d+\.\d+(?:\.\d+)+(?![\d,])
  | \b(?:version|Version|v\.|V)[\s~]?\d+(?:\.\d+)* | 版本?[\s~]?\d+(?:\.\d+)*""",
    re.VERBOSE,
)
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+(?!\d)")
_OPENS_TEXT = re.compile(
    r"""(?:^|[^A-Za-z\]}_^])\{\Z | \\(?:text(?:bf|it|rm|sf|sc|up|sl|normal)?|emph|underline|boxed
    |fbox|math(?:bf|rm|it|sf|normal)|mbox|hbox|ensuremath|footnote(?:text|mark)?|caption
    |captionof\{[a-z]+\}|thanks|textcolor\{[^{}]*\}|marginpar|[dt]?frac|sqrt|(?:sub)*section|title|so|ul|uline|hl)
    \*?(?:\[[^\]]*\])?\{\Z""",
    re.VERBOSE,
)
_FREEDOM = re.compile(r"degrees?[\s~]+of[\s~]+freedom")
"""No angle."""
_ORDINAL = re.compile(
    r"(?:st|nd|rd|th)(?![A-Za-z])|\$?\^\s*\{?\\?(?:text|mathrm|rm)?\{?(?:st|nd|rd|th)"
)
_PURE_POWER = re.compile(
    r"10\s*(?:\^\s*(?:\{\s*(?P<e>[-+]?\d+)\s*\}|(?P<f>[-+]?\d))|(?P<s>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
    r"(?P<g>)(?P<t>)"
)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number in the text, with the unit behind it."""

    start: int
    end: int
    """Of the number alone, or of the whole siunitx command."""
    value: str
    """In plain digits."""
    uncertainty: str | None
    exponent: int
    unit: str | None
    """In pint's spelling; None when there is none, or none that is understood."""
    unit_source: str = ""
    """The unit's own LaTeX, in a siunitx command."""
    unit_span: tuple[int, int] | None = None
    """From behind the number to the end of the unit, in plain text."""
    siunitx: bool = False
    fixed: bool = False
    """Part of a range or a list, or spelled in words: no fact can stand in its place."""
    other: str | None = None
    """What it may mean besides: `1,234` is 1234, or 1.234."""
    comma: bool = False
    """Whether it is read with a decimal comma, which may also divide two numbers."""
    signed: bool = False
    """Whether a plus or a minus of its own stands before it."""

    @property
    def digits(self) -> int:
        """Significant ones."""
        return len(re.sub(r"\D", "", self.value).lstrip("0"))

    @property
    def places(self) -> int:
        """Behind the decimal point."""
        return len(self.value.partition(".")[2])


def literals(latex: str) -> tuple[Literal, ...]:
    """Every number in running text, formulas and siunitx commands, in order."""
    live = half_width(mask(latex))
    prose = _NO_PROSE.sub(_blank, live)
    prose = _NAMES.sub(_blank, prose)
    ranges = tuple(_in_ranges(prose))
    taken = {literal.start for literal in ranges}
    found = [
        *_in_siunitx(live),
        *_in_lists(live),
        *ranges,
        *(literal for literal in _in_prose(prose) if literal.start not in taken),
        *(
            Literal(
                s.start, s.number_end, s.value, None, 0, s.unit, unit_span=s.unit_span, fixed=True
            )
            for s in spelled_numbers(prose)
        ),
    ]
    return tuple(sorted(found, key=lambda literal: (literal.start, literal.end)))


def _blank(match: re.Match[str]) -> str:
    # A price for a number that is written `1.234.567`: a version has shorter parts.
    return match[0] if _GROUPED.fullmatch(match[0]) else " " * len(match[0])


def _in_siunitx(live: str) -> Iterator[Literal]:
    for match in SIUNITX.finditer(live):
        end, source = match.end(), ""
        if match["command"] in ("qty", "SI"):
            argument = _ARGUMENT.match(live, end)
            if argument is None:
                continue
            end, source = argument.end(), argument[1]
        unit = "degree" if match["command"] == "ang" else unit_of(source) if source else None
        yield replace(
            _literal(match, unit), start=match.start(), end=end, unit_source=source, siunitx=True
        )


def _in_lists(live: str) -> Iterator[Literal]:
    r"""The numbers of `\qtyrange{1}{2}{\metre}` and its like."""
    for match in _SEVERAL.finditer(live):
        arguments = list(_ARGUMENT.finditer(live, *match.span("arguments")))
        unit, source = ("degree" if match["kind"] == "ang" else None), ""
        if match["kind"] in ("qty", "SI") and len(arguments) > 1:
            source = arguments.pop()[1]
            unit = unit_of(source)
        for argument in arguments:
            for entry in _ENTRY.finditer(live, *argument.span(1)):
                yield replace(_literal(entry, unit), unit_source=source, fixed=True)


def _in_ranges(prose: str) -> Iterator[Literal]:
    """Both ends of `4.1--4.3 m/s`, which share the unit behind them."""
    for match in _RANGE.finditer(prose):
        if not _opens(prose, match.start()):
            continue
        unit = _unit_behind(prose, match.end())
        decimals = "." in match["first"] and "." in match["second"]
        if unit is None and not decimals:
            continue
        if match["between"].strip(" ~") in ("and", "") and unit is None:
            continue
        exponent = exponent_in(match)
        for name in ("first", "second"):
            values = readings(match[name])
            yield Literal(
                match.start(name),
                match.end(name),
                values[0],
                None,
                exponent,
                unit[0] if unit else None,
                fixed=True,
                other=values[1] if len(values) > 1 else None,
                comma=has_decimal_comma(match[name]),
                unit_span=(match.end(), unit[1]) if unit and name == "second" else None,
            )


def _in_prose(prose: str) -> Iterator[Literal]:
    for match in _PLAIN.finditer(prose):
        if not _opens(prose, match.start()) or _ORDINAL.match(prose, match.end()):
            continue
        power = _PURE_POWER.match(prose, match.start("value"))
        if power is None and re.match(r"\s*\^", prose[match.end() : match.end() + 3]):
            # The base of a power that is worked out nowhere: `2^{10}`.
            continue
        end = power.end() if power else match.end()
        unit = _unit_behind(prose, end)
        if unit is None and re.match(r"-?[A-Za-z]", prose[end : end + 2]):
            continue
        literal = _literal(match, unit[0] if unit else None)
        if power is not None:
            literal = replace(literal, value="1", exponent=exponent_in(power), end=end)
        elif _is_subtracted(prose, match.start("value")):
            literal = replace(literal, value=literal.value.lstrip("-"), signed=False)
        yield replace(literal, unit_span=(end, unit[1]) if unit else None)


def _literal(match: re.Match[str], unit: str | None) -> Literal:
    value, uncertainty = number_in(match)
    values = readings(match["value"])
    return Literal(
        match.start(),
        match.end(),
        value,
        uncertainty,
        exponent_in(match),
        unit,
        other=values[1] if len(values) > 1 else None,
        comma=has_decimal_comma(match["value"]),
        signed=match["value"][0] in "+-",
    )


def _unit_behind(prose: str, end: int) -> tuple[str, int] | None:
    """The unit behind a number, and where it ends."""
    gap = _HYPHEN.match(prose, end) or _GAP.match(prose, end)
    behind = gap.end() if gap else end
    if _FREEDOM.match(prose, behind):
        return None
    unit = leading_unit(prose[behind : behind + 80]) or han_unit(prose, behind)
    # A formula of chemistry, or the name of a quantity, goes on behind its letter.
    if unit is None or re.match(r"[_\d]", prose[behind + unit[1] : behind + unit[1] + 1]):
        return None
    return unit[0], behind + unit[1]


def _opens(prose: str, start: int) -> bool:
    """Whether a number may begin here: not as the argument of a command that prints none."""
    before = prose[max(0, start - 60) : start].rstrip(" $\n")
    return not before.endswith("{") or _OPENS_TEXT.search(before) is not None


def _is_subtracted(prose: str, start: int) -> bool:
    """Whether a minus stands between two terms."""
    return (
        prose[start] == "-"
        and re.search(r"[\w)}\]]\s*\Z", prose[max(0, start - 6) : start]) is not None
    )


def number_in(match: re.Match[str]) -> tuple[str, str | None]:
    """Value and uncertainty in plain digits."""
    value = readings(match["value"])[0]
    if match["last"]:
        return value, _last_digits(value, match["last"])
    uncertainty = match["uncertainty"]
    return value, readings(uncertainty)[0] if uncertainty else None


def _last_digits(value: str, last: str) -> str:
    """`12.34(5)`: the uncertainty in units of the last digits."""
    places = len(value.partition(".")[2])
    if not places:
        return last
    padded = last.zfill(places + 1)
    return f"{padded[:-places]}.{padded[-places:]}"
