import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.escape import escape
from latex.plain import plain_text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("Plain title", "Plain title"),
        (r"On \emph{the} spring \& its {C}onstant", "On the spring & its Constant"),
        (r"Field\footnote{A note} of $x_1$ \label{sec:a}", "Field of x_1"),
        ("two\n lines", "two lines"),
        (r"Gr\"oth", "Gröth"),
        ("{" * 2000, ""),
    ],
)
def test_words_of(latex, text):
    assert plain_text(latex) == text


@given(st.text(alphabet=st.characters(min_codepoint=0x21, max_codepoint=0x7E)))
def test_escaped_text_comes_back(text):
    assert plain_text(escape(text)).replace(" ", "") == text
