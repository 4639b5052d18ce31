"""Edits that change what the gate counts and are right all the same."""

import pytest

from reflect.evidence import Evidence
from reflect.gate import regression_check
from tests.reflect.gating import LONG, document, rules

KNOWN = Evidence(
    cite_keys=frozenset({"boyle1662", "hooke1678"}),
    files=frozenset({"figures/rail.pdf", "figures/timer.pdf"}),
)
CITED = r"The law was found early \cite{boyle1662} and noted at once, as many said later."
FIGURES = "\n\n".join(
    f"\\begin{{figure}}\n\\centering\n\\includegraphics{{{name}}}\n\\caption{{The {name} from the "
    f"left side of the room, as it was on that day.}}\n\\label{{fig:{name}}}\n\\end{{figure}}"
    for name in ("rail", "timer")
)
JOINED = (
    "\\begin{figure}\n\\centering\n"
    + "\n".join(
        f"\\begin{{subfigure}}{{0.45\\textwidth}}\n\\includegraphics{{{name}}}\n"
        f"\\caption{{The {name} from the left side of the room, as it was on that day.}}\n"
        f"\\label{{fig:{name}}}\n\\end{{subfigure}}"
        for name in ("rail", "timer")
    )
    + "\n\\caption{The setup.}\n\\end{figure}"
)
TABLE = r"""\begin{tabular}{lrr}
place & length & mass \\
north & 12.5 & 200 \\
south & 13.75 & 201 \\
\end{tabular}"""
ITEMS = (
    "\\begin{itemize}\n\\item The rail was levelled.\n\\item The timer was set to zero.\n"
    "\\end{itemize}"
)
LISTED = (
    "\\begin{thebibliography}{9}\n\\bibitem{boyle1662} R. Boyle, A Defence, 1662.\n"
    "\\bibitem{hooke1678} R. Hooke, Of Spring, 1678.\n\\end{thebibliography}"
)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (CITED.replace("boyle1662", "boyle1626"), CITED),
        (CITED.replace("boyle1662", "Boyle1662"), CITED),
        (FIGURES.replace("{rail}", "{figures/rial.pdf}"),
         FIGURES.replace("{rail}", "{figures/rail.pdf}")),
        (r"See Part~\ref{sec:reslut}.\label{sec:result}",
         r"See Part~\ref{sec:result}.\label{sec:result}"),
        (r"See Part~\ref{sec:result}.\label{sec:reslut}",
         r"See Part~\ref{sec:result}.\label{sec:result}"),
    ],
)  # fmt: skip
def test_a_misspelt_name_that_leads_nowhere_is_set_right(wrong, right):
    assert rules(wrong, right, evidence=KNOWN) == ()
    assert rules(right, wrong, evidence=KNOWN) != ()


def test_a_key_that_is_known_is_not_misspelt():
    other = CITED.replace("boyle1662", "hooke1678")
    assert rules(CITED, other, evidence=KNOWN) == ("citations-lost", "citation-changed")
    assert "citations-lost" in rules(CITED.replace("boyle1662", "nobody99"), other, evidence=KNOWN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            r"The rail was levelled by two \cite{boyle} and the timer was set to zero by hand.",
            r"The rail was levelled by two. The timer was set to zero by hand \cite{boyle}.",
        ),
        (
            r"The rail was levelled by two and the timer was set to zero by hand \cite{boyle}.",
            r"The rail was levelled by two \cite{boyle}. The timer was set to zero by hand.",
        ),
        (
            r"The rail, which was long and heavy and of steel, was levelled early by two men of "
            r"the shop who did it with care and by hand, and it was said by others \cite{boyle}.",
            r"The rail, which was long and heavy and of steel, was levelled early by two men of "
            r"the shop who did it with care and by hand. It was said by others \cite{boyle}.",
        ),
        (r"As said \cite{boyle}, \cite{hooke} it is.", r"As said \cites{boyle}{hooke} it is."),
        (r"As said \cite{boyle,hooke} it is.", r"As said \parencites{boyle}[3]{hooke} it is."),
        (r"As said \cite{boyle} it is.", r"As said \autocite{boyle} it is."),
        (r"As Part~\ref{a} says it is.\label{a}", r"As \hyperref[a]{Part} says it is.\label{a}"),
        (r"As Part~\ref{a} says it is.\label{a}",
         r"As \hyperref[a]{Part~\ref*{a}} says it is.\label{a}"),
        (r"As Section~\ref{a} says it is old.\label{a}", r"As \cref{a} says it is old.\label{a}"),
        (r"As Parts~\ref{a} and~\ref{b} say it is.\label{a}\label{b}",
         r"As \cref{a,b} say it is.\label{a}\label{b}"),
        ("It is said.\n\\input{parts/a}", "It is said.\n\\input{parts/a.tex}"),
        ("It is said.\n\\input{parts/a}", "It is said.\n\\include{parts/a}"),
        ("It is said.\n\\input{./parts/a.tex}", "It is said.\n\\input parts/a\n"),
        ("It is.\n\\lstinputlisting{a.py}", "It is.\n\\lstinputlisting[language=Python]{a.py}"),
    ],
)  # fmt: skip
def test_what_is_cited_referred_to_or_read_in_takes_another_form(old, new):
    assert rules(old, new) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\\begin{verbatim}\nread(run)  # reads teh run\n\\end{verbatim}", "teh|the"),
        ("\\begin{lstlisting}\nx = read(run)  % teh run\n\\end{lstlisting}", "teh|the"),
        ("\\begin{lstlisting}\npritn(run)\n\\end{lstlisting}", "pritn|print"),
        ("\\begin{verbatim}\nmake all\n\\end{verbatim}", "make all|make -j2 all"),
    ],
)
def test_a_listing_of_one_line_may_be_mended(old, new):
    assert rules(old, old.replace(*new.split("|"))) == ()
    assert rules(old, old.replace(old.splitlines()[1], "import os")) == ("verbatim-lost",)


def test_two_figures_may_be_joined():
    assert rules(FIGURES, JOINED) == ()


@pytest.mark.parametrize(
    "gone",
    ["\\includegraphics{timer}\n", "\\label{fig:timer}\n",
     "\\caption{The timer from the left side of the room, as it was on that day.}\n"],
)  # fmt: skip
def test_of_figures_that_are_joined_nothing_may_go(gone):
    see = "See Figure~\\ref{fig:timer} on it.\n\n"
    assert gone in JOINED
    assert rules(see + FIGURES, see + JOINED.replace(gone, "")) != ()


def test_a_list_in_the_text_may_become_a_file_that_has_its_entries():
    before = document(f"It is old \\cite{{boyle1662,hooke1678}}.\n\n{LISTED}")
    after = before.replace(LISTED, "\\bibliography{refs}")
    assert regression_check(before, after, evidence=KNOWN).outcome == "accepted"
    one = Evidence(cite_keys=frozenset({"boyle1662"}))
    assert regression_check(before, after, evidence=one).outcome == "regressed"
    assert regression_check(before, after).outcome == "regressed"


def test_an_empty_section_may_get_another_title():
    before = document(
        "\\section{Setup}\n\\subsection{Rail}\nIt is long.\n\n\\section{To do}\n\n"
        "\\section{End}\nSo."
    )
    assert regression_check(before, before.replace("{To do}", "{Readings}")).outcome == "accepted"
    assert (
        regression_check(before, before.replace("{Setup}", "{What was built}")).outcome
        == "accepted"
    )
    assert regression_check(before, before.replace("\\section{To do}\n", "")).outcome == "regressed"


@pytest.mark.parametrize(
    "prose",
    [
        "The rail was levelled. The timer was set to zero.",
        "The rail was levelled, and the timer was set to zero.",
        "First, the timer was set to zero; then the rail was levelled.",
    ],
)
def test_items_may_become_prose(prose):
    assert rules(ITEMS, prose) == ()


@pytest.mark.parametrize(
    "body", [TABLE, f"\\begin{{table}}\n{TABLE}\n\\caption{{Readings.}}\n\\end{{table}}"]
)
def test_columns_may_change_places(body):
    turned = body
    for old, new in (("length & mass", "mass & length"), ("12.5 & 200", "200 & 12.5"),
                     ("13.75 & 201", "201 & 13.75")):  # fmt: skip
        turned = turned.replace(old, new)
    assert rules(body, turned) == ()
    # Of one row alone the cells now stand under other heads.
    assert rules(body, body.replace("13.75 & 201", "201 & 13.75")) == ("number-changed",)


def test_the_long_text_is_the_same():
    assert rules(LONG, LONG) == ("converged",)
