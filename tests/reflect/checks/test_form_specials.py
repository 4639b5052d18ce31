import pytest

from tests.reflect.checks.form import cured, document, found, seen


@pytest.mark.parametrize(
    "source",
    [
        r"A yield of 45\% of it.",
        "in 1905% the year of it\nand later",
        "\\vspace{5mm}% of space\n",
        "\\count0=5% of it",
        "\\penalty 10% of the line",
        "width=5% of the line",
        "\\section{A}% the first\n",
        "a5% of it",
        "it is 5% TODO: check\n",
        "it is 5%\nand more",
        "it is 5% see above\n",
        "% 45% of it",
        "\\begin{lstlisting}\n45% of it\n\\end{lstlisting}",
        "$45% of it\n$",
    ],
)
def test_a_comment_that_is_meant_is_left_alone(source):
    assert seen("swallowed-percent", source) == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("A yield of 45% was reached.", "45% was reached."),
        ("A yield (45%) was reached.\nMore.", "45%) was reached."),
        ("It fell by 12.5%. Then it rose.", "12.5%. Then it rose."),
        ("It fell by 12.5%.\nThen it rose.", "12.5%."),
        ("a 95%-confidence level", "95%-confidence level"),
        ("So\n45% of it rose.", "45% of it rose."),
        ("达到45%，高于预期", "45%，高于预期"),
        ("\\begin{tabular}{ll}\n45% & 5 \\\\\n\\end{tabular}", "45% & 5 \\\\"),
        ("\\caption{A yield of 45% of it}", "45% of it}"),
    ],
)
def test_a_per_cent_sign_that_swallows_text_is_told_and_escaped(source, what):
    assert seen("swallowed-percent", source) == [what]
    right = cured("swallowed-percent", source)
    assert right == source.replace("%", r"\%", 1)
    assert seen("swallowed-percent", right) == []


@pytest.mark.parametrize(
    "source",
    [
        r"run\_1, \#3, $x_1^2$, \(x^2\), 10\textsuperscript{5}, \^o, \_, na\"\i ve",
        r"\label{a_b} \ref{a_b} \cite{a_b} \url{a_b#c} \includegraphics{a_b} \input{a_b}",
        "\\includegraphics[width=1cm]\n  {a_b}",
        r"\verb|a_b| \lstinline{a_b} \path{a_b} \texttt{a\_b} \mycommand{a_b}{c^d}",
        r"\newcommand{\x}[1]{#1_2} \def\y#1{#1^2}",
        r"\begin{equation}a_b\end{equation} \[a^b\] $$a_b$$",
        r"\begin{mathpar}a_b\end{mathpar} \begin{dmath}a^b\end{dmath}",
        document(r"run_1", r"\usepackage{underscore}"),
        document(r"\be a_b \ee", r"\newcommand{\be}{\begin{equation}}"),
        r"\be a_b \ee",
        "The price is $5 and the value_1 costs more.",
        r"\makeatletter a_b \makeatother",
        r"\begin{tikzpicture}\node (a_b) {c};\end{tikzpicture}",
        "% a_b",
        "## A heading",
    ],
)
def test_signs_that_tex_takes_are_left_alone(source):
    assert seen("unescaped-sign", source) == []


@pytest.mark.parametrize(
    ("source", "what", "right"),
    [
        ("The file run_1.csv holds", "run_1.csv", r"The file run\_1.csv holds"),
        ("call my_long_name twice", "my_long_name", r"call my\_long\_name twice"),
        ("the x_train set", "x_train", r"the x\_train set"),
        ("The MAX_VALUE of", "MAX_VALUE", r"The MAX\_VALUE of"),
        ("the slope T_c and", "T_c", "the slope $T_c$ and"),
        ("the speed v_{max} of", "v_{max}", "the speed $v_{max}$ of"),
        ("about 10^5 lines", "10^5", "about $10^{5}$ lines"),
        ("about 10^{-3} of", "10^{-3}", "about $10^{-3}$ of"),
        ("of 5 m^2 in", "m^2", "of 5 m$^{2}$ in"),
        (r"of 5\,cm^2 in", "cm^2", r"of 5\,cm$^{2}$ in"),
        ("the x^2 term", "x^2", "the $x^{2}$ term"),
        ("issue #12 of C#", "#", r"issue \#12 of C\#"),
        (r"\caption{The file run_1 of}", "run_1", r"\caption{The file run\_1 of}"),
        (
            "\\begin{tabular}{l}\nrun_id & 5 \\\\\n\\end{tabular}",
            "run_id",
            "\\begin{tabular}{l}\nrun\\_id & 5 \\\\\n\\end{tabular}",
        ),
    ],
)
def test_a_sign_at_which_tex_stops_is_told_and_mended(source, what, right):
    assert seen("unescaped-sign", source)[0] == what
    assert cured("unescaped-sign", source) == right
    assert seen("unescaped-sign", right) == []


@pytest.mark.parametrize("source", ["the H_2O of", "the CO_2 of", "x_1^2", "a ^ b", r"\alpha_1 of"])
def test_a_sign_of_which_the_meaning_is_open_is_told_and_not_mended(source):
    assert found("unescaped-sign", source)
    assert cured("unescaped-sign", source) is None
