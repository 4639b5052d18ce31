import pytest

from latex.structure import structure
from tests.reflect.checks.form import cured, document, found, seen


@pytest.mark.parametrize(
    "source",
    [
        r"\textbf{bold}, $a*b*c$, $a**b**c$, a C*-algebra, 2**3 and 4**5",
        "Smith*, Jones* and Hooke**; *p < 0.05, **p < 0.01",
        "`quoted' and `also quoted', ``twice'' and ```nested' more''",
        r"\section*{A} \\* \verb|**a**| \texttt{`a`} \catcode`\*=1 \catcode`\_=2",
        "\\begin{verbatim}\n# a\n- b\n- c\n```\n\\end{verbatim}",
        "% # a\n% - b\n% - c\n% **d**",
        "one line - with a dash\n- and another one.",
        r"[see below](here) and a[1](2) \cite[p.~3]{a}(b)",
        "a | b and |x| < 1 \\\\\n--- so it is",
        "\\begin{tabular}{l|l}\na | b \\\\\n\\end{tabular}",
        "In\n1. May it rained.",
        r"\# no heading \#\# either",
        "run\\_1\\_a and _ and a_b_c",
    ],
)
def test_latex_is_no_markdown(source):
    assert seen("markdown", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("The **mean** of it.", r"The \textbf{mean} of it."),
        ("**The mean\nvalue**: low", "\\textbf{The mean\nvalue}: low"),
        (r"The **mean $\bar x_1$** of", r"The \textbf{mean $\bar x_1$} of"),
        ("**均值**为", r"\textbf{均值}为"),
        ("It is *not* so.", r"It is \emph{not} so."),
        ("It is _not so_ here.", r"It is \emph{not so} here."),
        ("call `run_1(#)` twice", r"call \texttt{run\_1(\#)} twice"),
        (r"\item **Speed**: fast", r"\item \textbf{Speed}: fast"),
        ("Text.\n\n---\n\nMore.", "Text.\n\n\n\nMore."),
        (
            "So:\n- one\n- two of **it**\n\nMore.",
            "So:\n\\begin{itemize}\n\\item one\n\\item two of \\textbf{it}\n\\end{itemize}\n\n"
            "More.",
        ),
        (
            "* one\n\n* two\n",
            "\\begin{itemize}\n\\item one\n\n\\item two\n\\end{itemize}\n",
        ),
        (
            "So:\r\n- one\r\n- two\r\n\r\nMore.",
            "So:\r\n\\begin{itemize}\n\\item one\r\n\\item two\n\\end{itemize}\r\n\r\nMore.",
        ),
        ("```latex\n\\section{A}\nText.\n```\n", "\n\\section{A}\nText.\n\n"),
    ],
)
def test_markdown_becomes_latex(source, right):
    assert cured("markdown", source) == right
    assert seen("markdown", right) == []


def test_a_link_needs_hyperref():
    body = "See [the page](https://a.org/b_c?d=1) of it."
    assert cured("markdown", document(body)) is None
    with_it = document(body, r"\usepackage{hyperref}")
    assert r"See \href{https://a.org/b_c?d=1}{the page} of it." in cured("markdown", with_it)


@pytest.mark.parametrize(
    ("source", "what", "severity"),
    [
        ("Text.\n\n## Results\n\nMore.", "## Results", 4),
        ("![A plot](a.png)", "![A plot](a.png)", 4),
        ("Text.\n```python\nx = 1\n```\nMore.", "```python", 4),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |\nMore.", "| a | b |\n|---|:-:|\n| 1 | 2 |", 4),
        ("1. one\n2. two\n", "1. one\n2. two", 3),
        (r"call `\alpha` twice", r"`\alpha`", 4),
        ("- one\n- two\n  and more\n", "- one\n- two", 4),
    ],
)
def test_markdown_without_a_certain_cure_is_told(source, what, severity):
    first = found("markdown", source)[0]
    assert (first.evidence, first.severity) == (what, severity)
    assert cured("markdown", source) is None


def test_a_cured_list_keeps_cites_and_labels():
    source = document("So:\n- one \\cite{a}\n- two \\label{b}\n\nMore.")
    before, after = structure(source), structure(cured("markdown", source))
    assert [c.key for c in before.cites] == [c.key for c in after.cites] == ["a"]
    assert [m.key for m in before.labels] == [m.key for m in after.labels] == ["b"]
