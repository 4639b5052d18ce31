import pytest

from latex.formula import encode_math, inside_text, is_displayed
from tests.latex.typesetting import ENGLISH, PACKAGES, complaints


@pytest.mark.parametrize(
    "formula", ["", "x^2", r"\alpha \% \# a", r"\begin{matrix} a & b \end{matrix}", r"a \& b"]
)
def test_plain_formula_stays_as_it_is(formula):
    assert encode_math(formula) == formula


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        ("5%", r"5\%"),
        ("α≤β", r"\alpha \leq \beta "),
        ("20°C", r"20^{\circ}C"),
        ("2×3", r"2\times 3"),
        ("x²", "x^{2}"),
        ("v₀", "v_{0}"),
        ("U=5伏", r"U=5\text{伏}"),
        ("é", r"\text{é}"),
        (r"a &= b \\ c &= d", r"\begin{aligned}a &= b \\ c &= d\end{aligned}"),
    ],
)
def test_symbols_become_commands(formula, latex):
    assert encode_math(formula) == latex


def test_environments_with_a_display_of_their_own_are_known():
    assert is_displayed("\n\\begin{align*} a \\end{align*} ")
    assert not is_displayed("\\begin{aligned} a \\end{aligned}")
    assert not is_displayed("x \\begin{align} a \\end{align}")


@pytest.mark.parametrize(
    ("formula", "inside"),
    [
        ("x", "x"),
        ("\\begin{equation*} x \\end{equation*}", "x"),
        ("\\begin{alignat}{2} x &= y \\end{alignat}", "\\begin{aligned}x &= y\\end{aligned}"),
        ("\\begin{gather}x\\end{gather} ", "\\begin{gathered}x\\end{gathered}"),
    ],
)
def test_display_is_taken_off_inside_text(formula, inside):
    assert inside_text(formula) == inside


@pytest.mark.tex
@pytest.mark.slow
def test_symbols_compile_in_formulas(tmp_path):
    symbols = "αΩ∂∇∑∫≤≥≠≈±×÷·°′″…→⇒∞√∈⊂∪ℏℝé€µ−½²₃№"
    body = "\n\n".join(f"$a{encode_math(symbol)}b$" for symbol in symbols)
    assert complaints(body, tmp_path, preamble=ENGLISH + PACKAGES) == []
