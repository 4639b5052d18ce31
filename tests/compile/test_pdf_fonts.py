"""Fonts of a PDF told from its bytes: sure only where pdffonts would find none that is absent."""

import shutil
import subprocess
import zlib

import pytest

from compile.pdf_fonts import surely_embedded

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+X /FontDescriptor %d 0 R >>\n"
EMBEDDED = b"<< /Type /FontDescriptor /FontName /X /FontFile3 9 0 R >>\n"
FOREIGN = b"<< /Type /FontDescriptor /FontName /X >>\n"
STANDARD = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\n"
COMPOSITE = b"<</Type/Font/Subtype/Type0/DescendantFonts[4 0 R]>>\n"
DRAWN = b"<< /Type /Font /Subtype /Type3 /CharProcs 5 0 R >>\n"


def packed(content: bytes, how: bytes = b"/Filter /FlateDecode") -> bytes:
    data = zlib.compress(content)
    head = b"<<\n/Type /ObjStm\n/N 2\n/First 8\n/Length %d\n%s\n>>\nstream\n" % (len(data), how)
    return b"7 0 obj\n" + head + data + b"\nendstream\nendobj\n"


@pytest.mark.parametrize("wrap", [bytes, packed])
def test_fonts_with_their_files_are_sure_packed_or_plain(wrap):
    assert surely_embedded(b"%PDF-1.5\n" + wrap(FONT % 2 + EMBEDDED + COMPOSITE + DRAWN))
    assert surely_embedded(b"%PDF-1.5\n" + wrap(FONT % 2 + FONT % 2 + EMBEDDED))
    assert surely_embedded(b"%PDF-1.5\n")


@pytest.mark.parametrize("wrap", [bytes, packed])
@pytest.mark.parametrize(
    "objects", [FONT % 2 + FOREIGN, STANDARD, FONT % 2 + EMBEDDED + STANDARD, FONT % 2]
)
def test_a_font_without_its_file_is_never_sure(wrap, objects):
    assert not surely_embedded(b"%PDF-1.5\n" + wrap(objects))


def test_what_cannot_be_read_is_not_sure():
    good = packed(FONT % 2 + EMBEDDED)
    assert not surely_embedded(good + b"trailer << /Encrypt 3 0 R >>")
    assert not surely_embedded(packed(FONT % 2 + EMBEDDED, b"/Filter /LZWDecode"))
    assert not surely_embedded(good[:-60])
    assert not surely_embedded(good.replace(b"stream\nx", b"stream\ny"))
    assert not surely_embedded(b"/ObjStm" * 20_000)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_what_tex_writes_is_sure(engine, tmp_path):
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    (tmp_path / "a.tex").write_text(
        r"\documentclass{article}\begin{document}Text \textbf{bold} $x^2$\end{document}"
    )
    subprocess.run(
        [engine, "-interaction=batchmode", "a.tex"], cwd=tmp_path, capture_output=True, check=True
    )
    assert surely_embedded((tmp_path / "a.pdf").read_bytes())
