import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.documents.line_ends import with_ends_of

TEXT = st.text(alphabet="ab\r\n", max_size=40)


@given(TEXT)
def test_the_same_text_ends_as_it_did(text):
    assert with_ends_of(text, text) == text
    assert with_ends_of(text, text.replace("\r\n", "\n").replace("\r", "\n")) == text


@given(TEXT, TEXT)
def test_only_line_ends_change(old, new):
    got = with_ends_of(old, new)
    unified = [text.replace("\r\n", "\n").replace("\r", "\n") for text in (got, new)]
    assert unified[0] == unified[1]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("a\r\nb\r\nc\n", "a\nB\nb\nc\n", "a\r\nB\r\nb\r\nc\n"),
        ("a\r\nb\n\n", "a\nX\n\n", "a\r\nX\n\n"),
        ("a\nb\r\n", "X\nb\n", "X\nb\r\n"),
        ("a", "a\nb\n", "a\nb\n"),
        ("a\r\nb", "a\nb", "a\r\nb"),
        ("a\rb\r", "a\nb\nc", "a\rb\rc"),
        ("\ra\n", "\r\r\r", "\n\n\n"),
    ],
)
def test_a_line_ends_as_it_did_and_a_new_one_as_the_one_before(old, new, wanted):
    assert with_ends_of(old, new) == wanted


def test_many_equal_lines_stay_fast():
    old = "\r\n" * 20_000 + "a b\n" * 20_000
    new = old.replace("\r\n", "\n").replace("a b", "a c")
    begun = time.monotonic()
    assert with_ends_of(old, new) == old.replace("a b", "a c")
    assert time.monotonic() - begun < 5
