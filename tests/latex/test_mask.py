import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.mask import mask

PIECES = st.lists(
    st.sampled_from(
        [
            "\\begin{verbatim}",
            "\\end{verbatim}",
            "\\begin{comment}",
            "\\end{comment}",
            "\\iffalse",
            "\\ifx",
            "\\else",
            "\\fi",
            "\\verb|",
            "|",
            "\\lstinline",
            "{",
            "}",
            "%",
            "\\%",
            "\\\\",
            "\n",
            "\r\n",
            "\\url{",
            "\\end{document}",
            "text",
            "é",
            "\\",
            "[",
            "]",
        ]
    )
)


def live(text: str) -> str:
    """What is left, with white space folded."""
    return re.sub(r"\s+", " ", mask(text)).strip()


@given(PIECES.map("".join) | st.text())
def test_length_and_line_breaks_stay(text):
    masked = mask(text)
    assert len(masked) == len(text)
    assert [i for i, c in enumerate(masked) if c in "\r\n"] == [
        i for i, c in enumerate(text) if c in "\r\n"
    ]
    assert all(m in (c, " ") for m, c in zip(masked, text, strict=True))


@given(PIECES.map("".join))
def test_masking_twice_is_masking_once(text):
    assert mask(mask(text)) == mask(text)


@pytest.mark.parametrize(
    "text",
    [
        "plain text",
        r"95\% of \section{A} \\ x",
        r"\emph{a} $x^2$ \begin{equation} a \end{equation}",
        r"\verbatiminput{a} \iff \ifthenelse{a}{b}{c} \fi",
        r"\begin{document} a \end{center}",
        "",
    ],
)
def test_live_source_is_unchanged(text):
    assert mask(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a % b\nc", "a c"),
        ("a \\% b % c", "a \\% b"),
        ("a \\\\% c\nb", "a \\\\ b"),
        (
            "\\begin{verbatim}\n\\cite{x} % y\n\\end{verbatim} z",
            "\\begin{verbatim} \\end{verbatim} z",
        ),
        ("\\begin{verbatim}\nnever closed \\section{x}", "\\begin{verbatim}"),
        (
            "\\begin{lstlisting}[language=TeX, label=lst:a]\n\\section{No}\n\\end{lstlisting}",
            "\\begin{lstlisting}[language=TeX, label=lst:a] \\end{lstlisting}",
        ),
        (
            "\\begin{minted}[x]{latex}\n$ {\n\\end{minted}",
            "\\begin{minted}[x]{latex} \\end{minted}",
        ),
        ("\\begin{comment}\n\\fact{a}\n\\end{comment}", "\\begin{comment} \\end{comment}"),
        (
            "\\begin{filecontents*}{a.bib}\n@misc{a}\n\\end{filecontents*}",
            "\\begin{filecontents*}{a.bib} \\end{filecontents*}",
        ),
        ("a \\verb|\\cite{x}| b", "a b"),
        ("a \\verb*+{+ b", "a b"),
        ("a \\verb|open\nb", "a b"),
        ("a \\lstinline[language=C]{x{%}y} b", "a b"),
        ("a \\lstinline!{! b", "a b"),
        ("a \\mintinline{c}|{| b", "a b"),
        ("\\url{http://a.org/x%20y_z} b", "\\url{ } b"),
        ("\\href{http://a.org/#x%y}{text} b", "\\href{ }{text} b"),
        ("a \\iffalse b \\fi c", "a \\iffalse \\fi c"),
        ("a \\iffalse b \\ifx d \\fi e \\fi c", "a \\iffalse \\fi c"),
        ("a \\iffalse b % \\fi\n d \\fi c", "a \\iffalse \\fi c"),
        ("a \\iffalse b $x \\iff y$ \\fi c", "a \\iffalse \\fi c"),
        ("a \\iffalse b \\else live \\fi c", "a \\iffalse \\else live \\fi c"),
        ("a \\end{document} b", "a \\end{document}"),
        ("% \\end{document}\na", "a"),
        ("\\verb|\\end{document}| a", "a"),
        ("a \\endinput b\nc", "a \\endinput b"),
        ("% \\begin{verbatim}\na", "a"),
        (
            "\\begin{verbatim}%\n\\end{verbatim*}\n\\end{verbatim}a",
            "\\begin{verbatim} \\end{verbatim}a",
        ),
    ],
)
def test_dead_text_is_blank(text, left):
    assert live(text) == left


@pytest.mark.parametrize(
    "piece", ["\\url{", "\\lstinline{a", "\\iffalse ", "\\begin{verbatim}", "\\verb|x", "% a", "\\"]
)
def test_time_grows_with_the_length_only(piece):
    def seconds(count: int) -> float:
        start = time.process_time()
        mask(piece * count)
        return time.process_time() - start

    # Eight times the text; a quadratic scan would take 64 times as long.
    assert seconds(80_000) < 30 * max(seconds(10_000), 0.002)
