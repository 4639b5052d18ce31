"""Pictures the user gave us: what they are, and whether they can be read to the end."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from pypdf import PdfReader

from agent.materials.errors import Unreadable

FORMATS = {
    ".png": "PNG",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".tif": "TIFF",
    ".tiff": "TIFF",
}
"""Suffix → what must be in the file; `.svg` and `.pdf` are looked at apart."""
_OPENED = ("PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP")
"""What Pillow may try: not PostScript, for which it would start another program."""
MOST_PIXELS = 89_478_485
"""Pillow's own limit: 256 MB in memory, with three bytes for each pixel."""
A4_AREA = 595 * 842
PICTURE_WORDS, SMALL_PAGE_WORDS = 80, 300
"""Words on a page up to which a whole page, or a page under half of A4, is taken for a picture."""

# Without a handler of its own pypdf's complaints about slightly broken files reach the terminal.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


def check_image(path: Path) -> str:
    """A description, such as `PNG, 640 x 480 pixels` or `PDF, 1 page`.

    Raises:
        Unreadable: it is not what its name says, is damaged, or would need too much memory.
    """
    suffix = path.suffix.lower()
    if _bytes(path) == 0:
        raise Unreadable("The file is empty.")
    if suffix == ".pdf":
        pages = len(open_pdf(path).pages)
        return f"PDF, {pages} page{'' if pages == 1 else 's'}"
    if suffix == ".svg":
        size = check_svg(path)
        return f"SVG, {size}" if size else "SVG"
    if suffix not in FORMATS:
        raise Unreadable(f"Pictures of the kind {suffix or path.name!r} are not read.")
    with open_raster(path) as image:
        kind = raster_format(image)
        if kind != FORMATS[suffix]:
            raise Unreadable(f"The file is named {suffix} but holds a {kind} picture; rename it.")
        pages = frames(image) if kind == "TIFF" else 1
        width, height = image.size
        image.draft("RGB", (64, 64))  # a JPEG is read to its end all the same, but faster
        decode(image)
    more = f", the first of {pages} pages" if pages > 1 else ""
    return f"{kind}, {width} x {height} pixels{more}"


def is_picture(path: Path) -> bool:
    """Whether a file is to be shown as a figure: a PDF only with one page and little text.

    Raises:
        Unreadable: it is a PDF that cannot be read.
    """
    if path.suffix.lower() != ".pdf":
        return path.suffix.lower() in {*FORMATS, ".svg"}
    pages = open_pdf(path).pages
    if len(pages) != 1:
        return False
    try:
        words = len(pages[0].extract_text().split())
        box = pages[0].mediabox
        small = float(box.width) * float(box.height) < A4_AREA / 2
    except Exception as error:  # whatever a damaged stream makes pypdf stumble over
        raise Unreadable(f"The page of the PDF cannot be read ({_words(error)}).") from error
    return words <= (SMALL_PAGE_WORDS if small else PICTURE_WORDS)


@contextmanager
def open_raster(path: Path) -> Iterator[Image.Image]:
    """A picture made of pixels, opened but not yet decoded.

    Raises:
        Unreadable: nothing in it is known, or it has more pixels than memory should hold.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(path, formats=_OPENED)
    except Image.DecompressionBombError:
        raise Unreadable(_TOO_LARGE) from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise Unreadable(f"The file cannot be opened: {error.strerror}.") from error
        raise Unreadable(
            f"The file is named {path.suffix} but holds no picture that can be read."
        ) from error
    with image:
        if image.width * image.height > MOST_PIXELS:
            raise Unreadable(_TOO_LARGE)
        yield image


_TOO_LARGE = "The picture has more than 89 million pixels, which is too many to read safely."


def raster_format(image: Image.Image) -> str:
    """`PNG`, `JPEG`…; the two-picture files of telephones are JPEG to every reader."""
    kind = image.format or "unknown"
    return "JPEG" if kind == "MPO" else kind


def frames(image: Image.Image) -> int:
    """How many pictures the file holds; one where the rest of them is damaged."""
    try:
        return int(getattr(image, "n_frames", 1))
    except Exception:  # each decoder of Pillow has errors of its own
        return 1


def decode(image: Image.Image) -> None:
    """Read all pixels.

    Raises:
        Unreadable: the file ends too early or is damaged.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image.load()
    except Exception as error:  # each decoder of Pillow has errors of its own
        raise Unreadable(f"The picture is damaged ({_words(error)}).") from error


def open_pdf(path: Path) -> PdfReader:
    """A PDF with at least one page that needs no password.

    Raises:
        Unreadable: it is none.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(1024)
        if b"%PDF-" not in head:
            raise Unreadable("The file is named .pdf but is no PDF.")
        reader = PdfReader(path)
        if reader.is_encrypted:
            raise Unreadable("The PDF is encrypted.")
        if len(reader.pages) == 0:
            raise Unreadable("The PDF has no page.")
    except Unreadable:
        raise
    except Exception as error:  # whatever a damaged file makes pypdf stumble over
        raise Unreadable(f"The PDF is damaged ({_words(error)}).") from error
    return reader


def check_svg(path: Path) -> str:
    """Its size as it states it, `300 x 200`; empty when it states none.

    Raises:
        Unreadable: it is not well-formed, or no SVG.
    """
    stated: dict[str, str] | None = None
    try:
        for event, element in ElementTree.iterparse(path, events=("start", "end")):
            if stated is None:
                stated = dict(element.attrib)
                if element.tag.rpartition("}")[2] != "svg":
                    raise Unreadable("The file is named .svg but is no SVG drawing.")
            elif event == "end":
                element.clear()
    except ElementTree.ParseError as error:
        raise Unreadable(f"The SVG is not well-formed ({error}).") from error
    except OSError as error:
        raise Unreadable(f"The file cannot be opened: {error.strerror}.") from error
    except (ValueError, LookupError) as error:
        raise Unreadable(f"The SVG cannot be read ({_words(error)}).") from error
    stated = stated or {}
    width, height = stated.get("width", ""), stated.get("height", "")
    if not (width and height):
        box = stated.get("viewBox", "").replace(",", " ").split()
        width, height = box[2:] if len(box) == 4 else ("", "")
    return f"{width} x {height}" if width and height else ""


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise Unreadable(f"The file cannot be opened: {error.strerror}.") from error


def _words(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
