import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfWriter

from agent.materials.errors import Unreadable
from agent.materials.images import check_image, is_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9"/></svg>'


def pdf(path: Path, pages: int = 1, password: str | None = None) -> Path:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 100)
    if password is not None:
        writer.encrypt(password, algorithm="RC4-128")
    writer.write(path)
    return path


def worded_pdf(path: Path, words: int, size: tuple[float, float] = (595, 842)) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(size[0] / 72, size[1] / 72))
    for line in range(0, words, 10):
        figure.text(0.05, 0.95 - line / 400, " ".join(["word"] * min(10, words - line)), size=6)
    figure.savefig(path)
    return path


def picture(path: Path, mode: str = "RGB", **options: object) -> Path:
    Image.new(mode, (64, 48)).save(path, **options)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.png", "PNG, 64 x 48 pixels"),
        ("a.jpg", "JPEG, 64 x 48 pixels"),
        ("a.jpeg", "JPEG, 64 x 48 pixels"),
        ("A.JPG", "JPEG, 64 x 48 pixels"),
        ("a.tif", "TIFF, 64 x 48 pixels"),
        ("电路图.png", "PNG, 64 x 48 pixels"),
    ],
)
def test_a_picture_is_described(name, expected, tmp_path):
    assert check_image(picture(tmp_path / name)) == expected


def test_a_tiff_of_several_pages_says_so(tmp_path):
    page = Image.new("L", (10, 8))
    page.save(tmp_path / "a.tif", save_all=True, append_images=[page, page])
    assert check_image(tmp_path / "a.tif") == "TIFF, 10 x 8 pixels, the first of 3 pages"


def test_drawings_are_described(tmp_path):
    (tmp_path / "a.svg").write_text(SVG)
    (tmp_path / "b.svg").write_text('<svg viewBox="0 0 7 5"/>')
    (tmp_path / "c.svg").write_text("<svg/>")
    assert check_image(tmp_path / "a.svg") == "SVG, 30 x 20"
    assert check_image(tmp_path / "b.svg") == "SVG, 7 x 5"
    assert check_image(tmp_path / "c.svg") == "SVG"
    assert check_image(pdf(tmp_path / "a.pdf")) == "PDF, 1 page"
    assert check_image(pdf(tmp_path / "b.pdf", 3)) == "PDF, 3 pages"


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tif", ".svg", ".pdf"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"II*\x00\x08\x00\x00\x00",
        b"%PDF-1.4\n",
        b"<svg",
        b"<html></html>",
        b"\x00" * 500,
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    ],
)
def test_rubbish_gets_one_sentence(suffix, content, tmp_path):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(content)
    with pytest.raises(Unreadable) as caught:
        check_image(path)
    assert caught.value.reason.startswith(("The ", "Pictures "))
    assert caught.value.reason.endswith(".")
    assert "\n" not in caught.value.reason


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif"])
def test_a_picture_cut_short_is_damaged(name, tmp_path):
    path = tmp_path / name
    Image.effect_noise((200, 200), 80).convert("RGB").save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(Unreadable):
        check_image(path)


def test_a_name_that_belies_the_content_is_told(tmp_path):
    Image.new("RGB", (9, 9)).save(tmp_path / "a.png", format="JPEG")
    with pytest.raises(Unreadable, match=r"named \.png but holds a JPEG"):
        check_image(tmp_path / "a.png")


def test_a_bomb_is_not_unpacked(tmp_path):
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    for side in (10_000, 60_000):
        head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
        content = (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
        )
        (tmp_path / "a.png").write_bytes(content)
        with pytest.raises(Unreadable, match="million pixels"):
            check_image(tmp_path / "a.png")


def test_a_locked_pdf_is_told(tmp_path):
    with pytest.raises(Unreadable, match="encrypted"):
        check_image(pdf(tmp_path / "a.pdf", password="x"))


def test_a_file_that_is_not_there_is_told(tmp_path):
    for name in ("a.png", "a.pdf", "a.svg"):
        with pytest.raises(Unreadable, match="cannot be opened"):
            check_image(tmp_path / name)


def test_a_pdf_is_a_picture_when_it_has_one_page_and_little_text(tmp_path):
    assert is_picture(pdf(tmp_path / "a.pdf"))
    assert is_picture(worded_pdf(tmp_path / "b.pdf", 40))
    assert not is_picture(worded_pdf(tmp_path / "c.pdf", 200))
    assert is_picture(worded_pdf(tmp_path / "d.pdf", 200, (400, 300)))
    assert not is_picture(pdf(tmp_path / "e.pdf", 2))


def test_other_kinds_are_pictures_by_name(tmp_path):
    assert is_picture(tmp_path / "a.PNG")
    assert is_picture(tmp_path / "a.svg")
    assert not is_picture(tmp_path / "a.csv")


def test_a_pdf_that_cannot_be_read_is_neither(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4\nrubbish")
    with pytest.raises(Unreadable):
        is_picture(tmp_path / "a.pdf")
