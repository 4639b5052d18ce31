"""Whether a PDF carries all its fonts, told from its bytes where they leave no doubt.

Asking `pdffonts` costs as much as typesetting five pages. What TeX itself writes can be counted.
"""

import re
import zlib
from collections.abc import Iterator

_MOST_INFLATED = 64 * 1024 * 1024
_OBJECTS = re.compile(rb"/Type\s*/ObjStm\b[^<>]{0,300}>>\s*stream\r?\n|/ObjStm\b")
_FONT = re.compile(rb"/Type\s*/Font(?![A-Za-z0-9])")
_WITHOUT_FILE = re.compile(rb"/Subtype\s*/Type[03](?![A-Za-z0-9])")
"""Composite fonts, whose parts are fonts again, and fonts whose letters are drawn in the PDF."""
_DESCRIPTOR = re.compile(rb"/Type\s*/FontDescriptor(?![A-Za-z0-9])")
_DESCRIBED = re.compile(rb"/FontDescriptor\s+(\d+)\s+\d+\s+R\b")
_FILE = re.compile(rb"/FontFile[23]?\s+\d+\s+\d+\s+R\b")
_CLOSED = re.compile(rb"/Encrypt\b")


def surely_embedded(data: bytes) -> bool:
    """Whether every font of the PDF is in it; False also where that cannot be told.

    Each font must be composite, drawn, or name a descriptor, and each descriptor a font file
    (ISO 32000-1, 9.6 to 9.9). The counts agree only if none lacks its own.
    """
    if _CLOSED.search(data):
        return False
    try:
        pieces = [data, *_inflated(data)]
    except (zlib.error, ValueError):
        return False
    described = [number for piece in pieces for number in _DESCRIBED.findall(piece)]
    descriptors = _count(_DESCRIPTOR, pieces)
    return (
        _count(_FONT, pieces) == len(described) + _count(_WITHOUT_FILE, pieces)
        and descriptors == len(set(described))
        and descriptors == _count(_FILE, pieces)
    )


def _count(pattern: re.Pattern[bytes], pieces: list[bytes]) -> int:
    return sum(len(pattern.findall(piece)) for piece in pieces)


def _inflated(data: bytes) -> Iterator[bytes]:
    """The contents of all object streams.

    Raises:
        ValueError: one is packed otherwise than TeX does it, or they are too large.
    """
    left = _MOST_INFLATED
    for found in _OBJECTS.finditer(data):
        if b"/FlateDecode" not in found[0] or b"/DecodeParms" in found[0]:
            raise ValueError("an object stream of another kind")
        unpacker = zlib.decompressobj()
        piece = unpacker.decompress(memoryview(data)[found.end() :], left)
        left -= len(piece)
        if not unpacker.eof or left <= 0:
            raise ValueError("an object stream without end")
        yield piece
