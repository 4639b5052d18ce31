import time

import pytest
from hypothesis import given

from latex.structure import structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Evidence
from tests.latex.typesetting import complaints
from tests.reflect.checks.form import IDS, apply_cures, document
from tests.reflect.checks.test_form_examples import ODD

MODULES = {
    f"reflect.checks.form_{name}"
    for name in (
        *("characters", "chinese", "html", "markdown", "misread", "quotes", "ranges"),
        *("specials", "units", "words"),
    )
}
LOOKS_AT_PROSE = [check_id for check_id in IDS if CHECKS[check_id].look.__module__ in MODULES]


def text(source, **asked):
    return prose(structure(source), **asked).text


def words(source, **asked):
    return text(source, **asked).replace(HOLE, " ").split()


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (r"\emph{a} \textbf{b} c\footnote{d} \section[e]{f}", "a b c d f"),
        (r"\textcolor{red}{a} \href{b}{c} \parbox{3cm}{d}", "a c d"),
        (r"\cite{a} \label{b} \own{c}{d} e \own[f]{g}h", "e h"),
        ("\\includegraphics[a]\n  {b} c", "c"),
        (r"a $b$ \(c\) \[d\] e", "a e"),
        (r"\begin{tabular}{l}a\end{tabular} b \begin{tikzpicture}c\end{tikzpicture}", "b"),
        (
            r"\begin{itemize}\item[a] b\end{itemize} \begin{figure}[ht]\caption{c}\end{figure}",
            "b c",
        ),
        (r"a \verb|b| \texttt{c} {\ttfamily d} e", "a e"),
        (
            "\\begin{pycode}\na\n\\end{pycode}\n\\begin{narrowmultline*}b\\end{narrowmultline*} c",
            "c",
        ),
        ("a % b\nc", "a c"),
        (r"\vspace{1cm} \hskip 5mm plus 1mm a \parindent=2em b", "a b"),
        ("\\catcode`\\a=1 b\n\nc", "c"),
        (r"a \bye", ""),
        (document("a", r"\title{B \emph{c}} \author{d}"), "B c a"),
        (r"\documentclass{a} b", ""),
        ("\\documentclass{a} b \\begin{document} c", "c"),
        (r"\newcommand{\a}{b} c \def\d#1{e}", "c"),
    ],
)
def test_only_what_a_reader_reads_is_prose(source, left):
    assert words(source) == left.split()


def test_cells_of_tables_are_prose_when_asked_for():
    source = r"\begin{tabular}{ll}a & $b$ \\ \end{tabular}"
    assert words(source, tables=True) == ["a", "&"]


def test_an_escaped_sign_is_printed_and_its_backslash_is_not():
    assert text(r"5\% \& \# \_ \, \\") == "5" + " ".join(
        [HOLE + "%", HOLE + "&", HOLE + "#", HOLE + "_", HOLE * 2, HOLE * 2]
    )


def test_a_line_with_nothing_but_a_comment_ends_no_paragraph():
    source = "a\n% b\nc\n\nd"
    assert [source[start:end] for start, end in prose(structure(source)).paragraphs] == [
        "a\n% b\nc",
        "d",
    ]


def test_a_span_with_a_comment_is_not_plain():
    seen = structure("a % b\nc")
    assert is_plain(seen, 0, 1)
    assert not is_plain(seen, 0, 6)


@given(ODD)
def test_prose_has_the_length_and_the_line_ends_of_its_source(source):
    seen = structure(source)
    for tables in (False, True):
        left = prose(seen, tables=tables)
        assert len(left.text) == len(source)
        assert all(
            new in (old, HOLE, " ") for old, new in zip(source, left.text, strict=True)
        ) and left.text.count("\n") == source.count("\n")
        assert all(0 <= start < end <= len(source) for start, end in left.paragraphs)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "{", "$", r"\a[", r"\a{", r"\tt ", r"{\tt ", '"', "'", "``", "“", "*", "* a", "_a ", "x^",
        "- a\n", "1-2-", "5 m", "the ", ". ", "<b>x", "<!--", "&lt", "[a](", "|-", "中(", "Ã©",
        "é»", "\\begin{a}", "## a\n", "`a", "5% of ", "5%", "\x08", r"\n", "%\n", "a\n\n", " \t",
    ],
)  # fmt: skip
def test_no_check_of_form_takes_long(piece):
    def seconds(length):
        seen = structure(piece * (length // len(piece)))
        start = time.process_time()
        for check_id in LOOKS_AT_PROSE:
            list(findings_of(CHECKS[check_id], seen, Evidence()))
        return time.process_time() - start

    # Eight times the text; a check in square time would take 64 times as long.
    assert seconds(24_000) < 30 * max(seconds(3_000), 0.02)


def cured_once(source):
    seen = structure(source)
    findings = [
        finding
        for check_id in LOOKS_AT_PROSE
        for finding in findings_of(CHECKS[check_id], seen, Evidence())
    ]
    return apply_cures(source, findings)


def keys(source):
    seen = structure(source)
    return {cite.key for cite in seen.cites} | {mark.key for mark in (*seen.labels, *seen.graphics)}


@given(ODD)
def test_cures_come_to_an_end_and_lose_no_key(source):
    first = keys(source)
    for _ in range(8):
        source = cured_once(source)
        assert first <= keys(source)
    assert cured_once(source) == source


WRONG = r"""The "dark" count of “it”, and 'so' on... is 35mm or 5 mm at 20℃, for 10-20 points.
It is **bold**, *soft*, `run_1`, R&amp;D, 5&nbsp;m&sup2;, H<sub>2</sub>O, a&times;b, &lt;, &deg;,
see 45% of it. The file run_1 holds 10^5 lines, 5 m^2 and x_1, issue \#1 - or #2 -,, so the the end.
The formula $5.5 mm$ of MÃ¼ller's 5"""
RIGHT_SIGNS = "\u202fm and a\u200bb."


@pytest.mark.tex
def test_what_is_cured_compiles(tmp_path):
    body = WRONG + RIGHT_SIGNS + "\n\nSo:\n- one\n- two\n\nEnd."
    assert complaints(body, tmp_path / "before")
    for _ in range(3):
        body = cured_once(body)
    assert complaints(body, tmp_path / "after") == []
