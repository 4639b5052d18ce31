import pytest

from compile.remedies.formula_spans import displays, in_formula, inline_formulas, odd_stretches


def inline(code):
    return [code[start:end] for start, end in inline_formulas("main.tex", code)]


@pytest.mark.parametrize(
    ("code", "formulas"),
    [
        ("$a$ and \\(b\\), \\$3", ["$a$", "\\(b\\)"]),
        ("$a and b\n\n$c$", ["$c$"]),
        ("$a$ \\section{B} $c", ["$a$"]),
        ("\\begin{tabular}{l} $a & $b$ \\\\ $c$ \\end{tabular}", ["$b$", "$c$"]),
        ("\\item $a\n\\item $b$", ["$b$"]),
        ("$a \\text{ if $b$} c$ and \\textbf{$d$}", ["$a \\text{ if $b$} c$", "$d$"]),
        ("$\\text{\\rlap{$a$}}b$ $c$", ["$\\text{\\rlap{$a$}}b$", "$c$"]),
        ("\\textbf{\\$5} and \\text{\\$6 or \\$7}", []),
        ("\\begin{equation} a \\text{ if $b$} \\end{equation} $c$", ["$c$"]),
    ],
)
def test_formulas_end_with_their_stretch_of_text(code, formulas):
    assert inline(code) == formulas


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("\\[ a \\]", [("\\[", " a ")]),
        ("$$ a $$", [("$$", " a ")]),
        ("\\begin{align*} a \\end{align*}", [("align*", " a ")]),
        ("a \\\\[2pt] b", []),
        ("$$ a\n\nb $$", []),
        ("\\[ a", []),
    ],
)
def test_displays_are_what_stands_between_their_signs(code, found):
    assert [(d.name, code[d.start : d.end]) for d in displays("main.tex", code)] == found


def test_odd_stretch_holds_its_signs():
    (stretch,) = odd_stretches("main.tex", "a $b$ c.\n\nd $e and $f$.\n\ng")
    assert stretch.dollars == (12, 19, 21)


def test_place_in_a_formula_is_known():
    code = "a $b$ \\[ c \\] d"
    assert [letter for at, letter in enumerate(code) if in_formula("main.tex", code, at)
            and letter.isalpha()] == ["b", "c"]  # fmt: skip
