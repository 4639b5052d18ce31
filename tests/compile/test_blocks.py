from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from compile.blocks import around, pieces, statements

TEXT = r"""Before.

\section{One}
First paragraph
of two lines.

\begin{quote}
Inner one.

Inner two.
\end{quote}

\section{Two}
Last.
"""
ALL = (0, len(TEXT))


def shown(spans):
    return [TEXT[start:end] for start, end in spans]


def test_blocks_around_a_place_grow_from_the_paragraph_to_the_text():
    found = shown(around(TEXT, TEXT.index("Inner two"), ALL))
    assert found[:2] == ["Inner two.", "\\begin{quote}\nInner one.\n\nInner two.\n\\end{quote}"]
    assert found[2].startswith("First paragraph")
    assert found[-1] == TEXT.strip()


def test_section_is_set_aside_without_its_heading():
    assert not any(
        block.startswith("\\section") and "First" in block and "Before" not in block
        for block in shown(around(TEXT, TEXT.index("of two"), ALL))
    )


def test_pieces_cut_no_environment_and_keep_headings_apart():
    assert shown(pieces(TEXT, ALL)) == [
        "Before.",
        "\\section{One}",
        "First paragraph\nof two lines.",
        "\\begin{quote}\nInner one.\n\nInner two.\n\\end{quote}",
        "\\section{Two}",
        "Last.",
    ]


def test_environment_that_never_ends_binds_nothing():
    text = "One.\n\n\\begin{quote}\nTwo.\n\nThree.\n"
    spans = pieces(text, (0, len(text)))
    assert [text[a:b] for a, b in spans] == ["One.", "\\begin{quote}\nTwo.", "Three."]


def test_inside_of_an_environment_is_cut_further():
    start = TEXT.index("Inner one")
    end = TEXT.index("\\end{quote}")
    assert shown(pieces(TEXT, (start, end))) == ["Inner one.", "Inner two."]


def test_statements_of_a_preamble_hold_their_arguments():
    text = "\\documentclass{article}\n\\usepackage{a}\n\\newcommand{\\x}{%\n  \\y\n}\n% \\dead\n"
    found = [text[a:b] for a, b in statements(text, len(text))]
    assert found == ["\\usepackage{a}", "\\newcommand{\\x}{%\n  \\y\n}\n% \\dead"]


@given(st.text("\\{}\n ab%$") | st.text())
def test_pieces_of_any_text_are_in_order_and_disjoint(text):
    spans = pieces(text, (0, len(text)))
    assert all(a < b for a, b in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
    kept = "".join(text[a:b] for a, b in spans)
    assert "".join(kept.split()) == "".join(text.split())
