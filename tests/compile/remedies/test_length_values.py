import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.remedies.length_values import meant_length, silent_length


@pytest.mark.parametrize(
    ("text", "axis", "length"),
    [
        ("0.5", "across", r"0.5\linewidth"),
        ("1", "across", r"1\linewidth"),
        ("7", "across", "7cm"),
        ("300", "across", "300pt"),
        ("0.3", "down", r"0.3\textheight"),
        ("10", "space", "10pt"),
        ("0.5", "space", "0.5cm"),
        ("-5", "space", "-5pt"),
        ("6", "small", "6pt"),
        ("2", "lines", r"2\baselineskip"),
        ("2.5", "page", "2.5cm"),
        ("1", "page", "1in"),
        ("25", "page", "25mm"),
        ("3", "column", "3cm"),
        ("", "across", r"\linewidth"),
        ("", "space", "0pt"),
        ("7,5cm", "across", "7.5cm"),
        (r"0,5\textwidth", "across", r"0.5\textwidth"),
        (r"0..5\textwidth", "across", r"0.5\textwidth"),
        (r"80\%", "across", r"0.8\linewidth"),
        (r"80\%\textwidth", "across", r"0.8\textwidth"),
        (r"0.8*\textwidth", "across", r"0.8\textwidth"),
        (r"\textwidth0.8", "across", r"0.8\textwidth"),
        (r"\textwidth/2", "across", r"0.5\textwidth"),
        (r"1/2\textwidth", "across", r"0.5\textwidth"),
        ("0.8textwidth", "across", r"0.8\textwidth"),
        (r"0.5\textwidth\linewidth", "across", r"0.5\textwidth"),
        ("300px", "across", "300bp"),
        ("2inch", "across", "2in"),
        ("5cms", "across", "5cm"),
        ("10rem", "across", "10em"),
        ("50vw", "across", r"0.5\textwidth"),
        ("half", "across", r"0.5\linewidth"),
        ("auto", "across", "!"),
        (r"80\textwidth", "across", r"0.8\textwidth"),
        ("900cm", "across", r"\linewidth"),
        ("20000", "across", r"\linewidth"),
        ("-900cm", "space", r"-\textheight"),
        ("1cm plus 1", "space", "1cm plus 1pt"),
        (r"\bigskip", "space", r"\bigskipamount"),
        (r"50\%", "factor", "0.5"),
        ("0,5", "factor", "0.5"),
        ("two", "count", "2"),
        ("99999999999", "count", "2147483647"),
    ],
)
def test_what_was_meant(text, axis, length):
    assert meant_length(text, axis) == length


@pytest.mark.parametrize("axis", ["across", "down", "space", "small", "page", "lines", "column"])
@pytest.mark.parametrize(
    "text",
    [
        "5cm", ".5in", "-3pt", "5 cm", "2true cm", r"0.5\textwidth", r"\linewidth", r"-\parskip",
        r"0.5\mylength", "1cm plus 1fil", "1cm plus 2pt minus 1pt", r"\dimexpr\textwidth-1cm\relax",
        r"\fill", "!", "{3cm}", r"\widthof{abc}", "#1", r"1.2\baselineskip", "0.5em",
    ],
)  # fmt: skip
def test_lengths_that_tex_reads_stay(text, axis):
    assert meant_length(text, axis) is None


@pytest.mark.parametrize("text", ["1", "0.75", "-90", r"\factor"])
def test_factors_that_tex_reads_stay(text):
    assert meant_length(text, "factor") is None


@pytest.mark.parametrize("text", ["0", "17", r"\value{page}", "-3", "2147483647"])
def test_counts_that_tex_reads_stay(text):
    assert meant_length(text, "count") is None


@pytest.mark.parametrize(
    ("text", "length"),
    [
        (r"\textwidth0.5", r"0.5\textwidth"),
        (r"\linewidth*0.8", r"0.8\linewidth"),
        (r"\textwidth/2", r"0.5\textwidth"),
        (r"80\%", r"0.8\linewidth"),
    ],
)
def test_what_tex_reads_wrongly_without_a_word(text, length):
    assert silent_length(text, calculated=False) == length


@pytest.mark.parametrize("text", [r"\linewidth*0.8", r"\textwidth/2", r"\textwidth", "0.5", "3cm"])
def test_with_calc_products_are_right(text):
    assert silent_length(text, calculated=True) is None


@given(
    st.text("0123456789.,%\\*/ +-{}\"'" + "texwidhcmpn", max_size=90),
    st.sampled_from(["across", "down", "space", "small", "page", "lines", "column", "count"]),
)
def test_what_was_meant_is_right_at_once(text, axis):
    length = meant_length(text, axis)
    if length is not None and axis != "count" and length != text.strip():
        assert meant_length(length, axis) in (None, length)
