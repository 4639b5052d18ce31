"""Punctuation, spacing and widths where Chinese and Latin text meet."""

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
_BESIDE = r"[A-Za-z0-9]"
SPACED = regex.compile(
    rf"(?<=\p{{Han}})[ ](?={_BESIDE})|(?<={_BESIDE})[ ](?=\p{{Han}})",
)
TIGHT = regex.compile(
    rf"(?<=\p{{Han}})(?={_BESIDE})|(?<=[A-Za-z])(?=\p{{Han}})|(?<=[0-9])(?=\p{{Han}})(?![年月日时分秒号度第])"
)
FEWEST = 3
"""Places of either kind from which a document has two habits."""
WIDE = regex.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff05\uff0b\uff1d]+")


@check("chinese-spacing", 1, Category.TYPOGRAPHY)
def chinese_spacing(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Blanks between Chinese characters and Latin letters or digits here, and none there.

    Either habit is right; a document keeps to one. Dates are left alone, and so is a document with
    fewer than three places of each kind.

    Pass: 用 Python 处理 3 组数据，由 Hubble 给出。
    Fail: 用 A 组和 B 组数据分别画图，再用C组和D组数据画图比较。
    """
    if not is_chinese(structure):
        return
    text = prose(structure).text
    spaced = [match.span() for match in SPACED.finditer(text)]
    tight = [match.span() for match in TIGHT.finditer(text)]
    fewer, new = (tight, " ") if len(tight) <= len(spaced) else (spaced, "")
    if len(fewer) < FEWEST:
        return
    cure = tuple(Edit(*span, new) for span in fewer if is_plain(structure, *span))
    start, end = fewer[0]
    yield Hit(
        max(0, start - 1),
        end + 1,
        f"Between Chinese and Latin signs there is a blank in {len(spaced)} places and none in "
        f"{len(tight)}; keep to one habit.",
        cure=cure,
        action="Write all of them " + ("with a blank." if new else "without a blank."),
    )


@check("wide-letters", 2, Category.TYPOGRAPHY)
def wide_letters(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Latin letters, digits and signs of full width, which an input method leaves behind.

    Pass: 长度为 5 m，误差 2\%，记作 A 组。
    Fail: 长度为５ｍ，误差２％，记作Ａ组。
    """
    for match in WIDE.finditer(prose(structure).text):
        start, end = match.span()
        new = "".join(chr(ord(sign) - 0xFEE0) for sign in match[0]).replace("%", r"\%")
        yield Hit(
            start,
            end,
            f"{match[0]} is written in signs of full width.",
            cure=(Edit(start, end, new),) if is_plain(structure, start, end) else (),
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
