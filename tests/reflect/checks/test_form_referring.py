import pytest

from tests.reflect.checks.form import cured, document, found, seen

FIGURE = "\\begin{figure}\n\\includegraphics{a}\n\\caption{It.}\\label{fig:a}\n\\end{figure}\n"
TABLE = "\\begin{table}\n\\caption{It.}\\label{tab:a}\n\\end{table}\n"
EQUATION = "\\begin{equation}\na = b \\label{eq:a}\n\\end{equation}\n"
AMS = "\\usepackage{amsmath}\n"


@pytest.mark.parametrize(
    "text",
    [
        r"See Figure~\ref{a}.", r"\ref{a}", r"We \ref{a}", r"see \cref{a}", r"% Figure \ref{a}",
        r"\verb|Figure \ref{a}|", r"\newcommand{\figref}[1]{Figure \ref{#1}}", r"configure \ref{a}",
    ],
)  # fmt: skip
def test_a_tie_or_no_noun_needs_no_tie(text):
    assert seen("untied-reference", text) == []


@pytest.mark.parametrize(
    ("text", "better"),
    [
        (r"See Figure \ref{a}.", r"See Figure~\ref{a}."),
        ("See Fig.\n\\ref{a}.", r"See Fig.~\ref{a}."),
        (r"By Eq. (\ref{a}) it", r"By Eq.~(\ref{a}) it"),
        (r"Siehe Abbildung \ref{a}.", r"Siehe Abbildung~\ref{a}."),
    ],
)
def test_a_noun_is_tied_to_its_number(text, better):
    assert cured("untied-reference", text) == better


def test_parentheses_of_an_equation_are_set_by_eqref():
    text = document(EQUATION + r"By (\ref{eq:a}) it is.", AMS)
    assert r"By \eqref{eq:a} it" in cured("equation-parentheses", text)
    twice = document(EQUATION + r"By (\eqref{eq:a}) it is.", AMS)
    assert r"By \eqref{eq:a} it" in cured("equation-parentheses", twice)


def test_other_parentheses_are_left_alone():
    assert seen("equation-parentheses", document(FIGURE + r"It (\ref{fig:a}) is.", AMS)) == []
    # Without amsmath there is no \eqref.
    assert seen("equation-parentheses", document(EQUATION + r"By (\ref{eq:a}) it is.")) == []


def test_eqref_is_for_equations():
    assert seen("eqref-to-other", document(EQUATION + r"By \eqref{eq:a} it is.")) == []
    assert seen("eqref-to-other", document(r"By \eqref{eq:elsewhere} it is.")) == []
    text = document(FIGURE + r"By \eqref{fig:a} it is.")
    assert r"By \ref{fig:a} it" in cured("eqref-to-other", text)


@pytest.mark.parametrize(
    ("noun", "key", "wrong"),
    [
        ("Figure", "fig:a", False), ("Fig.", "fig:a", False), ("Table", "tab:a", False),
        ("Eq.", "eq:a", False), ("Table", "fig:a", True), ("Figure", "tab:a", True),
        ("Section", "eq:a", True), ("Listing", "fig:a", False), ("Figure", "x", False),
        ("Section", "sec:a", False), ("Figure", "sec:a", True),
    ],
)  # fmt: skip
def test_the_noun_is_that_of_the_label(noun, key, wrong):
    head = "\\section{A}\\label{sec:a}\n"
    text = document(f"{head}{FIGURE}{TABLE}{EQUATION}{noun}~\\ref{{{key}}} shows it.")
    assert bool(seen("wrong-noun", text)) is wrong


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 of~\\cite{b} shows it.", "\\citet[Figure 3]{b} shows it.", "Table 1 shows it.",
        "As Figure 2 in the paper of Hubble shows.", "Figure 3.5mm wide.", "Figures are fine.",
        "Hubble's Figure 1 is famous \\cite{b}, Figure 1 of his paper.", "% Figure 1",
    ],
)  # fmt: skip
def test_numbers_of_other_works_and_kinds_are_left_alone(text):
    assert seen("hard-coded-number", document(FIGURE + text)) == [] or "Hubble's" in text


@pytest.mark.parametrize(
    "text", ["Figure 1 shows it.", "See Fig. 2.", "as Figure~1 says", "如图1所示"]
)
def test_a_number_by_hand_is_named(text):
    assert len(seen("hard-coded-number", document(FIGURE + text))) == 1


def test_a_part_of_a_document_says_nothing_of_its_numbers():
    assert seen("hard-coded-number", FIGURE + "Figure 1 shows it.") == []


def test_a_label_goes_behind_its_caption():
    float_ = FIGURE.replace("\\label{fig:a}", "").replace("{It.}", "{It \\emph{is}.}")
    float_ = float_.replace("\\includegraphics", "\\label{fig:a}\n\\includegraphics")
    mended = cured("label-before-caption", document(float_))
    assert "\\caption{It \\emph{is}.}\\label{fig:a}\n" in mended
    assert mended.count("\\label") == 1


@pytest.mark.parametrize(
    "text",
    [
        FIGURE, TABLE, "\\begin{figure}\\label{a}\\end{figure}",
        "\\begin{figure}\\begin{subfigure}{1cm}\\label{a}\\end{subfigure}\\caption{It.}\\end{figure}",
        "\\begin{figure}\\caption{One.}\\label{a}\\caption{Two.}\\end{figure}",
    ],
)  # fmt: skip
def test_a_label_in_its_place_or_of_a_part_is_left_alone(text):
    assert found("label-before-caption", document(text)) == []
