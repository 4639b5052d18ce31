"""The numbers of a document that somebody says, as against those of tables, formulas and frames."""

from bisect import bisect_right

from agent.authors.literal_numbers import Literal, literals
from agent.authors.trace_numbers import wants_origin
from latex.mask import mask
from latex.patterns import re

Spans = list[tuple[int, int]]

_BODY = re.compile(r"\\begin\s*\{document\}")
_SET_ASIDE = re.compile(
    r"""\\begin\s*\{(?P<name>(?:tabular|tabularx|tabulary|longtable|longtabu|tabu|tblr|array|deluxetable
        |supertabular|tikzpicture|pgfpicture|axis|thebibliography)\*?)\}
    .*?(?:\\end\s*\{(?P=name)\}|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_MATH = re.compile(
    r"""\\\\ | \\\$
    | (?P<math>\$\$[^$]{0,4000}\$\$ | \$[^$]{0,4000}\$
      | \\\((?:\\\\|(?!\\[()\[\]]).){0,4000}+\\\)
      | \\\[(?:\\\\|(?!\\[()\[\]]).){0,4000}+\\\]
      | \\begin\s*\{(?P<name>(?:equation|(?:fl)?align|gather|multline|eqnarray|displaymath)\*?)\}
        (?:(?!\\end\s*\{(?P=name)\}).){0,9000})""",
    re.VERBOSE | re.DOTALL,
)
_UPRIGHT = re.compile(
    r"[\s~$]*(?:\\[,;:!]\s*)*[\s~]*(?:\\(?:unit|si|mathrm|text|textrm|rm|%)|[%°µΩ])"
)
_POINTER = re.compile(
    r"""(?:\b(?:[Ss]ections?|[Ss]ecs?\.|[Cc]hapters?|[Ff]igures?|[Ff]igs?\.|[Tt]ables?|[Ee]qs?\.
      |[Ee]quations?|[Rr]efs?\.|[Aa]ppendix|[Vv]ersion|[Nn]os?\.|pp?\.|[Pp]age|[Ss]teps?)|§|第|图|表|式|节|章)
    [\s~(]*\Z""",
    re.VERBOSE,
)


def spoken_numbers(source: str) -> tuple[Literal, ...]:
    """Numbers of which a reader may ask where they come from.

    Not among them: what stands before the body, in tables, drawings and the bibliography; numbers
    of sections, figures and the like; counts and years; coefficients in formulas.
    """
    live = mask(source)
    body = _BODY.search(live)
    start = body.end() if body else 0
    aside = [match.span() for match in _SET_ASIDE.finditer(live, start)]
    math = [match.span() for match in _MATH.finditer(live, start) if match["math"]]
    return tuple(
        literal
        for literal in literals(source)
        if literal.start >= start
        and wants_origin(literal)
        and not _holds(aside, literal.start)
        and not _POINTER.search(live, max(0, literal.start - 20), literal.start)
        and not (_holds(math, literal.start) and _is_coefficient(literal, live))
    )


def _is_coefficient(literal: Literal, live: str) -> bool:
    """Whether the number stands in a formula before what may well be the name of a quantity.

    The unit of `2 g h` is no unit, and none is `3 m` in italics; decimals say enough by themselves.
    """
    if literal.siunitx or literal.uncertainty is not None or literal.unit_span is None:
        return False
    return "." not in literal.value and _UPRIGHT.match(live, literal.end) is None


def _holds(spans: Spans, offset: int) -> bool:
    """Whether one of the spans, which are in order and do not overlap, holds the offset."""
    position = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return position >= 0 and offset < spans[position][1]
