import pytest

from tests.reflect.checks.form import cured, seen


@pytest.mark.parametrize(
    "source",
    [
        r"R\&D, $a<b>c$, $<p>$, the state <p> of it, p < 0.05 > q",
        r"\only<1->{a} \item<2-> b \alert<3>{c}",
        r"\verb|<b>x</b>| \texttt{<b>x</b>} \url{http://a.b/?x&amp;y}",
        "\\begin{lstlisting}\n<b>x</b> &nbsp;\n\\end{lstlisting}",
        r"\begin{tabular}{ll} a & b; \\ c &d; &in; &le; \end{tabular}",
        "% <b>x</b>",
    ],
)
def test_latex_is_no_html(source):
    assert seen("html", source) == []


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("a <b>bold</b> one", r"a \textbf{bold} one"),
        ("a <em>soft</em> one", r"a \emph{soft} one"),
        ("H<sub>2</sub>O and m<sup>2</sup>", r"H\textsubscript{2}O and m\textsuperscript{2}"),
        ("R&amp;D, 5&nbsp;mm, a&ndash;b, &lt;", r"R\&D, 5~mm, a--b, \textless{}"),
        ("$a &lt; b$", "$a < b$"),
        ("G&ouml;del, m&sup2;", "Gödel, m$^2$"),
        ("one<br>\ntwo<br/>\n\nthree", "one\\\\\ntwo\n\nthree"),
        ("one <!-- say more --> two", "one  two"),
    ],
)
def test_html_becomes_latex(source, right):
    assert cured("html", source) == right
    assert seen("html", right) == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("<div>text</div>", "<div>text</div>"),
        ('a <span class="x"> b', '<span class="x">'),
        ("&quot;dark&#34;", "&quot;"),
        ("the letter &zeta; of it", "&zeta;"),
        ("<b>one\n\ntwo</b>", "<b>one\n\ntwo</b>"),
    ],
)
def test_html_without_a_certain_cure_is_told(source, what):
    assert seen("html", source)[0] == what
    assert cured("html", source) is None
