"""HTML in a LaTeX source."""

from bisect import bisect_right
from collections.abc import Iterator
from html.entities import html5

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

PAIRS = {
    "b": r"\textbf{",
    "strong": r"\textbf{",
    "i": r"\emph{",
    "em": r"\emph{",
    "sub": r"\textsubscript{",
    "sup": r"\textsuperscript{",
    "u": r"\underline{",
}
ENTITIES = {
    "amp": r"\&",
    "nbsp": "~",
    "lt": r"\textless{}",
    "gt": r"\textgreater{}",
    "ndash": "--",
    "mdash": "---",
    "hellip": r"\dots{}",
    "deg": r"\textdegree{}",
    "times": r"$\times$",
    "plusmn": r"$\pm$",
    "minus": "$-$",
    "middot": r"\textperiodcentered{}",
    "micro": r"\textmu{}",
    "ldquo": "``",
    "rdquo": "''",
    "lsquo": "`",
    "rsquo": "'",
    "#39": "'",
    "apos": "'",
    "copy": r"\copyright{}",
    "reg": r"\textregistered{}",
    "quot": "",
    "alpha": r"$\alpha$",
    "beta": r"$\beta$",
    "Omega": r"$\Omega$",
    "rarr": r"$\to$",
    "sup2": "$^2$",
    "sup3": "$^3$",
}
"""What an entity is in text; nothing where that is not certain."""
IN_MATH = {"amp": "&", "lt": "<", "gt": ">", "nbsp": "~", "times": r"\times ", "minus": "-"}

PAIR = regex.compile(
    r"<(?P<tag>b|strong|i|em|sub|sup|u|code|span|p|div|h[1-6]|a|li|ul|ol)(?:\s[^<>\n]{0,120}+)?>"
    r"(?P<inside>[^<>]{1,400}+)</(?P=tag)\s*+>",
    regex.IGNORECASE,
)
SINGLE = regex.compile(
    r"</?(?:strong|em|sub|sup|br|hr|img|span|div|table|tr|td|th|ul|ol|li|code|pre|h[1-6]|center)"
    r"(?:\s[^<>\n]{0,120}+)?/?>|</(?:b|i|p|u|a)>",
    regex.IGNORECASE,
)
ENTITY = regex.compile(r"(?<!\\)&(?P<name>#\d{2,5}|#x[0-9A-Fa-f]{2,5}|[A-Za-z]{2,8}\d{0,2});")
COMMENT = regex.compile(r"<!--[^<>]{0,400}+(?<=--)>")
LATIN = regex.compile(r"[^\p{Latin}]")
"""What no Latin letter is; letters of other alphabets depend on the font."""
LINE_BREAK = regex.compile(r"<br\s*+/?>", regex.IGNORECASE)
BLANK_BEHIND = regex.compile(r"[ \t\r]*+(?:\n[ \t\r]*+(?:\n|\Z|\\)|\Z)")


@check("html", 4, Category.TYPOGRAPHY)
def html(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Tags, entities and comments of HTML.

    Pass: In $a <b> c$ and <p> of R\&D; see \verb|<b>|.
    Fail: R&amp;D of <b>H<sub>2</sub></b>.
    """
    text = prose(structure).text
    if "<" in text:
        yield from _tags(structure, text)
    if "&" in structure.live:
        yield from _entities(structure)


def _tags(structure: Structure, text: str) -> Iterator[Hit]:
    done: set[int] = set()
    for match in PAIR.finditer(text):
        done |= {match.start(), match.end("inside")}
        yield _pair(structure, match)
    for match in COMMENT.finditer(text):
        cure = (Edit(match.start(), match.end(), ""),) if HOLE not in match[0] else ()
        yield Hit(match.start(), match.end(), "This comment is HTML.", cure=cure)
    for match in SINGLE.finditer(text):
        if match.start() not in done:
            yield Hit(
                match.start(),
                match.end(),
                f"The tag {match[0]!r} is HTML.",
                cure=_line_break(structure, match) if LINE_BREAK.fullmatch(match[0]) else (),
                action="Write it in LaTeX.",
            )


def _pair(structure: Structure, match: "regex.Match[str]") -> Hit:
    start, end = match.span()
    first, last = match.span("inside")
    inside = structure.live[first:last]
    new = PAIRS.get(match["tag"].lower())
    sure = (
        is_plain(structure, start, end)
        and inside.count("{") == inside.count("}")
        and not regex.search(r"\n\s*\n|\\(?:begin|end|item)\b", inside)
    )
    return Hit(
        start,
        end,
        f"The tag <{match['tag']}> is HTML.",
        cure=(Edit(start, first, new), Edit(last, end, "}")) if new and sure else (),
        action="Write it in LaTeX.",
    )


def _line_break(structure: Structure, match: "regex.Match[str]") -> tuple[Edit, ...]:
    start, end = match.span()
    live = structure.live
    if BLANK_BEHIND.match(live, end):
        return (Edit(start, end, ""),)
    line = live[live.rfind("\n", 0, start) + 1 : start]
    if not line.strip() or line.rstrip().endswith((r"\\", ">", "}")):
        return ()
    return (Edit(start, end, r"\\"),) if live[end : end + 1] in " \r\n" else ()


def _entities(structure: Structure) -> Iterator[Hit]:
    start, end = views(structure).body
    math = views(structure).math
    starts = [span[0] for span in math]
    for match in ENTITY.finditer(structure.live, start, end):
        name = match["name"]
        letter = html5.get(f"{name};", "") if len(name) > 3 else ""
        if name not in ENTITIES and not name.startswith("#") and not letter.isalpha():
            continue
        place = bisect_right(starts, match.start()) - 1
        inside = place >= 0 and match.start() < math[place][1]
        new = IN_MATH.get(name, "") if inside else ENTITIES.get(name) or LATIN.sub("", letter)
        yield Hit(
            match.start(),
            match.end(),
            f"The entity {match[0]} is HTML.",
            cure=(Edit(match.start(), match.end(), new),) if new else (),
            action="Write the sign as LaTeX has it.",
        )
