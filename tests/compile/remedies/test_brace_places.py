import pytest

from compile.remedies.brace_places import closings, merged, misplaced, openings
from compile.remedies.groups import brace_faults


def places(code):
    (fault,) = brace_faults("main.tex", code)
    found = closings if fault.kind == "unclosed" else openings
    brace = "}" if fault.kind == "unclosed" else "{"
    return [code[:at] + brace + code[at:] for at in found(code, fault)]


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("\\ref{fig:a and text", "\\ref{fig:a} and text"),
        ("\\section{Method\n\\label{a}", "\\section{Method}\n\\label{a}"),
        ("\\section{On \\emph{it}\nText.", "\\section{On \\emph{it}}\nText."),
        ("\\begin{tabular}{l|r\na & b", "\\begin{tabular}{l|r}\na & b"),
        ("\\frac{a + b{c}", "\\frac{a + b}{c}"),
        ("\\textbf{a word, and more", "\\textbf{a word}, and more"),
        ("\\footnote{One. Two.", "\\footnote{One.} Two."),
        ("x_{max + y", "x_{max} + y"),
        ("\\sqrt{a + b = c", "\\sqrt{a + b} = c"),
        ("\\SI{3{\\metre} long", "\\SI{3}{\\metre} long"),
    ],
)
def test_first_place_to_close_fits_the_command(code, first):
    assert places(code)[0] == first


def test_nothing_is_closed_behind_a_blank_line_or_heading():
    for code in ("\\emph{a b\n\nc d", "\\emph{a b\n\\section{c} d"):
        assert all(found.index("}") <= len("\\emph{a b") for found in places(code))


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("\\emph word} more", "\\emph {word} more"),
        ("\\frac{a}b}", "\\frac{a}{b}"),
        ("x_max}", "x_{max}"),
        ("\\frac{\\varphi_\\min}}{b}", "\\frac{\\varphi_{\\min}}{b}"),
        ("\\textbfresonance} curve", "\\textbf{resonance} curve"),
        ("\\frac{a}{\\sqrt b + c}}", "\\frac{a}{\\sqrt {b + c}}"),
    ],
)
def test_first_place_to_open_lacks_an_argument(code, first):
    assert places(code)[0] == first


def test_known_command_is_not_taken_apart():
    assert merged("textbfresonance", {"textbf": 1}) == "textbf"
    assert merged("sinh", {"sin": 1}) is None
    assert merged("emphasis", {}) is None


def test_brace_in_the_middle_of_a_word_is_misplaced():
    assert list(misplaced("a wo{rd", 0, 7, "{")) == [4]
    assert list(misplaced("\\toprul{e", 0, 9, "{")) == [7]
    assert list(misplaced("\\emph{a x{ y", 0, 12, "{")) == []
