"""How much a piece of source looks like a formula, and how much like text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compile.latex_names import SIGNATURES, words

FUNCTIONS = words(
    "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan exp ln log lg lim max "
    "min sup inf det dim ker deg arg gcd hom Pr liminf limsup"
)
MATH_COMMANDS = frozenset(name for name, (mode, _) in SIGNATURES.items() if mode == "math")
"""Commands that belong into formulas."""
_NEUTRAL = words("quad qquad ldots dots SI si qty unit num ang left right mathrm overline")
"""Commands that stand in text as well, or say nothing by themselves."""
TEXT_COMMANDS = words(
    "textbf textit emph textsc texttt textsf underline cite citep citet ref cref Cref eqref "
    "autoref pageref footnote caption item section subsection subsubsection paragraph "
    "chapter url href includegraphics par noindent centering maketitle bibitem textcolor"
)
_SMALL_WORDS = words("is of to in at by we it as an on or be if no so do he us am up")
_NAMES = FUNCTIONS | {"const", "max", "min", "tot", "eff", "rms"}
_KEPT = re.compile(
    r"\\(?:text(?:rm|it|bf|normal|up)?|m?box|intertext|mathrm|mathit|operatorname|SI|si|qty|unit|num"
    r"|ang|label|tag|ref|eqref|cref|Cref|cite[a-z]*|begin|end|texttt|url|href)\*?(?:\[[^\]\n]*\])?"
    r"(?:\{[^{}\n]*\}){1,2}"
)
"""Commands whose argument is no sign of either side."""
_TOKEN = re.compile(
    r"""(?P<kept>\\(?:text(?:rm|it|bf|normal|up)?|m?box|mathrm|mathit|operatorname|SI|si|qty|unit|num
            |ang|label|tag|ref|eqref|[cC]ref|cite[a-z]*|texttt|url)\*?(?:\[[^\]\n]*\])?
            (?:\{(?:[^{}$\n]|\{[^{}$\n]*\})*\}){1,2})
      | \\(?P<name>[A-Za-z@]+)
      | (?P<dollar>\$|\\[()])
      | (?P<escaped>\\.)
      | (?P<word>[A-Za-z]+(?:-[a-z]{2,})*)
      | (?P<number>\d+(?:[.,]\d+)*(?:\(\d+\))?)
      | (?P<script>[_^])
      | (?P<brace>[{}])
      | (?P<operator>[=<>+*/|-])
      | (?P<space>[\s~]+)
      | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    start: int
    end: int
    kind: str
    text: str
    in_text: float
    """How wrong it looks in text."""
    in_math: float
    """How wrong it looks in a formula."""


def tokens(live: str, start: int, end: int) -> Iterator[Token]:
    """The span taken apart, each token with what speaks against it on either side."""
    for found in _TOKEN.finditer(live, start, end):
        kind = found.lastgroup or "other"
        against_text, against_math = _against(kind, found[0], found["name"])
        yield Token(found.start(), found.end(), kind, found[0], against_text, against_math)


def _against(kind: str, text: str, name: str | None) -> tuple[float, float]:
    if kind == "name":
        return _against_command(name or "")
    if kind == "kept":
        if text.startswith(("\\mathrm", "\\mathit", "\\operatorname")):
            return 2.0, 0.0
        plain = text.startswith(("\\ref", "\\cref", "\\Cref", "\\cite", "\\eqref", "\\label"))
        return 0.0, 2.0 if plain else 0.0
    if kind == "word":
        return _against_word(text)
    return {
        "number": (0.1, 0.0),
        "script": (3.0, 0.0),
        "operator": (0.1, 0.0) if text in "-/" else (0.6, 0.0),
        "space": (0.0, 0.0),
    }.get(kind, (0.0, 0.6 if text in ";:?" else 0.0))


def _against_command(name: str) -> tuple[float, float]:
    if name in _NEUTRAL:
        return 0.3, 0.0
    if name in MATH_COMMANDS:
        return 2.5, 0.0
    if name in TEXT_COMMANDS:
        return 0.0, 2.5
    return 0.0, 0.0


def _against_word(word: str) -> tuple[float, float]:
    if len(word) == 1:
        return (0.1, 0.2) if word in "aIA" else (0.7, 0.0)
    if word in _NAMES:
        return 0.1, 0.3
    if len(word) == 2:
        return (0.0, 1.0) if word.lower() in _SMALL_WORDS else (0.3, 0.2)
    return 0.0, 2.0


def is_prose(line: str) -> bool:
    """Whether a line of source is text rather than a line of a displayed formula."""
    plain = _KEPT.sub(" ", line)
    found = list(tokens(plain, 0, len(plain)))
    against_math = sum(token.in_math for token in found)
    dollars = sum(token.kind == "dollar" for token in found)
    against_text = sum(token.in_text for token in found)
    return (
        against_math >= 4.0
        or (against_math >= 2.0 and (dollars >= 2 or against_text < 0.5))
        or _opens_text(line)
    )


def _opens_text(line: str) -> bool:
    return (
        re.match(r"\s*\\(?:item|section|subsection|paragraph|caption|maketitle)\b", line)
        is not None
    )
