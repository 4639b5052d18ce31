"""Verbatim text where it may not stand."""

import pytest

from compile.remedies.listings import (
    join_verb,
    name_letters_of_listings,
    print_verb,
    replace_minted,
)
from tests.compile.remedies.cured_text import compiled, cured, errors
from tests.compile.remedies.trying import whole


def test_a_verb_on_one_line_stays():
    source = whole("See \\verb|a_b| here.")
    assert cured(join_verb, source, "verb-line-break", "See") == source
    assert cured(print_verb, source, "verb-in-argument", "See") == source


def test_a_broken_verb_is_joined():
    source = whole("See \\verb|a_b\nc| here.")
    assert cured(join_verb, source, "verb-line-break", "See") == whole("See \\verb|a_b c| here.")


def test_a_verb_in_an_argument_is_printed_in_typewriter_type():
    source = whole("A\\footnote{See \\verb|a_b|.} b")
    expected = whole("A\\footnote{See \\texttt{a\\_b}.} b")
    assert cured(print_verb, source, "missing-dollar", "A\\foot") == expected


def test_letters_of_listings_are_named_and_the_listing_stays():
    listing = "\\begin{lstlisting}\nGröße\n\\end{lstlisting}"
    source = whole(listing, "\\usepackage{listings}\n")
    expected = whole(
        listing, '\\usepackage{listings}\n\\lstset{literate={ß}{{\\ss}}1{ö}{{\\"o}}1}\n'
    )
    assert cured(name_letters_of_listings, source, "invalid-encoding", "Gr") == expected
    assert cured(name_letters_of_listings, whole(listing), "invalid-encoding", "Gr") == whole(
        listing
    )


def test_minted_keeps_its_text():
    body = "\\begin{minted}{python}\nx_1 = 1 # %\n\\end{minted}"
    after = cured(replace_minted, whole(body, "\\usepackage{minted}\n"), "shell-escape")
    assert after.endswith(f"{body}\n\\end{{document}}\n")
    assert "\\usepackage{minted}" not in after


@pytest.mark.tex
@pytest.mark.parametrize(
    ("body", "preamble"),
    [
        ("See \\verb|a_b\nc| here.", ""),
        ("\\begin{lstlisting}\nGröße\n\\end{lstlisting}", "\\usepackage{listings}\n"),
        ("\\begin{minted}{c}\nx_1\n\\end{minted}", "\\usepackage{minted}\n"),
    ],
)
def test_the_document_compiles_afterwards(tmp_path, body, preamble):
    assert errors(compiled(tmp_path, whole(body, preamble))) == []


@pytest.mark.parametrize("needle", ["Text.", "or "])
def test_verb_in_an_argument_over_two_lines_is_printed(needle):
    source = whole("Text.\\footnote{Use \\verb|a_b|\nor \\verb|c&d|.} \\verb|e_f|")
    right = whole("Text.\\footnote{Use \\texttt{a\\_b}\nor \\texttt{c\\&d}.} \\verb|e_f|")
    assert cured(print_verb, source, "missing-dollar", needle) == right
