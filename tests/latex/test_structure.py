import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.structure import structure

PIECES = st.lists(
    st.sampled_from(
        [
            "\\section{A}",
            "\\begin{figure}",
            "\\end{figure}",
            "\\begin{longtable}{ll}",
            "\\end{longtable}",
            "\\caption[s]{c",
            "\\caption{c}",
            "\\label{a}",
            "\\ref{a}",
            "\\cref{a, b}",
            "\\crefrange{a}{b}",
            "\\hyperref[a]{t}",
            "\\cite[x]{k}",
            "\\includegraphics[width=1cm]{f}",
            "\\newcommand{\\x}[1]{\\ref{s:#1}}",
            "\\newcommand{\\x}[2][",
            "\\def\\y#1{\\x{#1}}",
            "\\x{a}",
            "\\x[",
            "\\y",
            "\\begin{document}",
            "\\end{document}",
            "\\documentclass",
            "{article}",
            "\\[",
            "\\]",
            "$$",
            "$",
            "\\begin{equation}",
            "\\end{equation}",
            "\\newtcbtheorem{t}{T}{}{p}",
            "\\begin{t}{x}{y}\\end{t}",
            "\\begin{lstlisting}[label=l]",
            "\\newmintinline[vb]{c}{}",
            "\\vb|",
            "\\graphicspath{{a/}{b}}",
            "|\\section|",
            "字",
            "\n\n",
            "\r",
            "{",
            "}",
            "[",
            "]",
            "%",
            "\\",
            "text ",
        ]
    )
).map("".join)


@given(PIECES | st.text())
def test_any_text_has_a_structure_whose_spans_lie_inside_it(source):
    found = structure(source)
    spans = [item.span for item in found.floats]
    spans += [mark.whole for mark in (*found.labels, *found.refs, *found.graphics, *found.facts)]
    spans += [citation.whole for citation in found.cites]
    spans += found.displays
    spans += [item.caption for item in found.floats if item.caption]
    spans += [found.body] if found.body else []
    assert all(0 <= start <= end <= len(source) for start, end in spans)
    for mark in (*found.labels, *found.refs, *found.graphics):
        assert mark.whole[0] <= mark.start <= mark.end <= mark.whole[1]
    assert list(found.displays) == sorted(found.displays)
    assert [m.start for m in found.refs] == sorted(m.start for m in found.refs)
    assert found.words >= 0
    assert found.cjk_characters >= 0


def labels(source: str) -> list[str]:
    return [mark.key for mark in structure(source).labels]


def refs(source: str) -> list[str]:
    return [mark.key for mark in structure(source).refs]


@pytest.mark.parametrize(
    "source",
    [
        "no label",
        "% \\label{a}",
        "\\verb|\\label{a}|",
        "\\newcommand{\\lab}[1]{\\label{x:#1}}",
        "\\begin{enumerate}[label=(\\alph*)]\\end{enumerate}",
        "\\begin{enumerate}[label=a]\\end{enumerate}",
        "\\begin{Verbatim}[label=Output]\\end{Verbatim}",
        "\\labels{a} \\label",
    ],
)
def test_nothing_is_labelled(source):
    assert labels(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\label{fig:a b}", ["fig:a b"]),
        ("\\label{ a }\\label\n{b}", ["a", "b"]),
        ("\\label[appendix]{a}", ["a"]),
        ("\\section{A\\label{a}}", ["a"]),
        ("\\begin{lstlisting}[language=C, label=lst:a]\n%\n\\end{lstlisting}", ["lst:a"]),
        ("\\begin{lstlisting}[label={lst:a}, x]\n\\end{lstlisting}", ["lst:a"]),
        ("\\begin{lstlisting}[\n  caption={a, b},\n  label=l\n]\n\\end{lstlisting}", ["l"]),
        ("\\lstinputlisting[label=l]{a.py}", ["l"]),
        ("\\begin{tcolorbox}[title=x,label=box:a]\\end{tcolorbox}", ["box:a"]),
        ("\\begin{frame}[fragile,label=intro]\\end{frame}", ["intro"]),
        ("\\newtcbtheorem{thm}{Theorem}{}{th}\\begin{thm}{A}{a}\\end{thm}", ["th:a"]),
        ("\\newcommand{\\sectlabel}[1]{\\label{sect:#1}}\\sectlabel{a}", ["sect:a"]),
        ("\\newcommand\\lab[2]{#2\\label{#1}}\\lab{a}{B}", ["a"]),
        ("\\newenvironment{fig}[2]{\\caption{#1}\\label{fig:#2}}{}\\begin{fig}{C}{a}", ["fig:a"]),
    ],
)
def test_labels_are_found(source, expected):
    assert labels(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\ref{a} \\eqref{b} \\pageref*{c} \\autoref*{d} \\nameref{e}", list("abcde")),
        ("\\cref{a, b,c} \\Cref*{d}", list("abcd")),
        ("\\crefrange{a}{b} \\vrefrange{c}{d}", list("abcd")),
        ("\\hyperref[sec:a]{the section} \\hyperref{url}{a}{b}{c}", ["sec:a"]),
        ("\\vref{a} \\subref{b} \\labelcref{c} \\fref{d} \\zcref[S]{e}", list("abcde")),
        ("\\ref{a%\n}", ["a"]),
        ("\\\\ref{a} \\refs{b} \\ref{\\x}", []),
        ("\\newcommand{\\figref}[1]{Figure~\\ref{fig:#1}}\\figref{a}", ["fig:a"]),
        ("\\newcommand\\a[1]{\\ref{x:#1}}\\newcommand\\b[1]{(\\a{y:#1})}\\b{z}", ["x:y:z"]),
        ("\\renewcommand{\\eqref}[1]{\\ref{eq:#1}}\\eqref{a}", ["eq:a"]),
        ("\\newcommand{\\eqs}[1]{\\cref{eq:#1}}\\eqs{a}\\eqs{ b }", ["eq:a", "eq:b"]),
        ("\\newcommand{\\x}[1]{\\emph{#1}}\\x{a}", []),
        ("\\newcommand{\\x}[1]{\\x{#1}\\ref{#1}}\\x{a}", ["a"]),
        ("\\newcommand{\\f}[1]{\\ref{f:#1}} \\\\f{a} \\ff{b} \\\\\\f{c}", ["f:c"]),
    ],
)
def test_references_are_found(source, expected):
    assert refs(source) == expected


def test_mark_knows_its_place():
    source = "é \\cref{ a ,b} x"
    first, second = structure(source).refs
    assert source[first.start : first.end] == "a"
    assert source[second.start : second.end] == "b"
    assert source[slice(*second.whole)] == "\\cref{ a ,b}"
    assert second.command == "cref"


def test_mark_of_an_own_command_points_at_what_stands_in_the_source():
    source = "\\newcommand{\\figref}[1]{\\ref{fig:#1}} \\figref{a}"
    (mark,) = structure(source).refs
    assert (mark.key, source[mark.start : mark.end], mark.command) == ("fig:a", "a", "figref")
    assert source[slice(*mark.whole)] == "\\figref{a}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\includegraphics{a.pdf}", ["a.pdf"]),
        ("\\includegraphics*[width=.5\\linewidth]\n{a/b c.png}", ["a/b c.png"]),
        ("\\includegraphics[1,2][3,4]{a}", ["a"]),
        ("\\includegraphics[trim={0 1 2 3},clip]{a}", ["a"]),
        ("\\includesvg[width=1cm]{a} \\includepdf[pages=-]{b.pdf}", ["a", "b.pdf"]),
        ("\\plotone{a} \\plottwo{b}{c}", ["a", "b", "c"]),
        ("\\epsfig{file=a.eps, width=1cm} \\psfig{figure=b.ps}", ["a.eps", "b.ps"]),
        ("\\adjustimage{width=1cm}{a}", ["a"]),
        ("\\newcommand{\\pic}[1]{\\includegraphics{figures/#1.pdf}}\\pic{a}", ["figures/a.pdf"]),
        ("% \\includegraphics{a}", []),
        ("\\begin{filecontents}{x}\\includegraphics{a}\\end{filecontents}", []),
    ],
)
def test_graphics_are_found(source, expected):
    assert [mark.key for mark in structure(source).graphics] == expected


def test_folders_of_graphics_are_known():
    assert structure("\\graphicspath{{figs/}{../b c/}}").graphics_paths == ("figs/", "../b c/")
    assert structure("% \\graphicspath{{figs/}}").graphics_paths == ()


FLOATS = r"""
\begin{figure}[ht]
  \begin{subfigure}{.5\linewidth}\includegraphics{a}\caption{Part}\label{fig:part}\end{subfigure}
  \caption[short]{Whole \emph{figure}}
  \label{fig:whole}
\end{figure}
\begin{table*}\begin{tabular}{l}a\end{tabular}\caption*{T}\end{table*}
\begin{wrapfigure}{r}{3cm}\end{wrapfigure}
\begin{sidewaystable}\captionof{table}{S}\end{sidewaystable}
\begin{longtable}{l}\caption{L}\\ a\end{longtable}
\begin{figuregroup}\end{figuregroup}
% \begin{figure}\end{figure}
\newcommand{\x}{\begin{figure}\end{figure}}
"""


def test_floats_with_captions_labels_and_graphics():
    found = structure(FLOATS)
    assert [(f.kind, f.environment) for f in found.floats] == [
        ("figure", "figure"),
        ("table", "table*"),
        ("figure", "wrapfigure"),
        ("table", "sidewaystable"),
        ("table", "longtable"),
    ]
    captions = [FLOATS[slice(*f.caption)] if f.caption else None for f in found.floats]
    assert captions == ["Whole \\emph{figure}", "T", None, "S", "L"]
    assert found.floats[0].labels == ("fig:part", "fig:whole")
    assert found.floats[0].graphics == ("a",)
    assert all(
        FLOATS[slice(*f.span)].startswith(f"\\begin{{{f.environment}}}") for f in found.floats
    )
    assert all(FLOATS[slice(*f.span)].endswith(f"\\end{{{f.environment}}}") for f in found.floats)
    assert (found.figures, found.tables) == (1, 1)


def test_caption_of_a_part_counts_where_there_is_no_other():
    source = "\\begin{figure}\\begin{minipage}{1cm}\\caption{P}\\end{minipage}\\end{figure}"
    (found,) = structure(source).floats
    assert found.caption == (source.index("P"), source.index("P") + 1)


def test_float_that_is_never_closed_is_none():
    assert structure("\\begin{figure} a").floats == ()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$a$ \\(b\\) text", []),
        ("x \\[a\\] y", ["\\[a\\]"]),
        ("a \\\\[2pt] b \\]", []),
        ("$$a_1 \\$ \\text{$b$}$$ and $c$$d$", ["$$a_1 \\$ \\text{$b$}$$"]),
        ("\\begin{equation}a\\end{equation}", ["\\begin{equation}a\\end{equation}"]),
        (
            "\\begin{equation*}\\begin{align}a\\end{align}\\end{equation*}",
            ["\\begin{equation*}\\begin{align}a\\end{align}\\end{equation*}"],
        ),
        ("cost 5$$ here\n\nand $$ there", []),
        ("% $$a$$", []),
    ],
)
def test_displays_are_found(source, expected):
    assert [source[slice(*span)] for span in structure(source).displays] == expected


@pytest.mark.parametrize(
    ("source", "words", "characters"),
    [
        ("", 0, 0),
        ("one two, three.", 3, 0),
        ("well-known isn't don’t — “one” 3.5", 5, 0),
        ("\\emph{one} {\\bf two} t\\'hr\\\"ee", 3, 0),
        ("energy $E = m c^2$, (\\ref{a}) \\cite[see][]{b} \\(x y\\)", 1, 0),
        ("one\n\\[ a b c \\]\n\\begin{align} d e \\end{align} two", 2, 0),
        ("\\section{One two} three % four\n\\label{five}", 3, 0),
        ("\\begin{figure}[ht]\\includegraphics{a b}\\caption{One two}\\end{figure}", 2, 0),
        ("\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular} one", 1, 0),
        ("\\begin{tikzpicture} \\draw (0,0) node {a}; \\end{tikzpicture} one", 1, 0),
        ("中文字，共 2 个 words。", 2, 5),
        ("costs 5\\$ and 6\\$ or $x$", 5, 0),
        ("\\documentclass{a} pre \\begin{document} one \\end{document} post", 1, 0),
        ("pre \\begin{document} one", 1, 0),
        ("one $open\n\ntwo three", 4, 0),
    ],
)
def test_prose_is_counted(source, words, characters):
    found = structure(source)
    assert (found.words, found.cjk_characters) == (words, characters)


def test_class_and_body_are_known():
    head = "% \\documentclass{no}\n\\documentclass[a4paper,\n 11pt]{scrartcl}\n"
    source = head + "\\begin{document}x\\end{document}y"
    found = structure(source)
    assert found.class_name == "scrartcl"
    assert found.body is not None
    assert source[slice(*found.body)] == "x"


@pytest.mark.parametrize(
    "source", ["", "\\begin{document}", "\\end{document}", "\\begin{document}%\\end{document}"]
)
def test_body_that_does_not_end_is_none(source):
    assert structure(source).body is None


def test_facts_are_listed_at_each_use():
    assert [m.key for m in structure("\\fact{a.k} \\factvalue{ b } \\fact{a.k}").facts] == [
        "a.k",
        "b",
        "a.k",
    ]


def test_parts_of_the_structure_agree():
    source = "\\section{A}\\cite{a}\\nocite{b}% \\cite{c}"
    found = structure(source)
    assert found.source == source
    assert len(found.live) == len(source)
    assert [s.title for s in found.outline] == ["A"]
    assert [(c.key, c.silent) for c in found.cites] == [("a", False), ("b", True)]
