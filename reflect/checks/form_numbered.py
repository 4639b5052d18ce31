"""Numbers of figures, tables, equations and sections that are typed instead of referred to."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from latex.floats import DISPLAYS
from latex.structure import Structure
from latex.structure import structure as structure_of
from reflect.checks.content_wholeness import is_whole
from reflect.checks.form_nesting import Target, targets
from reflect.checks.form_prose import HOLE, prose
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

WORDS: dict[str, Target] = {
    **dict.fromkeys(("Figure", "Fig", "figure", "fig", "Abbildung", "Abb"), "figure"),
    **dict.fromkeys(("Table", "Tab", "table", "Tabelle"), "table"),
    **dict.fromkeys(("Equation", "Eq", "Eqn", "equation", "Gleichung", "Gl"), "equation"),
    **dict.fromkeys(("Section", "Sec", "Sect", "section", "Abschnitt"), "section"),
    **dict.fromkeys(("Chapter", "Chap", "chapter", "Kapitel"), "section"),
    **{"图": "figure", "表": "table", "式": "equation", "第": "section"},
}
LATIN = regex.compile(
    rf"""(?<![\p{{L}}\d{HOLE}-])
    (?P<word>Figure|Fig|figure|fig|Abbildung|Abb|Table|Tab|table|Tabelle|Equation|Eqn|Eq|equation
      |Gleichung|Gl|Section|Sect|Sec|section|Abschnitt|Chapter|Chap|chapter|Kapitel)
    (?:\.[ ~]|[ ~]|\.~?\r?\n|\r?\n)[ \t]*+
    (?P<number>\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}|\(\d{{1,3}}(?:\.\d{{1,3}})?\))
    (?![\w(%{HOLE}]|[.,:/×-]\d|[ ~]?[-–&×/]|\.\d)""",
    regex.VERBOSE,
)
CHINESE = regex.compile(
    r"""(?<=[\s~，。；：、（(“如见在与和由从据及看以对按将用是]|所示|根据|参见|其中)
    (?:(?P<word>图|表)[ ~]?(?P<number>\d{1,2}(?:[.-]\d{1,2})?)(?![\d.:-]*\d|[年月日个种篇张位次倍%])
      |(?P<word>式)[ ~]?[(（](?P<number>\d{1,2})[)）]
      |(?P<word>第)[ ~]?(?P<number>\d{1,2}(?:\.\d{1,2}){0,2})[ ~]?[节章](?!课))""",
    regex.VERBOSE,
)
ELSEWHERE = regex.compile(
    r"""(?:,?\s+|[~(]|\s*[(\[])(?:and\s+\S{1,12}\s+)?
    (?:of|in|from|by|on\s+page|there|therein|et\s+al|ibid|der|des|aus|von|zu|\[|\()"""
    r"|[’']s?\s|\s*+[（(]|中的|来自",
    regex.VERBOSE,
)
FOREIGN = regex.compile(
    r"""(?:\b(?:their|his|her|its|whose|[Rr]efs?\.?|[Bb]ook|[Pp]aper|[Mm]anual
      |[Hh]andbook|[Tt]extbook|[Ss]upplementary|[Ss]upplemental|[Ss]upporting|[Ee]xtended|SI|et\ al)
      [\s~.,;:]*+(?:see\s|cf\.\s|in\s|the\s|and\s|Data\s)?|[’']s?[\s~]
      |[)\]][\s~,;:]{{1,2}}|《[^》\n]{{1,40}}》.{{0,3}}|文献.{{0,9}})\Z""",
    regex.VERBOSE,
)

CITED = regex.compile(
    r"\\[A-Za-z]*+[cC]ite[A-Za-z]*+\*?(?:\[[^\[\]]*+\])*+\{[^{}]*+\}[\s~,;)]{0,3}+(?:see |cf\. )?"
    r"(?:[Ff]ig|[Tt]ab|[Ee]q|[Ss]ec|[Cc]hap|图|表|式)[^\\]{0,20}\Z"
    r"|\d\)?[\s~,(;\[]*+\\[A-Za-z]*+[cC]ite"
)
"""A citation right before the number or right behind it."""


@check("hard-coded-number", 2, Category.REFERENCE)
def hard_coded_number(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A typed number of something that has a label, which goes wrong when another comes before.

    Looked for in whole documents. Numbers of other works are let be.

    Pass:
        \begin{document} \begin{figure} x \caption{A.}\label{fig:a} \end{figure}
        See Figure~\ref{fig:a}, and Figure 1 of that paper.
        \end{document}
    Fail:
        \begin{document} \begin{figure} x \caption{A.}\label{fig:a} \end{figure}
        As Figure 1 shows, it falls.
        \end{document}
    """
    if not is_whole(structure):
        return
    numbers, kinds = _numbers(structure.source)
    text = prose(structure).text
    for pattern in (LATIN, CHINESE):
        for match in pattern.finditer(text):
            kind = WORDS[match["word"]]
            if kind not in kinds:
                continue
            exists = (kind, match["number"].strip("()")) in numbers
            if not exists and kind not in ("figure", "table"):
                continue
            before = text[max(match.start() - 40, 0) : match.start()]
            if ELSEWHERE.match(text, match.end()) or FOREIGN.search(before):
                continue
            around = structure.live[max(match.start() - 80, 0) : match.end() + 20]
            if CITED.search(around):
                continue
            shown = " ".join(match[0].replace("~", " ").split())
            yield Hit(
                *match.span(),
                f"The number of {shown!r} is typed, and stays when the order changes."
                if exists
                else f"The number of {shown!r} is typed, and the document has no such {kind}.",
                action=rf"Refer to the label of this {kind} with \ref.",
            )


@lru_cache(maxsize=4)
def _numbers(source: str) -> tuple[frozenset[tuple[Target, str]], frozenset[Target]]:
    """The numbers that are printed, and the kinds of which at least one has a label."""
    structure = structure_of(source)
    labelled = set(targets(structure).values())
    found: set[tuple[Target, str]] = set()
    for kind in ("figure", "table"):
        count = sum(item.kind == kind for item in structure.floats)
        found |= {(kind, str(number)) for number in range(1, count + 1)}
    equations = sum(
        structure.live.startswith("\\begin", start) and _is_numbered(structure.live, start)
        for start, _ in structure.displays
    )
    found |= {("equation", str(number)) for number in range(1, equations + 1)}
    found |= {("section", number) for number in _section_numbers(structure)}
    return frozenset(found), frozenset(labelled)


def _is_numbered(live: str, start: int) -> bool:
    name = live[start + len("\\begin") : start + 40].partition("}")[0].strip(" {")
    return name in DISPLAYS and name != "displaymath"


def _section_numbers(structure: Structure) -> Iterator[str]:
    counted: list[int] = []
    top = min((s.level for s in structure.outline if s.level >= 0), default=0)
    for section in structure.outline:
        depth = section.level - top
        if section.starred or not 0 <= depth <= 3:
            continue
        counted = [*counted, 0, 0, 0, 0][: depth + 1]
        counted[depth] += 1
        yield ".".join(map(str, counted))
