import pytest

from tests.reflect.checks.content import document, found, seen


@pytest.mark.parametrize(
    "source",
    [
        "",
        r"\section{A} text",
        r"\section{A} \subsection{B} text",
        r"\section{A} \input{a}",
        r"\section{A} \includegraphics{a}",
        "\\section{A}\n\\begin{verbatim}\nx\n\\end{verbatim}\n\\section{B} y",
        r"\section{A} \verb|x| \section{B} y",
        document(r"\section*{References} \bibliography{a}"),
        document(r"\section{Sources} \begin{thebibliography}{9}\end{thebibliography}"),
        r"\section*{\Large\center THE AIR} \section{B} y",
        r"\section{A} $x$ \section{B} y",
    ],
)
def test_a_section_that_holds_something_is_not_empty(source):
    assert seen("empty-section", source) == []


@pytest.mark.parametrize(
    "between", ["", "\n\n", r"\label{sec:a}", "% to come\n", r"\newpage\noindent", r"\vspace{2cm}"]
)
def test_a_heading_over_nothing_is_told(between):
    source = rf"\section{{A}}{between}\section{{B}} text"
    (finding,) = found("empty-section", source)
    assert (finding.evidence, finding.section) == (r"\section{A}", "n1")


def test_the_last_section_and_the_last_child_may_be_empty_too():
    assert seen("empty-section", document(r"\section{A} a \section{B}")) == [r"\section{B}"]
    source = r"\section{A} a \subsection{C} \section{B} b"
    assert seen("empty-section", source) == [r"\subsection{C}"]


def test_of_an_outline_it_is_said_once():
    source = "\n".join(rf"\section{{Part {n}}}" for n in range(20)) + " text"
    (finding,) = found("empty-section", source)
    assert "19 of 20" in finding.message


@pytest.mark.parametrize(
    "source",
    [
        r"\section{A} a \section{B} b",
        r"\chapter{A} \section{Summary} a \chapter{B} \section{Summary} b",
        r"\chapter{一} \section{本章小结} a \chapter{二} \section{本章小结} b",
        r"\section{A} a \subsection{A} b",
        r"\paragraph{Proof.} a \paragraph{Proof.} b",
    ],
)
def test_headings_that_can_be_told_apart_are_let_be(source):
    assert seen("duplicate-heading", source) == []


def test_a_heading_that_stands_twice_is_told():
    source = "\\section{The Air} a\n\\section{B} b\n\\section{The  air} c"
    (finding,) = found("duplicate-heading", source)
    assert (finding.evidence, finding.severity) == (r"\section{The  air}", 3)
    assert "in n1 (The Air)" in finding.message


def test_a_heading_that_comes_again_and_again_is_a_pattern():
    source = r"\section{A} a \section{Output} o \section{Output} o \section{Output} o"
    assert [finding.severity for finding in found("duplicate-heading", source)] == [1, 1]
