"""Markdown and HTML in a LaTeX source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.remedies.cure import apply_edits
from compile.remedies.markup import (
    drop_fences,
    translate_emphasis,
    translate_entities,
    translate_headings,
    translate_links,
    translate_lists,
    translate_pictures,
    translate_tags,
)
from compile.remedies.project import Project
from tests.compile.remedies.cured_text import ROOT, compiled, cured, errors, guarded, repaired
from tests.compile.remedies.trying import whole

PRECAUTIONS = (
    drop_fences, translate_emphasis, translate_links, translate_lists, translate_pictures,
    translate_tags,
)  # fmt: skip


@pytest.mark.parametrize("precaution", PRECAUTIONS)
@pytest.mark.parametrize(
    "body",
    [
        "\\begin{verbatim}\n```\n**a**\n- b\n- c\n```\n\\end{verbatim}",
        "% **bold** `a_b` <b>x</b>",
        "``quoted'' and `single' words",
        "$a < b$ and $c > d$ and $x**2**y$",
        "a <b> alone",
        "\\begin{itemize}\n\\item a\n\\end{itemize}",
        "A dash - in a line\nand - another one",
        "\\verb|**a**| and \\lstinline|`b.c`|",
        "a * b * c",
        "\\section*{Starred} and \\\\*[2pt] more",
        "1. Only one line",
        "\\cite[p.~3](see) it",
        "- 5 V\n- 6 V",
        "Markdown writes **bold** so, HTML <b>so</b>.",
    ],
)
def test_good_text_stays(precaution, body):
    assert guarded(precaution, whole(body)) == whole(body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("## Results\n\nText.", "\\section{Results}\n\nText."),
        ("# A\n\n## B & C #", "\\section{A}\n\n\\subsection{B \\& C}"),
        ("\\section{A}\n\n## B", "\\section{A}\n\n\\subsection{B}"),
        ("### **Deep**\n\n#### Deeper", "\\section{Deep}\n\n\\subsection{Deeper}"),
    ],
)
def test_headings(body, expected):
    assert cured(translate_headings, whole(body), "wrong-place", body[:3]) == whole(expected)


@pytest.mark.parametrize("body", ["Sample #3 stays.", "$\\#$ #", "\\verb|# a|", "text # a"])
def test_a_hash_inside_a_line_is_no_heading(body):
    assert cured(translate_headings, whole(body), "wrong-place", body[:3]) == whole(body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("```python\nx_1 = 2\n```\nText.", "\\begin{verbatim}\nx_1 = 2\n\\end{verbatim}\nText."),
        ("~~~\na\n~~~", "\\begin{verbatim}\na\n\\end{verbatim}"),
        ("```latex\n\\emph{a}\n```", "\\emph{a}\n"),
        ("```\n\\begin{center}a\\end{center}\n```", "\\begin{center}a\\end{center}\n"),
        ("```latex\nText.", "\nText."),
    ],
)
def test_fences(body, expected):
    assert guarded(drop_fences, whole(body)) == whole(expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a **bold word** here", "a \\textbf{bold word} here"),
        ("**a** and **b**", "\\textbf{a} and \\textbf{b}"),
        ("call `read_file(x)` now", "call \\texttt{read\\_file(x)} now"),
    ],
)
def test_emphasis(body, expected):
    assert guarded(translate_emphasis, whole(body)) == whole(expected)


def test_lists():
    source = whole("\nThe parts:\n- a rod\n- a spring\n\n1. heat\n2. wait\n")
    assert guarded(translate_lists, source) == whole(
        "\nThe parts:\n\\begin{itemize}\n\\item a rod\n\\item a spring\n\\end{itemize}\n\n"
        "\\begin{enumerate}\n\\item heat\n\\item wait\n\\end{enumerate}\n"
    )


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        ("\\usepackage{hyperref}\n", "See \\href{https://a.org/b\\#c}{the page}."),
        ("", "See the page (\\texttt{https://a.org/b\\#c})."),
    ],
)
def test_links(preamble, expected):
    source = whole("See [the page](https://a.org/b#c).", preamble)
    assert guarded(translate_links, source) == whole(expected, preamble)


def test_a_picture_that_is_there_becomes_a_figure():
    source = whole("![A plot](plot.png)", "\\usepackage{graphicx}\n")
    there = Project(ROOT, {ROOT: source}, assets=frozenset({"plot.png"}))
    (cure,) = translate_pictures(there)
    after = apply_edits({ROOT: source}, cure.edits)[ROOT]
    assert "\\includegraphics[width=0.8\\linewidth]{plot.png}\n\\caption{A plot}" in after
    assert guarded(translate_pictures, source) == source


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<b>us</b> and <i>them</i>", "\\textbf{us} and \\emph{them}"),
        ("m<sup>2</sup>", "m\\textsuperscript{2}"),
        ("<p>One.</p>", "\\par One.\\par "),
        ("<ul><li>a</li></ul>", "\\begin{itemize}\\item a\\end{itemize}"),
        ("a<br/>b", "a\\par b"),
        ('<a href="http://a_b.org">it</a>', "it (\\texttt{http://a\\_b.org})"),
        ("<b>open", "<b>open"),
        ("<nonsense>a</nonsense>", "<nonsense>a</nonsense>"),
    ],
)
def test_tags(body, expected):
    assert guarded(translate_tags, whole(body)) == whole(expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a&nbsp;b", "a~b"),
        ("3 &lt; 5 &amp; more", "3 $<$ 5 \\& more"),
        ("3 &#176;C &micro;m", "3 °C \\textmu{}m"),
        ("Smith & Jones; Co", "Smith & Jones; Co"),
        ("a &unknown; b", "a &unknown; b"),
    ],
)
def test_entities(body, expected):
    source = whole(body)
    assert cured(translate_entities, source, "misplaced-alignment", body[:2]) == whole(expected)


@given(st.text(alphabet="ab* `<>/#-\n[]()_.1", max_size=80))
def test_no_letter_is_lost(body):
    source = whole(body)
    for precaution in PRECAUTIONS:
        after = guarded(precaution, source)
        for letter in "ab":
            assert after.count(letter) >= source.count(letter) - 2 * body.lower().count("<b")


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile",
    [
        "```\n" * 25_000,
        "**a" * 33_000,
        "<b>" * 33_000,
        "- a\n" * 25_000,
        "[a](" * 25_000,
        "`" * 99_999,
    ],
)
def test_hostile_input_ends(hostile):
    for precaution in PRECAUTIONS:
        guarded(precaution, whole(hostile))
    cured(translate_headings, whole(hostile), "wrong-place", hostile[:2])


@pytest.mark.tex
@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("## Heat & work\n\nText.", "\\section{Heat \\& work}"),
        ("```python\nx_1 = 2 # & %\n```", "x_1 = 2 # & %"),
        ("a&nbsp;b &lt; c and <b>d</b>", "\\textbf{d}"),
        ("Parts:\n- a rod\n- a spring\n", "\\item a spring"),
    ],
)
def test_the_document_compiles_afterwards(tmp_path, body, kept):
    assert errors(compiled(tmp_path, whole(body))) == []
    assert kept in repaired(tmp_path)
