"""Where the sections of a source lie, exactly."""

import re
from dataclasses import dataclass, replace

from latex.mask import mask

LEVELS = {
    "part": -1,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
"""As LaTeX counts them for `secnumdepth`."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with everything up to the next heading of its level or above.

    Spans of sections therefore nest; those of neighbours on one level touch.
    """

    anchor: str
    """`n1`, `n2`, … by position, counting headings of every level."""
    level: int
    r"""See `LEVELS`: 1 is `\section`."""
    title: str
    """LaTeX, as it stands in the source."""
    short_title: str | None
    """The optional argument, as it stands in the source."""
    starred: bool
    start: int
    """Offset of the backslash of the heading."""
    body_start: int
    """Offset behind the heading's last brace."""
    end: int


TOKEN = re.compile(
    r"""
      \\(?P<define>(?:re|provide)?newcommand|(?:New|Renew|Provide|Declare)DocumentCommand
        |[egx]?def|(?:re)?newenvironment|DeclareRobustCommand|(?:New|Renew)DocumentEnvironment
        )(?![A-Za-z@])
    | \\(?P<heading>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(?![A-Za-z@])(?P<star>\*?)
    | \\begin\s*\{(?P<begin>document|thebibliography)\}
    | (?P<stop>\\end\s*\{document\}
        |\\(?:appendix|backmatter|bibliography(?:style)?|printbibliography)(?![A-Za-z@]))
    | \\(?:[A-Za-z@]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
OPTION = re.compile(r"\[((?:[^\[\]{}\\]|\\.|\{(?:[^{}\\]|\\.|\{[^{}]*\})*\}){0,500}+)\]", re.DOTALL)
PARAGRAPH = re.compile(r"\n[ \t\r]*\n")
BLANK = re.compile(r"\s*")
NAME = re.compile(r"\*?\s*(?:\{[^{}]*\}|\\(?:[A-Za-z@]+|.)[#0-9\s]*)", re.DOTALL)


def outline(source: str) -> tuple[Section, ...]:
    r"""All headings from part to subparagraph, in order, with their spans.

    Headings in comments, verbatim text, definitions of macros and outside the document body do not
    count. A section ends before the bibliography, `\appendix` and `\end{document}` at the latest.
    A heading whose brace is never closed takes the rest of its line for its title.
    """
    live = mask(source)
    partners = _partners(live)
    found: list[Section] = []
    open_ones: list[int] = []
    position = 0
    while match := TOKEN.search(live, position):
        position = match.end()
        if match["define"]:
            position = _behind_definition(live, partners, position)
        elif match["begin"] == "document":
            found, open_ones = [], []
        elif match["begin"] or match["stop"]:
            _close(found, open_ones, -2, match.start())
        elif match["heading"] and (heading := _heading(source, live, partners, match)):
            position = heading.body_start
            _close(found, open_ones, heading.level, heading.start)
            open_ones.append(len(found))
            found.append(replace(heading, anchor=f"n{len(found) + 1}"))
    _close(found, open_ones, -2, len(source))
    return tuple(found)


def _close(found: list[Section], open_ones: list[int], level: int, end: int) -> None:
    """End every open section of that level or below."""
    while open_ones and found[open_ones[-1]].level >= level:
        last = open_ones.pop()
        found[last] = replace(found[last], end=end)


def _heading(
    source: str, live: str, partners: dict[int, int], match: re.Match[str]
) -> Section | None:
    short = None
    position = _skip_blank(live, match.end())
    if option := OPTION.match(live, position):
        short = source[slice(*option.span(1))]
        position = _skip_blank(live, option.end())
    if not live.startswith("{", position):
        return None
    end = partners.get(position)
    if end and not PARAGRAPH.search(live, position, end):
        title = source[position + 1 : end - 1]
    else:
        line_end = live.find("\n", position)
        end = line_end if line_end >= 0 else len(live)
        title = source[position + 1 : end].rstrip()
    return Section(
        anchor="",
        level=LEVELS[match["heading"]],
        title=title,
        short_title=short,
        starred=bool(match["star"]),
        start=match.start(),
        body_start=end,
        end=len(source),
    )


def _skip_blank(live: str, position: int) -> int:
    blank = BLANK.match(live, position)
    return blank.end() if blank else position


def _partners(live: str) -> dict[int, int]:
    """For each closed `{` the offset behind its `}`."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for token in BRACE.finditer(live):
        if token[0] == "{":
            stack.append(token.start())
        elif token[0] == "}" and stack:
            found[stack.pop()] = token.end()
    return found


def _behind_definition(live: str, partners: dict[int, int], position: int) -> int:
    """Behind the name, the arguments and the body of a definition."""
    name = NAME.match(live, position)
    if name is None:
        return position
    position = name.end()
    while True:
        start = _skip_blank(live, position)
        option = OPTION.match(live, start)
        end = option.end() if option else partners.get(start)
        if end is None:
            return position
        position = end
