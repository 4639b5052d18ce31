import pytest

from tests.reflect.checks.form import cured, document, seen


def body(text):
    return document(text)


@pytest.mark.parametrize(
    "text",
    [
        r"$\sin x$", r"$x_{max}$", r"$T_{\rm min}$", r"$\mathrm{log} y$", "sin x", r"$\text{exp}$",
        r"$\operatorname{arg}$", r"$\max_{i} x$", r"$sink$", "% $sin x$", r"\verb|$sin x$|",
        r"\newcommand{\s}[1]{$sin #1$}", r"$x_max$",
    ],
)  # fmt: skip
def test_upright_names_and_variables(text):
    assert seen("italic-operator", body(text)) == []


@pytest.mark.parametrize(
    ("text", "better"),
    [(r"$sin x$", r"$\sin x$"), (r"\[2 cos(x) + log y\]", r"\[2 \cos(x) + \log y\]"),
     (r"\(max(a, b)\)", r"\(\max(a, b)\)")],
)  # fmt: skip
def test_the_name_of_a_function_is_a_command(text, better):
    assert cured("italic-operator", body(text)) == body(better)


def test_what_is_obsolete():
    assert cured("obsolete-math", body("$$ a = b $$")) == body(r"\[ a = b \]")
    assert cured("obsolete-math", body(r"{\bf bold}")) is None
    for text in (r"\begin{eqnarray} a &=& b \end{eqnarray}", r"{\bf bold}", r"{\it it}"):
        assert len(seen("obsolete-math", body(text))) == 1
    for text in (
        r"\[ a \]",
        r"$a$ $b$",
        r"{\bfseries a}",
        "% $$ a $$",
        r"\verb|{\bf a}|",
        r"\$$a$",
    ):
        assert seen("obsolete-math", body(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        r"\[ \left( a \right) \]", r"\[ \left. a \right| \]", "$a \\leftarrow b$", r"$\rightarrow$",
        "\\begin{align} \\left( a \\right) &= b \\\\ c &= \\left[ d \\right] \\end{align}",
        r"\[ \left( \begin{array}{cc} a & b \\ c & d \end{array} \right) \]",
    ],
)  # fmt: skip
def test_delimiters_in_pairs(text):
    assert seen("left-without-right", body(text)) == []


@pytest.mark.parametrize(
    "text",
    [r"\[ \left( a ) \]", r"$ a \right) $", "\\begin{align} \\left( a &= b \\right) \\end{align}",
     "\\begin{align} \\left( a \\\\ b \\right) \\end{align}"],
)  # fmt: skip
def test_a_delimiter_alone_is_named(text):
    assert len(seen("left-without-right", body(text))) == 1


def test_signs_and_notations_of_computers():
    assert cured("times-sign", body("$3 * 10^5$")) == body(r"$3 \times 10^5$")
    assert cured("times-sign", body(r"\[4.5 x 10^{-3}\]")) == body(r"\[4.5 \times 10^{-3}\]")
    for text in (r"$3 \times 10^5$", "$a * 10^5$", "$3 x^{10}$", "$f * g$"):
        assert seen("times-sign", body(text)) == []
    assert cured("e-notation", body("It is 1.5e-05 here.")) == body(
        r"It is $1.5\times10^{-5}$ here."
    )
    assert cured("e-notation", body("It is 2E+3.")) == body(r"It is $2\times10^{3}$.")
    for text in (
        r"\num{1.5e-5}",
        "version 2e",
        "0x1e5",
        "a1e5",
        r"\texttt{1.5e-5}",
        "file1.5e-5.txt",
    ):
        assert seen("e-notation", body(text)) == []


def test_an_equation_of_words():
    words = r"\begin{equation} \text{The energy is conserved here.} \end{equation}"
    assert len(seen("equation-of-words", body(words))) == 1
    for text in (
        r"\[ E = \text{const.} \]",
        r"\[ \text{if } x \]",
        r"\begin{equation}\end{equation}",
    ):
        assert seen("equation-of-words", body(text)) == []


def test_differentials_of_one_document_are_alike():
    upright = r"$\int x \,\mathrm{d}x$ "
    assert len(seen("mixed-differential", body(upright + r"$\int y \,dy$"))) == 1
    assert seen("mixed-differential", body(upright * 2)) == []
    assert seen("mixed-differential", body(r"$\int y \,dy$ $\int z \,dz$")) == []
