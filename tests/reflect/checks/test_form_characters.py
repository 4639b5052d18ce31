import pytest

from tests.reflect.checks.form import cured, document, seen


@pytest.mark.parametrize(
    "source",
    [
        "\ufeffText, naïve café — “so”, 5\u00a0m, α ≤ β.",
        "\u0928\u094d\u200d\u092f and \u0645\u06cc\u200c\u0631 and \u05d0\u200e\u05d1",
        "\u0e01\u200b\u0e02 and \u1780\u200b\u1781",
        "\U0001f468\u200d\U0001f469",
        "% a\u200bb",
        "\\begin{lstlisting}\na\u200bb\n\\end{lstlisting}",
        "\\newcommand{\\zw}{\u200b}",
    ],
)
def test_characters_that_a_script_needs_are_left_alone(source):
    assert seen("invisible-character", source) == []


@pytest.mark.parametrize(
    "character", ["\u200b", "\ufeff", "\u00ad", "\u200e", "\u200d", "\u2060", "\u202a", "\u2063"]
)
@pytest.mark.parametrize("around", ["The me{}an.", "斜{}率", r"$a{}b$", r"\section{{A{}b}}"])
def test_a_character_that_is_not_seen_is_taken_away(character, around):
    source = around.format(character)
    assert seen("invisible-character", source) == [character]
    assert cured("invisible-character", source) == around.format("")


@pytest.mark.parametrize("command", ["cite", "ref", "label", "includegraphics"])
def test_a_key_keeps_its_characters(command):
    source = f"\\{command}{{a\u200bb}}"
    assert seen("invisible-character", source) == ["\u200b"]
    assert cured("invisible-character", source) is None


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("5\u202fmm", r"5\,mm"),
        ("5\u2009mm", r"5\,mm"),
        ("a\u2003b", "a b"),
        ("a\u2028b", "a b"),
        ("$5\u2009x$", r"$5\,x$"),
    ],
)
def test_a_space_that_latex_does_not_know_becomes_one_it_knows(source, right):
    assert cured("odd-space", source) == right
    assert seen("odd-space", right) == []


@pytest.mark.parametrize("source", ["a\u00a0b", "中\u3000文", "% a\u202fb", r"\cmd{a}"])
def test_known_spaces_are_left_alone(source):
    assert seen("odd-space", source) == []


def test_a_picture_among_letters_is_told():
    assert seen("emoji", "✅ Done. 🚀 → ✓ ★ ☉ ♀") == ["✅", "🚀"]
    assert seen("emoji", document("🚀", r"\usepackage{emoji}")) == []
