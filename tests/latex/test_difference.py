import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.difference import Hunk, finer, hunks

TEXT = st.text(alphabet="ab\n", max_size=40)


def applied(old: str, changes: tuple[Hunk, ...]) -> str:
    parts, done = [], 0
    for hunk in changes:
        assert done <= hunk.start <= hunk.end
        parts += [old[done : hunk.start], hunk.new]
        done = hunk.end
    return "".join([*parts, old[done:]])


@given(TEXT, TEXT)
def test_hunks_turn_the_old_text_into_the_new_one(old, new):
    assert applied(old, hunks(old, new)) == new
    whole = Hunk(0, len(old), new)
    assert applied(old, finer(old, whole)) == new


@pytest.mark.parametrize("text", ["", "a", "a\nb\n", "\n\n"])
def test_same_text_has_no_hunk(text):
    assert hunks(text, text) == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a\nb\nc\n", "a\nX\nc\n", [Hunk(2, 3, "X")]),
        ("a\nb\nc\n", "a\nc\n", [Hunk(2, 4, "")]),
        ("a\nc\n", "a\nb\nc\n", [Hunk(2, 2, "b\n")]),
        ("one two\nb\nthree\n", "one 2\nb\n3\n", [Hunk(4, 7, "2"), Hunk(10, 15, "3")]),
        ("aa1\nbb1\n", "aa2\nbb2\n", [Hunk(2, 3, "2"), Hunk(6, 7, "2")]),
        ("a", "b", [Hunk(0, 1, "b")]),
        ("", "b", [Hunk(0, 0, "b")]),
    ],
)
def test_hunk_is_no_longer_than_it_must_be(old, new, expected):
    assert list(hunks(old, new)) == expected


def test_places_far_apart_in_a_long_text_stay_apart():
    lines = [f"line {number}\n" if number % 2 else "\n" for number in range(20_000)]
    changed = [*lines]
    changed[101], changed[15_001] = "other\n", "another\n"
    found = hunks("".join(lines), "".join(changed))
    assert [hunk.new for hunk in found] == ["other", "another"]
