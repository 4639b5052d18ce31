"""Signs that mean something else to TeX than to whoever wrote them."""

from bisect import bisect_right
from collections.abc import Iterator

import regex

from latex.commands import commands
from latex.environments import environments
from latex.structure import Structure
from reflect.checks.form_known import TABLES
from reflect.checks.form_prose import HOLE, joined, prose
from reflect.checks.form_setup import packages
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

Match = regex.Match[str]

PERCENT = regex.compile(
    r"""(?<=\d)%(?:
      [.,;:)\]!?'’](?=[^\S\r\n]|$|\p{Han}) | -\p{Ll} | (?=[\p{Han}，。；：、）])
    | (?P<cell>[ \t]*+(?:&|\\\\)[^\r\n]*+)
    | [ ](?:of|the|in|and|for|to|is|was|are|were|more|less|higher|lower|at|on|by|from|with|or|than
        |confidence|accuracy|increase|decrease|reduction|improvement|faster|slower|uncertainty
        |relative|better|worse|larger|smaller|greater|below|above|between|over|under|when|while
        |which|per|probability|level|yield|agreement|deviation|difference|after|before|within|but
        |because|smaller|error|errors)(?![A-Za-z:]) )""",
    regex.VERBOSE | regex.MULTILINE,
)
BEFORE_PERCENT = regex.compile(
    r"(?:\A|[\s~(–-]|\p{Han})(?P<number>\d{1,3}(?:,\d{3})*+(?:\.\d+)?|\d+(?:\.\d+)?)\Z"
)
YEAR = regex.compile(r"1[5-9]\d\d|20\d\d")
COMMAND_BEFORE = regex.compile(r"\\[A-Za-z@]+\s*+[\d.,]*+\Z")
TEX_CODE = regex.compile(
    r"\\(?:ExplSyntaxOn|Provides(?:Package|Class|Expl\w+)|makeatletter|catcode)(?![a-z])"
)
OWN_DISPLAY = regex.compile(
    r"\\begin\s*\{(?:equation|align|eqnarray|gather|multline|displaymath|math|array|flalign)\*?\}"
    r"|\\\[|\$\$|\\(?:begin|start)(?:equation|align|gather)"
)
SHORT_DISPLAY = regex.compile(r"\\(?:be|beq|bea|beqa|beqn|bee|ba|bal|bga|eqn)(?![A-Za-z])")
RUNNING = TABLES | {
    *("document", "itemize", "enumerate", "description", "abstract", "quote", "quotation"),
    *("center", "flushleft", "flushright", "figure", "table", "minipage", "frame", "block"),
    *("threeparttable", "tablenotes", "tabular", "wrapfigure", "columns", "column", "titlepage"),
    *("subfigure", "subtable", "multicols", "small", "footnotesize", "appendices", "theorem"),
    *("lemma", "proof", "definition", "remark", "example", "alertblock", "exampleblock"),
}
"""Environments that certainly hold text."""
SIGN = regex.compile(r"[_^#]")
WORD = regex.compile(r"[A-Za-z0-9_]++(?:[.-][A-Za-z0-9_]++)*+")
HEADING = regex.compile(r"[ \t]*+#{1,6}+[ \t]")
"""Of Markdown."""
INDENTED = 80
"""Characters of a line before a hash sign with which it may still be one of a heading."""
BEFORE_SIGN = regex.compile(r"[A-Za-z0-9_.-]{0,60}\Z")
NAME = regex.compile(r"[a-z]{2,}+[A-Za-z0-9]*+_|_[A-Za-z]{2,}|[A-Z]{2,}+_[A-Z]")
INDEX = regex.compile(r"[A-Za-z]_(?:[A-Za-z0-9]|\{[A-Za-z0-9, ]{1,12}+\})(?![A-Za-z0-9_^{])")
POWER = regex.compile(
    r"(?P<base>\d++(?:\.\d++)?+|[A-Za-z]{1,2})"
    r"\^(?:(?P<power>-?\d++|\\circ(?![A-Za-z]))|\{(?P<power>-?[A-Za-z0-9+]{1,6}+|\\circ)\})"
    r"(?![A-Za-z0-9_^])"
)
BEHIND_NUMBER = regex.compile(r"(?:\d[ ~]?|\d\x1a{2}|/)\Z")
UNITS = frozenset({"m", "s", "cm", "mm", "km", "nm", "kg"})


@check("swallowed-percent", 4, Category.TYPOGRAPHY)
def swallowed_percent(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A per cent sign behind a number that makes a comment of the text behind it.

    Pass: A yield of 45\% was reached in 1905% to be looked up
    Fail: A yield of 45% was reached.
    """
    text = prose(structure, tables=True).text
    for match in PERCENT.finditer(structure.source):
        place = match.start()
        line = max(text.rfind("\n", 0, place), place - 60, 0)
        number = BEFORE_PERCENT.search(text, line, place)
        if number is None or structure.live[place] != " " or YEAR.fullmatch(number["number"]):
            continue
        if COMMAND_BEFORE.search(structure.live, line, place):
            continue
        end = structure.source.find("\n", place)
        yield Hit(
            number.start("number"),
            end if end >= 0 else len(structure.source),
            "The per cent sign makes a comment of the rest of its line.",
            cure=(Edit(place, place + 1, r"\%"),),
        )


@check("unescaped-sign", 4, Category.TYPOGRAPHY)
def unescaped_sign(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""An underscore, a caret or a hash sign in text, where TeX stops.

    Pass: The file run\_1.csv holds $x_1$, $10^5$ and \#3, see \ref{fig:a_b}.
    Fail: The file run_1.csv holds 10^5 lines.
    """
    text = prose(structure, tables=True).text
    if not SIGN.search(text) or TEX_CODE.search(structure.live):
        return
    formulas = _has_own_displays(structure)
    strange = _strange(structure)
    starts = [span[0] for span in strange]
    loaded = packages(structure.live)
    done = -1
    for sign in SIGN.finditer(text):
        place = sign.start()
        escaped = text[place - 1 : place] == HOLE and structure.live[place - 1] == "\\"
        if escaped or place < done:
            continue
        if (sign[0] != "#" and formulas) or (sign[0] == "_" and loaded & {"underscore", "strict"}):
            continue
        number = bisect_right(starts, place) - 1
        if number >= 0 and place < strange[number][1]:
            continue
        hit = FINDERS[sign[0]](structure, text, place)
        if hit is not None:
            yield hit
            done = hit.end


def _underscore(structure: Structure, text: str, place: int) -> Hit | None:
    before = BEFORE_SIGN.search(text, max(place - 60, 0), place)
    start = before.start() if before else place
    word = WORD.match(text, start)
    if word is None or word.end() <= place:
        return None
    end = word.end()
    message = f"TeX stops at the underscore of {word[0]!r}."
    cure: tuple[Edit, ...] = ()
    if NAME.search(word[0]):
        cure = tuple(
            Edit(start + i, start + i + 1, r"\_") for i, sign in enumerate(word[0]) if sign == "_"
        )
    elif index := INDEX.match(structure.live, start):
        end = index.end()
        cure = (Edit(start, end, f"${index[0]}$"),)
    return Hit(start, end, message, cure=cure, action=r"Write \_, or $…$ around a formula.")


def _caret(structure: Structure, text: str, place: int) -> Hit | None:
    if text[place + 1 : place + 2] == "^" or text[place - 1 : place] == "^":
        return None
    before = BEFORE_SIGN.search(text, max(place - 60, 0), place)
    start = before.start() if before else place
    power = POWER.match(structure.live, start)
    cure: tuple[Edit, ...] = ()
    end = place + 1
    if power and power.start("power") > place:
        end = power.end()
        raised = f"^{{{power['power']}}}"
        base = power["base"]
        if base in UNITS and BEHIND_NUMBER.search(text, max(start - 3, 0), start):
            cure = (Edit(place, end, f"${raised}$"),)
        elif base[0].isdigit() or len(base) == 1:
            cure = (Edit(start, end, f"${base}{raised}$"),)
    shown = structure.live[start:end]
    return Hit(start, end, f"TeX stops at the caret of {shown!r}.", cure=cure)


def _hash(structure: Structure, text: str, place: int) -> Hit | None:
    begin = text.rfind("\n", max(0, place - INDENTED), place) + 1
    if (begin or place <= INDENTED) and HEADING.match(text, begin, place + 8):
        return None
    cure = (Edit(place, place + 1, r"\#"),)
    return Hit(place, place + 1, "TeX stops at a hash sign.", cure=cure)


FINDERS = {"_": _underscore, "^": _caret, "#": _hash}


def _has_own_displays(structure: Structure) -> bool:
    """Whether formulas may stand between commands that the document makes, or another file."""
    live = structure.live
    return SHORT_DISPLAY.search(live) is not None or any(
        OWN_DISPLAY.search(live, definition.start, definition.end)
        for definition in commands(live).definitions
    )


def _strange(structure: Structure) -> list[tuple[int, int]]:
    """Environments that may hold formulas, and paragraphs with a dollar sign left over."""
    text = prose(structure, tables=True).text
    spans = [
        (environment.start, environment.end)
        for environment in environments(structure.live)
        if environment.name.rstrip("*") not in RUNNING
    ]
    spans += [
        span
        for span in prose(structure, tables=True).paragraphs
        if regex.search(r"(?<!\x1a)\$", text, pos=span[0], endpos=span[1])
    ]
    return joined(spans)
