import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

from agent.figures.errors import Undrawable
from agent.figures.images import MOST_SIDE, natural_width, place_image
from agent.figures.style import WIDTH_CM
from agent.figures.types import FigureSpec

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def place(folder: Path, name: str):
    return place_image(FigureSpec("set-up", "image", image=name), folder, folder.parent / "out")


def placed(folder: Path, name: str):
    figure = place(folder, name)
    return figure, Image.open(io.BytesIO((folder.parent / "out" / figure.file).read_bytes()))


def svg(folder: Path, body: str, attributes: str = 'width="96" height="48"') -> str:
    (folder / "a.svg").write_text(f"{HEAD} {attributes}>{body}</svg>")
    return "a.svg"


@pytest.mark.parametrize(
    ("name", "mode", "ending"),
    [
        ("My photo (1) & co_ü.PNG", "RGB", ".png"),
        ("图.jpg", "RGB", ".jpg"),
        ("b.jpeg", "L", ".jpg"),
        ("c.png", "RGBA", ".png"),
        ("d.png", "P", ".png"),
        ("e.png", "I;16", ".png"),
        ("f.png", "1", ".png"),
    ],
)
def test_what_tex_takes_is_copied_under_a_safe_name(name, mode, ending, folder):
    Image.new(mode, (60, 40)).save(folder / name)
    figure = place(folder, name)
    assert figure.file == f"figures/set-up{ending}"
    assert (folder.parent / "out" / figure.file).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "1", "P", "CMYK", "I;16", "F", "I", "LAB"])
def test_a_tiff_becomes_a_png(mode, folder):
    Image.new(mode, (60, 40)).save(folder / "a.tif")
    figure, image = placed(folder, "a.tif")
    assert figure.file == "figures/set-up.png"
    assert (image.format, image.size) == ("PNG", (60, 40))
    assert image.mode in {"RGB", "RGBA", "L", "1"}


def test_deep_grey_keeps_its_contrast(folder):
    values = np.linspace(100, 4000, 60 * 40).reshape(40, 60).astype(np.uint16)
    Image.fromarray(values).save(folder / "a.tif")
    image = placed(folder, "a.tif")[1]
    assert image.getextrema() == (0, 255)


def test_an_infinite_pixel_does_no_harm(folder):
    values = np.linspace(0, 1, 2400).reshape(40, 60).astype(np.float32)
    values[0, 0], values[1, 1] = np.inf, np.nan
    Image.fromarray(values).save(folder / "a.tif")
    assert placed(folder, "a.tif")[1].mode == "L"


def test_the_first_page_of_several_is_shown(folder):
    pages = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    pages[0].save(folder / "a.tif", save_all=True, append_images=pages[1:])
    assert placed(folder, "a.tif")[1].getpixel((0, 0)) == (255, 0, 0)


def test_a_moving_picture_stands_still(folder):
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    frames[0].save(folder / "a.png", save_all=True, append_images=frames[1:])
    image = placed(folder, "a.png")[1]
    assert getattr(image, "n_frames", 1) == 1


def test_cmyk_becomes_rgb(folder):
    Image.new("CMYK", (60, 40)).save(folder / "a.jpg")
    figure, image = placed(folder, "a.jpg")
    assert image.mode == "RGB"
    assert figure.file.endswith(".jpg")


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
def test_a_turned_photograph_stands_upright(name, folder):
    picture = Image.new("RGB", (60, 40))
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(folder / name, exif=exif)
    image = placed(folder, name)[1]
    assert image.size == (40, 60)
    assert image.getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
def test_a_huge_picture_is_made_smaller(name, folder):
    Image.new("L", (MOST_SIDE * 2, 900)).save(folder / name)
    figure, image = placed(folder, name)
    assert image.size == (MOST_SIDE, 450)
    assert figure.width_cm == WIDTH_CM


def test_a_wrong_ending_is_mended(folder):
    Image.new("RGB", (60, 40)).save(folder / "a.png", format="JPEG")
    assert place(folder, "a.png").file == "figures/set-up.jpg"


def test_widths_are_those_of_a_page():
    assert natural_width(100, 50) == WIDTH_CM
    assert natural_width(1, 1) == 4.0
    assert natural_width(8, 4) == 8
    assert natural_width(10, 100) == pytest.approx(1.4)
    assert natural_width(0, 0) == WIDTH_CM


def test_a_pdf_is_copied(folder):
    writer = PdfWriter()
    writer.add_blank_page(227, 100)
    writer.write(folder / "a.pdf")
    figure = place(folder, "a.pdf")
    assert figure.file == "figures/set-up.pdf"
    assert figure.width_cm == pytest.approx(8, abs=0.02)


@pytest.mark.slow
def test_an_svg_becomes_a_pdf_of_its_size(folder):
    figure = place(folder, svg(folder, '<text x="5" y="20">Ohm</text>'))
    reader = PdfReader(folder.parent / "out" / figure.file)
    assert float(reader.pages[0].mediabox.width) == pytest.approx(72)
    assert "Ohm" in reader.pages[0].extract_text()


@pytest.mark.slow
def test_a_picture_inside_of_an_svg_is_kept(folder):
    dot = (
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQ"
        "DwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    )
    body = f'<image width="9" height="9" xlink:href="{dot}"/>'
    assert place(folder, svg(folder, body)).file.endswith(".pdf")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('<image width="9" height="9" xlink:href="file:///etc/hostname"/>', "outside"),
        ('<image width="9" height="9" xlink:href="secret.png"/>', "outside"),
        ('<image width="9" height="9" xlink:href="http://127.0.0.1:9/x.png"/>', "outside"),
        ('<use xlink:href="file:///etc/other.svg#x"/>', "outside"),
        ("<g>", "well-formed"),
    ],
)
def test_an_svg_loads_nothing_from_elsewhere(body, reason, folder):
    (folder / "secret.png").write_bytes(b"secret")
    with pytest.raises(Undrawable, match=reason):
        place(folder, svg(folder, body))


def test_entities_are_not_expanded(folder):
    (folder / "a.svg").write_text(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
        f'{HEAD} width="9" height="9"><text>&x;</text></svg>'
    )
    with pytest.raises(Undrawable, match="entit"):
        place(folder, "a.svg")


@pytest.mark.slow
def test_a_drawing_of_a_billion_shapes_is_given_up(folder):
    layers = '<g id="l0"><rect width="1" height="1"/></g>' + "".join(
        f'<g id="l{i}">' + f'<use xlink:href="#l{i - 1}"/>' * 10 + "</g>" for i in range(1, 10)
    )
    with pytest.raises(Undrawable):
        place(folder, svg(folder, layers))


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tif", ".svg", ".pdf", ".bmp"])
@pytest.mark.parametrize("content", [b"", b"\x00" * 99, b"\xff\xd8\xff\xe0", b"%PDF-1.7\n"])
def test_rubbish_is_refused_and_leaves_nothing(suffix, content, folder):
    (folder / f"a{suffix}").write_bytes(content)
    with pytest.raises(Undrawable) as caught:
        place(folder, f"a{suffix}")
    assert caught.value.reason.endswith(".")
    assert not (folder.parent / "out").exists()


def test_a_picture_cut_short_is_refused(folder):
    Image.effect_noise((200, 200), 80).save(folder / "a.png")
    whole = (folder / "a.png").read_bytes()
    (folder / "a.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Undrawable, match="damaged"):
        place(folder, "a.png")


@pytest.mark.parametrize("image", ["../out.png", "/etc/hostname", "missing.png", "", "."])
def test_what_is_not_a_file_of_the_folder_is_refused(image, folder):
    Image.new("RGB", (9, 9)).save(folder.parent / "out.png")
    with pytest.raises(Undrawable, match=r"outside|no file"):
        place(folder, image)


def test_a_link_out_of_the_folder_is_not_followed(folder):
    Image.new("RGB", (9, 9)).save(folder.parent / "out.png")
    (folder / "a.png").symlink_to(folder.parent / "out.png")
    with pytest.raises(Undrawable, match="outside"):
        place(folder, "a.png")
