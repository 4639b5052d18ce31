import pytest

from compile.remedies.mathlike import MATH_COMMANDS, TEXT_COMMANDS, is_prose, tokens


@pytest.mark.parametrize(
    "line",
    ["We have", "where $m$ is the mass and $v$ its speed.", "and this is known.",
     "\\section{Method}", "\\item First of all"],
)  # fmt: skip
def test_text_is_prose(line):
    assert is_prose(line)


@pytest.mark.parametrize(
    "line",
    ["", "a = b", "\\frac{a}{b} &= \\sqrt{x} \\\\", "0 & \\text{for all of the others} \\\\",
     "x_{max} = v_{min} + 3", "\\label{eq:one}", "\\sin x + \\max(y)",
     "\\SI{3}{\\metre\\per\\second}"],
)  # fmt: skip
def test_line_of_a_formula_is_no_prose(line):
    assert not is_prose(line)


def test_tokens_cover_the_span():
    line = "a $\\alpha_0$ is \\textbf{it}, \\(x\\) 3.5(2)~m"
    found = list(tokens(line, 2, len(line)))
    assert "".join(token.text for token in found) == line[2:]
    assert [token.text for token in found if token.kind == "dollar"] == ["$", "$", "\\(", "\\)"]


def test_no_command_belongs_to_both_sides():
    assert not MATH_COMMANDS & TEXT_COMMANDS
