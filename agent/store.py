"""Products on disk: typed values under a key, written whole or not at all.

A product is JSON, with its columns of numbers beside it in an `.npz` file. Nothing in a store can
run code when it is read, so a run folder from somebody else is safe to open.
"""

import hashlib
import io
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from pydantic import TypeAdapter, ValidationError


@runtime_checkable
class NamesFiles(Protocol):
    """A product that counts only while the files it names are there, unchanged."""

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """(path relative to the run folder, SHA-256)."""


def digest_of(*parts: bytes | str) -> str:
    """SHA-256 over the parts, each with its length, so that no two lists of parts collide."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed.update(f"{len(data)}:".encode())
        hashed.update(data)
    return hashed.hexdigest()


def file_digest(path: Path) -> str:
    """SHA-256 of a file, empty when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def write_atomically(path: Path, data: bytes | str) -> None:
    """The file holds either its old content or all of the new one, whenever the process dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = data.encode("utf-8") if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".tmp-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class Encoded:
    text: bytes
    arrays: bytes
    """Empty when the product holds no column of numbers."""

    @property
    def digest(self) -> str:
        return digest_of(self.text, self.arrays)


def encode(kind: Any, product: Any) -> Encoded:
    columns: list[Any] = []
    plain = TypeAdapter(kind).dump_python(product, mode="json", context=columns)
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    if not columns:
        return Encoded(text, b"")
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{f"a{i}": column for i, column in enumerate(columns)})
    return Encoded(text, buffer.getvalue())


def decode(kind: Any, encoded: Encoded) -> Any:
    columns: list[Any] = []
    if encoded.arrays:
        with np.load(io.BytesIO(encoded.arrays), allow_pickle=False) as stored:
            columns = [stored[f"a{i}"] for i in range(len(stored.files))]
    return TypeAdapter(kind).validate_python(json.loads(encoded.text), context=columns)


class Store:
    """Products by name and key; the newest of each name is kept, older ones go."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder = folder
        self._root = root

    def get(self, name: str, key: str, kind: Any) -> tuple[Any, str] | None:
        """The product and its digest, or None where there is none that still counts."""
        path = self._path(name, key)
        try:
            arrays = path.with_suffix(".npz")
            encoded = Encoded(path.read_bytes(), arrays.read_bytes() if arrays.exists() else b"")
            product = decode(kind, encoded)
        except (OSError, ValueError, ValidationError, KeyError, IndexError):
            # A half-written or older form of the product is no product.
            return None
        if isinstance(product, NamesFiles) and not self._files_stand(product):
            return None
        return product, encoded.digest

    def put(self, name: str, key: str, kind: Any, product: Any) -> str:
        """Store it and give back its digest."""
        path = self._path(name, key)
        encoded = encode(kind, product)
        if encoded.arrays:
            write_atomically(path.with_suffix(".npz"), encoded.arrays)
        write_atomically(path, encoded.text)
        return encoded.digest

    def _files_stand(self, product: NamesFiles) -> bool:
        return all(file_digest(self._root / path) == digest for path, digest in product.files)

    def _path(self, name: str, key: str) -> Path:
        return self._folder / name / f"{key[:24]}.json"
