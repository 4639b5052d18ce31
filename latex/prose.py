"""How much prose a source holds."""

from functools import lru_cache

from latex.alternation import one_of
from latex.commands import CITES, FACTS, GRAPHICS, INPUTS, LABELS, REFS, STOPS, commands
from latex.environments import environments
from latex.patterns import re

Span = tuple[int, int]

NO_PROSE = frozenset(
    {
        *("tikzpicture", "pgfpicture", "picture", "axis", "tabular", "tabularx", "tabulary"),
        *("tabu", "array", "longtblr", "tblr", "thebibliography", "algorithmic", "forest"),
    }
)
"""Environments, by name without star, whose text is no prose."""
WITH_KEYS = one_of(
    {
        *CITES, *FACTS, *GRAPHICS, *INPUTS, *LABELS, *REFS, *STOPS, "begin", "end", "vspace",
        "hspace", "url", "href", "pagestyle", "thispagestyle", "pagenumbering", "setlength",
        "addtolength", "setcounter", "addtocounter", "hypersetup", "index", "color", "definecolor",
        "usepackage", "documentclass", "si", "SI", "num", "qty", "unit", "ang", "multirow",
        "lstinputlisting", "lstset", "addcontentsline", "usetheme", "selectlanguage",
    }
)  # fmt: skip
NOT_PROSE = re.compile(
    r"\\(?:begin\s*\{[^{}]*\}(?:\[[^\[\]\n]*\])?(?:\{[^{}\s]*\})*"
    rf"|{WITH_KEYS}(?![A-Za-z@])\*?(?:\s*\[[^\[\]\n]*\])*(?:\{{[^{{}}]*\}})?"
    r"|[A-Za-z@]+\*?(?:\[[^\[\]\n]*\])?"
    r"|\((?:[^\\\n]|\\[^()]|\n(?![ \t\r]*+\n))*+\\\)"
    r"|\\(?:\[[^\[\]\n]*\])?|[^\"'`^~=.])",
    re.DOTALL,
)
"""Commands, and those arguments of commands that are not printed as words."""
CJK = re.compile(
    "[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""Ideographs and kana; Korean sets spaces between its words."""
PUNCTUATION = re.compile("[\u2010-\u205e\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff65«»·]+")
SIGNS = tuple(sign.encode() for sign in "–—―‘“”„†‡•…‰‹›")
LEADS = tuple(bytes([lead]) for lead in (*range(0xE3, 0xEA), 0xEF, 0xF0))
"""What an ideograph, a kana or their punctuation begins with in UTF-8."""
BETWEEN_PARAGRAPHS = re.compile(r"\n[ \t\r]*+\n")
LETTERS = bytes(
    ord("a") if byte >= 0x80 or chr(byte).isalnum() else ord(" ") for byte in range(256)
)
IN_WORDS = b"{}\\'-.,\"^`"
"""What may stand in the middle of a word and is none by itself."""


@lru_cache(maxsize=8)
def prose_length(live: str, body: Span | None, displays: tuple[Span, ...]) -> tuple[int, int]:
    """(words, CJK characters) of the prose of a masked source, captions and headings included.

    A word is a run of letters, digits, hyphens and apostrophes, as TeXcount counts them.
    """
    start, end = body or (_body_start(live), len(live))
    text = _without(live, start, end, displays).replace("\\$", " ")
    if "$" in text:
        text = "\n\n".join(map(_without_formulas, BETWEEN_PARAGRAPHS.split(text)))
    text = NOT_PROSE.sub(" ", text)
    data = (" " + text.replace("’", "'")).encode("utf-8", "replace")
    characters = 0
    if any(lead in data for lead in LEADS):
        characters = sum(map(len, CJK.findall(text)))
        data = (" " + PUNCTUATION.sub(" ", CJK.sub(" ", text))).encode("utf-8", "replace")
    elif b"\xe2\x80" in data:
        for sign in SIGNS:
            data = data.replace(sign, b" ")
    return data.translate(LETTERS, IN_WORDS).count(b" a"), characters


def _without_formulas(paragraph: str) -> str:
    """What stands outside of dollar signs, if these are even in number."""
    parts = paragraph.split("$")
    return " ".join(parts[::2]) if len(parts) % 2 else paragraph


def _body_start(live: str) -> int:
    for command in commands(live).outside:
        if command.name == "begin" and command.key == "document":
            return command.end + len("{document}")
    return 0


def _without(live: str, start: int, end: int, displays: tuple[Span, ...]) -> str:
    """The text of a span without what is no prose as a whole."""
    spans = [
        (environment.start, environment.end)
        for environment in environments(live)
        if environment.name.rstrip("*") in NO_PROSE
    ]
    pieces: list[str] = []
    for first, last in sorted([*spans, *displays]):
        if first >= start and last <= end:
            pieces.append(live[start:first])
            start = last
    return " ".join([*pieces, live[start:end]])
