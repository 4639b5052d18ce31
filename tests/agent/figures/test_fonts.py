import pytest

from agent.figures import fonts
from agent.figures.draw import draw
from agent.figures.errors import Undrawable
from agent.figures.fonts import typefaces
from agent.figures.lettering import _sets
from agent.figures.types import FigureSpec
from tests.agent.figures.examples import column, findings, profile, table


@pytest.fixture
def bare(monkeypatch):
    """A machine without TeX and without a Chinese face."""
    monkeypatch.setattr(fonts, "TREES", ())
    monkeypatch.setattr(fonts, "CHINESE", ())
    monkeypatch.setenv("PATH", "")
    typefaces.cache_clear()
    _sets.cache_clear()
    yield
    typefaces.cache_clear()
    _sets.cache_clear()


def test_the_bundled_face_stands_in_for_latin_modern(bare, tmp_path):
    assert typefaces().latin.family == "STIXGeneral"
    data = findings(
        table("t", column("length", [-1, 2, 3]), column("b", [299_700, 299_800, 299_900])),
        profiles=(profile("t", "length", r"$\lambda_0$", "meter / second ** 2"),),
    )
    figure = draw(FigureSpec("x", "data", "t", "length", ("b",)), data, tmp_path)
    assert (tmp_path / figure.file).read_bytes().startswith(b"%PDF")


def test_chinese_without_a_face_for_it_is_refused(bare, tmp_path):
    data = findings(table("t", column("电压", [1, 2, 3]), column("b", [1, 4, 2])))
    with pytest.raises(Undrawable, match="'电'"):
        draw(FigureSpec("x", "data", "t", "电压", ("b",)), data, tmp_path)


@pytest.mark.skipif(typefaces().latin.family == "STIXGeneral", reason="no Latin Modern here")
def test_the_documents_face_has_what_labels_need():
    assert typefaces().missing("−±×·°µΩσλχ²³⁻⁹⁴\u2009Åéüß") == ""


def test_what_no_face_has_is_named_once():
    assert typefaces().missing("a😀b😀") == "😀"
