"""From bytes to text and back: what is not edited comes back byte for byte."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agent.errors import UsageError
from agent.materials.encoding import encoding_of
from agent.materials.errors import Unreadable

LARGEST = 50_000_000
"""Bytes of one file; more is no document."""
DECLARED = re.compile(
    rb"^[^%\n\r]*?\\(?:usepackage\s*\[(?P<options>[^\]\n]*)\]\s*\{\s*inputenc\s*\}"
    rb"|inputencoding\s*\{(?P<name>[^}\n]*)\})"
    rb"|^%\s*!\s*TeX\s+encoding\s*=\s*(?P<magic>[\w .-]+)",
    re.MULTILINE | re.IGNORECASE,
)
CODECS = {
    "latin1": "latin-1", "latin2": "iso8859-2", "latin3": "iso8859-3", "latin4": "iso8859-4",
    "latin5": "iso8859-9", "latin9": "iso8859-15", "latin10": "iso8859-16", "ansinew": "cp1252",
    "cp1250": "cp1250", "cp1251": "cp1251", "cp1252": "cp1252", "cp1257": "cp1257",
    "cp437": "cp437", "cp850": "cp850", "cp852": "cp852", "cp858": "cp858", "cp865": "cp865",
    "cp866": "cp866", "koi8-r": "koi8-r", "koi8-u": "koi8-u", "applemac": "mac-roman",
    "macce": "mac-latin2", "isolatin": "latin-1", "isolatin1": "latin-1",
    "isolatin2": "iso8859-2", "isolatin9": "iso8859-15", "iso-8859-1": "latin-1",
    "iso-8859-2": "iso8859-2", "iso-8859-5": "iso8859-5", "iso-8859-9": "iso8859-9",
    "iso-8859-15": "iso8859-15", "windows-1250": "cp1250", "windows-1251": "cp1251",
    "windows-1252": "cp1252", "windowslatin1": "cp1252", "gbk": "gb18030", "gb2312": "gb18030",
    "gb18030": "gb18030", "big5": "big5", "shift_jis": "shift_jis", "sjis": "shift_jis",
    "euc-jp": "euc_jp", "euc-kr": "euc_kr",
}  # fmt: skip
"""What inputenc and editors call encodings, and what Python does."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as text; `encode(text)` gives its very bytes."""

    path: Path
    text: str
    """Line ends as they are; without the byte order mark."""
    encoding: str
    bom: bytes = b""
    declared: str = ""
    """The encoding that it declares itself, as Python calls it."""

    def encode(self, text: str) -> bytes:
        """The text as bytes of this file.

        Raises:
            UsageError: a character that this file's encoding does not have.
        """
        try:
            return self.bom + text.encode(self.encoding, self._errors)
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise UsageError(
                f"{self.path.name} is in {self.encoding}, which has no {text[error.start]!r} "
                f"(line {line} of the new text).",
                "Save the file as UTF-8 first.",
            ) from None

    def lacking(self, text: str) -> str:
        """The characters of a text that this file's encoding does not have."""
        return "".join(sorted(char for char in set(text) if not self._has(char)))

    def _has(self, char: str) -> bool:
        try:
            char.encode(self.encoding, self._errors)
        except UnicodeEncodeError:
            return False
        return True

    @property
    def _errors(self) -> str:
        return "surrogateescape" if self.encoding == "utf-8" else "strict"


def read_source(path: Path, expected: str = "") -> SourceText:
    """The text of a file; for `expected` see `decoded`.

    Raises:
        UsageError: there is no such file, it cannot be read, or it is no text.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{str(path)!r} is a folder.", "Name the .tex file.")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise UsageError(f"There is no file {str(path)!r}.", _near(path)) from None
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{path.name} cannot be read: {reason}.", "Check the path.") from None
    if len(data) > LARGEST:
        raise UsageError(f"{path.name} is too large for a document.", "Name a .tex file.")
    return decoded(data, path, expected)


def _near(path: Path) -> str:
    more = path.with_name(f"{path.name}.tex") if path.name else path
    return f"Did you mean {str(more)!r}?" if more.is_file() else "Check the path."


def decoded(data: bytes, path: Path, expected: str = "") -> SourceText:
    """The bytes as text, so that unchanged text becomes the same bytes again.

    In the order: byte order mark, UTF-8, what the file declares, what the document that reads it
    declares (`expected`), what its bytes look like, and in the end UTF-8 whose broken bytes travel
    as surrogates.

    Raises:
        UsageError: it is UTF-16 or binary, which TeX does not read.
    """
    if data.startswith(codecs.BOM_UTF8):
        return _utf8(data[3:], path, codecs.BOM_UTF8)
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or b"\0" in data[:4096]:
        raise UsageError(
            f"{path.name} is not text that TeX reads (UTF-16 or binary).", "Save it as UTF-8."
        )
    declared = next(_declared(data), "")
    for encoding in ("utf-8", declared, expected, _likely(data)):
        if encoding and (text := _round_trip(data, encoding)) is not None:
            return SourceText(path, text, encoding, declared=declared)
    return _utf8(data, path, b"")


def _utf8(data: bytes, path: Path, bom: bytes) -> SourceText:
    return SourceText(path, data.decode("utf-8", "surrogateescape"), "utf-8", bom)


def _declared(data: bytes) -> Iterator[str]:
    """The encodings that are declared and known, in their order."""
    for match in DECLARED.finditer(data[:65536]):
        said = match["options"] or match["name"] or match["magic"] or b""
        for name in said.decode("ascii", "replace").lower().split(","):
            if known := CODECS.get(name.strip().replace(" ", "")):
                yield known


def _likely(data: bytes) -> str:
    try:
        return encoding_of(data)
    except Unreadable:
        return ""


def _round_trip(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
        return text if text.encode(encoding) == data else None
    except (UnicodeError, LookupError):
        return None
