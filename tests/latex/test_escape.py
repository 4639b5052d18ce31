import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.escape import TABLE, escape
from tests.latex.typesetting import CHINESE, ENGLISH, PACKAGES, complaints

CONTROL = re.compile(r"\\(?:[A-Za-z]+|[#$%&_{},'])")

NASTIES = (
    r"a_b & 5% #3 ~^\{}$",
    "O'Brien, 5' 30\" and `code` -- --- <a|b>",
    "[mm] at the start, then [x]",
    "*1.5",
    "x\u0304 ± σ, ȳ, θ\u0302",
    "µ μ Ω Ω ° ℃ ≤ ≥ → × ± ² 10⁻³ H₂O CO₂ ½ ⅓ α β Δ ϑ",
    "Nguyễn, Müller, Ångström, Łukasz, Žižek, Ħ, Иванов, объект",
    "😀 א ① ﬁ ŉ \ufffd \ue123 \ud800 \U0010ffff",
    "line\nbreak\r\n\r\nparagraph\ttab\x00\x07\u200b\ufeff\u2028end",
    "a\u00a0b\u2009c\u202fd",
    "U(t)_100%.csv",
    "!`?` ,,quoted'' <<x>>",
    "T（K）",
    "\\input{/etc/passwd} \\end{document}",
)

KNOWN = [chr(code) for code in sorted(TABLE) if code > 0x20]
"""Taken before any test: the table also remembers what it was asked for in vain."""


@given(st.text())
def test_output_never_holds_a_bare_special(text):
    latex = escape(text)
    rest = CONTROL.sub("", latex)
    assert not re.search(r"[#$%&_~^\\]", rest)
    assert "--" not in latex
    assert "\n" not in latex
    depth = 0
    for brace in re.findall(r"[{}]", re.sub(r"\\[{}]", "", latex)):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0


@given(st.text(alphabet=st.characters(min_codepoint=0x21, max_codepoint=0x24F)))
def test_no_visible_character_disappears(text):
    assert len(escape(text)) >= len([c for c in text if c.isalnum()])


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("plain text 3.5", "plain text 3.5"),
        ("温度（℃）", r"温度（\textdegree{}C）"),
        ("a\n\n b", "a b"),
        ("O'Brien", "O'Brien"),
        ("10⁻³", r"10\textsuperscript{\ensuremath{-}3}"),
        ("α₁₂²", r"\ensuremath{\alpha}\textsubscript{12}\textsuperscript{2}"),
        ("é", "é"),
        ("e\u0301", "é"),
        ("x\u0304", r"\ensuremath{\bar{\mathrm{x}}}"),
        ("T（K）", "T(K)"),
        ("Щука", "Shchuka"),
        ("😀", "{[}grinning face{]}"),
        ("*2", "{*}2"),
        ("2*3", "2*3"),
        ("", ""),
    ],
)
def test_character_becomes(text, latex):
    assert escape(text) == latex


def test_greek_letters_keep_their_usual_shape():
    assert [escape(c) for c in "εϵφϕ"] == [
        rf"\ensuremath{{\{name}}}" for name in ("varepsilon", "epsilon", "varphi", "phi")
    ]


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "preamble"),
    [
        ("pdflatex", ENGLISH + PACKAGES),
        ("xelatex", PACKAGES),
        ("xelatex", PACKAGES + CHINESE),
    ],
)
def test_every_known_character_compiles(engine, preamble, tmp_path):
    assert len(KNOWN) > 1200
    # In a box of its own each, and no more than TeX lists errors for (100).
    body = "\\sloppy\n" + "\n".join(f"\\hbox{{{escape('a' + c)}}}% {ord(c):04X}" for c in KNOWN)
    assert complaints(body, tmp_path, engine=engine, preamble=preamble) == []


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(("engine", "fonts"), [("pdflatex", ENGLISH), ("xelatex", "")])
def test_page_of_nasties_compiles_as_text_table_and_heading(engine, fonts, tmp_path):
    escaped = [escape(text) for text in NASTIES]
    body = "\n\n".join(escaped)
    body += "\n\n\\begin{tabular}{ll}\n" + "\n".join(f"{e} & {e} \\\\" for e in escaped)
    body += "\n\\end{tabular}\n" + "\n".join(f"\\section{{{e}}}" for e in escaped)
    assert complaints(body, tmp_path, engine=engine, preamble=fonts + PACKAGES) == []


@pytest.mark.tex
@pytest.mark.slow
def test_chinese_compiles_under_xelatex(tmp_path):
    text = "温度（℃）与压强，“引号”——《标题》：１２３；电压 U₁/V、误差 ±0.5%…"
    assert complaints(escape(text), tmp_path, engine="xelatex", preamble=PACKAGES + CHINESE) == []
