import codecs
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.documents.decoding import decoded, read_source
from agent.errors import UsageError

GERMAN = "Die Größe des Gefäßes beträgt fünf Liter; das ist ungefähr so üblich.\r\n"
POLISH = "\\usepackage[latin2]{inputenc}\nŁódź, żółty, część; prędkość światła\n"
CHINESE = "我们测量了弹簧的伸长量与所加砝码质量之间的关系，并由此得到劲度系数。\n"


@given(st.binary(max_size=400).filter(lambda data: b"\0" not in data))
def test_any_bytes_that_are_read_come_back(data):
    try:
        source = decoded(data, Path("a.tex"))
    except UsageError:
        return
    assert source.encode(source.text) == data


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"plain\n", "utf-8"),
        ("größer".encode(), "utf-8"),
        (codecs.BOM_UTF8 + "größer\r\n".encode(), "utf-8"),
        (GERMAN.encode("latin-1"), "cp1252"),
        (POLISH.encode("iso8859-2"), "iso8859-2"),
        (CHINESE.encode("gbk"), "gb18030"),
        (b"%!TeX encoding = GBK\n" + CHINESE.encode("gbk"), "gb18030"),
        ("% !TeX encoding = ISO-8859-15\nGröße: 5 €\n".encode("iso8859-15"), "iso8859-15"),
        (b"\xff\xfa broken \x81\x8d\x8f utf-8 \xc3", "utf-8"),
        (b"no last line end", "utf-8"),
        (b"", "utf-8"),
    ],
)
def test_the_encoding_is_found_and_the_bytes_come_back(tmp_path, data, encoding):
    path = tmp_path / "a.tex"
    path.write_bytes(data)
    source = read_source(path)
    assert source.encode(source.text) == data
    assert (source.encoding == encoding) or b"\xff\xfa" in data
    assert not source.text.startswith("\ufeff")


def test_the_encoding_is_declared_behind_other_packages():
    text = "\\usepackage[T1]{fontenc}\n\\usepackage[ngerman]{babel}\n" + POLISH
    source = decoded(text.encode("iso8859-2"), Path("a.tex"))
    assert (source.encoding, source.text) == ("iso8859-2", text)


def test_an_encoding_in_a_comment_is_not_declared():
    text = "% \\usepackage[latin2]{inputenc}\n" + GERMAN
    source = decoded(text.encode("latin-1"), Path("a.tex"))
    assert source.text == text


@pytest.mark.parametrize(
    "data", ["a".encode("utf-16"), codecs.BOM_UTF16_BE + b"\0a", b"\x7fELF\0\0", b"%PDF-1.5\n\0"]
)
def test_what_tex_does_not_read_is_refused(tmp_path, data):
    path = tmp_path / "a.tex"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=r"a\.tex"):
        read_source(path)


def test_a_character_that_the_file_cannot_hold_is_named_with_its_line():
    source = decoded(POLISH.encode("iso8859-2"), Path("a.tex"))
    assert source.lacking("Ł, λ and –") == "λ–"
    with pytest.raises(UsageError, match="line 2"):
        source.encode("a\nλ\n")


def test_files_that_cannot_be_read_are_said_in_a_sentence(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(UsageError) as told:
        read_source(tmp_path / "thesis")
    assert "thesis.tex" in told.value.hint
    with pytest.raises(UsageError, match="is a folder"):
        read_source(tmp_path)
    loop = tmp_path / "loop.tex"
    loop.symlink_to(loop)
    for path in (loop, tmp_path / ("n" * 300), tmp_path / "thesis.tex" / "x.tex"):
        with pytest.raises(UsageError):
            read_source(path)


def test_a_stream_without_end_is_refused():
    with pytest.raises(UsageError, match="too large"):
        read_source(Path("/dev/zero"))


def test_a_pipe_is_read():
    reading, writing = os.pipe()
    os.write(writing, b"text")
    os.close(writing)
    assert read_source(Path(f"/dev/fd/{reading}")).text == "text"
    os.close(reading)
