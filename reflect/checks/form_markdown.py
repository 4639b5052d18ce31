"""Markdown in a LaTeX source."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_setup import packages
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

Match = regex.Match[str]

BOLD = regex.compile(
    r"(?<![*\\A-Za-z0-9])\*\*(?=[^\s*])"
    r"(?P<inside>[^*\n]{1,300}+(?:\n[ \t]*+[^*\s][^*\n]{0,300}+)?+)"
    r"(?<=[^\s*])\*\*(?![*A-Za-z0-9])"
)
ITALIC = regex.compile(
    r"(?<![*\\A-Za-z0-9)\]])\*(?=\p{L})(?P<inside>[^*\n]{1,120}+)(?<=[\p{L}\d.!?])\*(?![*A-Za-z0-9])"
    rf"|(?<![\w\\{HOLE}])_(?=\p{{L}})(?P<inside>[\p{{L}}\d ,'-]{{1,80}}+)(?<=[^\s])_(?!\w)"
)
CODE = regex.compile(
    r"(?<![`\\A-Za-z0-9'])`(?=[^\s`])(?P<inside>[^`'\n]{1,80}+)(?<=[^\s`])`(?![`A-Za-z0-9])"
)
AFTER_COMMAND = regex.compile(r"\\[A-Za-z@]++\Z")
LINK = regex.compile(
    r"(?<!!)\[(?P<inside>[^\[\]\n]{1,200}+)\]\((?P<url>(?:https?://|www\.|mailto:)[^\s()]{1,300}+)\)"
)
PICTURE = regex.compile(
    r"!\[[^\[\]\n]{0,200}+\]\((?:https?://[^\s()]{1,200}+|[^\s()]{1,200}?\.[A-Za-z]{3,4})\)"
)
HEADING = regex.compile(r"(?m)^[ \t]*+#{1,6}+[ \t]++[^\s#].*+")
FENCE = regex.compile(r"(?m)^[ \t]*+```[A-Za-z+-]{0,12}+[ \t]*+\r?$")
RULE = regex.compile(
    r"(?<=\n[ \t\r]*+\n)[ \t]*+(?:-{3,}+|\*{3,}+|_{3,}+)(?=[ \t\r]*+\n[ \t\r]*+\n)"
)
BULLETS = regex.compile(
    r"(?m)^(?P<indent>[ \t]*+)(?P<mark>[-*•])[ \t]++\S.*+"
    r"(?:\n(?:[ \t\r]*+\n)?(?P=indent)(?P=mark)[ \t]++\S.*+)++"
)
BULLET = regex.compile(r"(?m)^[ \t]*+(?P<mark>[-*•][ \t]++)")
NUMBERS = regex.compile(
    r"(?m)^[ \t]*+1[.)][ \t]++\S.*+(?:\n(?:[ \t\r]*+\n)?[ \t]*+(?:[2-9]|\d\d)[.)][ \t]++\S.*+)++"
)
TABLE = regex.compile(
    r"(?m)^.{0,400}?\|.*+\n[ \t]*+\|?[ \t]*+:?-{2,}+:?[ \t]*+"
    r"(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t\r]*+$(?:\n[ \t]*+\|.*+)*+"
)
BEHIND_LIST = regex.compile(r"\s*\Z|[ \t\r]*\n[ \t\r]*\n|\s*\\(?:end|(?:sub)*section)\b")
SIMPLE_URL = regex.compile(r"[A-Za-z0-9:/._?=+,;@!~-]++")
ESCAPES = {sign: f"\\{sign}" for sign in "_#&%$"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}

BLOCKS = (
    (HEADING, 4, "heading", r"Write it as a heading, such as \section{…}."),
    (PICTURE, 4, "picture", r"Write a figure with \includegraphics."),
    (TABLE, 4, "table", "Write it as a tabular."),
    (NUMBERS, 3, "numbered list", r"Write an enumerate with an \item for each."),
)


@check("markdown", 4, Category.TYPOGRAPHY)
def markdown(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Markdown: bold, italics, code, links, pictures, headings, fences, rules, lists, tables.

    Pass: The \textbf{mean} of $a*b*c$, `this' and ``that'', is that of a C*-algebra.
    Fail: The **mean** of `x_1` is *this*.
    """
    text = prose(structure).text
    for rule, before, after in (
        (BOLD, r"\textbf{", "}"),
        (ITALIC, r"\emph{", "}"),
    ):
        for match in rule.finditer(text):
            yield _dressed(structure, match, before, after)
    for match in CODE.finditer(text):
        # `\catcode` and its like take a character behind a grave accent.
        if not AFTER_COMMAND.search(structure.live, max(match.start() - 24, 0), match.start()):
            yield _code(structure, match)
    for match in LINK.finditer(text):
        yield _link(structure, match)
    for rule, severity, name, action in BLOCKS:
        for match in rule.finditer(text):
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            message = f"This {name} is Markdown."
            yield Hit(start, match.end(), message, action=action, severity=severity)
    for match in RULE.finditer(text):
        yield Hit(*match.span(), "This rule is Markdown.", cure=(Edit(*match.span(), ""),))
    for match in BULLETS.finditer(text):
        yield _bullets(structure, match)
    yield from _fences(structure)


def _dressed(structure: Structure, match: Match, before: str, after: str) -> Hit:
    """Text between two marks."""
    start, end = match.span()
    first, last = match.span("inside")
    inside = structure.live[first:last]
    sure = is_plain(structure, start, end) and inside.count("{") == inside.count("}")
    sure = sure and "\\begin" not in inside and "\\item" not in inside
    return Hit(
        start,
        end,
        f"{match[0][0]!r} around words is Markdown.",
        cure=(Edit(start, first, before), Edit(last, end, after)) if sure else (),
        action=f"Write {before}…{after}.",
    )


def _code(structure: Structure, match: Match) -> Hit:
    inside = match["inside"]
    sure = HOLE not in inside and is_plain(structure, *match.span())
    escaped = "".join(ESCAPES.get(char, char) for char in inside)
    return Hit(
        match.start(),
        match.end(),
        "A grave accent on both sides is Markdown.",
        cure=(Edit(match.start(), match.end(), rf"\texttt{{{escaped}}}"),) if sure else (),
        action=r"Write \texttt{…}, or ``…'' if it is a quotation.",
    )


def _link(structure: Structure, match: Match) -> Hit:
    sure = (
        "hyperref" in packages(structure.live)
        and SIMPLE_URL.fullmatch(match["url"]) is not None
        and HOLE not in match["inside"]
        and is_plain(structure, *match.span())
    )
    new = rf"\href{{{match['url']}}}{{{match['inside']}}}"
    return Hit(
        match.start(),
        match.end(),
        "This link is Markdown.",
        cure=(Edit(match.start(), match.end(), new),) if sure else (),
        action=r"Write \href{…}{…} or \url{…}.",
    )


def _bullets(structure: Structure, match: Match) -> Hit:
    start, end = match.span()
    end -= match[0].endswith("\r")
    sure = BEHIND_LIST.match(structure.live, end) is not None and is_plain(structure, start, end)
    marks = [bullet.span("mark") for bullet in BULLET.finditer(structure.live, start, end)]
    edits = [Edit(*mark, r"\item ") for mark in marks]
    edits[0] = Edit(*marks[0], "\\begin{itemize}\n\\item ")
    edits.append(Edit(end, end, "\n\\end{itemize}"))
    return Hit(
        marks[0][0],
        end,
        "This list is Markdown.",
        cure=tuple(edits) if sure else (),
        action=r"Write an itemize with an \item for each.",
    )


def _fences(structure: Structure) -> Iterator[Hit]:
    """Fences of code; where two of them hold the whole source, they are taken away."""
    live = structure.live
    found = [match.span() for match in FENCE.finditer(live)]
    around = (
        len(found) == 2
        and not structure.source[: found[0][0]].strip()
        and not structure.source[found[1][1] :].strip()
    )
    for start, end in found:
        yield Hit(
            start,
            end,
            "This fence is Markdown.",
            cure=(Edit(start, end, ""),) if around else (),
            action="Take it away, or set what stands between as a listing.",
        )
