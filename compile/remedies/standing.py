"""How each place of a source stands: in text, in a formula, or in a name that is no text."""

from collections.abc import Iterator
from functools import lru_cache

from compile.remedies.formula_spans import displays, inline_formulas
from compile.remedies.project import BEGIN
from latex.braces import Braces
from latex.patterns import re

TEXT, FORMULA, NAME = 0, 1, 2

_KEPT = re.compile(
    r"""\\(?P<one>[A-Za-z]*(?:cite|ref|label)[A-Za-z]*|(?:no)?cite[A-Za-z]*|hyperref
          |(?:newcommand|renewcommand|providecommand|DeclareMathOperator|newenvironment
            |renewenvironment|newtheorem|NewDocumentCommand|RenewDocumentCommand|DeclareSIUnit
            |newglossaryentry|newacronym)\*?
          |(?:sub)?(?:import|file|inputfrom)|input|include|includegraphics|includepdf|includesvg
          |InputIfFileExists|graphicspath|svgpath|lstinputlisting|inputminted|verbatiminput
          |VerbatimInput|documentclass|usepackage|RequirePackage|PassOptionsToPackage
          |bibliography(?:style)?|addbibresource|bibitem|begin|end|hypersetup|sisetup|lstset|tikzset
          |pgfplotsset|captionsetup|usetikzlibrary|usepgfplotslibrary|definecolor|color|pagestyle
          |url|path|nolinkurl|href|hypertarget|hyperlink|textcolor|colorbox|gls(?:pl)?|Gls|acr[a-z]+
          |ac[spl]?|num|SI|si|qty|unit|ang|ce|includestandalone|fact|index|set[A-Za-z]*font
          |setcounter|addtocounter|setlength|addtolength|lstdefinestyle|lstdefinelanguage|pgfmath[a-z]+
          |special|directlua|write|catcode|csname|tag|hspace|vspace|rule|bibname)
        (?![A-Za-z@])\*?""",
    re.VERBOSE,
)
_ALL_ARGUMENTS = frozenset(
    {
        *("newcommand", "renewcommand", "providecommand", "DeclareMathOperator", "newenvironment"),
        *("renewenvironment", "NewDocumentCommand", "RenewDocumentCommand", "DeclareSIUnit"),
        *("newtheorem", "definecolor", "SI", "qty", "setcounter", "addtocounter", "setlength"),
        *("addtolength", "lstdefinestyle", "lstdefinelanguage", "inputminted", "import"),
        *("PassOptionsToPackage", "rule"),
    }
)
"""Commands none of whose arguments is text."""
_DEFINITION = re.compile(r"\\(?:[egx]?def|let)\s*\\[A-Za-z@]+[^{}\n]{0,40}(?=\{)")
_MATH_ARGUMENT = re.compile(r"\\(?:ensuremath|boldmath|eqnarray)\s*(?=\{)")
_ROUND = re.compile(r"(?<!\\)\\\((?P<body>(?:[^\\\n]|\\(?![()])|\n(?![ \t]*\n)){0,2000}+)\\\)")
_TEXT_IN_MATH = re.compile(
    r"\\(?:text(?:rm|it|bf|normal|up|tt|sf)?|[mhf]box|intertext|shortintertext)\s*(?=\{)"
)
_FRONT = re.compile(
    r"\\(?:title|author|date|subtitle|institute|thanks|affil|address)\s*(?:\[[^\[\]\n]*\]\s*)?(?=\{)"
)
_OPTION = re.compile(
    r"\\(?:includegraphics|begin\s*\{[a-z*]+\}|usepackage|documentclass)\s*(?P<option>\[[^\[\]]{0,400}\])"
)
_DRAWINGS = re.compile(
    r"\\begin\{(?P<name>tikzpicture|axis|pgfpicture|forest|circuitikz|picture|asy)\}"
)


@lru_cache(maxsize=8)
def standing(file: str, code: str) -> bytes:
    """For each offset of a masked source whether it is TEXT, in a FORMULA, or in a NAME.

    The preamble is no text but for title, author and date. Where formulas have no end the answer
    is a guess.
    """
    found = bytearray(len(code))
    braces = Braces(code)
    for start, end in _formulas(file, code, braces):
        _mark(found, start, end, FORMULA)
    for start, end in _groups(_TEXT_IN_MATH, code, braces):
        _mark(found, start, end, TEXT)
        for first, last in inline_formulas(file, code):
            if start < first and last < end:
                _mark(found, first, last, FORMULA)
    for start, end in _names(code, braces):
        _mark(found, start, end, NAME)
    if begin := BEGIN.search(code):
        front = [
            (a, b, bytes(found[a:b])) for a, b in _groups(_FRONT, code[: begin.start()], braces)
        ]
        _mark(found, 0, begin.end(), NAME)
        for start, _, kept in front:
            found[start : start + len(kept)] = kept
    return bytes(found)


def _mark(found: bytearray, start: int, end: int, kind: int) -> None:
    found[start:end] = bytes((kind,)) * (end - start)


def _formulas(file: str, code: str, braces: Braces) -> Iterator[tuple[int, int]]:
    yield from inline_formulas(file, code)
    yield from ((display.start, display.end) for display in displays(file, code))
    yield from (found.span("body") for found in _ROUND.finditer(code))
    yield from _groups(_MATH_ARGUMENT, code, braces)


def _groups(pattern: re.Pattern[str], code: str, braces: Braces) -> Iterator[tuple[int, int]]:
    """Contents of the groups that follow the matches."""
    for found in pattern.finditer(code):
        end = braces.closing(found.end())
        if end is not None and end <= len(code):
            yield found.end() + 1, end - 1


def _names(code: str, braces: Braces) -> Iterator[tuple[int, int]]:
    for found in _KEPT.finditer(code):
        position = braces.behind_options(found.end())
        many = found["one"].rstrip("*") in _ALL_ARGUMENTS
        for _ in range(4 if many else 1):
            group = braces.argument(position)
            if group is None:
                break
            yield group
            position = braces.behind_options(group[1])
    for found in _DEFINITION.finditer(code):
        if (end := braces.closing(found.end())) is not None:
            yield found.start(), end
    yield from (found.span("option") for found in _OPTION.finditer(code))
    for found in _DRAWINGS.finditer(code):
        end = code.find(rf"\end{{{found['name']}}}", found.end())
        yield found.end(), end if end >= 0 else found.end()
