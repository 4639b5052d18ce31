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
    ],
)
def test_no_heading_is_seen(source):
    assert outline(source) == ()


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
    ],
)
def test_titles_are_found(source, expected):
    assert titles(source) == expected


def test_short_title_may_hold_brackets_in_braces():
    (section,) = outline("\\section[a {[1]} b]{Long}")
    assert (section.short_title, section.title) == ("a {[1]} b", "Long")


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
        start = time.process_time()
        outline(piece * count)
        return time.process_time() - start

    assert seconds(4_000) < 30 * max(seconds(500), 0.005)
