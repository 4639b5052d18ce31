"""A body piece by piece: one JSON document or a stream of events, whatever its type claims."""

import json
from collections.abc import Callable
from typing import Any


class Undecodable(ValueError):
    """The body is neither JSON nor a stream of events."""


class BodyReader:
    """Hands on each JSON document of a body as soon as it is there.

    The SDK's own reader ends silently on a JSON or HTML body, on an event that names itself an
    error, and on a body that stops early. Lines are split at line feeds only: U+2028 and its
    like may stand inside a JSON string.
    """

    def __init__(self, on_document: Callable[[Any], None]) -> None:
        self._on_document = on_document
        self._pending = bytearray()
        self._event = ""
        self._data: list[bytes] = []
        self.streamed: bool | None = None
        """Whether events came; `None` as long as only blanks did."""
        self.done = False
        """The end mark `[DONE]` was seen."""

    def feed(self, piece: bytes) -> None:
        self._pending += piece
        if self.streamed is None:
            start = self._pending.lstrip(b"\xef\xbb\xbf \t\r\n")
            if not start:
                return
            self.streamed = start[:1] not in b'{["<'
        if self.streamed:
            *lines, rest = self._pending.split(b"\n")
            self._pending = rest
            for line in lines:
                self._line(bytes(line).rstrip(b"\r"))

    def close(self) -> None:
        """The body is over.

        Raises:
            Undecodable: and it was no JSON.
        """
        if self.streamed:
            self._line(bytes(self._pending).rstrip(b"\r"))
            self._line(b"")
        elif self._pending.strip():
            self._document(bytes(self._pending))

    def _line(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line:
            if self._data:
                self._dispatch(b"\n".join(self._data))
            self._data, self._event = [], ""
        elif name == b"data":
            if self._data and _whole(self._data):
                # Some servers leave out the blank line between two events.
                self._dispatch(b"\n".join(self._data))
                self._data = []
            self._data.append(value)
        elif name == b"event":
            self._event = value.decode("utf-8", "replace").strip()
        elif name not in (b"", b"id", b"retry"):
            raise Undecodable(_shown(line))

    def _dispatch(self, data: bytes) -> None:
        if data.strip() == b"[DONE]":
            self.done = True
        elif data.strip():
            self._document(data, failed=self._event == "error")

    def _document(self, data: bytes, *, failed: bool = False) -> None:
        try:
            value = json.loads(data.decode("utf-8-sig", "replace"), strict=False)
        except (ValueError, RecursionError):
            if not failed:
                raise Undecodable(_shown(data)) from None
            value = data.decode("utf-8", "replace")
        if failed and not (isinstance(value, dict) and value.get("error")):
            value = {"error": value}
        self._on_document(value)


def _whole(data: list[bytes]) -> bool:
    joined = b"\n".join(data).strip()
    if joined == b"[DONE]":
        return True
    try:
        json.loads(joined)
    except (ValueError, RecursionError):
        return False
    return True


def _shown(data: bytes) -> str:
    return " ".join(data[:400].decode("utf-8", "replace").split())[:200]
