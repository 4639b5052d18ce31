"""Bytes to text: the encoding is judged over the whole file, and recorded."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.materials.errors import Unreadable

BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
CHUNK = 1 << 20
CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
BINARY_SHARE = 0.001
"""Control characters beyond this share are no text."""
NUL_SHARE = 0.02
"""NULs beyond this share, but for those at the ends, are no text."""
WIDE = ("utf-16", "utf-32", "utf_16", "utf_32", "utf16", "utf32")
BINARY = "The file holds binary data, not text."
HIGH = re.compile(rb"[\x80-\xff]")
PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")
COMMON = re.compile(rb"[\xb0-\xd7\xa3\xa1][\xa1-\xfe]")
"""Level 1 of GB 2312, by which nearly all of a text is written, and full-width signs."""
SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


class Decoded(NamedTuple):
    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text and the name of its encoding.

    Raises:
        Unreadable: the bytes are no text.
    """
    encoding = encoding_of(data)
    data, _ = without_nuls(data, encoding)
    if encoding == "utf-8 with damage":
        text = data.decode("utf-8", "replace")
        return Decoded(text, f"utf-8, {text.count(chr(0xFFFD))} damaged")
    return Decoded(data.decode(encoding).removeprefix("\ufeff"), encoding)


def decode_as(data: bytes, encoding: str) -> Decoded:
    """The text in the encoding that the settings name; what does not fit it is marked.

    Raises:
        Unreadable: there is no such encoding.
    """
    try:
        text = codecs.decode(data, encoding, "replace")
    except LookupError:
        raise Unreadable(f"The settings name an unknown encoding, {encoding!r}.") from None
    return Decoded(str(text).removeprefix("\ufeff"), encoding)


def encoding_of(data: bytes) -> str:
    """The name of the encoding under which all of the bytes are text, without a copy of them;
    `utf-8 with damage` when that holds for nearly all.

    The order: byte order mark, NULs in every second byte (UTF-16), strict UTF-8, GB 18030 where
    most high bytes form common Chinese characters, Windows-1252, Latin-1.

    Raises:
        Unreadable: the bytes are no text.
    """
    for mark, name in BOMS:
        if data.startswith(mark):
            if (fault := _fault(data, name)) is not None:
                raise Unreadable(f"The file begins as {name} but is damaged at byte {fault}.")
            return name
    if b"\0" in data:
        if (wide := _utf16_without_mark(data)) is not None:
            return wide
        data = _text_with_nuls(data)
    # Binary data shows everywhere: of a large file every eighth piece is enough.
    pieces = list(_chunks(data, every=8 if len(data) > 16 * CHUNK else 1))
    controls = sum(len(part) - len(part.translate(None, CONTROL)) for part in pieces)
    if controls > max(2, BINARY_SHARE * len(data)):
        raise Unreadable(BINARY)
    if data.isascii() or _fault(data, "utf-8") is None:
        return "utf-8"
    return _eight_bit(data)


def _chunks(data: bytes, every: int = 1) -> Iterator[bytes]:
    for start in range(0, len(data), CHUNK * every):
        yield data[start : start + CHUNK]


def _fault(data: bytes, encoding: str) -> int | None:
    """Where the bytes stop being text in this encoding, to within a megabyte; None where never."""
    decoder = codecs.getincrementaldecoder(encoding)()
    done = 0
    try:
        for part in _chunks(data):
            decoder.decode(part)
            done += len(part)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        return min(done + error.start, len(data))
    return None


def _utf16_without_mark(data: bytes) -> str | None:
    """Latin text in UTF-16 has a NUL in nearly every second byte, on one side only."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    half = len(data) / 2
    for here, there, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if here > 0.4 * half and there < 0.05 * half and _fault(data, name) is None:
            return name
    return None


def _text_with_nuls(data: bytes) -> bytes:
    """The bytes but for the NULs that a broken transfer, or a file longer than what was written
    into it, leaves in a text.

    Raises:
        Unreadable: there are so many elsewhere than at the ends that the bytes are no text.
    """
    text = data.replace(b"\0", b"")
    many = data.strip(b"\0").count(0) > max(3, NUL_SHARE * len(text))
    if many or len(text.translate(None, b"\x1a\x1b")) < len(text):
        raise Unreadable(BINARY)
    return text


def without_nuls(data: bytes, encoding: str) -> tuple[bytes, tuple[str, ...]]:
    """The bytes of a text without its NULs, and a sentence where there were some."""
    count = 0 if encoding.lower().startswith(WIDE) else data.count(0)
    if not count:
        return data, ()
    what = "1 NUL byte was" if count == 1 else f"{count} NUL bytes were"
    return data.replace(b"\0", b""), (f"{what} left out of the text.",)


def _eight_bit(data: bytes) -> str:
    high = sum(1 for _ in HIGH.finditer(data))
    sound = sum(len(found[0]) for found in SEQUENCE.finditer(data))
    if high > 20 and sound >= 0.95 * high:
        return "utf-8 with damage"
    if _looks_chinese(data, high) and _fault(data, "gb18030") is None:
        return "gb18030"
    return "cp1252" if _fault(data, "cp1252") is None else "latin-1"


def _looks_chinese(data: bytes, high: int) -> bool:
    """Whether most high bytes form pairs of GBK, and most pairs are common characters."""
    pairs = common = paired = 0
    for found in PAIR.finditer(data):
        pairs += 1
        paired += 1 + (found[0][1] >= 0x80)
        common += COMMON.match(found[0]) is not None
    return pairs > 0 and paired >= 0.8 * high and common >= 0.6 * pairs
