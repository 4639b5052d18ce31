import io
import warnings

import pytest
from PIL import Image

from compile.remedies.conversion import has_eps_converter, is_whole, kind_of, to_pdf, to_png

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
    b'<rect width="20" height="10"/></svg>'
)
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 moveto 9 9 lineto stroke\nshowpage\n"


def png_of(data: bytes) -> tuple[bytes, bool]:
    made = to_png(data)
    assert made is not None
    return made


def picture(kind: str, mode: str = "RGB", size: tuple[int, int] = (12, 8)) -> bytes:
    made = io.BytesIO()
    Image.effect_noise(size, 60).convert(mode).save(made, kind)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (picture("PNG"), "png"),
        (picture("JPEG"), "jpeg"),
        (picture("GIF"), "raster"),
        (picture("TIFF"), "raster"),
        (picture("BMP"), "raster"),
        (picture("WEBP"), "raster"),
        (picture("PDF"), "pdf"),
        (SVG, "svg"),
        (b'<?xml version="1.0"?>\n<!-- made by hand -->\n' + SVG, "svg"),
        (EPS, "eps"),
        (b"<html>404</html>", "unknown"),
        (b"", "unknown"),
    ],
)
def test_kind_is_told_by_the_content(data, kind):
    assert kind_of(data) == kind


def test_a_drawing_becomes_a_pdf():
    assert to_pdf(SVG, "svg").startswith(b"%PDF-")


def test_a_broken_drawing_becomes_nothing():
    assert to_pdf(b"<svg><rect", "svg") is None


def test_a_drawing_reads_no_file_of_the_machine(tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture("PNG", size=(300, 300)))
    with_link = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="30" height="20"><image xlink:href="file://{secret}" width="9" height="9"/></svg>'
    ).encode()
    made = to_pdf(with_link, "svg")
    assert made is None or b"/Image" not in made


def test_entities_that_multiply_are_refused():
    bomb = (
        b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>'
    )
    assert to_pdf(bomb, "svg") is None


@pytest.mark.skipif(has_eps_converter(), reason="Ghostscript is here")
def test_without_ghostscript_postscript_stays_what_it_is():
    assert to_pdf(EPS, "eps") is None


@pytest.mark.skipif(not has_eps_converter(), reason="Ghostscript is not here")
def test_with_ghostscript_postscript_becomes_a_pdf():
    assert to_pdf(EPS, "eps").startswith(b"%PDF-")


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "BMP", "WEBP", "PNG", "JPEG"])
def test_pictures_of_pixels_become_png(kind):
    data, complete = png_of(picture(kind))
    assert complete
    assert Image.open(io.BytesIO(data)).size == (12, 8)


@pytest.mark.parametrize("mode", ["CMYK", "P", "1", "L", "F", "I", "I;16"])
def test_every_way_to_hold_colours_becomes_png(mode):
    made = io.BytesIO()
    Image.new("L", (6, 4), 90).convert(mode).save(made, "TIFF")
    data, complete = png_of(made.getvalue())
    assert complete
    assert Image.open(io.BytesIO(data)).size == (6, 4)


def test_measured_values_keep_their_range():
    made = io.BytesIO()
    ramp = Image.linear_gradient("L").convert("F").point(lambda value: value * 1000 + 5000)
    ramp.save(made, "TIFF")
    data, _ = png_of(made.getvalue())
    assert Image.open(io.BytesIO(data)).getextrema() == (0, 255)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_of_a_cut_off_picture_the_rest_is_kept(kind):
    data = picture(kind, size=(100, 100))
    half = data[: len(data) // 2]
    assert not is_whole(half, kind_of(half))
    kept, complete = png_of(half)
    assert not complete
    assert Image.open(io.BytesIO(kept)).size == (100, 100)


@pytest.mark.parametrize("data", [b"", b"no picture", picture("PNG")[:20], b"GIF89a"])
def test_what_holds_nothing_becomes_nothing(data):
    assert to_png(data) is None


def test_a_picture_that_would_fill_the_memory_is_refused():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = io.BytesIO()
        Image.new("1", (9000, 9000)).save(made, "PNG")
    assert to_png(made.getvalue()) is None
