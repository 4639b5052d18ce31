"""The document as it lies on the user's disk, and its sources in the build folder, as text."""

import os
import re
import stat
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from compile.errors import Uncompilable
from latex.mask import mask

_LARGEST_SOURCE = 20 * 1024 * 1024
_TEXT = frozenset((".tex", ".ltx", ".sty", ".cls", ".bbl", ".tikz", ".pgf", ".def"))
_MOST_SOURCES = 200
INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{([^{}]+)\}")
"""A command that reads another source, with its name."""


def read_document(path: Path) -> str:
    """The source of the main file.

    Raises:
        Uncompilable: it is no text that TeX could read, and why.
    """
    data = _read_bytes(path)
    if not data.strip():
        raise Uncompilable(f"{path.name} is empty.", "Give a LaTeX document.")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or _looks_like_utf16(data):
        raise Uncompilable(
            f"{path.name} is encoded in UTF-16, which TeX cannot read.", "Save it as UTF-8."
        )
    if b"\0" in data:
        raise Uncompilable(
            f"{path.name} is a binary file, not a LaTeX document.", "Give the .tex file."
        )
    return decode(data)


def decode(data: bytes) -> str:
    """UTF-8 as nearly all sources are, else one character a byte, so that positions stay right."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise Uncompilable(f"{path} is a folder, not a document.", "Name the .tex file in it.")
        if not stat.S_ISREG(status.st_mode):
            raise Uncompilable(f"{path} is not an ordinary file.", "Give a .tex file.")
        if status.st_size > _LARGEST_SOURCE:
            raise Uncompilable(
                f"{path.name} has {status.st_size / 1e6:.0f} MB; no document is that large "
                f"(the limit is {_LARGEST_SOURCE / 1e6:.0f} MB).",
                "Give the .tex file itself, not data.",
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise Uncompilable(f"There is no file {str(path)!r}.", "Check the path.") from None
    except PermissionError:
        raise Uncompilable(
            f"{str(path)!r} may not be read.", "Give yourself the right to read it: chmod u+r."
        ) from None
    except OSError as error:
        raise Uncompilable(
            f"{str(path)!r} cannot be read: {error.strerror}.", "Check the path."
        ) from None


def _looks_like_utf16(data: bytes) -> bool:
    """Without a byte-order mark every second byte of Latin text in UTF-16 is zero."""
    head = data[:2000]
    return max(head[::2].count(0), head[1::2].count(0)) > len(head) // 4


def gather(root: Path, source: str) -> str:
    """`source` with the text of the files it inputs behind it: what the engine is chosen by."""
    texts, seen, queue = [source], {root.resolve()}, deque([source])
    while queue and len(seen) < _MOST_SOURCES:
        for name in INPUT.findall(mask(queue.popleft())):
            path = _within(root.parent, name.strip())
            if path is not None and path.resolve() not in seen:
                seen.add(path.resolve())
                text = decode(path.read_bytes())
                texts.append(text)
                queue.append(text)
    return "\n".join(texts)


def project_sources(folder: Path, root: str) -> tuple[str, ...]:
    """Relative names of the root, the files it inputs, and all .bib files of the folder."""
    names, queue = {root: None}, deque([root])
    while queue and len(names) < _MOST_SOURCES:
        path = _within(folder, queue.popleft())
        if path is None:
            continue
        for name in INPUT.findall(mask(decode(path.read_bytes()))):
            child = _within(folder, name.strip())
            if child is not None and (relative := str(child.relative_to(folder))) not in names:
                names[relative] = None
                queue.append(relative)
    bibliographies = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.bib"))
    return (*names, *bibliographies)


def _within(folder: Path, name: str) -> Path | None:
    for candidate in (folder / f"{name}.tex", folder / name):
        if (
            candidate.is_file()
            and candidate.resolve().is_relative_to(folder.resolve())
            and candidate.stat().st_size <= _LARGEST_SOURCE
            and os.access(candidate, os.R_OK)
        ):
            return candidate
    return None


def read_build_file(folder: Path, name: str) -> str:
    """A file that TeX wrote in the build folder, as text; empty if there is none.

    What is cut in the middle of a character by a kill is still worth reading.
    """
    path = real_file(folder, name)
    if path is None:
        return ""
    with path.open("rb") as file:
        return file.read(_LARGEST_SOURCE).decode("utf-8", "replace")


def real_file(folder: Path, name: str) -> Path | None:
    """`name` in the build folder, if it is there and not by way of a link TeX might have made."""
    path = folder.resolve() / name
    return path if path.is_file() and path.resolve() == path else None


def sources_read(folder: Path, root: str, known: Iterable[str] = ()) -> dict[str, str]:
    """Relative name and text of the sources TeX read there, by the recorder's list, and `known`."""
    record = read_build_file(folder, f"{root.removesuffix('.tex')}.fls")
    names = dict.fromkeys((root, *known))
    for line in record.split("\n"):
        name = line.removeprefix("INPUT ").removeprefix("/work/").removeprefix("./")
        if line.startswith("INPUT ") and name[:1] != "/" and Path(name).suffix in _TEXT:
            names[name] = None
    found = {name: real_file(folder, name) for name in names}
    return {
        name: decode(path.read_bytes()[:_LARGEST_SOURCE])
        for name, path in found.items()
        if path is not None and ".." not in Path(name).parts
    }
