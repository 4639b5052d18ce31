import pytest

from tests.reflect.checks.content import cured, document, found, seen

FIGURE = r"\begin{figure} x \caption{A.}\label{fig:setup} \end{figure}"


@pytest.mark.parametrize(
    "source",
    [
        document(rf"{FIGURE} See \ref{{fig:setup}}."),
        r"\section{Part} See \ref{fig:other-file}.",
        document(r"\input{chapter} See \ref{fig:elsewhere}."),
        document(r"\lstinputlisting[label={lst:a}, caption=A]{a.py} See \ref{lst:a}."),
        document(r"\begin{lstlisting}[label=lst:b]" "\nx\n" r"\end{lstlisting} See \ref{lst:b}."),
        document(
            r"\sectlabel{intro} See \ref{sect:intro}.",
            r"\newcommand{\sectlabel}[1]{\label{sect:#1}}",
        ),
        document(r"See \ref{eq:there}.", r"\externaldocument{other}"),
        document(r"% \ref{nothing}"),
        document(r"\newcommand{\fig}[1]{Fig.~\ref{fig:#1}}"),
    ],
)
def test_a_reference_that_may_well_lead_somewhere_is_let_be(source):
    assert seen("dangling-ref", source) == []


@pytest.mark.parametrize(
    ("body", "mended"),
    [
        (rf"{FIGURE} See \ref{{fig:set-up}}.", rf"{FIGURE} See \ref{{fig:setup}}."),
        (rf"{FIGURE} See \cref{{figure:setup}}.", rf"{FIGURE} See \cref{{fig:setup}}."),
        (rf"{FIGURE} See \ref{{setup}}.", rf"{FIGURE} See \ref{{fig:setup}}."),
        (rf"{FIGURE} See \ref{{sec:setup}}.", None),
        (rf"{FIGURE} See \ref{{fig:results}}.", None),
        (r"\label{sec:a_b}\label{sec:ab} See \ref{sec:a-b}.", None),
        (r"% \label{fig:gone}" "\n" r"See \ref{fig:gone}.", None),
    ],
)
def test_a_dangling_reference_is_mended_only_when_one_label_can_be_meant(body, mended):
    source = document(body)
    (finding,) = found("dangling-ref", source)
    assert finding.severity == 4
    assert cured("dangling-ref", source) == (document(mended) if mended else None)


def test_each_key_of_a_reference_counts_for_itself():
    source = document(rf"{FIGURE} \cref{{fig:setup,fig:lost,fig:gone}}")
    assert seen("dangling-ref", source) == ["fig:lost", "fig:gone"]


@pytest.mark.parametrize(
    "source",
    [
        r"\label{a} \label{b}",
        r"\newcommand{\x}[1]{\label{eq:#1}} \newcommand{\y}[1]{\label{eq:#1}}",
        "\\label{a}\n% \\label{a}",
    ],
)
def test_labels_that_differ_are_let_be(source):
    assert seen("duplicate-label", source) == []


def test_the_second_label_of_a_name_is_told_with_the_place_of_the_first():
    (finding,) = found("duplicate-label", "\\label{a}\n\\section{B}\\label{a}")
    assert finding.start == len("\\label{a}\n\\section{B}\\label{")
    assert "before the first heading" in finding.message
