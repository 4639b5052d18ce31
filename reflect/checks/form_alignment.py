"""Ampersands and ends of lines where they mean nothing."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

import regex

from latex.commands import commands
from latex.environments import environments
from latex.structure import Structure
from reflect.checks.form_abilities import has_amsmath
from reflect.checks.form_nesting import enclosing
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_specials import RUNNING
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

ENTITY = regex.compile(r"&(?:[A-Za-z]{2,8}+|#\d{1,6}+);")
ALIGNMENT = regex.compile(
    r"\\(?:halign|valign|settabs|eqalign|matrix|cases|pmatrix|bordermatrix|oalign|ialign)(?![A-Za-z@])"
    r"|\\catcode\s*+`?\\?&|\\begin\s*+\{[A-Za-z]*+(?:tab|array|align|matrix|eqn|cases)"
)
"""What opens rows, in a definition or as a command of plain TeX."""
OPENS_ROWS = regex.compile(
    r"\\begin\s*+\{(?P<name>[A-Za-z]*+(?:tab|array|align|matrix|eqn|cases|split)[A-Za-z]*+\*?)\}"
)
ONE_ROW = frozenset({"equation", "equation*", "displaymath"})
CELL = regex.compile(
    r"\\\\|\\(?P<edge>begin|end)\s*+\{[^{}]*+\}|\\(?P<name>[A-Za-z@]++)|\\.|(?P<sign>[{}&])",
    regex.DOTALL,
)
RELATION = regex.compile(
    r"&\s*+(?:[=<>+-]|\\(?:approx|equiv|leq?|geq?|sim|simeq|to|propto|Rightarrow|rightarrow|neq?"
    r"|quad|text|pm|cong|in|ll|gg)(?![A-Za-z]))"
)
LABEL = regex.compile(r"\s*+\\label\s*+\{[^{}]*+\}")
LINE_BREAK = regex.compile(r"[ \t]*+\\\\[ \t]*+(?=\r?\n[ \t]*+\r?\n|\r?\n[ \t]*+\\(?:sub)*section)")


@check("stray-ampersand", 4, Category.TYPOGRAPHY)
def stray_ampersand(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""An ampersand in running text, where TeX stops.

    Pass: Research \& development, see \url{http://a.org/?b&c}.
    Fail: Research & development.
    """
    text = prose(structure).text
    if "&" not in text or _makes_rows(structure.live):
        return
    paragraphs = prose(structure).paragraphs
    starts = [start for start, _ in paragraphs]
    tells = {-1: False}
    for match in regex.finditer("&", text):
        place = match.start()
        if text[place - 1 : place] == HOLE and structure.live[place - 1] == "\\":
            continue
        number = bisect_right(starts, place) - 1
        if number not in tells:
            tells[number] = _tells(structure.live, text, paragraphs[number])
        if not tells[number] or ENTITY.match(text, place) or not _is_running(structure.live, place):
            continue
        cure = (Edit(place, place, "\\"),) if is_plain(structure, place, place + 1) else ()
        yield Hit(
            place,
            place + 1,
            "An ampersand outside of a table stops TeX.",
            cure=cure,
            action=r"Write \&.",
        )


def _tells(live: str, text: str, span: tuple[int, int]) -> bool:
    """Whether an ampersand of this paragraph is a fault of its own.

    Rows without their environment are another one, and so is a dollar sign left over.
    """
    around = live[slice(*span)]
    rows = r"\\" in around or around.count("&") - around.count(r"\&") > 2
    return not rows and regex.search(r"(?<!\x1a)\$", text, pos=span[0], endpos=span[1]) is None


def _is_running(live: str, place: int) -> bool:
    innermost = next(enclosing(live, place), None)
    return innermost is None or innermost.name.rstrip("*") in RUNNING


@lru_cache(maxsize=4)
def _makes_rows(live: str) -> bool:
    """Whether rows may stand where nobody sees it: between own commands, or never closed."""
    if any(ALIGNMENT.search(live, d.start, d.end) for d in commands(live).definitions):
        return True
    closed = {environment.start for environment in environments(live)}
    return any(match.start() not in closed for match in OPENS_ROWS.finditer(live)) or bool(
        regex.search(r"\\(?:halign|valign|settabs|catcode\s*+`?\\?&)", live)
    )


@check("cell-in-equation", 4, Category.STRUCTURE)
def cell_in_equation(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""An ampersand before a relation in an equation of one row, where TeX stops.

    Pass: \begin{equation} \begin{aligned} a &= b \\ &= c \end{aligned} \end{equation}
    Fail: \begin{equation} a &= b \\ &= c \end{equation}
    """
    live = structure.live
    if _makes_rows(live):
        return
    sure = has_amsmath(structure)
    for start, end in structure.displays:
        first, last = _inner(live, start, end)
        place = _cell(live, first, last)
        if place is None:
            continue
        cure: tuple[Edit, ...] = ()
        if sure and is_plain(structure, first, last) and r"\tag" not in live[first:last]:
            label = LABEL.match(live, first)
            first = label.end() if label else first
            cure = (
                Edit(first, first, r"\begin{aligned}"),
                Edit(last, last, r"\end{aligned}"),
            )
        yield Hit(
            place,
            place + 1,
            "An equation of one row has no place for an ampersand.",
            cure=cure if live.count(r"\label", first, last) == 0 else (),
            action="Use align, or aligned inside of the equation.",
        )


def _inner(live: str, start: int, end: int) -> tuple[int, int]:
    """What stands between the delimiters; nothing where rows are allowed."""
    if live.startswith((r"\[", "$$"), start):
        return start + 2, end - 2
    environment = next(enclosing(live, start), None)
    if environment is None or environment.start != start or environment.name not in ONE_ROW:
        return end, end
    return environment.inner_start, environment.inner_end


def _cell(live: str, first: int, last: int) -> int | None:
    """The first ampersand before a relation, outside of braces and inner environments."""
    depth = 0
    for match in CELL.finditer(live, first, last):
        if match["sign"] == "{" or match["edge"] == "begin":
            depth += 1
        elif match["sign"] == "}" or match["edge"]:
            depth -= 1
        elif match["name"] and match["name"].startswith(("beg", "start", "halign", "xymatrix")):
            return None
        elif match["sign"] and depth == 0:
            return match.start() if RELATION.match(live, match.start(), last) else None
    return None


@check("break-before-paragraph", 2, Category.TYPOGRAPHY)
def break_before_paragraph(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""`\\` at the end of a paragraph, which leaves an empty line of its own (l2tabu).

    Pass:
        The rail is long.

        The rail is wide.
    Fail:
        The rail is long.\\

        The rail is wide.
    """
    live = structure.live
    if structure.class_name in ("beamer", "letter"):
        return
    text = prose(structure).text
    for match in LINE_BREAK.finditer(live, *views(structure).body):
        start, end = match.span()
        before = text[max(start - 1, 0) : start]
        inside = [environment.name for environment in enclosing(live, start)]
        if before in ("", HOLE, "\n") or any(name not in LISTS for name in inside):
            continue
        if is_plain(structure, start, end + 2):
            yield Hit(
                live.index("\\", start),
                end,
                "A line break at the end of a paragraph leaves a line empty.",
                cure=(Edit(start, end, ""),),
            )


LISTS = frozenset({"document", "itemize", "enumerate", "description", "abstract", "quote"})
"""Environments in which a paragraph is one."""
