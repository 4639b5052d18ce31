import pytest

from agent.documents.naming import section_named
from agent.errors import UsageError
from latex.sections import outline

SOURCE = r"""\documentclass{article}\begin{document}
\section{Introduction}
\section{Results}
\subsection{Results and Discussion}
\section{N2 adsorption of \emph{zeolites}}
\section{Methods}
\subsection{Setup}
\section{Outlook}
\subsection{Setup}
\section{结果与讨论}
\end{document}
"""


@pytest.mark.parametrize(
    ("wanted", "anchor"),
    [
        ("n1", "n1"),
        (" [N3] ", "n3"),
        ("Results", "n2"),
        ("results", "n2"),
        ("Results and Discussion", "n3"),
        ("N2 adsorption of zeolites", "n4"),
        ("zeolites", "n4"),
        ("Intro", "n1"),
        ("结果与讨论", "n9"),
        ("讨论", "n9"),
    ],
)
def test_a_section_is_found_by_anchor_title_or_part_of_it(wanted, anchor):
    assert section_named(wanted, outline(SOURCE), "t.tex").anchor == anchor


@pytest.mark.parametrize("wanted", ["Setup", "setu"])
def test_a_title_that_two_sections_have_is_refused_with_their_anchors(wanted):
    with pytest.raises(UsageError, match=r"n6 .*n8") as told:
        section_named(wanted, outline(SOURCE), "t.tex")
    assert "anchor" in told.value.hint


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [("Introdution", "n1 (Introduction)"), ("Metods", "n5 (Methods)"), ("n77", "lists"), ("", "l")],
)
def test_a_section_that_is_not_there_is_named_with_a_near_one(wanted, hint):
    with pytest.raises(UsageError, match="no section") as told:
        section_named(wanted, outline(SOURCE), "t.tex")
    assert hint in told.value.hint


def test_a_document_without_sections_says_so():
    with pytest.raises(UsageError, match=r"t\.tex has no sections"):
        section_named("n1", outline("just text"), "t.tex")
