"""Pictures that TeX cannot take, made into ones that it can.

Vector formats go through other programs in a private folder, with limits on time, memory and
space: a picture is as foreign as the document. What a program does not answer is None.
"""

import io
import shutil
import sys
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageFile

from compile.process import run_limited
from compile.sandbox import cage, sandbox_level

Kind = Literal["pdf", "png", "jpeg", "svg", "eps", "raster", "unknown"]

_MOST_PIXELS = 40_000_000
_MODES = frozenset({"1", "L", "LA", "RGB", "RGBA", "I;16"})
"""What PNG holds as it is."""
_SECONDS = 20
_MEMORY = 1 << 30
_LARGEST = 50 * 1024 * 1024
_HEAD = 1024
_STARTS: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"%!PS", "eps"),
    (b"\xc5\xd0\xd3\xc6", "eps"),  # EPS with a preview for DOS
    (b"GIF8", "raster"),
    (b"BM", "raster"),
    (b"II*\0", "raster"),
    (b"MM\0*", "raster"),
)


def kind_of(data: bytes) -> Kind:
    """What a file holds, whatever its name says."""
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    head = data[:_HEAD]
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "raster"
    return "svg" if b"<svg" in data[: 8 * _HEAD] else "unknown"


def has_eps_converter() -> bool:
    """Whether this machine can print PostScript; everything that can does it with Ghostscript."""
    return shutil.which("gs") is not None


@lru_cache(maxsize=32)
def to_pdf(data: bytes, kind: Kind) -> bytes | None:
    """A PDF of a drawing (`svg`, `eps`), or of a PDF whose structure is damaged."""
    made: bytes | None = None
    if kind == "svg":
        made = _run((sys.executable, "-m", "cairosvg", "-f", "pdf", "-o", "out.pdf", "in"), data)
    elif kind == "eps" and has_eps_converter():
        made = _run(
            ("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=pdfwrite",
             "-sOutputFile=out.pdf", "in"),
            _postscript(data), caged=True,
        )  # fmt: skip
    elif kind == "pdf" and shutil.which("pdftocairo"):
        made = _run(("pdftocairo", "-pdf", "in", "out.pdf"), data, caged=True)
    return made if made is not None and made.startswith(b"%PDF-") else None


def _run(command: tuple[str, ...], data: bytes, *, caged: bool = False) -> bytes | None:
    """What the command makes of the file `in`, as `out.pdf`."""
    with tempfile.TemporaryDirectory(prefix="reflectex-", ignore_cleanup_errors=True) as folder:
        work, scratch = Path(folder) / "work", Path(folder) / "scratch"
        work.mkdir()
        (work / "in").write_bytes(data)
        env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(scratch)}
        if caged:
            locked = cage(command, level=sandbox_level(), source=work, scratch=scratch)
            command, env = locked.command, locked.env
        finished = run_limited(
            command, cwd=work, env=env, timeout=_SECONDS, cpu=_SECONDS, address_space=_MEMORY,
            file_size=_LARGEST, output_limit=1 << 20,
        )  # fmt: skip
        made = work / "out.pdf"
        if finished.returncode != 0 or made.is_symlink() or not made.is_file():
            return None
        return made.read_bytes()


def _postscript(data: bytes) -> bytes:
    """The PostScript part of an EPS with a preview: its header says where it lies."""
    if not data.startswith(b"\xc5\xd0\xd3\xc6"):
        return data
    start, length = (int.from_bytes(data[at : at + 4], "little") for at in (4, 8))
    return data[start : start + length]


@lru_cache(maxsize=32)
def to_png(data: bytes) -> tuple[bytes, bool] | None:
    """A picture of pixels as PNG, and whether all of it was there; None where nothing can be seen.

    What a damaged file still holds is kept: the part that is lost stays grey or black.
    """
    for whole in (True, False):
        picture = _decoded(data, damaged=not whole)
        if picture is not None:
            made = io.BytesIO()
            picture.save(made, "PNG")
            return made.getvalue(), whole
    return None


def _decoded(data: bytes, *, damaged: bool) -> Image.Image | None:
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = damaged
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data))
            if picture.width * picture.height > _MOST_PIXELS:
                return None
            picture.load()
            return picture if picture.mode in _MODES else _converted(picture)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return None  # Pillow's own formats raise each of these for broken files
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _converted(picture: Image.Image) -> Image.Image:
    """In colours that PNG knows; measured values of no fixed range from black to white."""
    if picture.mode in ("F", "I"):
        low, high = (float(value) for value in picture.getextrema())  # type: ignore[arg-type]
        scale = 255 / (high - low) if high > low else 0.0
        grey = picture.convert("F").point(lambda value: value * scale - low * scale)
        return grey.convert("L")
    return picture.convert("RGBA" if "transparency" in picture.info else "RGB")


def is_whole(data: bytes, kind: Kind) -> bool:
    """Whether a picture of pixels can be decoded to its end; of other kinds nothing is known."""
    return kind not in ("png", "jpeg", "raster") or _decoded(data, damaged=False) is not None
