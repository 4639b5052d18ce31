"""Facts as people read them: in text, and in LaTeX by siunitx."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from agent.analysis import units
from agent.analysis.facts import Fact, Facts
from agent.analysis.rounding import at_place, decimal_place, round_by, significant
from latex.escape import escape

_LARGE = 1e6
_SMALL = 1e-3
_DIGITS = 4
"""Of a number with neither uncertainty nor digits of its own."""
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True, slots=True)
class _Number:
    value: str
    uncertainty: str | None
    exponent: int
    """Of ten; 0 when the number is printed as it is."""


def plain(fact: Fact) -> str:
    """The fact with uncertainty and unit, in Unicode: `465 ± 50 km s⁻¹ Mpc⁻¹`."""
    if isinstance(fact.value, str):
        return fact.value
    if not math.isfinite(fact.value):
        return "undefined" if math.isnan(fact.value) else f"{fact.value:g}".replace("inf", "∞")
    number = _number(fact, float(fact.value))
    text = number.value.replace("-", "−")
    if number.uncertainty is not None:
        text = f"{text} ± {number.uncertainty}"
    if number.exponent:
        power = str(number.exponent).translate(_SUPERSCRIPTS)
        text = f"({text}) × 10{power}" if "±" in text else f"{text} × 10{power}"
    elif fact.unit is not None and "±" in text:
        text = f"({text})" if units.plain(fact.unit)[0] in "°%‰" else text
    if fact.unit is None:
        return text
    return f"{text}{'' if fact.unit == 'degree' else ' '}{units.plain(fact.unit)}"


def tex(fact: Fact) -> str:
    r"""The fact with uncertainty and unit, as `\qty` or `\num`; text is escaped."""
    if isinstance(fact.value, str):
        return escape(fact.value)
    if not math.isfinite(fact.value):
        return _endless(fact.value)
    number = _number(fact, float(fact.value))
    content = number.value
    if number.uncertainty is not None:
        content += rf" \pm {number.uncertainty}"
    return _set(content + _power(number), fact.unit)


def tex_number(fact: Fact) -> str:
    r"""The value alone, rounded as beside its uncertainty, as `\num`."""
    if isinstance(fact.value, str):
        return escape(fact.value)
    if not math.isfinite(fact.value):
        return _endless(fact.value)
    number = _number(fact, float(fact.value))
    return _set(number.value + _power(number), None)


def _power(number: _Number) -> str:
    if not number.exponent:
        return ""
    return f"{' ' if number.uncertainty is not None else ''}e{number.exponent}"


def _set(content: str, unit: str | None) -> str:
    return rf"\num{{{content}}}" if unit is None else rf"\qty{{{content}}}{{{units.siunitx(unit)}}}"


def _endless(value: float) -> str:
    if math.isnan(value):
        return r"\textit{undefined}"
    return r"\ensuremath{\infty}" if value > 0 else r"\ensuremath{-\infty}"


def _number(fact: Fact, value: float) -> _Number:
    uncertainty = fact.uncertainty if decimal_place(fact.uncertainty or 0.0) is not None else None
    if uncertainty is not None and uncertainty < _NOISE * abs(value):
        # What is left of exact data is the rounding of the computation, and says nothing.
        uncertainty = None
    exponent = 0 if fact.kind == "count" else _exponent(value, uncertainty)
    value = _scaled(value, -exponent)
    if fact.kind == "reference" and not exponent:
        # As the user wrote it: a reference value is not ours to round.
        given = None if uncertainty is None else _as_given(uncertainty)
        return _Number(_as_given(value), given, 0)
    if uncertainty is not None:
        rounded = round_by(value, _scaled(uncertainty, -exponent))
        return _Number(*rounded, exponent)
    if fact.kind == "count":
        return _Number(at_place(value, 0), None, 0)
    if fact.digits is None and value == round(value) and not exponent:
        return _Number(at_place(value, 0), None, 0)
    return _Number(significant(value, fact.digits or _DIGITS), None, exponent)


_NOISE = 1e-10
"""Relative uncertainty below which a result is exact but for floating point."""


def _as_given(value: float) -> str:
    return format(Decimal(repr(value)).normalize(), "f")


def _exponent(value: float, uncertainty: float | None) -> int:
    size = max(abs(value), uncertainty or 0.0)
    if size == 0 or not math.isfinite(size) or _SMALL <= size < _LARGE:
        return 0
    return int(f"{size:e}".partition("e")[2])


def _scaled(value: float, exponent: int) -> float:
    """The value times a power of ten, without the rounding error of a product."""
    return float(Decimal(repr(value)).scaleb(exponent)) if exponent else value


_PREAMBLE = r"""% The numbers of this report, by key. \fact{KEY} sets one with uncertainty and unit,
% \factvalue{KEY} the number alone; both lead to the line that says where it comes from.
\sisetup{uncertainty-mode=separate}
\makeatletter
\ExplSyntaxOn
% Headings in capitals change the key too, so it is looked up in small letters.
\cs_new:Npn \fact@lower #1 { \str_lowercase:n {#1} }
\ExplSyntaxOff
\newcommand{\fact@name}[2]{fact@#1@\fact@lower{#2}}
\newcommand{\fact@link}[2]{%
  \@ifundefined{hyperlink}{#2}{\hyperlink{fact:\fact@lower{#1}}{#2}}}
\newcommand{\fact@set}[2]{%
  \def\fact@key{#2}%
  \ifx\fact@key\fact@mark
    \fact@open
  \else\ifcsname\fact@name{#1}{#2}\endcsname
    \fact@link{#2}{\csname\fact@name{#1}{#2}\endcsname}%
  \else
    \fact@unknown{#2}%
  \fi\fi}
% \fact{?}: a number that nobody knows.
\def\fact@mark{?}
\newcommand{\fact@open}{%
  \PackageWarning{facts}{a number is left open}%
  \fbox{\textbf{?}}}
\newcommand{\fact@unknown}[1]{%
  \PackageWarning{facts}{unknown fact: \detokenize{#1}}%
  \textbf{[unknown fact: \texttt{\detokenize{#1}}]}}
\DeclareRobustCommand{\fact}[1]{\fact@set{full}{#1}}
\DeclareRobustCommand{\factvalue}[1]{\fact@set{number}{#1}}
% Bookmarks hold plain characters only.
\expandafter\def\csname\fact@name{plain}{?}\endcsname{?}
\newcommand{\fact@bookmark}[1]{%
  \ifcsname\fact@name{plain}{#1}\endcsname
    \csname\fact@name{plain}{#1}\endcsname
  \else
    [unknown fact]%
  \fi}
\AtBeginDocument{\@ifundefined{pdfstringdefDisableCommands}{}{%
  \pdfstringdefDisableCommands{\let\fact\fact@bookmark\let\factvalue\fact@bookmark}}}
% key, with uncertainty and unit, number, for bookmarks
\newcommand{\definefact}[4]{%
  \expandafter\def\csname\fact@name{full}{#1}\endcsname{#2}%
  \expandafter\def\csname\fact@name{number}{#1}\endcsname{#3}%
  \expandafter\def\csname\fact@name{plain}{#1}\endcsname{#4}}
\makeatother
"""


def facts_tex(facts: Facts, keys_used: Iterable[str]) -> str:
    r"""The file `facts.tex`: `\fact` and `\factvalue`, and a line for each key used.

    Needs siunitx 3; links where hyperref is loaded, to `\hypertarget{fact:KEY}`. A key that is not
    defined prints visibly.
    """
    lines = [_definition(facts[key]) for key in dict.fromkeys(keys_used) if key in facts]
    return _PREAMBLE + "\n".join(lines) + ("\n" if lines else "")


def _definition(fact: Fact) -> str:
    return rf"\definefact{{{fact.key}}}{{{tex(fact)}}}{{{tex_number(fact)}}}{{{_bookmark(fact)}}}"


_ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻·", "0123456789-.")
_MACROS = {
    "±": r"\textpm{}",
    "×": "x",
    "−": "-",
    "µ": r"\textmu{}",
    "Ω": r"\textohm{}",
    "°": r"\textdegree{}",
    "%": r"\%",
    "Å": r"\r{A}",
    "‰": r"\textperthousand{}",
    "₂": "2",
    "₃": "3",
}


def _bookmark(fact: Fact) -> str:
    if isinstance(fact.value, str):
        return escape(fact.value)
    text = plain(fact).replace(" × 10", "e").translate(_ASCII)
    for sign, macro in _MACROS.items():
        text = text.replace(sign, macro)
    return text
