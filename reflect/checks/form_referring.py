"""How a text refers to its figures, tables, equations and sections."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from latex.structure import Structure
from reflect.checks.content_wholeness import is_whole
from reflect.checks.form_prose import is_plain, prose
from reflect.checks.form_setup import packages
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

Kind = Literal["figure", "table", "equation", "section"]

NOUNS: dict[str, Kind] = {
    **dict.fromkeys(("figure", "fig", "abbildung", "abb", "figura", "图"), "figure"),
    **dict.fromkeys(("table", "tab", "tabelle", "tableau", "表"), "table"),
    **dict.fromkeys(("equation", "eq", "eqn", "gleichung", "gl"), "equation"),
    **dict.fromkeys(("section", "sec", "sect", "subsection", "abschnitt"), "section"),
}
TIED = (
    r"[Ff]ig(?:ure|s)?|[Ff]igures|[Tt]ab(?:le|s)?|[Tt]ables|[Ss]ect?(?:ions?|s)?|[Ss]ubsections?"
    r"|[Cc]hap(?:ter|ters)?|[Ee]q(?:uations?|ns?|s)?|[Aa]ppendi(?:x|ces)|[Tt]heorems?|[Ll]emmas?"
    r"|[Aa]lgorithms?|[Ll]istings?|[Pp]ages?|[Pp]p?|[Rr]efs?|[Ss]teps?|[Pp]arts?|[Dd]efinitions?"
    r"|[Cc]orollary|[Pp]roposition|[Ee]xample|[Ee]xercise|[Ss]cheme|Abbildung|Tabelle|Abschnitt"
    r"|Kapitel|Gleichung|Anhang|Seite|Abb|Tab|Kap|Gl"
)
UNTIED = re.compile(
    rf"(?<![A-Za-z\\])(?:{TIED})\.?(?P<gap>[ \t]*\r?\n[ \t]*(?!\s)|[ \t]+)"
    r"\(?\\(?:ref|eqref|pageref|subref)\*?\s*\{"
)
PARENTHESES = re.compile(
    r"\([ ]?\\ref\s*\{(?P<key>[^{}]*)\}[ ]?\)"
    r"|\([ ]?(?P<eqref>\\eqref\s*\{[^{}]*\})[ ]?\)"
)
NAMED = re.compile(
    r"(?<![A-Za-z\\])(?P<noun>[A-Z][a-z]+|[图表])(?:\.|~|\\[ ,]|\s|\{\})*\\(?P<command>ref)\*?"
    r"\s*\{(?P<key>[^{},]*)\}"
)
EQREF = re.compile(r"\\eqref\s*\{(?P<key>[^{}]*)\}")
HARD = re.compile(
    r"""(?<![A-Za-z])(?P<noun>Figure|Fig\.|Table|Tab\.|Section|Sec\.|Equation|Eq\.|Abbildung
      |Tabelle|Abschnitt)(?:~|\s)?\(?[0-9]{1,2}(?:\.[0-9]{1,2})?\)?(?![\w.]*[0-9]|[A-Za-z])
    | (?P<zh>图|表)\s?[0-9]{1,2}(?:[.-][0-9]{1,2})?(?![0-9])""",
    re.VERBOSE,
)
ELSEWHERE = re.compile(
    r"[^.。]{0,40}?(?:\bof\b|\bin\b|\bfrom\b|von|aus|\bcf)\s*(?:the\s|Ref|\[|~?\\|[A-Z])"
    r"|\s*[(\[]?~?\\[A-Za-z]*cite|['’]s"
)
ABOVE = re.compile(r"\\[A-Za-z]*[cC]ite[A-Za-z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}[\s,;(~\]\[]*\Z")
AMS = frozenset({"amsmath", "mathtools", "amsart", "empheq", "physics", "unicode-math", "nccmath"})
CLASSES = frozenset({"amsart", "amsbook", "amsproc", "beamer", "acmart", "IEEEtran"})


@lru_cache(maxsize=4)
def kinds(structure: Structure) -> dict[str, Kind]:
    """What each label stands for, as far as that is certain."""
    found: dict[str, Kind] = {}
    for mark in structure.labels:
        if any(start <= mark.start < end for start, end in structure.displays):
            found[mark.key] = "equation"
        elif holder := next(
            (f for f in structure.floats if f.span[0] <= mark.start < f.span[1]), None
        ):
            # What another label is beside may be a listing or a formula in a frame.
            found[mark.key] = holder.kind
        else:
            section = structure.outline.at(mark.start)
            between = structure.live[section.body_start : mark.start] if section else "x"
            if not between.replace("\\label", "").strip() or between.strip() == "\\":
                found[mark.key] = "section"
    return found


@check("untied-reference", 2, Category.TYPOGRAPHY)
def untied_reference(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A space at which a line may end between a noun and its number.

    Pass: See Figure~\ref{fig:a} and Eq.~\eqref{eq:b}.
    Fail: See Figure \ref{fig:a}.
    """
    for match in UNTIED.finditer(structure.live):
        start, end = match.span("gap")
        if is_plain(structure, *match.span()) and not _in_definition(structure, start):
            yield Hit(
                *match.span(),
                "A line may end between the noun and its number.",
                cure=(Edit(start, end, "~"),),
                action="Tie them with ~.",
            )


@check("equation-parentheses", 2, Category.TYPOGRAPHY)
def equation_parentheses(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""The number of an equation in parentheses by hand, or twice.

    Pass:
        \usepackage{amsmath}
        \begin{equation} a = b \label{eq:a} \end{equation}
        By \eqref{eq:a} and Figure (\ref{fig:b}) it is.
    Fail:
        \usepackage{amsmath}
        \begin{equation} a = b \label{eq:a} \end{equation}
        By (\ref{eq:a}) it is.
    """
    known = kinds(structure)
    for match in PARENTHESES.finditer(structure.live):
        if not is_plain(structure, *match.span()) or _in_definition(structure, match.start()):
            continue
        if match["eqref"] is not None:
            yield Hit(
                *match.span(),
                r"\eqref sets parentheses itself.",
                cure=(Edit(*match.span(), match["eqref"]),),
            )
        elif known.get(match["key"]) == "equation" and _has_eqref(structure):
            new = f"\\eqref{{{match['key']}}}"
            yield Hit(
                *match.span(),
                r"The number of an equation is set in parentheses by \eqref.",
                cure=(Edit(*match.span(), new),),
            )


def _has_eqref(structure: Structure) -> bool:
    return bool(packages(structure.live) & AMS) or structure.class_name in CLASSES


@check("eqref-to-other", 3, Category.REFERENCE)
def eqref_to_other(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""`\eqref` to what is no equation.

    Pass: \begin{equation} a = b \label{eq:a} \end{equation} By \eqref{eq:a} it is.
    Fail: \begin{table} \caption{It.} \label{tab:a} \end{table} By \eqref{tab:a} it is.
    """
    known = kinds(structure)
    for match in EQREF.finditer(structure.live):
        kind = known.get(match["key"], "equation")
        if kind != "equation":
            new = match[0].replace("\\eqref", "\\ref", 1)
            yield Hit(
                *match.span(),
                f"{match['key']!r} is the label of a {kind}, not of an equation.",
                cure=(Edit(*match.span(), new),),
            )


@check("wrong-noun", 3, Category.REFERENCE)
def wrong_noun(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A noun before a reference that says something else than the label stands for.

    Pass: \begin{figure} \caption{It.} \label{fig:a} \end{figure} Figure~\ref{fig:a} shows it.
    Fail: \begin{figure} \caption{It.} \label{fig:a} \end{figure} Table~\ref{fig:a} shows it.
    """
    known = kinds(structure)
    for match in NAMED.finditer(structure.live):
        noun, kind = NOUNS.get(match["noun"].lower()), known.get(match["key"])
        if noun is None or kind is None or noun == kind:
            continue
        yield Hit(
            *match.span(),
            f"{match['noun']} is said of {match['key']!r}, which is the label of a {kind}.",
            action=f"Call it a {kind}, or refer to the {noun} that is meant.",
        )


@check("hard-coded-number", 2, Category.REFERENCE)
def hard_coded_number(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""The number of a figure, table or section as digits, in a document that has such labels.

    It is wrong as soon as another one is put before it. Nothing is said of those of other works.

    Pass:
        \documentclass{article}
        \begin{document}
        \begin{figure} \caption{It.} \label{fig:a} \end{figure}
        Figure~\ref{fig:a} is like Figure 3 of \cite{b}.
        \end{document}
    Fail:
        \documentclass{article}
        \begin{document}
        \begin{figure} \caption{It.} \label{fig:a} \end{figure}
        Figure 1 shows it.
        \end{document}
    """
    if not is_whole(structure):
        return
    labelled = set(kinds(structure).values())
    text = prose(structure).text
    for match in HARD.finditer(text):
        noun = NOUNS.get((match["noun"] or match["zh"]).lower().rstrip("."))
        rest = structure.live[match.end() : match.end() + 80]
        before = structure.live[max(match.start() - 120, 0) : match.start()]
        if noun not in labelled or ELSEWHERE.match(rest) or ABOVE.search(before):
            continue
        yield Hit(
            *match.span(),
            f"{match[0]!r} is a number by hand.",
            action="Refer to the label, so that the number stays right.",
        )


@check("label-before-caption", 3, Category.REFERENCE)
def label_before_caption(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A label before the caption of its float: it gets the number of the section.

    Pass: \begin{figure} \caption{It.}\label{fig:a} \end{figure}
    Fail: \begin{figure} \label{fig:a} \caption{It.} \end{figure}
    """
    for item in structure.floats:
        inner = structure.live[slice(*item.span)]
        counted = inner.count("\\caption"), len(item.labels), inner.count("\\begin")
        if item.caption is None or counted[:2] != (1, 1) or "{sub" in inner or counted[2] > 2:
            continue
        label = re.search(r"\\label\s*\{[^{}]*\}", inner)
        place = inner.find("\\caption")
        if label is None or label.end() > place:
            continue
        start, end = item.span[0] + label.start(), item.span[0] + label.end()
        behind = item.caption[1] + 1
        sure = is_plain(structure, start, behind) and _level(inner[: label.start()]) == _level(
            inner[:place]
        )
        yield Hit(
            start,
            end,
            "The label stands before the caption, so references give the number of the section.",
            cure=(Edit(start, end, ""), Edit(behind, behind, label[0])) if sure else (),
            action="Put the label behind the caption.",
        )


def _level(text: str) -> int:
    return text.count("{") - text.count("}") + text.count("\\begin") - text.count("\\end")


def _in_definition(structure: Structure, offset: int) -> bool:
    """Whether a parameter is near, as in definitions of commands."""
    return "#" in structure.live[max(offset - 40, 0) : offset + 40]
