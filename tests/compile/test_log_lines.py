from hypothesis import given
from hypothesis import strategies as st

from compile.log_lines import WIDTH, unwrapped

PDFTEX = "This is pdfTeX, Version 3.14\nentering extended mode\n**a.tex\n"


def broken(lines: list[str]) -> str:
    """As TeX writes them: a line of full width is followed by a new one without more ado."""
    out = []
    for line in lines:
        data = line.encode()
        out += [data[n : n + WIDTH] for n in range(0, max(1, len(data)), WIDTH)]
    return PDFTEX + b"\n".join(out).decode("utf-8", "replace")


words = st.text(alphabet="abcdefghij .", min_size=1, max_size=300)


@given(st.lists(words.filter(lambda text: len(text) % WIDTH), min_size=1, max_size=8))
def test_broken_lines_are_joined_again(lines):
    lines = [*lines, *["z" * 100 for _ in range(3)]]
    assert unwrapped(broken(lines))[3:] == lines


def test_letter_that_was_broken_counts_its_bytes():
    line = "x" * (WIDTH - 1) + "ö is not whole"
    (joined,) = (
        text for text in unwrapped(broken([line, "z" * 100, "z" * 100])) if "whole" in text
    )
    assert joined.endswith(" is not whole")


def test_report_after_a_line_of_full_width_stays_a_report():
    text = broken(["z" * 100, "z" * 100, "z" * WIDTH, "! Undefined control sequence."])
    assert unwrapped(text)[-1] == "! Undefined control sequence."


def test_log_with_longer_lines_is_left_alone():
    text = PDFTEX + "\n".join(["y" * WIDTH, "goes on?", "z" * 200])
    assert unwrapped(text) == text.split("\n")


def test_xetex_counts_characters():
    head = PDFTEX.replace("pdfTeX", "XeTeX")
    text = head + "\n".join(["摆" * WIDTH, "动"] * 3)
    assert unwrapped(text)[3:] == ["摆" * WIDTH + "动"] * 3
