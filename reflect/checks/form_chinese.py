"""Punctuation of Chinese and of Latin text."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_setup import is_chinese
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

FULL = dict(zip(",;:?!.", "，；：？！。", strict=True))
HALF = {full: half for half, full in FULL.items()} | {"、": ",", "（": "(", "）": ")"}
HALF_WIDTH = regex.compile(
    r"(?<=[\p{Han}”’》）])(?P<sign>[,;:?!])[ ]?+(?=[\p{Han}“‘《（])"
    r"|(?<=\p{Han})(?P<sign>[,;:?!.])(?=[ \t\r]*+(?:\n|\Z))"
)
BRACKETS = regex.compile(
    rf"(?<=\p{{Han}})[ ]?+\((?P<inside>[^()\n{HOLE}]{{1,80}}+)\)[ ]?+"
    r"(?=[\p{Han}，。；：、？！]|\s*+\Z)"
)
FOLLOWED_BY_FULL = regex.compile(r"\p{Han}[，。；：？！]")
FOLLOWED_BY_HALF = regex.compile(r"\p{Han}[,;:?!.](?!\d)")
HAN = regex.compile(r"\p{Han}")
FULL_WIDTH = regex.compile(
    r"(?<=\p{Latin}{2}|\p{Latin}[)’”])[，；：？！。、](?=\p{Latin}|\s|\Z)"
    r"|(?<=\p{Latin}\s?)（(?=[\p{Latin}\d])|(?<=[\p{Latin}\d])）(?=[\s.,]|\p{Latin}|\Z)"
)


@check("chinese-punctuation", 2, Category.TYPOGRAPHY)
def chinese_punctuation(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A half-width sign between Chinese characters, or a full-width one between Latin words.

    The former is told in Chinese documents, unless most of their signs are so, the latter in
    those that are not Chinese.

    Pass: 斜率为正，见 Hubble (1929)，数据如图 1, 2 所示。
    Fail: 斜率为正,截距为零。数据如图所示。
    """
    text = prose(structure).text
    if is_chinese(structure):
        if len(FOLLOWED_BY_HALF.findall(text)) > len(FOLLOWED_BY_FULL.findall(text)):
            return
        for match in HALF_WIDTH.finditer(text):
            yield _hit(structure, match.span(), FULL[match["sign"]], "half-width")
        for match in BRACKETS.finditer(text):
            if HAN.search(match["inside"]):
                yield _hit(structure, match.span(), f"（{match['inside']}）", "half-width")
    elif structure.words > 2 * structure.cjk_characters:
        for match in FULL_WIDTH.finditer(text):
            start, end = match.span()
            before = " " if match[0] == "（" and text[start - 1].isalpha() else ""
            after = " " if match[0] != "（" and text[end : end + 1].isalpha() else ""
            yield _hit(structure, (start, end), f"{before}{HALF[match[0]]}{after}", "full-width")


def _hit(structure: Structure, span: tuple[int, int], new: str, width: str) -> Hit:
    start, end = span
    shown = structure.live[start:end].strip()
    return Hit(
        start,
        end,
        f"The {width} {shown!r} does not go with the letters around it.",
        cure=(Edit(start, end, new),) if is_plain(structure, start, end) else (),
    )
