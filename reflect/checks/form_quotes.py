"""Quotation marks."""

from collections.abc import Iterator
from typing import NamedTuple

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_setup import is_chinese, other_languages, quote_is_special
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

LONGEST = 800
"""Characters of a quotation that is taken for one."""
_MARK = regex.compile(r"``|''|\"")
_CAN_OPEN = regex.compile(rf"[\s(\[/~–—{HOLE}-]|\p{{Han}}|[，。、：；（]")
_CANNOT_FOLLOW = regex.compile(r"[\s.,;:!?)\]]")
_HAN = regex.compile(r"\p{Han}|[，。、：；？！（）]")
_NO_QUOTATION = regex.compile(r"\\(?:begin|end|item|par|[a-z]{0,3}+section|\\)(?![A-Za-z])|&")
_SINGLE = regex.compile(
    rf"""(?<![^\s(\[{HOLE}~—])'(?!'|(?:tis|twas|twere|em|cause|round|til|n)\b)
    (?P<inside>\p{{L}}[^'`"\n]{{0,60}}+)(?<=[\p{{L}}\d,.!?)])'(?!['\p{{L}}\d])""",
    regex.VERBOSE,
)
_ESCAPED = regex.compile(
    r"""(?<![^\s(\[])\\"(?P<inside>[^\s"\\{][^"\\\n]{0,80}+)(?<=\S)\\"(?=[\s.,;:!?)\]]|\Z)"""
)
"""Quotation marks as a string of JSON or of a program has them."""
_CURLY = regex.compile(r"“(?P<inside>[^“”]{1,800}+)(?P<end>”)")
_TEX = regex.compile(r"(?<!`)``(?!`)(?P<inside>(?:[^`'“”]|'(?!')|`(?!`)){1,800}+)(?P<end>'')(?!')")


class _Pair(NamedTuple):
    start: int
    """Of the mark that opens."""
    last: int
    """Of the mark that closes."""
    width: int
    """Of either."""


@check("straight-quotes", 2, Category.TYPOGRAPHY)
def straight_quotes(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A quotation that straight quotes or apostrophes open, which come out as closing marks.

    Nothing is said where a language makes the straight quote a command, nor of inches. Quotes
    that a backslash escapes, which make an umlaut, are such as well.

    Pass: The so-called ``dark'' count of a 5" tube isn't the dogs' own.
    Fail: The so-called "dark" count.
    """
    text = prose(structure).text
    special = quote_is_special(structure.live)
    for start, end in prose(structure).paragraphs:
        pairs, sure = _pairs(text, start, end)
        for pair in pairs:
            if not (special and text[pair.start] == '"'):
                yield _hit(structure, pair, sure)
    for match in _ESCAPED.finditer(structure.live):
        first, last = match.span("inside")
        cure = (Edit(match.start(), first, "``"), Edit(last, match.end(), "''"))
        yield Hit(match.start(), match.end(), "An escaped quote makes an umlaut.", cure=cure)
    if other_languages(structure.live):
        return
    for match in _SINGLE.finditer(text):
        opening = Edit(match.start(), match.start() + 1, "`")
        yield Hit(*match.span(), "An apostrophe does not open a quotation.", cure=(opening,))


def _pairs(text: str, start: int, end: int) -> tuple[list[_Pair], bool]:
    """The straight quotations of a paragraph, and whether no mark is left over."""
    pairs: list[_Pair] = []
    opened: regex.Match[str] | None = None
    sure = True
    for mark in _MARK.finditer(text, start, end):
        before = text[max(mark.start() - 1, start) : mark.start()]
        behind = text[mark.end() : min(mark.end() + 1, end)]
        if mark[0] == "``":
            sure = sure and opened is None
            opened = mark
        elif opened is None:
            if behind and not _CANNOT_FOLLOW.match(behind) and _opens(before):
                opened = mark
            else:
                sure = sure and before.isdigit()
        elif before.isspace() or (behind.isascii() and behind.isalnum()):
            sure = False
        else:
            if opened[0] == mark[0] and mark.start() - opened.end() <= LONGEST:
                pairs.append(_Pair(opened.start(), mark.start(), len(mark[0])))
            opened = None
    return pairs, sure and opened is None


def _opens(before: str) -> bool:
    return not before or _CAN_OPEN.match(before) is not None


def _hit(structure: Structure, pair: _Pair, sure: bool) -> Hit:
    first, end = pair.start + pair.width, pair.last + pair.width
    inside = structure.live[first : pair.last]
    sure = sure and is_plain(structure, pair.start, end) and _is_quotation(inside)
    around = structure.live[max(pair.start - 1, 0) : end + 1]
    chinese = is_chinese(structure) or _HAN.search(around) is not None
    opening, closing = ("“", "”") if chinese else ("``", "''")
    return Hit(
        pair.start,
        end,
        "Straight quotes do not open a quotation.",
        cure=(Edit(pair.start, first, opening), Edit(pair.last, end, closing)) if sure else (),
        action=f"Write {opening}…{closing} around it.",
    )


def _is_quotation(inside: str) -> bool:
    """Whether what stands between two marks is text in one piece, and none of its own at an end."""
    return (
        not _NO_QUOTATION.search(inside)
        and inside.count("{") == inside.count("}")
        and inside[:1] not in "'`"
        and inside[-1:] not in "'`"
    )


@check("mixed-quotes", 1, Category.TYPOGRAPHY)
def mixed_quotes(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A document that writes its quotation marks in two ways; those of the rarer one are told.

    Chinese quotation marks stand for themselves.

    Pass: The “dark” count and the “light” count.
    Fail: The “dark” count and the ``light'' count.
    """
    text = prose(structure).text
    if is_chinese(structure) or "“" not in text:
        return
    curly = [m for m in _CURLY.finditer(text) if not _HAN.search(text, m.start() - 1, m.end() + 1)]
    tex = [*_TEX.finditer(text)]
    if not curly or not tex:
        return
    rare, marks = (curly, ("``", "''")) if len(curly) <= len(tex) else (tex, ("“", "”"))
    for match in rare:
        first, last = match.span("inside")
        inside = structure.live[first:last]
        sure = is_plain(structure, *match.span()) and _is_quotation(inside)
        opening = Edit(match.start(), first, marks[0])
        yield Hit(
            match.start(),
            match.end(),
            "Elsewhere the document writes its quotation marks in another way.",
            cure=(opening, Edit(last, match.end(), marks[1])) if sure else (),
            action=f"Write {marks[0]}…{marks[1]} as elsewhere.",
        )
