import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.mask import input_end, mask

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
            "\r",
            "\\begin{document}",
            "\\endinput",
            "\\MakeShortVerb{\\|}",
            "\\DeleteShortVerb{\\|}",
            "\\lstnewenvironment{code}{}{}",
            "\\newenvironment{comment}{}{}",
            "\\excludecomment{note}",
            "\\begin{code}",
            "\\end{code}",
            "|\\section|",
            "\\newcommand{\\x}{",
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
        r"\begin{comments} \cite{a} \end{comments}",
        r"\newenvironment{comment}{}{}\begin{comment}\cite{a}\end{comment}",
        r"\includecomment{comment}\begin{comment}\cite{a}\end{comment}",
        r"\specialcomment{hint}{}{}\begin{hint}\cite{a}\end{hint}",
        r"\newenvironment{box}{\begin{quote}}{\end{quote}}\begin{box}\cite{a}\end{box}",
        r"\newcommand{\finish}{\end{document}}\begin{document} a",
        "\\ifx\\done\\undefined\\else\\expandafter\\endinput\\fi\n\\section{A}",
        "\\ifdefined\\done\n\\endinput\n\\fi\n\\section{A}",
        r"a | b | c and $|x|$ and \begin{tabular}{|l|r|}\end{tabular}",
        r"$|\alpha| + |\beta|$ and $\left|\begin{matrix} a \end{matrix}\right|$",
        "\\newmintedfile{c}{} \\cfile{a}",
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
        ("a % b\rc", "a c"),
        ("a % b\r\nc", "a c"),
        ("\\if0 a \\else b \\fi c", "\\if0 \\else b \\fi c"),
        ("a \\iffalse b \\ifthenelse{x}{y}{z} \\fi c", "a \\iffalse \\fi c"),
        ("\\verb  |\\cite{x}| b", "b"),
        ("a \\Verb[x=1]|%| b", "a b"),
        ("\\href[page=2]{http://a.org/%x}{text}", "\\href[page=2]{ }{text}"),
        (
            "\\begin{lstlisting}[language=C,\n  label=lst:a]\n%\n\\end{lstlisting}",
            "\\begin{lstlisting}[language=C, label=lst:a] \\end{lstlisting}",
        ),
        (
            "\\begin{Verbatim}[a=b]\n\\cite{x}\n\\end{Verbatim}",
            "\\begin{Verbatim}[a=b] \\end{Verbatim}",
        ),
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


@pytest.mark.parametrize(
    ("definition", "name"),
    [
        ("\\lstnewenvironment{code}[1][]{\\lstset{#1}}{}", "code"),
        ("\\newminted{python}{linenos}", "pythoncode"),
        ("\\newminted{python}{linenos}", "pythoncode*"),
        ("\\newminted[snake]{python}{}", "snake"),
        ("\\DefineVerbatimEnvironment{shell}{Verbatim}{fontsize=\\small}", "shell"),
        ("\\RecustomVerbatimEnvironment{shell}{Verbatim}{}", "shell"),
        ("\\newtcblisting{listingbox}[2][]{listing only}", "listingbox"),
        ("\\newtcblisting[auto counter]{listingbox}{listing only}", "listingbox"),
        ("\\NewTCBListing{listingbox}{O{}}{listing only}", "listingbox"),
        ("\\excludecomment{solution}", "solution"),
        ("\\newenvironment{code}{\\verbatim}{\\endverbatim}", "code"),
        ("\\newenvironment{code}[1][]{\\small\\verbatim}{\\endverbatim}", "code"),
        ("\\newenvironment{c}{%\n  \\VerbatimEnvironment\\begin{minted}{c}}{\\end{minted}}", "c"),
        ("\\newenvironment{hidden}{\\comment}{\\endcomment}", "hidden"),
    ],
)
def test_environment_that_the_document_makes_verbatim(definition, name):
    opened, closed = f"\\begin{{{name}}}", f"\\end{{{name}}}"
    text = f"{definition}\n{opened}\n\\cite{{x}} % $ {{\n{closed}\n\\cite{{y}}"
    masked = mask(text)
    assert "\\cite{x}" not in masked
    assert masked.endswith(f"{closed}\n\\cite{{y}}")
    # Before its definition the name means nothing.
    assert mask(f"{opened}\\cite{{x}}{closed}{definition}").startswith(f"{opened}\\cite{{x}}")


def test_definition_in_a_comment_or_in_verbatim_text_makes_nothing_verbatim():
    text = "\\begin{code}\\cite{x}\\end{code}"
    assert mask(f"%\\excludecomment{{code}}\n{text}").endswith(text)
    dead = "\\begin{verbatim}\\excludecomment{code}\\end{verbatim}"
    assert mask(dead + text).endswith(text)


@pytest.mark.parametrize(
    "definition",
    [
        "\\MakeShortVerb{\\|}",
        "\\MakeShortVerb\\|",
        "\\MakeShortVerb*{\\|}",
        "\\DefineShortVerb[fontsize=\\small]{\\|}",
        "\\lstMakeShortInline[language=C]|",
        "\\lstMakeShortInline{|}",
        "\\MakeSpecialShortVerb{\\qverb}{\\|}",
        "\\documentclass[a4paper]{ltxdoc}",
    ],
)
def test_character_that_the_document_makes_a_short_verb(definition):
    assert live(definition + "\na |\\section{x} { %| b | c\nd | e").endswith("a b | c d | e")


def test_short_verb_begins_behind_its_definition():
    assert live("\\lstMakeShortInline| a |%| b") == "\\lstMakeShortInline| a b"


def test_short_verb_ends_where_it_is_undone():
    text = "\\MakeShortVerb{\\|} |%| \\DeleteShortVerb{\\|} |\\cite{a}|"
    assert live(text).endswith("\\DeleteShortVerb{\\|} |\\cite{a}|")


def test_short_verb_of_a_manual_shows_itself_by_two_bare_commands():
    once = "The command |\\section| and the bars |a|.\n"
    assert live(once) == once.strip()
    twice = once + "Then |\\begin{document}| and |%|."
    assert live(twice) == "The command and the bars . Then and ."


def test_command_that_the_document_makes_verbatim():
    assert live("\\newmintinline{c}{} a \\cinline|%| b") == "\\newmintinline{c}{} a b"
    assert live("\\newmint{c}{} a \\c|{| b") == "\\newmint{c}{} a b"
    assert live("\\CustomVerbatimCommand{\\vb}{Verb}{} \\vb|{| b").endswith("{Verb}{} b")


def test_input_ends_where_it_says_so_itself():
    assert input_end("a\n\\endinput\nb") == 2
    assert input_end("a % \\endinput\n\\verb|\\endinput|") is None
    assert input_end("\\def\\x{\\endinput}") is None
