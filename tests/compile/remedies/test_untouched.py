r"""Documents that TeX takes pass by every precaution as they are.

A precaution works before the first pass, so it cannot know that nothing is wrong. It may change a
document that compiles only where text would vanish from the PDF in silence, or come out as signs
that nobody meant; each of these here has something that looks like that and is right.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

import compile.remedies  # noqa: F401 - registers all of them
from compile.build import try_once
from compile.remedies.project import Project
from compile.remedies.registry import precautions_for

_CLASS = "\\documentclass{article}"
BODIES = (
    "Plain text.",
    "A loss of 5\\,\\% was seen. % a remark",
    "The gain is 95\\% of the sample.",
    "Line one%\nline two.",
    "A word % with a remark of several words behind it\nand the rest.",
    "Here are 20 lamps % 20 or 21\nof which 3 are broken.",
    "% 50% of a remark\nText.",
    "\\newcommand{\\lamp}[1]{%\n  \\emph{#1}%\n}\n\\lamp{Lit}",
    "\\vspace{3mm}%\nText.",
    "\\hspace{0.5\\linewidth}%\nText.",
    "See Fig.~5 and Table~\\ref{tab:none}~below.",
    "From 3~V to 5~V, as M.~Miller says.",
    "Between 3\\,V~and~5\\,V.",
    "It cost \\$5 and \\$10.",
    "With $5$ and $10$ lamps.",
    "For $5 < x$ and $y < 10$ it holds.",
    "If $3$ of $4$ or $5$ lamps burn.",
    "A formula $a * b * c$ and $x_1 * y$.",
    "A star*and another* in text.",
    "Stars: * one * two *.",
    "A pointer is \\verb|**p| and \\verb|`ls`|.",
    "``Quoted'' and `single' words.",
    "A code is \\texttt{a**b**c}.",
    "- A dash begins this line, and nothing follows.",
    "A sum\n- of two terms - goes on.",
    "Values $-1$\n- and $-2$.",
    "--- He said so.\n\n--- And she too.",
    "1. The first claim stands alone.",
    "In 1999. And\n2000. Then the end.",
    "Math $a<b>c$ and $x<y$.",
    "The tag \\verb|<b>us</b>| is HTML.",
    "\\begin{verbatim}\n```python\nprint(1)\n```\n\\end{verbatim}",
    "\\begin{verbatim}\n<b>us</b> **bold** [a](https://a.org)\n- one\n- two\n\\end{verbatim}",
    "\\begin{verbatim}\n95% of it\n\\end{verbatim}",
    "See [1](2) and [a] (b).",
    "Interval $[0,1](x)$ and $f[n](t)$.",
    "A citation [1] and a note [2].",
    "Really!\n\n[Sic] it was.",
    "# is no sign here: \\#.".replace("# is", "\\# is"),
    "\\section{A} \\label{sec:a} Section~\\ref{sec:a}.",
    "\\begin{figure}\\centering X\\caption{A}\\label{fig:a}\\end{figure} Figure~\\ref{fig:a}.",
    "\\begin{figure}\\centering X\\caption{A}\\caption{B}\\label{fig:b}\\end{figure}\\ref{fig:b}",
    "\\begin{table}\\caption{A\\label{tab:a}}\\begin{tabular}{l}a\\end{tabular}\\end{table}"
    "\\ref{tab:a}",
    "\\begin{tabular}{ll} a & b \\\\ \\hline c & d \\\\ \\hline \\end{tabular}",
    "\\begin{tabular}{ll} a & b \\\\\n\\hline\nc & d\n\\end{tabular}",
    "\\begin{tabular}{l}\n\\hline\na \\tabularnewline\n\\hline\n\\end{tabular}",
    "\\newcommand{\\rowend}{\\\\}\\begin{tabular}{l} a \\rowend\n\\hline b \\end{tabular}",
    "\\begin{tabular}{p{0.5\\linewidth}} a 95\\% b \\\\ \\end{tabular}",
    "\\begin{tabular}{l} a % the row's remark\n\\\\ b \\end{tabular}",
    "\\parbox{0.5\\textwidth}{A box} and \\rule{\\textwidth}{0.5pt}",
    "\\begin{minipage}{\\dimexpr\\textwidth-2cm\\relax}A\\end{minipage}",
    "\\begin{minipage}{\\textwidth}0.5 of it.\\end{minipage}",
    "\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}",
    "\\begin{itemize}\n\\item[-] one\n\\item[*] two\n\\end{itemize}",
    "\\begin{enumerate}\n\\item 50\\% of it\n% \\item gone\n\\item two\n\\end{enumerate}",
    "\\begin{equation}\n  a = b % + c, as in the text before\n\\end{equation}",
    "\\[ a \\approx 5 \\% \\]",
    "\\begin{eqnarray} a &=& b \\\\ c &=& d \\end{eqnarray}",
    "\\begin{thebibliography}{9}\\bibitem{a} M. Miller, A, 5\\%.\\end{thebibliography}",
    "\\begin{quote}\\itshape Said {\\bfseries so}.\\end{quote}",
    "\\footnote{A note of 5\\% with a % remark\n end.} Text.",
    "Small \\~{} and $\\sim$5 V and a~b.",
    "Na\\\"ive caf\\'e, 20\\,\\textdegree C, \\pounds 5.",
    "Naïve café, 20 °C.",
    "A path /home/a\\_b/~ stays.",
    "E-mail: a@b.org, see www.a.org/\\~{}b.",
    "\\iffalse <b>gone</b> 95% of it\n\\fi Here.",
    "\\begin{center}* * *\\end{center}",
    "\\hrule\n\nText.\n\n\\hrule",
    "Text.\n\n\\begin{picture}(10,10)\\put(0,0){A}\\end{picture}",
)
PREAMBLES = (
    ("\\documentclass[a4paper,11pt]{article}\n% class options: 11pt is 5% more", "Text."),
    ("\\documentclass{report}", "\\chapter{A} Text."),
    ("\\documentclass{book}", "\\frontmatter\\chapter{A}\\mainmatter\\chapter{B} Text."),
    ("% A remark above the class.\n\\documentclass{article}", "Text."),
    ("\\RequirePackage{fix-cm}\n\\documentclass{article}", "Text."),
    ("\\documentclass{article}\n\\usepackage[latin1]{inputenc}", "Plain text."),
    ("\\documentclass{article}\n\\usepackage[utf8]{inputenc}", "Größe ×."),
    ("\\documentclass{article}\n\\usepackage{multicol}", "\\begin{multicols}{2}A\\end{multicols}"),
    ("\\documentclass{article}\n\\title{On 5\\% % a remark\n}\n\\author{M.}", "\\maketitle A"),
    ("\\documentclass{article}\n\\newcommand{\\x}{a%\nb}", "\\x"),
)
_ALONE = "\\documentclass{article}\n\\begin{document}\nA.\n\\end{document}\n% notes: 5% of it\n"
DOCUMENTS = (
    *(
        f"{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        for head, body in (*((_CLASS, body) for body in BODIES), *PREAMBLES)
    ),
    _ALONE,
)


def test_there_are_many_of_them():
    assert len(set(DOCUMENTS)) == len(DOCUMENTS) >= 80


@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
@pytest.mark.parametrize("source", DOCUMENTS)
def test_no_precaution_touches_a_document_that_compiles(source, engine):
    project = Project("main.tex", {"main.tex": source}, engine)
    assert [cure.remedy for cure in precautions_for(project) if cure.edits or cure.engine] == []


@pytest.mark.tex
@pytest.mark.slow
def test_all_of_them_compile(tmp_path):
    def errors(number: int) -> list[str]:
        root = tmp_path / str(number) / "main.tex"
        root.parent.mkdir()
        root.write_text(DOCUMENTS[number], encoding="utf-8")
        found = try_once(root, engine="pdflatex", timeout=60.0)
        return ["no end"] if found is None else [f"{DOCUMENTS[number]}: {one}" for one in found]

    with ThreadPoolExecutor(2) as pool:
        assert [text for found in pool.map(errors, range(len(DOCUMENTS))) for text in found] == []
