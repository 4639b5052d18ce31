"""Characters beyond ASCII that the engine or its font cannot set."""

import pytest

from compile.remedies.letters import load_text_fonts, narrow_braces, write_sign
from compile.remedies.typefaces import change_engine, load_chinese_fonts, set_as_text
from tests.compile.remedies.cured_text import compiled, cured, errors, guarded, proposed
from tests.compile.remedies.trying import whole


def unknown(sign: str) -> str:
    return f"The character {sign} (U+{ord(sign):04X}) is not known to pdfLaTeX."


@pytest.mark.parametrize("body", ["\\verb|≤|", "% ≤", "\\label{a≤b}"])
def test_a_sign_outside_of_text_stays(body):
    source = whole(body)
    assert cured(write_sign, source, "unicode-character", message=unknown("≤")) == source


@pytest.mark.parametrize(
    ("body", "sign", "expected"),
    [
        ("x ≤ 5", "≤", "x \\ensuremath{\\leq} 5"),
        ("$x ≤ 5$", "≤", "$x \\leq  5$"),
        ("10⁻³ m", "⁻", "10\\textsuperscript{\\ensuremath{-}}\\textsuperscript{3} m"),
        ("$10⁻³$", "⁻", "$10^{-3}$"),
        ("CO₂", "₂", "CO\\textsubscript{2}"),
        ("a\u200bb", "\u200b", "ab"),
        ("a\u2009b", "\u2009", "a\\,b"),
        ("cafe\u0301", "\u0301", "café"),
    ],
)
def test_signs(body, sign, expected):
    source = whole(body)
    assert cured(write_sign, source, "unicode-character", message=unknown(sign)) == whole(expected)


def test_fonts_are_loaded_for_letters_the_old_encoding_lacks():
    expected = whole("Ząb", "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n")
    assert cured(load_text_fonts, whole("Ząb"), "missing-sign") == expected
    assert cured(load_text_fonts, expected, "missing-sign") == expected


def test_full_width_braces_behind_a_command():
    source = whole("\\textbf｛重点｝内容，｛不｝")
    assert guarded(narrow_braces, source) == whole("\\textbf{重点}内容，｛不｝")


def test_letters_without_a_command_change_the_engine():
    (cure,) = proposed(change_engine, whole("при"), "unicode-character", message=unknown("п"))
    assert cure.engine == "xelatex"


def test_chinese_gets_its_fonts_and_stands_as_text_in_formulas():
    source = whole("单摆")
    after = cured(
        load_chinese_fonts, source, "missing-character", context="单 摆", engine="xelatex"
    )
    assert "{ctex}" in after
    source = whole("$\\frac{距离}{t}$", "\\usepackage{amsmath}\n")
    after = cured(set_as_text, source, "missing-character", context="距 离", engine="xelatex")
    assert "\\frac{\\text{距离}}{t}" in after


@pytest.mark.tex
@pytest.mark.parametrize("body", ["x ≤ 5 and $a ≤ π²$", "10⁻³ − CO₂", "Ząb", "привет"])
def test_the_document_compiles_afterwards(tmp_path, body):
    assert errors(compiled(tmp_path, whole(body))) == []
