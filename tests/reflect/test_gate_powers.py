"""Powers and indices are numbers too."""

import pytest

from tests.reflect.gating import rules

TEXT = "The area \\(Y_n^2\\) in mm\\(^2\\) grows."
DISPLAY = "So\n\\begin{equation}\nI = \\frac{b \\, d^{3}}{12} + a_1 .\n\\end{equation}\nholds."


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        (TEXT, "Y_n^2", "Y_n^20"),
        (TEXT, "mm\\(^2", "mm\\(^3"),
        (DISPLAY, "d^{3}", "d^{30}"),
        (DISPLAY, "a_1", "a_{10}"),
        (DISPLAY, "d^{3}", "d^{-3}"),
    ],
)
def test_a_power_stays(body, old, new):
    assert "power-changed" in rules(body, body.replace(old, new))


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        (TEXT, "Y_n^2", "Y_n^{2}"),
        (TEXT, "grows", "grew"),
        (TEXT, "Y_n^2", "Y_n^2 + X_n^3"),
        (DISPLAY, "\\frac{b \\, d^{3}}{12}", "\\frac{b}{12} d^3"),
    ],
)
def test_a_formula_may_be_written_otherwise(body, old, new):
    assert rules(body, body.replace(old, new)) == ()
