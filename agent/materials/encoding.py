"""Bytes to text: the encoding is judged over the whole file, and recorded."""

from typing import NamedTuple

from agent.materials.errors import Unreadable

BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
HIGH = bytes(range(128, 256))
BINARY_SHARE = 0.001
"""Control characters beyond this share are no text."""


class Decoded(NamedTuple):
    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text and the name of its encoding.

    Raises:
        Unreadable: the bytes are no text.
    """
    for mark, name in BOMS:
        if data.startswith(mark):
            return _strict(data, name)
    if b"\0" in data[:4096] or b"\0" in data:
        return _strict(data, _utf16_without_mark(data))
    controls = len(data) - len(data.translate(None, CONTROL))
    if controls > max(2, BINARY_SHARE * len(data)):
        raise Unreadable("The file holds binary data, not text.")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    if _looks_chinese(data):
        try:
            return Decoded(data.decode("gb18030"), "gb18030")
        except UnicodeDecodeError:
            pass
    try:
        return Decoded(data.decode("cp1252"), "cp1252")
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), "latin-1")


def _strict(data: bytes, name: str) -> Decoded:
    try:
        return Decoded(data.decode(name).removeprefix("\ufeff"), name)
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"The file begins as {name} but cannot be decoded at byte {error.start}."
        ) from None


def _utf16_without_mark(data: bytes) -> str:
    """Latin text in UTF-16 has a NUL in nearly every second byte, on one side only."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    half = len(data) / 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    raise Unreadable("The file holds binary data, not text.")


def _looks_chinese(data: bytes) -> bool:
    """Whether most high bytes form GBK pairs and most pairs are common (level 1) characters."""
    pairs = common = lone = 0
    index, end = 0, min(len(data), 2_000_000)
    if not data.translate(None, bytes(range(128))):
        return False
    while index < end:
        byte = data[index]
        if byte < 0x80:
            index += 1
            continue
        trail = data[index + 1] if index + 1 < len(data) else 0
        if 0x81 <= byte <= 0xFE and 0x40 <= trail <= 0xFE and trail != 0x7F:
            pairs += 1
            common += 0xB0 <= byte <= 0xD7 and trail >= 0xA1
            index += 2
        else:
            lone += 1
            index += 1
    return pairs > 0 and 2 * pairs >= 0.8 * (2 * pairs + lone) and common >= 0.6 * pairs
