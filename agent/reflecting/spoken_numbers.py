"""The numbers of a document that somebody says, as against those of tables, formulas and frames."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from agent.authors.literal_numbers import Literal, literals
from agent.authors.trace_numbers import wants_origin
from latex.mask import mask
from latex.outline import Section
from latex.patterns import re
from latex.structure import structure

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
      |[Ee]quations?|[Rr]efs?\.|[Aa]ppendix|[Vv]ersion|[Nn]os?\.|pp?\.|[Pp]ages?|[Ss]teps?|[Rr]uns?
      |[Ss]amples?|[Ee]xercises?|[Pp]arts?|[Vv]olumes?|[Vv]ol\.|[Ii]ssues?|[Rr]ooms?|[Gg]roups?)
      |§|第|图|表|式|节|章)
    [\s~(（]*(?:[\d.]{1,8}[\s~]*(?:,|--?|–|and|to|和|至|、)[\s~]*)?\Z""",
    re.VERBOSE,
)
_NAME = re.compile(
    r"(?<![\\A-Za-z])(?!(?:About|Only|Nearly|Roughly|Over|Is|And|With|By|At|Of|In|To|From|Some|Almost"
    r"|Under|Between|Just|Exactly|The)[\s~])(?:[A-Z][A-Za-z+]*[A-Za-z+]|pH)[\s~]\Z"
)
"""A name such as that of a program, behind which a number stands for a version."""
_RELATION = re.compile(r"(?:[<>=≈]|\\(?:approx|leq?|geq?|sim|lesssim|gtrsim))\s*\Z")
_STRICT = re.compile(
    r"""\b(?:results?|discussions?|conclu\w*|summary|abstract|findings|evaluation|error\s+analysis
      |analysis)\b | 结果|讨论|结论|摘要|总结|分析|数据处理""",
    re.VERBOSE | re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"\\begin\s*\{(?P<name>[A-Za-z]{0,10}abstract)\}(?:(?!\\end\s*\{(?P=name)\}).){0,20000}",
    re.DOTALL,
)


class Spoken(NamedTuple):
    literal: Literal
    strict: bool
    """Whether it stands in the abstract, the results, the discussion or the conclusion."""


def spoken_numbers(source: str) -> tuple[Spoken, ...]:
    """Numbers of which a reader may ask where they come from.

    Not among them: what stands before the body, in tables, drawings and the bibliography; numbers
    of sections, figures and the like; counts and years; coefficients in formulas. A decimal number
    without a unit is among them where the document says what was found.
    """
    live = mask(source)
    body = _BODY.search(live)
    start = body.end() if body else 0
    aside = [match.span() for match in _SET_ASIDE.finditer(live, start)]
    math = [match.span() for match in _MATH.finditer(live, start) if match["math"]]
    strict = strict_spans(source)
    found = []
    for literal in literals(source):
        if literal.start < start or _holds(aside, literal.start):
            continue
        spoken = Spoken(literal, _holds(strict, literal.start))
        in_math = _holds(math, literal.start)
        if (
            (wants_origin(literal) or (spoken.strict and _is_bare(literal, live, in_math)))
            and not _points(literal, live)
            and not (in_math and _is_coefficient(literal, live))
        ):
            found.append(spoken)
    return tuple(found)


def strict_spans(source: str) -> Spans:
    """Where a document says what was found, in order."""
    seen = structure(source)
    spans = [match.span() for match in _ABSTRACT.finditer(seen.live)]
    spans += [(s.body_start, s.end) for s in _outermost(seen.outline) if _STRICT.search(s.title)]
    return sorted(spans)


def _outermost(sections: Iterable[Section]) -> list[Section]:
    """Those that no other of the kept ones holds, by the first heading that is strict."""
    kept: list[Section] = []
    for section in sections:
        if not _STRICT.search(section.title):
            continue
        if not kept or section.start >= kept[-1].end:
            kept.append(section)
    return kept


def _is_bare(literal: Literal, live: str, in_math: bool) -> bool:
    """Whether it is a decimal number without a unit, and says something: 1.6, $p < 0.05$."""
    if "." not in literal.value or literal.comma:
        return False
    said = _RELATION.search(live, max(0, literal.start - 30), literal.start) is not None
    return said or not in_math or literal.digits >= 2


def _points(literal: Literal, live: str) -> bool:
    """Whether it is the number of something: a section, a run, a version."""
    before = max(0, literal.start - 30)
    if _POINTER.search(live, before, literal.start):
        return literal.unit is None or (not literal.unit_source and "." not in literal.value)
    bare = literal.unit is None and literal.uncertainty is None and not literal.exponent
    return bare and literal.digits <= 3 and _NAME.search(live[before : literal.start]) is not None


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
