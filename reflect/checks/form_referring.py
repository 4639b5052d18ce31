r"""How labels are referred to: with the command and the word that fit what they number."""

from collections.abc import Iterator

import regex

from latex.alternation import one_of
from latex.structure import Mark, Structure
from reflect.checks.form_abilities import has_amsmath, is_redefined
from reflect.checks.form_nesting import Target, targets
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

_FIGURE = {
    *("Figure", "Figures", "figure", "figures", "Fig", "Figs", "fig", "figs", "Abbildung"),
    *("Abbildungen", "Abb", "Figura", "figura"),
}
_TABLE = {
    *("Table", "Tables", "table", "tables", "Tab", "Tabs", "tab", "Tabelle", "Tabellen", "Tbl"),
    *("Tabla", "tabla", "Tableau", "tableau", "Tabella", "tabella"),
}
_EQUATION = {
    *("Equation", "Equations", "equation", "equations", "Eq", "Eqs", "Eqn", "Eqns", "eq", "eqs"),
    *("Gleichung", "Gleichungen", "Gl", "Glg", "Équation", "équation", "formula", "Formula"),
}
_SECTION = {
    *("Section", "Sections", "section", "sections", "Sec", "Secs", "Sect", "Sects", "Abschnitt"),
    *("Abschnitte", "Kapitel", "Chapter", "Chapters", "chapter", "chapters", "Chap", "Subsection"),
    *("subsection", "Appendix", "appendix", "Anhang"),
}
_OTHER = {
    *("Algorithm", "algorithm", "Listing", "listing", "Theorem", "theorem", "Lemma", "lemma"),
    *("Definition", "definition", "Proposition", "proposition", "Corollary", "corollary"),
    *("Example", "example", "Remark", "remark", "Exercise", "exercise", "Part", "part", "page"),
    *("pages", "Page", "Seite", "Step", "step", "Line", "line", "Scheme", "Problem", "Appendices"),
    *("Theorems", "Lemmas", "Thm", "Prop", "Def", "Alg", "App", "Ch", "Cor", "Conjecture"),
}
KIND_OF_WORD: dict[str, Target] = {
    **dict.fromkeys(_FIGURE | {"图"}, "figure"),
    **dict.fromkeys(_TABLE | {"表"}, "table"),
    **dict.fromkeys(_EQUATION | {"式", "公式", "方程"}, "equation"),
    **dict.fromkeys(_SECTION, "section"),
}
_WORD = (
    rf"(?P<word>(?<![\p{{L}}\d])"
    rf"{one_of(_FIGURE | _TABLE | _EQUATION | _SECTION | _OTHER)}(?=[\s.~(])"
    r"|图|(?<![代列图发])表|公式|方程|式)"
)
UNTIED = regex.compile(rf"{_WORD}\.?(?P<gap>[ \t]++|[ \t]*+\r?\n[ \t]*+)\(?\Z")
NAMED = regex.compile(rf"{_WORD}\.?[\s~]*+(?P<open>\(?)\Z")
REFS = frozenset({"ref", "eqref", "pageref", "subref", "labelcref"})
"""Commands that print nothing but a number."""
LONGEST = 24
"""Characters before a reference that are looked at."""


@check("untied-reference", 2, Category.TYPOGRAPHY)
def untied_reference(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number of a reference that may begin a line, apart from the word before it.

    Pass: See Figure~\ref{fig:a} and \ref{fig:b}. \cref{fig:a} shows more.
    Fail: See Figure \ref{fig:a}.
    """
    text = prose(structure).text
    for ref, before in _commands(structure, REFS, text):
        word = UNTIED.search(before)
        if word is None:
            continue
        shift = max(ref.whole[0] - LONGEST, 0)
        start, end = (place + shift for place in word.span("gap"))
        cure = (Edit(start, end, "~"),) if is_plain(structure, start, end) else ()
        shown = structure.live[shift + word.start() : start]
        yield Hit(
            shift + word.start(),
            ref.whole[1],
            f"A line may end between {shown!r} and its number.",
            cure=cure,
        )


@check("equation-parentheses", 2, Category.TYPOGRAPHY)
def equation_parentheses(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""The number of an equation in parentheses by hand, or in two pairs of them.

    Pass: \usepackage{amsmath}
        \begin{equation} a = b \label{eq:a} \end{equation} See Equation~\eqref{eq:a}.
    Fail: \usepackage{amsmath}
        \begin{equation} a = b \label{eq:a} \end{equation} See Equation~(\ref{eq:a}).
    """
    live = structure.live
    if not has_amsmath(structure) or is_redefined(structure, "eqref"):
        return
    kinds = targets(structure)
    for ref, _ in _commands(structure, frozenset({"ref", "eqref"}), prose(structure).text):
        start, end = ref.whole
        enclosed = live[start - 1 : start] == "(" and live[end : end + 1] == ")"
        starred = live.startswith("*", start + 1 + len(ref.command))
        if (
            enclosed
            and not starred
            and (ref.command == "eqref" or kinds.get(ref.key) == "equation")
        ):
            yield Hit(
                start - 1,
                end + 1,
                "\\eqref sets the parentheses itself.",
                cure=(Edit(start - 1, end + 1, rf"\eqref{{{ref.key}}}"),),
            )


@check("eqref-to-other", 3, Category.REFERENCE)
def eqref_to_other(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A figure, a table or a section whose number is set in parentheses by `\eqref`.

    Pass: \begin{equation} a = b \label{eq:a} \end{equation} By \eqref{eq:a} it is.
    Fail: \begin{table} \caption{It.} \label{tab:a} \end{table} By \eqref{tab:a} it is.
    """
    kinds = targets(structure)
    for ref, _ in _commands(structure, frozenset({"eqref"}), prose(structure).text):
        kind = kinds.get(ref.key, "equation")
        if kind != "equation":
            start, end = ref.whole
            yield Hit(
                start,
                end,
                f"{ref.key!r} is the label of a {kind}, not of an equation.",
                cure=(Edit(start, start + len("\\eqref"), r"\ref"),),
            )


@check("wrong-noun", 3, Category.REFERENCE)
def wrong_noun(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A word that names another kind of thing than the label behind it numbers.

    Pass: \begin{table} x \caption{A.}\label{tab:a} \end{table} See Table~\ref{tab:a}.
    Fail: \begin{table} x \caption{A.}\label{tab:a} \end{table} See Figure~\ref{tab:a}.
    """
    kinds = targets(structure)
    text = prose(structure).text
    for ref, before in _commands(structure, frozenset({"ref", "eqref"}), text):
        kind = kinds.get(ref.key)
        word = NAMED.search(before)
        said = KIND_OF_WORD.get(word["word"]) if word else None
        if word is None or kind is None or said is None or kind == said:
            continue
        yield Hit(
            max(ref.whole[0] - LONGEST, 0) + word.start(),
            ref.whole[1],
            f"{word['word']!r} stands before a reference to a {kind}.",
            action=f"Refer to the {said} that is meant, or call this a {kind}.",
        )


def _commands(structure: Structure, names: frozenset[str], text: str) -> Iterator[tuple[Mark, str]]:
    """The first key of each such command in running text, and what stands before it there."""
    done = -1
    for ref in structure.refs:
        start = ref.whole[0]
        if ref.command in names and start != done and text[start : start + 1] == HOLE:
            done = start
            if not is_redefined(structure, ref.command):
                yield ref, text[max(start - LONGEST, 0) : start]
