import json
import re
import subprocess
import zipfile
from pathlib import Path

import pypandoc
import pytest

from agent.materials.errors import Unreadable
from agent.materials.notes import read_notes
from agent.materials.types import Notes
from latex.balance import unbalanced
from latex.escape import escape
from latex.mask import mask
from tests.latex.typesetting import CHINESE, ENGLISH, PACKAGES, complaints

MARKDOWN = r"""---
title: "The *spring* & its constant"
abstract: We stretch a spring.
---
Before all headings, 5% of_it.

# Set-up
We hang masses, see [@hooke1678; @newton, p. 3] and @boyle1662.
Ask @somebody or me@example.org. “Quoted” text -- with a dash, 20 °C ± 0.5, α ≤ 2.

![The *set-up* with [$x_0$]{.underline}](img/set%20up.png){width=50%}
![](data:image/png;base64,AAAA)

- [ ] one
  - nested `code_x --long`
- two<br>three

3. third
4. fourth

## Theory
$$ F = -k x, \quad 5% $$
$$\begin{align} a &= b \\ c &= d \end{align}$$
Inline $T = 20°C × 2$ and \(x²\), \qty{5}{\meter}, H~2~O, ~~wrong~~ [file](data.csv) [web](http://a.org/x_y%20z).

| m / g | $x$ / mm | remark |
|------:|:--------:|--------|
| 1     | 2        | a & b  |
| [3]   | `c|d`    | 100 %  |

: Raw data

```python
x_1 = {"a": 1}  # 100%
```

<img src="plot.svg" alt="A plot"> <!-- hidden -->

#### Deep
> quote

Term
: definition[^1]

[^1]: A footnote with `code`.

\input{/etc/passwd}

\begin{tikzpicture} \draw (0,0); \end{tikzpicture}
"""


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def typeset(notes: Notes, folder: Path) -> list[str]:
    """What TeX complains of in a document made of the notes."""
    parts = [f"\\section*{{{escape(notes.title)}}}"] if notes.title else []
    for passage in notes.passages:
        parts += [f"\\section{{{escape(passage.title)}}}"] if passage.title else []
        parts.append(passage.body)
    parts += (f"{escape(path)}: {caption}" for path, caption in notes.captions)
    body = "\n\n".join(parts)
    chinese = re.search("[\u3000-\u9fff]", body)
    return complaints(
        body,
        folder / "tex",
        engine="xelatex" if chinese else "pdflatex",
        preamble=(CHINESE if chinese else ENGLISH) + PACKAGES,
    )


def text_of(notes: Notes) -> str:
    return "\n".join(passage.body for passage in notes.passages)


@pytest.fixture
def markdown(tmp_path: Path) -> Notes:
    return read_notes(write(tmp_path, "notes.md", MARKDOWN))


def test_markdown_is_split_by_headings(markdown):
    assert markdown.title == "The spring & its constant"
    assert [(p.title, p.level) for p in markdown.passages] == [
        ("", 0),
        ("Set-up", 1),
        ("Theory", 2),
        ("Deep", 4),
    ]
    assert markdown.passages[0].body == (
        "We stretch a spring.\n\nBefore all headings, 5\\% of\\_it."
    )


def test_markdown_keeps_words_formulas_and_citations(markdown):
    text = text_of(markdown)
    assert "\\citep[p.~3]{hooke1678, newton}" in text
    assert "\\citet{boyle1662}" in text
    assert markdown.cites == ("hooke1678", "newton", "boyle1662")
    assert "@somebody" in text
    assert "F = -k x, \\quad 5\\%" in text
    assert "\\[\\begin{align}" not in text
    assert "\\begin{align} a &= b \\\\ c &= d \\end{align}" in text
    assert "\\(T = 20^{\\circ}C \\times  2\\)" in text
    assert "\\qty{5}{\\meter}" in text
    assert "20 ° C" not in text
    assert "\\ensuremath{\\alpha} \\ensuremath{\\leq} 2" in text
    assert 'x_1 = {"a": 1}  # 100%' in text
    assert "\\begin{enumerate}\n\\setcounter{enumi}{2}" in text
    assert "{[}struck out: wrong{]}" in text
    assert re.search(r"two\\\\\n *three", text)


def test_markdown_leaves_out_what_the_report_has_not(markdown):
    text = text_of(markdown)
    for gone in ("tightlist", "hypertarget", "label", "pandocbounded", "longtable", "hidden"):
        assert gone not in text
    assert "includegraphics" not in text
    assert "\\href{data.csv}" not in text
    assert "\\href{http://a.org/x_y\\%20z}{web}" in text
    assert markdown.captions == (
        ("img/set up.png", "The \\emph{set-up} with \\underline{\\(x_0\\)}"),
        ("plot.svg", "A plot"),
    )


def test_foreign_and_dangerous_latex_is_printed_not_run(markdown):
    text = text_of(markdown)
    assert "\\begin{verbatim}\n\\input{/etc/passwd}\n\\end{verbatim}" in text
    assert "tikzpicture" not in mask(text)


def test_tables_become_tabulars(markdown):
    text = text_of(markdown)
    assert "\\begin{tabular}{rcl}" in text
    assert "{{[}3{]}} & {\\texttt{c\\textbar{}d}} & {100 \\%} \\\\" in text
    assert "Raw data" in text


@pytest.mark.tex
@pytest.mark.slow
def test_nothing_breaks_the_row_of_a_table(tmp_path):
    cells = "a<br>b | $$\\begin{align*} x &= y \\end{align*}$$ | $$z$$ | `x`[^1]"
    source = f"| a | b | c | d |\n|---|---|---|---|\n| {cells} |\n\n[^1]: A\n    note\\\n    here\n"
    text = text_of(read_notes(write(tmp_path, "a.md", source)))
    assert "{a b} & {\\(\\begin{aligned}x &= y\\end{aligned}\\)} & {\\(z\\)} & {" in text
    assert complaints(text, tmp_path / "tex") == []


@pytest.mark.slow
def test_wide_and_long_tables_fit_the_page(tmp_path):
    rows = "\n".join(f"| {n} | {'word ' * 30} | {'other ' * 10}|" for n in range(80))
    notes = read_notes(write(tmp_path, "a.md", f"| n | a | b |\n|---|---|---|\n{rows}\n"))
    assert text_of(notes).count("\\begin{tabular}{lp{") == 3
    assert text_of(notes).count("word") == 80 * 30


@pytest.mark.tex
@pytest.mark.slow
def test_markdown_compiles(markdown, tmp_path):
    assert typeset(markdown, tmp_path) == []


def test_only_heading_of_its_level_on_top_is_the_title(tmp_path):
    notes = read_notes(write(tmp_path, "a.md", "# Title\nText\n\n### A\n\na\n\n### B\n\nb"))
    assert notes.title == "Title"
    assert [(p.title, p.level) for p in notes.passages] == [("", 0), ("A", 1), ("B", 1)]
    notes = read_notes(write(tmp_path, "b.md", "# A\n\na\n\n# B\n\nb"))
    assert notes.title == ""
    assert [p.title for p in notes.passages] == ["A", "B"]


def test_front_matter_that_is_no_yaml_is_text(tmp_path):
    notes = read_notes(write(tmp_path, "a.md", "---\na: [b\n: c\n---\n\nText\n"))
    assert "Text" in text_of(notes)


def test_chinese_notes_are_chinese(tmp_path):
    source = "# 实验\n\n温度（20 ℃），电压 $U=5伏$，见 `data_1.csv`。\n"
    source += "第二行，“引号”。\n\n## Setup\n\n图：\n"
    notes = read_notes(write(tmp_path, "a.md", source))
    assert notes.language == "zh"
    assert notes.title == "实验"
    assert "温度（20 \\textdegree{}C），电压 \\(U=5\\text{伏}\\)，见" in text_of(notes)


@pytest.mark.tex
@pytest.mark.slow
def test_chinese_notes_compile(tmp_path):
    source = "# 实验\n\n温度（20 ℃），$U=5伏$。\n\n- 甲\n- 乙 `代码_1`\n\n"
    source += "```\n代码 = 1\n```\n\n|列|值|\n|-|-|\n|甲|1|\n"
    assert typeset(read_notes(write(tmp_path, "a.md", source)), tmp_path) == []


def test_gbk_text_is_decoded(tmp_path):
    notes = read_notes(
        write(tmp_path, "a.txt", "本实验测量弹簧的劲度系数，使用砝码与刻度尺。".encode("gb18030"))
    )
    assert "弹簧" in text_of(notes)


def test_restructured_text(tmp_path):
    notes = read_notes(
        write(
            tmp_path,
            "a.rst",
            "Title\n=====\n\nA\n-\n\nText *x* :math:`a_1` ``c``\n\nB\n-\n\n"
            ".. image:: p.png\n   :alt: P\n",
        )
    )
    assert notes.title == "Title"
    assert [p.title for p in notes.passages] == ["A", "B"]
    assert "\\emph{x} \\(a_1\\) \\texttt{c}" in text_of(notes)
    assert notes.captions == (("p.png", "P"),)


NOTEBOOK = {
    "nbformat": 4,
    "cells": [
        {
            "cell_type": "markdown",
            "attachments": {"photo.png": {"image/png": "AAAA"}},
            "source": ["# Lab\n", "***\n", "![photo.png](attachment:photo.png)\n", "Text $x$"],
        },
        {"cell_type": "code", "source": "secret()", "outputs": [{"text": "out"}]},
        {"cell_type": "markdown", "source": "## Part\n![plot](p.png)"},
    ],
}


def test_of_a_notebook_the_text_cells_are_read(tmp_path):
    notes = read_notes(write(tmp_path, "a.ipynb", json.dumps(NOTEBOOK)))
    assert notes.title == "Lab"
    assert [p.title for p in notes.passages] == ["", "Part"]
    assert text_of(notes) == "Text \\(x\\)\n"
    assert notes.captions == (("p.png", "plot"),)


LATEX = r"""\documentclass{article}
\usepackage{tikz}\newcommand{\half}[1]{\frac{#1}{2}}\newcommand{\hh}{\half{h}}
\DeclareMathOperator{\sinc}{sinc}
\title{My \emph{lab} notes}
\begin{document}
\maketitle\tableofcontents
\begin{abstract}Short.\end{abstract}
\section[x]{One \& only $x$}\label{sec:one}
Text \cite{a,b}, see \cref{fig:setup} and Section~\ref{sec:one}.
\begin{comment}secret\end{comment}
$\hh = \sinc x × 5°$, α ≤ 20 °C % comment α
\begin{verbatim}
α = 5 {
\end{verbatim}
\begin{figure}\centering\includegraphics[width=3cm]{img/a_b.png}
\caption{The {set-up}\label{fig:setup}}\end{figure}
\subsection*{Sub}
\begin{tikzpicture}\draw (0,0);\end{tikzpicture}
\begin{equation} x \end{equation}
\section{Bad}
\input{/etc/passwd} {unbalanced
\bibliographystyle{plain}\bibliography{refs}
\end{document}
trailing
"""


LONG_TABLE = r"""
\begin{longtable}[c]{ll}
\caption{All $n$ rows}\label{tab:a}\\
\toprule a & b \\ \midrule \endfirsthead
\toprule again & b \\ \midrule \endhead
\midrule goes on \\ \endfoot
\bottomrule \endlastfoot
1 & 2 \\
\end{longtable}
"""


@pytest.mark.tex
@pytest.mark.slow
def test_table_for_several_pages_becomes_a_tabular(tmp_path):
    notes = read_notes(write(tmp_path, "a.tex", LONG_TABLE))
    assert "longtable" not in text_of(notes)
    assert "again" not in text_of(notes)
    assert "goes on" not in text_of(notes)
    assert text_of(notes).index("1 & 2") < text_of(notes).index("bottomrule")
    assert text_of(notes).startswith("All $n$ rows")
    assert typeset(notes, tmp_path) == []


def test_latex_is_taken_from_the_body(tmp_path):
    notes = read_notes(write(tmp_path, "a.tex", LATEX))
    assert notes.title == "My lab notes"
    assert [(p.title, p.level) for p in notes.passages] == [
        ("", 0),
        ("One & only x", 1),
        ("Sub", 2),
        ("Bad", 1),
    ]
    assert notes.passages[0].body == "Short."
    assert notes.cites == ("a", "b")
    assert notes.captions == (("img/a_b.png", "The {set-up}"),)
    one = notes.passages[1].body
    assert "see \\texttt{fig:setup} and Section~\\ref{sec:one}" in one
    assert one.index("\\providecommand{\\half}[1]") < one.index("\\providecommand{\\hh}")
    assert "\\providecommand{\\sinc}{\\operatorname{sinc}}" in one
    assert "x \\ensuremath{\\times} 5\\ensuremath{^{\\circ}}$, \\ensuremath{\\alpha}" in one
    assert "\\mbox{}\\ensuremath{\\alpha} = 5 \\{" in one
    live = mask(text_of(notes))
    for gone in ("tikzpicture", "passwd", "bibliography", "maketitle", "includegraphics", "secret"):
        assert gone not in text_of(notes) or gone in ("passwd", "tikzpicture")
        assert gone not in live
    assert list(unbalanced(live)) == []


@pytest.mark.tex
@pytest.mark.slow
def test_latex_compiles(tmp_path):
    assert typeset(read_notes(write(tmp_path, "a.tex", LATEX)), tmp_path) == []


PLAIN = """\
SPRING EXPERIMENT
=================

We hang masses of 50 g & 100 g on a spring. The lines of this paragraph are
wrapped by the editor, so they belong together.

Procedure

1. Hang it.
2. Read
   the scale.

Mass: 50 g
Reading: 12.5 mm

2.1 Second part

a\tb\tc
1\t2\t3

T = 25 C
"""


def test_plain_text_has_headings_lists_and_lines(tmp_path):
    notes = read_notes(write(tmp_path, "a.txt", PLAIN))
    assert [(p.title, p.level) for p in notes.passages] == [
        ("SPRING EXPERIMENT", 1),
        ("Procedure", 1),
        ("Second part", 2),
    ]
    first, second, third = (p.body for p in notes.passages)
    assert first == (
        "We hang masses of 50 g \\& 100 g on a spring. The lines of this paragraph are wrapped by "
        "the editor, so they belong together."
    )
    assert "\\begin{enumerate}\n\\item {}Hang it.\n\\item {}Read the scale.\n" in second
    assert "\\noindent {}Mass: 50 g \\\\\n{}Reading: 12.5 mm" in second
    assert "\\begin{verbatim}\na   b   c\n1   2   3\n\\end{verbatim}" in third
    assert "T = 25 C" in third


def test_list_with_empty_lines_between_the_items_has_no_headings(tmp_path):
    notes = read_notes(write(tmp_path, "a.txt", "1. Hang it\n\n2. Read the scale\n\n3. Write it"))
    assert [p.title for p in notes.passages] == [""]


@pytest.mark.tex
@pytest.mark.slow
def test_plain_text_and_long_listings_compile(tmp_path):
    text = PLAIN + "\n[x]\t\tα\n*y*\t\t100% of {a} \\b " + "long_name/" * 20 + "\n\n- a\n- [b]\n"
    assert typeset(read_notes(write(tmp_path, "a.txt", text)), tmp_path) == []


def test_word_document(tmp_path):
    path = tmp_path / "a.docx"
    subprocess.run(
        [pypandoc.get_pandoc_path(), "-f", "markdown", "-t", "docx", "-o", str(path)],
        input=b"% Title\n\n# A\n\nText 5% *x* $a_1$\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n# B\n\nb",
        check=True,
    )
    notes = read_notes(path)
    assert notes.title == "Title"
    assert [p.title for p in notes.passages] == ["A", "B"]
    assert "Text 5\\% \\emph{x} \\(a_{1}\\)" in text_of(notes)
    assert "\\begin{tabular}{ll}" in text_of(notes)


@pytest.mark.tex
@pytest.mark.slow
def test_pdf_is_read_as_paragraphs(tmp_path):
    body = "\\section{Intro}\n" + "The pendulum swings with a remarkably constant period. " * 12
    assert complaints(body + "\n\nSecond paragraph.", tmp_path) == []
    notes = read_notes(tmp_path / "page.pdf")
    text = text_of(notes).replace("\n", " ")
    assert text.count("remarkably constant period") == 12
    assert "Second paragraph." in text


@pytest.mark.tex
@pytest.mark.slow
def test_pdf_without_text_is_unreadable(tmp_path):
    assert complaints("\\rule{5cm}{5cm}\\thispagestyle{empty}", tmp_path) == []
    with pytest.raises(Unreadable) as caught:
        read_notes(tmp_path / "page.pdf")
    assert "no text" in caught.value.reason


def bomb() -> bytes:
    from io import BytesIO

    memory = BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 250_000_000)
    return memory.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.md", b"", "empty"),
        ("a.md", b"  \n\t\n", "white space"),
        ("a.md", b"<!-- only a comment -->", "no text"),
        ("a.txt", b"x" * 6_000_000, "6 MB"),
        ("a.docx", b"x" * 50_000_000, "50 MB"),
        ("a.docx", b"no zip", "not a Word document"),
        ("a.ipynb", b"{", "not a notebook"),
        ("a.ipynb", b"[1]", "not a notebook"),
        ("a.ipynb", b'{"cells": [{"cell_type": "code", "source": "x"}]}', "no text cell"),
        ("a.pdf", b"%PDF-1.4 broken", "damaged"),
    ],
)
def test_hopeless_files_say_why(name, content, reason, tmp_path):
    with pytest.raises(Unreadable) as caught:
        read_notes(write(tmp_path, name, content))
    assert reason in caught.value.reason


@pytest.mark.slow
def test_zip_that_unpacks_to_too_much_is_refused(tmp_path):
    with pytest.raises(Unreadable, match="Unpacked"):
        read_notes(write(tmp_path, "a.docx", bomb()))


def test_zip_that_is_no_document_is_refused(tmp_path):
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.txt", "x")
    with pytest.raises(Unreadable):
        read_notes(path)


@pytest.mark.slow
def test_deep_nesting_is_refused_or_read(tmp_path):
    try:
        notes = read_notes(write(tmp_path, "a.md", "> " * 400 + "deep"))
    except Unreadable as error:
        assert error.reason.endswith(".")
    else:
        assert "deep" in text_of(notes)


def test_notes_of_pictures_only_have_captions(tmp_path):
    notes = read_notes(write(tmp_path, "a.md", "![](a.png)\n\n![B](b.png)\n"))
    assert notes.captions == (("a.png", ""), ("b.png", "B"))
    assert notes.passages == ()


def test_a_macro_that_never_ends_does_not_cost_the_notes(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text("# Title\n\n## Aim\n\nFirst words.\n\n\\def\\x{\\x\\x}\\x\n\nLast words.\n")
    notes = read_notes(path)
    text = " ".join(passage.body for passage in notes.passages)
    assert notes.title == "Title"
    assert "First words." in text
    assert "Last words." in text
