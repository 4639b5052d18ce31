import pytest

from compile.remedies.quantities import readings


def best(name: str, *texts: str, option: str = "") -> str:
    return next(readings(name, option, list(texts)))[0]


@pytest.mark.parametrize(
    ("name", "texts", "new"),
    [
        ("num", ["3 x 10^8"], r"\num{3e8}"),
        ("qty", ["1,234,567", r"\metre"], r"\qty{1234567}{\metre}"),
        ("qty", ["10-20", r"\metre"], r"\qtyrange{10}{20}{\metre}"),
        ("SI", ["10 to 20", r"\metre"], r"\SIrange{10}{20}{\metre}"),
        ("num", ["1; 2; 3"], r"\numlist{1;2;3}"),
        ("qty", [r"\metre", "5"], r"\qty{5}{\metre}"),
        ("qty", ["", r"\metre"], r"\unit{\metre}"),
        ("SI", ["", r"\metre"], r"\si{\metre}"),
        ("num", [""], "{}"),
        ("num", ["5 s"], r"\qty{5}{s}"),
        ("num", ["5\\%"], r"\qty{5}{\percent}"),
        ("num", [r"\textbf{5}"], r"\textbf{\num{5}}"),
        ("qty", ["about 5", r"\second"], r"about~\qty{5}{\second}"),
        ("qty", ["≈5", r"\second"], r"$\approx$~\qty{5}{\second}"),
        ("qty", ["abc", r"\metre"], r"abc~\unit{\metre}"),
        ("SI", ["abc", r"\metre"], r"abc~\si{\metre}"),
        ("num", ["1.2.3"], "1.2.3"),
        ("num", ["x_1"], r"\ensuremath{x_1}"),
        ("numrange", ["a", "5"], "a to 5"),
    ],
)
def test_the_likeliest_reading_of_a_command(name, texts, new):
    assert best(name, *texts) == new


def test_options_stay_where_the_command_stays():
    assert best("num", "3 x 10^8", option="[round-mode=places]") == (
        r"\num[round-mode=places]{3e8}"
    )


def test_plain_text_is_the_last_resort_of_every_reading():
    assert list(readings("qty", "", ["10-20", r"\metre"]))[-1][0] == r"10-20~\unit{\metre}"
