import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from latex.sections import outline
from latex.splice import SpliceError, digest_outside, splice

TEXT = st.text(st.sampled_from("ab é中\r\n\ufeff\\{}%$"), max_size=80) | st.text(max_size=80)


@given(TEXT, TEXT, st.integers(0, 80), st.integers(0, 80))
def test_the_text_outside_the_span_stays_byte_for_byte(source, new, one, other):
    start, end = sorted((min(one, len(source)), min(other, len(source))))
    spliced = splice(source, (start, end), new)
    first, last = spliced.span
    assert spliced.text[first:last] == new
    assert spliced.text[:first] == source[:start]
    assert spliced.text[last:] == source[end:]
    assert spliced.digest_outside == digest_outside(source, (start, end))


@given(TEXT, st.integers(0, 80), st.integers(0, 80))
def test_the_old_text_put_back_gives_the_old_source(source, one, other):
    start, end = sorted((min(one, len(source)), min(other, len(source))))
    spliced = splice(source, (start, end), "something else")
    assert splice(spliced.text, spliced.span, source[start:end]).text == source


@given(TEXT, TEXT, st.integers(0, 80), st.integers(0, 80))
def test_the_digest_tells_any_other_text_outside(source, other, one, two):
    assume(other != source)
    start, end = sorted((min(one, len(source)), min(two, len(source))))
    span = start, end
    same = other[:start] == source[:start] and other[end:] == source[end:]
    assert (digest_outside(other, span) == digest_outside(source, span)) == same


def test_what_moves_from_before_the_span_to_behind_it_is_told():
    assert digest_outside("ab|c", (2, 3)) != digest_outside("a|bc", (1, 2))


@pytest.mark.parametrize("span", [(-1, 2), (2, 1), (0, 6), (6, 6)])
def test_a_span_that_leaves_the_source_is_an_error(span):
    with pytest.raises(SpliceError, match="leaves a text of 5 characters"):
        splice("abcde", span, "")


def test_carriage_returns_a_byte_order_mark_and_a_missing_last_line_end_survive():
    source = "\ufeff\\section{A}\r\nOne.\r\n\\section{B}\r\nTwo."
    section = outline(source)[0]
    spliced = splice(source, (section.start, section.end), "\\section{A}\r\nNew.\r\n")
    assert spliced.text == "\ufeff\\section{A}\r\nNew.\r\n\\section{B}\r\nTwo."


def test_halves_of_pairs_from_bytes_that_are_no_text_survive():
    source = b"a\xe9\\section{B}\xff".decode("utf-8", "surrogateescape")
    spliced = splice(source, (2, 3), "x")
    assert spliced.text.encode("utf-8", "surrogateescape") == b"a\xe9xsection{B}\xff"
