import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.sections import outline

PIECES = st.lists(
    st.sampled_from(
        [
            "\\section{A}",
            "\\section*{B {c}}",
            "\\subsection[s]{C}",
            "\\paragraph{D}",
            "\\part{P}",
            "% \\section{no}\n",
            "\\begin{verbatim}\\section{no}\\end{verbatim}",
            "\\appendix",
            "\\section{open",
            "\n\n",
            "text",
            "}",
            "\\begin{document}",
            "\\end{document}",
            "\\section<beamer>*{E}",
            "\\chapter%[x]\n{F}",
            "\\begin{multicols}{2}",
            "\\end{multicols}",
            "\\newcommand{\\x}[1]{",
            "\\begin{appendices}",
            "\\let\\x\\section",
            "\r",
        ]
    )
)


def titles(source: str) -> list[str]:
    return [section.title for section in outline(source)]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "text only",
        "% \\section{No}",
        "\\begin{verbatim}\n{ $ \\section{No\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\section{No}\n\\end{lstlisting}",
        "\\verb|\\section{No}|",
        "\\iffalse\n\\section{No}\n\\fi",
        "\\newcommand{\\sect}[1]{\\section{#1}}\n\\sect{A}",
        "\\def\\sect#1{\\section{#1}}",
        "\\NewDocumentCommand{\\sect}{o m}{\n\n\\section{#2}}",
        "\\newenvironment{x}[1]{\\section{#1}}{\\paragraph{end}}",
        "\\titleformat{\\section}{\\large}{}{0pt}{}",
        "\\sectionmark{No} \\partial{x} \\sectioning{x}",
        "\\section{No}\\begin{document}\\end{document}",
        "\\begin{document}\\end{document}\n\\section{No}",
        "\\\\section{No}",
        "\\let\\old\\section\n\\let\\new=\\section {x}",
        "\\renewcommand\\section{\\@ifstar{\\a}{\\b}}",
        "\\renewcommand{\\section}[2][]{\\old{#1}}",
        "\\newcommand*\\plain[1]{\\section*{#1}}",
        "\\titleformat*{\\section}{\\large}\n\\titlespacing{\\section}{0pt}{1ex}{1ex}",
        "\\pretocmd{\\section}{\\clearpage}{}{}",
        "\\begin{command}{\\section\\sarg{mode}\\oarg{short}\\marg{title}}\\end{command}",
        "\\csdef{x}{\\section{No}}",
        "\\DeclareRobustCommand\\x[2][a]{\\section{#2}}",
        "\\section no brace",
        "\\begin{filecontents}{a.tex}\n\\section{No}\n\\end{filecontents}",
        "\\begin{document}a\n\\endinput\n\\section{No}",
    ],
)
def test_no_heading_is_seen(source):
    assert len(outline(source)) == 0


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\section{A}\ntext\n\\section*{B}\n", ["A", "B"]),
        ("95\\% \\section{Yes}\n", ["Yes"]),
        ("\\section\n  {A}\ntext", ["A"]),
        ("\\section{A {\\bf b {c}} $x_{1}$ \\} x}", ["A {\\bf b {c}} $x_{1}$ \\} x"]),
        ("\\section{A 5\\% rise % comment }\nB}\n", ["A 5\\% rise % comment }\nB"]),
        ("\\section{A}\r\ntext\r\n\\section{B}\r\n", ["A", "B"]),
        ("\\section{引言}\n正文", ["引言"]),
        ("\\section{A\ntext\n\n\\section{B}", ["A", "B"]),
        ("\\section{A}}\n\\section{B}", ["A", "B"]),
        ("\\begin{itemize}\\item $5\n\\section{B}", ["B"]),
        ("\\newcommand{\\x}{a}\n\\section{A}", ["A"]),
        ("\\def\\x{a}\\section{A}", ["A"]),
        ("\\\\\\section{A}", ["A"]),
        ("\\section%[short]\n{A}", ["A"]),
        ("\\section % why\n % and how\n  {A} % trailing", ["A"]),
        ("\\section{A\n  and B}", ["A\n  and B"]),
        ("\\section{A%\n% no blank line\nB}", ["A%\n% no blank line\nB"]),
        (
            "\\section{\\texorpdfstring{$\\Pi$-types}{Π-types}}",
            ["\\texorpdfstring{$\\Pi$-types}{Π-types}"],
        ),
        ("\\section{A \\emph{b}\n\\section{C}", ["A \\emph{b}", "C"]),
        ("\ufeff\\section{A}", ["A"]),
        ("\\section{A}\rtext % \\section{no}\r\\section{B}", ["A", "B"]),
        ("\\hidden\\section{A}", ["A"]),
        ("\\only<article>{\\section{A}}", ["A"]),
        ("\\newcommand{\\x}{a}{\\section{A}}", ["A"]),
        ("\\def\\x#1#2{a} \\section{A}", ["A"]),
        ("\\newenvironment{x}[1][]{a}{b}\n{\\section{A}}", ["A"]),
        ("\\begin{comments}\\section{A}\\end{comments}", ["A"]),
        ("\\MakeShortVerb{\\|} |\\section{no}|\\section{A}", ["A"]),
        ("\\newminted{c}{}\n\\begin{ccode}\n\\section{no}\n\\end{ccode}\\section{A}", ["A"]),
        (
            "\\begin{frame}[fragile]\\begin{verbatim}\\section{no}\\end{verbatim}\\end{frame}\\section{A}",
            ["A"],
        ),
    ],
)
def test_titles_are_found(source, expected):
    assert titles(source) == expected


def test_short_title_may_hold_brackets_in_braces():
    (section,) = outline("\\section[a {[1]} b]{Long}")
    assert (section.short_title, section.title) == ("a {[1]} b", "Long")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\section*{A}", (True, None, None)),
        ("\\section *{A}", (True, None, None)),
        ("\\section[s $t$ {]}]\n{A}", (False, "s $t$ {]}", None)),
        ("\\section[s [x]]{A}", (False, "s [x]", None)),
        ("\\section<presentation>{A}", (False, None, "presentation")),
        ("\\section<presentation>*{A}", (True, None, "presentation")),
        ("\\section<2->[s]{A}", (False, "s", "2-")),
        ("\\section[toc][head]{A}", (False, "toc", None)),
    ],
)
def test_star_short_title_and_mode(source, expected):
    found = [(s.starred, s.short_title, s.mode) for s in outline(source)]
    assert found == [expected]


def test_levels_stars_and_anchors():
    source = (
        "\\part{a}\\chapter{b}\\section*{c}\\subsection{d}\\subsubsection{e}\\paragraph{f}"
        "\\subparagraph{g}"
    )
    found = outline(source)
    assert [s.level for s in found] == [-1, 0, 1, 2, 3, 4, 5]
    assert [s.anchor for s in found] == [f"n{i}" for i in range(1, 8)]
    assert [s.starred for s in found] == [False, False, True, False, False, False, False]


def test_a_section_holds_its_subsections_and_ends_at_the_next_one():
    source = "x\\section{A}a\\subsection{B}b\\subsection{C}c\\section{D}d"
    spans = {s.title: source[s.start : s.end] for s in outline(source)}
    assert spans == {
        "A": "\\section{A}a\\subsection{B}b\\subsection{C}c",
        "B": "\\subsection{B}b",
        "C": "\\subsection{C}c",
        "D": "\\section{D}d",
    }


@pytest.mark.parametrize(
    "stop",
    [
        "\\bibliographystyle{plain}",
        "\\bibliography{x}",
        "\\printbibliography",
        "\\begin{thebibliography}{9}",
        "\\appendix",
        "\\end{document}",
        "\\backmatter",
        "\\printindex",
        "\\begin{appendices}",
    ],
)
def test_a_section_ends_before_the_back_matter(stop):
    source = f"\\section{{A}}\\subsection{{B}} text\n{stop}\n"
    assert {source[s.end :] for s in outline(source)} == {f"{stop}\n"}


@given(PIECES.map("".join) | st.text())
def test_spans_are_in_order_and_nest(source):
    found = outline(source)
    ends: list[int] = []
    previous = 0
    for section in found:
        assert previous <= section.start < section.body_start <= section.end <= len(source)
        assert source[section.start] == "\\"
        while ends and ends[-1] <= section.start:
            ends.pop()
        assert not ends or section.end <= ends[-1]
        ends.append(section.end)
        previous = section.body_start


@pytest.mark.parametrize(
    "piece", ["\\section{a ", "\\section{a}\n\n", "\\def\\x{", "{", "\\section["]
)
def test_time_grows_with_the_length_only(piece):
    def seconds(count: int) -> float:
        """The best of three, each of a text that was not read before."""
        taken = []
        for turn in range(3):
            start = time.process_time()
            outline(piece * count + "%" * turn)
            taken.append(time.process_time() - start)
        return min(taken)

    assert seconds(4_000) < 30 * max(seconds(500), 0.02)


def test_blank_lines_before_the_back_matter_belong_to_the_section():
    (section,) = outline("\\section{A}\ntext\n\n\n\\appendix\n")
    assert section.end == len("\\section{A}\ntext\n\n\n")


@pytest.mark.parametrize(
    ("source", "rest"),
    [
        ("\\begin{multicols}{2}\\section{A} a\n\\end{multicols}\n", "\\end{multicols}\n"),
        ("\\begin{a}\\begin{b}\\section{A}\\end{b} % x\n\\end{a}", "\\end{b} % x\n\\end{a}"),
        ("\\begin{a}\\section{A} a\n\\end{a}\nmore", ""),
        ("\\section{A}\\begin{a}\\end{a}", ""),
        ("\\section{A}\\end{a}", ""),
    ],
)
def test_a_section_leaves_the_end_of_what_it_stands_in(source, rest):
    (section,) = outline(source)
    assert source[section.end :] == rest


TREE = outline("x\\section{A}a\\subsection{B}b\\subsubsection{C}c\\subsection{D}d\\section{E}e")


def test_innermost_section_holds_an_offset():
    titles_at = [section.title if section else "" for section in map(TREE.at, range(81))]
    assert "".join(dict.fromkeys(titles_at)) == "ABCDE"
    assert titles_at[0] == ""
    assert TREE.at(TREE[0].end) == TREE[4]
    assert TREE.at(10_000) is None
    assert TREE.at(-1) is None


def test_sections_form_a_tree():
    a, b, c, d, e = TREE
    assert TREE.children(a) == (b, d)
    assert [TREE.parent(section) for section in TREE] == [None, a, b, a, None]
    assert [TREE.own_end(section) for section in TREE] == [b.start, c.start, c.end, d.end, e.end]


@pytest.mark.parametrize("anchor", ["n0", "n6", "n", "", "A", "n01", "n-1", "N1", "n٣", "n" * 99])
def test_anchor_that_is_none_finds_nothing(anchor):
    assert TREE.get(anchor) is None


def test_anchor_finds_its_section():
    assert [TREE.get(f"n{number}") for number in range(1, 6)] == list(TREE)


NAMES = outline(
    "\\section{Results}\\section{Results and  Discussion}\\section{结果与讨论}\\section{结果}"
    "\\section{The \\emph{fit} to \\texorpdfstring{$\\sigma$}{sigma}}\\section{Results}"
)


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("Results", "n1"),
        ("results.", "n1"),
        ("Results and Discussion", "n2"),
        ("Section 2: Results and Discussion", "n2"),
        ("3 结果与讨论", "n3"),
        ("结果", "n4"),
        ("the fit to sigma", "n5"),
        ("The \\emph{fit} to \\texorpdfstring{$\\sigma$}{sigma}", "n5"),
        ("Result", None),
        ("Discussion", None),
        ("Resultsheet", None),
        ("", None),
    ],
)
def test_title_finds_its_section_and_no_other(title, anchor):
    found = NAMES.find(title)
    assert (found.anchor if found else None) == anchor


def test_title_does_not_catch_one_that_only_begins_with_it():
    assert outline("\\section{Results and Discussion}").find("Results") is None
