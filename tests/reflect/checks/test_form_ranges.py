import pytest

from tests.reflect.checks.form import cured, document, seen


@pytest.mark.parametrize(
    "source",
    [
        "10--20, 10–20, 10---20",
        "2020-01-02, 01-02, 3-4-5, 20-10, 10-10",
        "COVID-19, R-134, Al-6061-T6, ISO 9001-2015, DIN 1301-1302",
        "ISBN 3-16, tel. 555-1234, call 555-1234, arXiv 10-20, no.~10-20",
        "model 10-20, Figure 3-4, Problem 2-3, Section~1-2",
        r"\cite[10-20]{a} \label{a:10-20} \ref{b-1-2} \url{http://a.b/1-2}",
        "file10-20 a_1-2 v1.2-1.3 1-2a 10.1000/182-190 #1-2 x=1-2",
        "the 0-1 law, 2-3 trees, the 0-1 knapsack problem",
        "$10-20$ and $a$-$b$ and $3$-$2$",
        "% 10-20",
        r"\verb|10-20| \texttt{10-20}",
        r"\begin{tabular}{l} 10-20 \\ \cmidrule{1-2} \end{tabular}",
    ],
)
def test_what_is_no_range_with_a_hyphen_is_left_alone(source):
    assert seen("number-range-hyphen", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("We took 10-20 points.", "We took 10--20 points."),
        ("from 0.5-1.5 m", "from 0.5--1.5 m"),
        ("pages 10-20, Figures 3-5", "pages 10--20, Figures 3--5"),
        ("in 1998-2003", "in 1998--2003"),
        (r"5\%-10\% or 5-10\%", r"5\%--10\% or 5--10\%"),
        ("1,000-2,500 events", "1,000--2,500 events"),
        ("$10$-$20$ points", "$10$--$20$ points"),
        ("共10-20个", "共10--20个"),
        (r"\caption{Runs 10-20.}", r"\caption{Runs 10--20.}"),
    ],
)
def test_a_range_gets_its_dash(source, right):
    assert cured("number-range-hyphen", source) == right
    assert seen("number-range-hyphen", right) == []


@pytest.mark.parametrize(
    "source",
    [
        "The rail -- a long one --- is well-made.",
        "$a - b$ and 5 - 3",
        "\\begin{lstlisting}\na - b\n\\end{lstlisting}",
        "- a list\n- of two",
        document("斜率 - 截距 很大，数据如图所示。"),
    ],
)
def test_hyphens_in_words_and_formulas_are_left_alone(source):
    assert seen("hyphen-for-dash", source) == []


def test_a_hyphen_between_spaces_becomes_a_dash():
    assert cured("hyphen-for-dash", "The rail - a long one - bends.") == (
        "The rail -- a long one -- bends."
    )
