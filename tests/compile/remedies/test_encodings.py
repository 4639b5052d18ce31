"""Sources in another encoding than LaTeX takes them for."""

import pytest

from compile.remedies.encodings import correct_encoding, name_encoding
from tests.compile.remedies.cured_text import compiled, cured, errors, guarded
from tests.compile.remedies.trying import whole

LATIN = "\\usepackage[latin1]{inputenc}\n"


def test_right_encodings_stay():
    for source in (
        whole("Größe", LATIN),
        whole("“a”"),
        whole("“a”", "\\usepackage[utf8]{inputenc}\n"),
    ):
        assert guarded(correct_encoding, source) == source
    assert cured(name_encoding, whole("“a”"), "invalid-encoding") == whole("“a”")


def test_utf8_that_is_called_latin1():
    expected = whole("“Größe”", "\\usepackage[utf8]{inputenc}\n")
    assert guarded(correct_encoding, whole("“Größe”", LATIN)) == expected


def test_latin1_is_named():
    assert cured(name_encoding, whole("Größe"), "invalid-encoding") == whole("Größe", LATIN)
    utf8 = whole("Größe", "\\usepackage[utf8]{inputenc}\n")
    assert cured(name_encoding, utf8, "invalid-encoding") == whole("Größe", LATIN)
    assert "[cp1252]" in cured(name_encoding, whole("a\x93b"), "invalid-encoding")


@pytest.mark.tex
def test_a_latin1_document_compiles_and_keeps_its_bytes(tmp_path):
    assert errors(compiled(tmp_path, whole("Größe und Maß.").encode("latin-1"))) == []
    assert "Größe und Maß.".encode("latin-1") in (tmp_path / "paper.repaired.tex").read_bytes()
