"""What kind of material a file is, by its content, where its name says something else."""

import zipfile
from pathlib import Path
from typing import NamedTuple

import regex

from agent.materials.encoding import decode
from agent.materials.errors import Unreadable
from agent.materials.types import Kind

START = 2000
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
BEGINNINGS: tuple[tuple[bytes, Kind, str], ...] = (
    (OLE, Kind.SPREADSHEET, "a spreadsheet"),
    (b"PAR1", Kind.BINARY, "a parquet file"),
    (b"\x89HDF\r\n\x1a\n", Kind.BINARY, "an HDF5 file"),
    (b"CDF\x01", Kind.BINARY, "a netCDF file"),
    (b"CDF\x02", Kind.BINARY, "a netCDF file"),
    (b"\x93NUMPY", Kind.BINARY, "a NumPy file"),
    (b"MATLAB 5.0 MAT-file", Kind.BINARY, "a MATLAB file"),
)
OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"\x1f\x8b", "compressed (gzip)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
    (b"Rar!", "an archive (RAR)"),
)
MARKUP = regex.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<\?[^>]*>\s*|<!DOCTYPE[^>]*>\s*)*"
    r"<(?:html|head|body|meta|style|div|table|(?:\w+:)?workbook)\b",
    regex.IGNORECASE | regex.DOTALL,
)
OF_TEXT = {Kind.TABLE, Kind.NOTES}
WORDS = {Kind.TABLE: "text", Kind.JSON: "JSON", Kind.SPREADSHEET: "a spreadsheet"}


class Content(NamedTuple):
    kind: Kind
    said: str = ""
    """One sentence where the content is not what the name says."""
    markup: bool = False
    """Whether it is a web page, or a spreadsheet written as XML."""


def content_of(path: Path, kind: Kind) -> Content:
    """The kind by content.

    Raises:
        Unreadable: it is nothing that tables are read from, whatever its name says.
    """
    looked_at = kind in {Kind.TABLE, Kind.SPREADSHEET, Kind.BINARY, Kind.JSON}
    if not looked_at and path.suffix.lower() != ".txt":
        return Content(kind)
    with path.open("rb") as stream:
        start = stream.read(START)
    if start.startswith(ZIP):
        return _archive(path, kind)
    for beginning, other, what in BEGINNINGS:
        if start.startswith(beginning):
            return _as(other, kind, f"The file is {what}, not what its name says.")
    for beginning, what in OTHERS:
        if start.startswith(beginning):
            raise Unreadable(f"The file is {what}, not what its name says.")
    return _text(path, start, kind)


def _as(real: Kind, named: Kind, said: str) -> Content:
    return Content(real, "" if real is named else said)


def _archive(path: Path, kind: Kind) -> Content:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return Content(kind if kind not in OF_TEXT else Kind.SPREADSHEET)  # its reader says so
    if any(name.startswith(("xl/", "Workbook")) for name in names) or "content.xml" in names:
        return _as(Kind.SPREADSHEET, kind, "The file is a spreadsheet, not what its name says.")
    if any(name.endswith(".npy") for name in names):
        return _as(Kind.BINARY, kind, "The file is a NumPy archive, not what its name says.")
    if any(name.startswith("word/") for name in names):
        raise Unreadable("The file is a Word document, not what its name says.")
    many = "1 file" if len(names) == 1 else f"{len(names)} files"
    raise Unreadable(f"The file is an archive (ZIP) of {many}; unpack it to have them read.")


def _text(path: Path, start: bytes, kind: Kind) -> Content:
    if kind is Kind.BINARY and path.suffix.lower() == ".mat" and b"\0" in start:
        return Content(kind)  # version 4 of MATLAB's format has no mark
    try:
        text = decode(start[: len(start) // 4 * 4]).text.lstrip("\ufeff")
    except (Unreadable, UnicodeDecodeError):
        return Content(kind)
    if MARKUP.match(text):
        said = "" if path.suffix.lower() in {".htm", ".html"} else "The file is a web page or XML."
        return Content(Kind.SPREADSHEET, said, markup=True)
    if kind in OF_TEXT:
        return _as(Kind.JSON, kind, "The file is JSON.") if _is_json(text) else Content(kind)
    if kind is Kind.JSON and text.lstrip()[:1] in {"[", "{", '"', ""}:
        return Content(kind)
    return Content(Kind.TABLE, "The file is text, not what its name says.")


def _is_json(text: str) -> bool:
    """`[{"…`, `{"…": …` or `[[1` at its start, which no table of text has."""
    return regex.match(r'\s*(?:\[\s*(?:\{\s*"|\[\s*[-\d"])|\{\s*"[^"]*"\s*:)', text) is not None
