"""An omission is found line by line just as it is in the whole text."""

import time

from hypothesis import given
from hypothesis import strategies as st

from latex.elision import ELISION, omissions

PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "% ",
                "%",
                "...",
                "…",
                "\\dots",
                "\\ldots{}",
                "(",
                ")",
                "[",
                "]",
                "（",
                "）",
                "【",
                "】",
            ),
            *("<", ">", "\n", "\n\n", " ", ". ", "}", "“", "'", "\t", "\r\n", "\\", "{"),
            *("the rest ", "Rest ", "of the section ", "remains ", "unchanged", "other ", "text "),
            *("same as before", "as before", "is omitted", "omitted for brevity", "continues here"),
            *("Der restliche Text ", "bleibt unverändert", "wie bisher", "übriges ", "gleich"),
            *("le reste ", "inchangé", "identique", "其余", "内容", "不变", "省略", "以下", "同上"),
            *("existing code", "goes here", "Rest", "identical", "kept", "This section "),
        ]
    ),
    max_size=14,
).map("".join)


@given(PIECES)
def test_line_by_line_is_as_good_as_at_once(text):
    wanted = [match.span() for match in ELISION.finditer(text)]
    assert [match.span() for match in omissions(text)] == wanted


@given(PIECES, PIECES)
def test_a_span_has_what_lies_in_its_lines(before, text):
    start = len(before) + 1
    whole = f"{before}\n{text}"
    wanted = [match.span() for match in ELISION.finditer(whole, start)]
    assert [match.span() for match in omissions(whole, start)] == wanted


def test_prose_is_read_through_in_no_time():
    text = "It is the same reading as before, of the other rod, and it was kept as it is.\n" * 1400
    begun = time.process_time()
    assert list(omissions(text)) == []
    assert time.process_time() - begun < 0.1
