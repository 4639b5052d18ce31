import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.citations import cite_keys, fact_keys, replace_spans


def keys(source: str) -> list[str]:
    return [citation.key for citation in cite_keys(source)]


@pytest.mark.parametrize(
    "source",
    [
        "no citation at all",
        "% \\cite{a}",
        "\\verb|\\cite{a}|",
        "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
        "a \\\\cite{a}",
        "\\citestyle{plain} \\citereset \\citetext{see below} \\mycite{a}",
        "\\newcommand{\\see}[1]{(see \\cite{#1})}",
        "\\cite{}",
        "\\cite",
        "\\begin{document}\\end{document} \\cite{a}",
        "\\IEEEcompsocitemizethanks{a} \\citation{a} \\citestyle{a}",
        "\\begin{filecontents}{a.bib}\n\\cite{a}\n\\end{filecontents}",
        "\\MakeShortVerb{\\|} |\\cite{a}|",
    ],
)
def test_nothing_is_cited(source):
    assert keys(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("\\cite{a}", ["a"]),
        ("\\citep[see][p.~5]{a, b,c}", ["a", "b", "c"]),
        ("\\citet*{a} \\Citet{b} \\citealp{c} \\citeyearpar{d} \\citenum{e}", list("abcde")),
        ("\\parencite[\\emph{x} {]}]{a} \\textcite{b} \\autocite*{c}", list("abc")),
        ("\\footcite{a} \\footfullcite{b} \\fullcite{c} \\supercite{d}", list("abcd")),
        ("\\cites(see)(end)[12]{a}[][3]{b} x", ["a", "b"]),
        ("\\parencites{a}{b,c}", ["a", "b", "c"]),
        ("\\volcite{2}[5]{a}", ["a"]),
        ("\\cite{a,% comment\n  b}", ["a", "b"]),
        ("\\cite\n  {a}", ["a"]),
        ("\\\\\\cite{a}", ["a"]),
        ("\\cite{李2020:a/b.c+d}", ["李2020:a/b.c+d"]),
        ("\\cite{a}{b}", ["a"]),
        ("\\nocite{*}", ["*"]),
        ("\\cite[Theorem 2.1 (a), {[b]}]{EGA}", ["EGA"]),
        ("\\cite[][see]{a.b/c} \\cite {d}", ["a.b/c", "d"]),
        ("\\newcommand{\\planck}{\\cite{planck18}}", ["planck18"]),
        ("\\newcommand{\\mycite}[1]{[\\cite{#1}]} \\mycite{a,b}", ["a", "b"]),
        ("\\newcommand{\\see}[2][p]{\\citep[#1]{#2}} \\see{a} \\see[q]{b}", ["a", "b"]),
        ("\\NewDocumentCommand{\\see}{s o m}{\\citep{#3}} \\see{a}", ["a"]),
        ("\\def\\see#1{\\cite{#1}} \\see{a}", ["a"]),
        ("\\newcommand{\\see}[1]{\\citep{#1}}\\newcommand\\See[1]{S. \\see{#1}} \\See{a}", ["a"]),
    ],
)
def test_keys_are_found(source, expected):
    assert keys(source) == expected


def test_offsets_are_those_of_the_source():
    source = "é % \\cite{no}\n\\citep[x]{ one ,two}"
    for citation in cite_keys(source):
        assert source[citation.start : citation.end] == citation.key
        assert source[slice(*citation.argument)] == " one ,two"
        assert source[slice(*citation.whole)] == "\\citep[x]{ one ,two}"
        assert citation.command == "citep"


def test_own_command_keeps_its_name_and_its_place():
    source = "\\newcommand{\\see}[1]{\\nocite{#1}}\nx \\see{ a }"
    (citation,) = cite_keys(source)
    assert (citation.command, citation.key, citation.silent) == ("see", "a", True)
    assert source[citation.start : citation.end] == "a"
    assert source[slice(*citation.whole)] == "\\see{ a }"
    assert source[slice(*citation.group)] == "{ a }"


def test_nocite_is_marked_as_silent():
    assert [c.silent for c in cite_keys("\\nocite{a} \\cite{a}")] == [True, False]


def test_facts_are_listed_once_in_order_of_use():
    source = "\\fact{b.k} \\factvalue{a} \\fact{ b.k } % \\fact{c}\n\\facts{d} \\\\fact{e}"
    assert fact_keys(source) == ("b.k", "a")


@given(st.text(), st.data())
def test_everything_outside_the_spans_stays(text, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    assert replace_spans(text, [(a, b, text[a:b]) for a, b in reversed(spans)]) == text
    marked = replace_spans(text, [(a, b, "\x00") for a, b in spans])
    outside = re.sub("\x00", "", marked) if "\x00" not in text else None
    kept = "".join(
        text[a:b]
        for a, b in zip(
            [0, *(b for _, b in spans)], [*(a for a, _ in spans), len(text)], strict=True
        )
    )
    assert outside is None or outside == kept


@pytest.mark.parametrize("edits", [[(0, 2, ""), (1, 3, "")], [(2, 9, "")], [(3, 2, "")]])
def test_impossible_edits_are_refused(edits):
    with pytest.raises(ValueError, match="span"):
        replace_spans("abcd", edits)
