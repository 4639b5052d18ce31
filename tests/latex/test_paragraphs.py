import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.paragraphs import locate, paragraph_at

SOURCE = """\\section{Results}
The mean is 5.0~V,\\ and \\emph{the spread}
is 2\\% at most --- ``as expected'' in 1--3 runs. % why?
A_B & C.

\\begin{itemize}
\\item One thing.

\\item Another thing.
\\end{itemize}

The last words."""

QUOTES = {
    "The mean is 5.0~V": "The mean is 5.0~V",
    "the spread} is 2": "the spread}\nis 2",
    "5.0 V, and": "5.0~V,\\ and",
    "2% at most": "2\\% at most",
    "at most — “as expected” in 1–3 runs": "at most --- ``as expected'' in 1--3 runs",
    'most - "as expected" in 1-3': "most --- ``as expected'' in 1--3",
    "The mean … the spread": "The mean is 5.0~V,\\ and \\emph{the spread",
    "The mean... at most": "The mean is 5.0~V,\\ and \\emph{the spread}\nis 2\\% at most",
    "  The last words.\n": "The last words.",
    "runs. A_B": "runs. % why?\nA_B",
}

PIECES = st.lists(
    st.sampled_from(
        [
            *("a", "b c", " ", "~", "\n", "\n\n", "\r\n\r\n", "%", "% x\n", "…", "...", '"', "``"),
            *(
                "\\dots",
                "''",
                "-",
                "--",
                "\\ ",
                "\\,",
                "(",
                "[",
                "*",
                "\\",
                "\\begin{x}",
                "\\end{x}",
                "$",
            ),
        ]
    ),
    max_size=30,
).map("".join)


@pytest.mark.parametrize(("quote", "words"), QUOTES.items())
def test_a_quote_is_found_however_its_signs_are_spelled(quote, words):
    span = locate(SOURCE, quote)
    assert span is not None
    assert SOURCE[slice(*span)] == words


@pytest.mark.parametrize("quote", ["", "  \n", "The median is 5.0", "...", "the spread is 3", "%"])
def test_a_quote_that_is_not_there_has_no_place(quote):
    assert locate(SOURCE.replace("% why?", "").replace("\\%", "per cent"), quote) is None


def test_an_ellipsis_does_not_reach_over_half_the_text():
    assert locate("start " + "word " * 200 + "end", "start … end") is None


@given(PIECES, st.integers(0, 60), st.integers(0, 60))
def test_every_part_of_a_source_is_found_where_it_stands_first(source, one, other):
    start, end = sorted((one, other))
    part = source[start:end].strip()
    if part:
        first = source.find(part)
        assert locate(source, source[start:end]) == (first, first + len(part))


@given(PIECES | st.text(), PIECES | st.text())
def test_any_quote_has_a_place_in_the_source_or_none(source, quote):
    span = locate(source, quote)
    assert span is None or 0 <= span[0] < span[1] <= len(source)


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["some ", "some%", "\\ ", "~", "- ", "% \n", "more words "])
def test_a_long_source_that_repeats_the_quote_in_part_is_searched_in_time(unit):
    begun = time.process_time()
    locate(unit * (50_000 // len(unit)), "some – more … words “at” the end" + " of it" * 50)
    assert time.process_time() - begun < 1.5


def around(words: str) -> str:
    start = SOURCE.index(words)
    return SOURCE[slice(*paragraph_at(SOURCE, start, start + len(words)))]


def test_a_paragraph_lies_between_blank_lines():
    assert around("the last words".capitalize()) == "The last words."
    assert around("mean").startswith("\\section{Results}\nThe mean")
    assert around("mean").endswith("A_B & C.")


def test_an_environment_is_not_cut_in_two():
    expected = SOURCE[SOURCE.index("\\begin{itemize}") : SOURCE.index("\n\nThe last")]
    assert around("One thing") == expected
    assert around("Another") == expected


def test_the_environment_of_the_whole_document_holds_no_paragraph_together():
    source = "\\begin{document}\n\nOne.\n\nTwo.\n\n\\end{document}\n"
    start = source.index("Two")
    assert source[slice(*paragraph_at(source, start, start + 3))] == "Two."


def test_a_quote_over_two_paragraphs_takes_both():
    start, end = SOURCE.index("A_B"), SOURCE.index("One")
    first, last = paragraph_at(SOURCE, start, end)
    assert SOURCE[first:last].startswith("\\section")
    assert SOURCE[first:last].endswith("\\end{itemize}")


@given(PIECES | st.text(), st.integers(-3, 60), st.integers(-3, 60))
def test_a_paragraph_holds_what_it_was_asked_for(source, one, other):
    start, end = sorted((one, other))
    first, last = paragraph_at(source, start, end)
    assert 0 <= first <= last <= len(source)
    words = source[max(start, 0) : max(end, 0)].strip()
    assert words in source[first:last]
