"""The user's pictures, placed in the run folder in a form and under a name that TeX takes."""

import io
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from agent.figures.errors import Undrawable
from agent.figures.ids import check_id
from agent.figures.sheet import publish
from agent.figures.style import WIDTH_CM
from agent.figures.svg import svg_to_pdf
from agent.figures.types import Figure, FigureSpec
from agent.materials.errors import Unreadable
from agent.materials.images import (
    check_image,
    decode,
    frames,
    open_pdf,
    open_raster,
    raster_format,
)

MOST_SIDE = 3000
"""Pixels: 600 for each inch of the line."""
NARROWEST_CM, TALLEST_CM = 4.0, 14.0
USUAL_DPI = 150.0
PLAIN_MODES = {"1", "L", "LA", "P", "RGB", "RGBA"}
ORIENTATION = 0x0112
"""Tag of EXIF."""


def place_image(spec: FigureSpec, folder: Path, target: Path) -> Figure:
    """Put the user's picture into the run folder as `figures/ID.png`, `.jpg` or `.pdf`.

    PNG, JPEG and PDF are copied as they are where TeX shows them right; the rest is converted, a
    turned photograph turned, a huge one made smaller.

    Raises:
        Undrawable: it is not there, damaged, outside of the folder, or of no known kind.
    """
    check_id(spec.id)
    path = _inside(folder, spec.image)
    try:
        suffix = path.suffix.lower()
        if suffix in {".pdf", ".svg"}:
            check_image(path)
            content, ending, size = _drawing(path)
        else:
            content, ending, size = _raster(path)
    except Unreadable as error:
        raise Undrawable(error.reason[:1].lower() + error.reason[1:]) from error
    except OSError as error:
        raise Undrawable(f"{spec.image!r} cannot be read: {error.strerror or error}.") from error
    file = f"figures/{spec.id}{ending}"
    return Figure(spec, file, publish(content, target, file), natural_width(*size))


def natural_width(width_cm: float, height_cm: float) -> float:
    """Width in the report: as the picture says, within what a page can show."""
    if width_cm <= 0 or height_cm <= 0:
        return WIDTH_CM
    wished = min(max(width_cm, NARROWEST_CM), WIDTH_CM)
    return round(min(wished, TALLEST_CM * width_cm / height_cm), 2)


def _inside(folder: Path, image: str) -> Path:
    root = folder.resolve()
    path = (root / image).resolve()
    if not path.is_relative_to(root):
        raise Undrawable(f"{image!r} lies outside of the folder.")
    if not path.is_file():
        raise Undrawable(f"there is no file {image!r}.")
    if path.stat().st_size == 0:
        raise Undrawable("the file is empty.")
    return path


def _drawing(path: Path) -> tuple[bytes, str, tuple[float, float]]:
    content = path.read_bytes()
    if path.suffix.lower() == ".svg":
        content = svg_to_pdf(content)
        box = open_pdf_bytes(content)
    else:
        page = open_pdf(path).pages[0]
        box = (float(page.cropbox.width), float(page.cropbox.height))
        if page.rotation % 180:
            box = box[::-1]
    if min(box) <= 0:
        raise Undrawable("the drawing has no size.")
    return content, ".pdf", (box[0] / 72 * 2.54, box[1] / 72 * 2.54)


def open_pdf_bytes(content: bytes) -> tuple[float, float]:
    """Width and height of the first page, in points."""
    from pypdf import PdfReader

    box = PdfReader(io.BytesIO(content)).pages[0].mediabox
    return float(box.width), float(box.height)


def _raster(path: Path) -> tuple[bytes, str, tuple[float, float]]:
    with open_raster(path) as image:
        kind, mode, full = raster_format(image), image.mode, image.size
        if kind == "JPEG":
            image.draft("RGB", (MOST_SIDE, MOST_SIDE))
        decode(image)
        turned = image.getexif().get(ORIENTATION, 1) not in {1, None}
        moving = kind == "PNG" and frames(image) > 1
        resolution = _dpi(image)
        fitting = max(image.size) <= MOST_SIDE and image.size == full
        as_it_is = kind in {"PNG", "JPEG"} and fitting and not turned and not moving
        if as_it_is and (mode in PLAIN_MODES or (kind == "PNG" and mode.startswith("I"))):
            size = (full[0] / resolution * 2.54, full[1] / resolution * 2.54)
            return path.read_bytes(), ".jpg" if kind == "JPEG" else ".png", size
        picture = ImageOps.exif_transpose(_plain(image))
    size = (full[0] / resolution * 2.54, full[1] / resolution * 2.54)
    if (picture.height > picture.width) != (full[1] > full[0]):
        size = size[::-1]
    picture.thumbnail((MOST_SIDE, MOST_SIDE))
    return *_encoded(picture, kind), size


def _dpi(image: Image.Image) -> float:
    """Pixels per inch as the file says, where that can be true of a picture on paper."""
    said = image.info.get("dpi", (USUAL_DPI,))
    try:
        value = float(said[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return USUAL_DPI
    return value if 100 <= value <= 1200 else USUAL_DPI


def _plain(image: Image.Image) -> Image.Image:
    """In a mode every reader of PNG knows; deep grey is spread over the 256 levels of paper."""
    if image.mode in PLAIN_MODES:
        return (
            image.convert("RGBA" if "transparency" in image.info else "RGB")
            if (image.mode == "P")
            else image
        )
    if image.mode.startswith(("I", "F")):
        values = np.asarray(image, dtype=np.float64)
        finite = values[np.isfinite(values)]
        low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
        values = np.nan_to_num(values, nan=low, posinf=high, neginf=low)
        levels = (values - low) / ((high - low) or 1.0) * 255
        grey = Image.fromarray(levels.round().clip(0, 255).astype(np.uint8))
        grey.getexif()[ORIENTATION] = image.getexif().get(ORIENTATION, 1)
        return grey
    return image.convert("RGBA" if image.mode in {"PA", "La", "RGBa"} else "RGB")


def _encoded(picture: Image.Image, kind: str) -> tuple[bytes, str]:
    buffer = io.BytesIO()
    if kind == "JPEG" and picture.mode in {"L", "RGB"}:
        picture.save(buffer, "JPEG", quality=90, optimize=True)
        return buffer.getvalue(), ".jpg"
    picture.save(buffer, "PNG")
    return buffer.getvalue(), ".png"
