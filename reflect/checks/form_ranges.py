"""Dashes between and beside words and numbers."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, begins, is_plain, prose
from reflect.checks.form_setup import is_chinese
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

_NUMBER = r"\d{1,3}+(?:,\d{3}(?!\d))++(?:\.\d++)?+|\d++(?:\.\d++)?+"
RANGE = regex.compile(
    rf"""(?<![A-Za-z0-9_.,/:@+=\\#§-])(?P<first>{_NUMBER})(?:{HOLE}%)?+
    (?P<hyphen>-)(?P<last>{_NUMBER})(?![A-Za-z0-9_/:@=*+]|[.,:]\d|-|{HOLE}[A-Za-z_])""",
    regex.VERBOSE,
)
IN_MATH = regex.compile(
    r"""(?<!\\)\$(?P<first>\d++(?:\.\d++)?+)\$(?P<hyphen>-)\$(?P<last>\d++(?:\.\d++)?+)(?!\d)""",
    regex.VERBOSE,
)
NOT_A_RANGE = regex.compile(
    r"""(?ix)\b(?:tel|phone|telephone|fax|call|isbn|issn|doi|arxiv|no|nr|id|code|serial|model|part
    |rfc|iso|iec|ansi|ieee|astm|din|iupac|cas|grant|contract|award|zip|license|licence|patent
    |figure|fig|table|tab|section|sec|chapter|chap|equation|eq|problem|exercise|experiment|example
    |task|version|release|boeing|airbus|score|won|lost|ratio|odds|label|type|room|room|theorem
    |lemma|definition|algorithm|listing|appendix|question|date|on)\b[.:]?[\s~({HOLE}]*+\Z""".replace(
        "{HOLE}", HOLE
    )
)
IDIOM = regex.compile(
    r"(?i)[\s~-]*+(?:loss|tree|trees|knapsack|integer|programming|matrix|matrices|law|laws|vote"
    r"|win|victory|defeat|defeated|lead|matching)\b"
)
SPACED_HYPHEN = regex.compile(r"(?<=[\p{L},)’”])(?P<gap> )-(?= \p{L})")


@check("number-range-hyphen", 2, Category.TYPOGRAPHY)
def number_range_hyphen(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A range of numbers with a hyphen, where an en dash belongs.

    Dates, numbers of telephones and the like are none.

    Pass: On 2020-01-02 we took 10--20 points, model 10-20, for the 0-1 law and 3-4-5.
    Fail: We took 10-20 points.
    """
    text = prose(structure).text
    for match in RANGE.finditer(text):
        before = text[max(match.start() - 24, 0) : match.start()]
        if NOT_A_RANGE.search(before) or _is_idiom(match, text):
            continue
        if _is_range(match) and begins(structure, match.start()):
            yield _hit(structure, match)
    for match in IN_MATH.finditer(structure.live):
        if _is_range(match):
            yield _hit(structure, match)


def _hit(structure: Structure, match: "regex.Match[str]") -> Hit:
    cure = (Edit(*match.span("hyphen"), "--"),) if is_plain(structure, *match.span()) else ()
    shown = f"{match['first']}-{match['last']}"
    return Hit(*match.span(), f"The range {shown} has a hyphen for an en dash.", cure=cure)


def _is_range(match: "regex.Match[str]") -> bool:
    first, last = (match[name].replace(",", "") for name in ("first", "last"))
    if len(first) > 12 or len(last) > 12 or float(first) >= float(last):
        return False
    whole = first.split(".")[0], last.split(".")[0]
    if any(len(part) > 1 and part.startswith("0") for part in whole):
        return False
    telephone = (len(first), len(last)) == (3, 4) and not last.endswith("0")
    return not telephone and len(whole[1]) - len(whole[0]) <= 2


def _is_idiom(match: "regex.Match[str]", text: str) -> bool:
    small = float(match["last"].replace(",", "")) <= 4
    return small and IDIOM.match(text, match.end()) is not None


@check("hyphen-for-dash", 2, Category.TYPOGRAPHY)
def hyphen_for_dash(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A hyphen between spaces, where a dash belongs.

    Pass: The rail -- a long one -- is well-made.
    Fail: The rail - a long one - is straight.
    """
    if is_chinese(structure):
        return
    for match in SPACED_HYPHEN.finditer(prose(structure).text):
        place = match.end() - 1
        cure = (Edit(place, place + 1, "--"),) if is_plain(structure, place - 1, place + 2) else ()
        yield Hit(place, place + 1, "A hyphen stands for a dash.", cure=cure)
