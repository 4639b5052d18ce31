import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.remedies.numbers import LONGEST, as_list, as_number, as_range, is_number


@pytest.mark.parametrize(
    "text",
    ["1", "-1", "+2.5", "2,5", "1e8", "1.5E-3", "1(2)", "1.2 \\pm 0.3", "1 +- 2", ".5", "> 3"],
)
def test_what_siunitx_reads_is_a_number_and_left_alone(text):
    assert is_number(text)
    assert as_number(text) is None


@pytest.mark.parametrize("text", ["", " ", "abc", "1.2.3", "1-2", "$1$", "1 m", "~1", "n/a", "--"])
def test_what_siunitx_does_not_read_is_none(text):
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3 \\times 10^8", "3e8"),
        ("3 x 10^{-8}", "3e-8"),
        ("3·10⁸", "3e8"),
        ("10^5", "e5"),
        ("$5$", "5"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("−5", "-5"),
        ("1±2", "1\\pm 2"),
        ("５", "5"),
        ("20°", "20"),
        ("~7", "7"),
    ],
)
def test_other_spellings_of_a_number(text, number):
    assert as_number(text) == number


@pytest.mark.parametrize("text", ["abc", "1.2.3", "1 and 2", "5 m", "9" * (LONGEST + 1), ""])
def test_what_is_no_number_stays_as_it_is(text):
    assert as_number(text) is None


@pytest.mark.parametrize("text", ["10-20", "10 -- 20", "10 to 20", "10–20", "10 \\to 20"])
def test_two_numbers_with_a_dash_are_a_range(text):
    assert as_range(text) == ("10", "20")


@pytest.mark.parametrize("text", ["10", "a-b", "1e-5", "10-20-30", "-10"])
def test_other_texts_are_no_range(text):
    assert as_range(text) is None


def test_numbers_with_semicolons_are_a_list_and_a_decimal_fraction_is_none():
    assert as_list("1; 2; 3") == ("1", "2", "3")
    assert as_list("1, 2") == ("1", "2")
    assert as_list("1,2") is None
    assert as_list("1") is None
    assert as_list("a; b") is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_that_python_prints_is_one(value):
    assert is_number(repr(value))


@given(st.text(alphabet="0123456789.,eE+-()±×·^{}\\ tims~", max_size=40))
def test_what_comes_out_is_readable(text):
    new = as_number(text)
    assert new is None or is_number(new) or new.lstrip("+-").startswith("e")


@pytest.mark.parametrize("sign", ["1", "(", "1,", "1 ", "~", "1e", "10^"])
def test_long_texts_are_refused_at_once(sign):
    text = sign * 100_000
    assert not is_number(text)
    assert (as_number(text), as_range(text), as_list(text)) == (None, None, None)
