"""NumPy's own files; what is pickled in them is never loaded."""

import math
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from agent.materials.binary_sets import Allowance, Named, flat, tables_of_sets
from agent.materials.errors import Unreadable
from agent.materials.types import Table

MAX_MEMBERS = 1_000
PICKLED = "holds Python objects, which are never loaded"


def read_npy(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The table of a `.npy` file.

    Raises:
        Unreadable: it is damaged, holds Python objects, or no numbers in 1 or 2 dimensions.
    """
    with path.open("rb") as stream:
        values, why = _array(stream, path.stat().st_size, Allowance())
    if values is None:
        raise Unreadable(f"The array {why}.")
    return tables_of_sets(_fields(path.stem, values, ""), relative)


def read_npz(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of a `.npz` archive: arrays of one length are columns of one table.

    Raises:
        Unreadable: it is damaged, or holds no array of numbers.
    """
    sets: list[Named] = []
    said: list[str] = []
    allowance = Allowance()
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist()[:MAX_MEMBERS]:
                name = member.filename.removesuffix(".npy")
                with archive.open(member) as stream:
                    values, why = _array(stream, member.file_size, allowance)
                if values is None:
                    said.append(f"The array {name!r} {why} and was left out.")
                else:
                    sets += _fields(name, values, name)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError):
        raise Unreadable("The NumPy archive is damaged.") from None
    return tables_of_sets(sets, relative, said)


def _array(
    stream: IO[bytes], size: int, allowance: Allowance
) -> tuple["np.ndarray[Any, np.dtype[Any]] | None", str]:
    """The array, or None and why it is not read; nothing is set aside before the sizes agree."""
    try:
        version = npy.read_magic(stream)
        read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read_header(stream)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None, "is damaged"
    if dtype.hasobject:
        return None, PICKLED
    wanted = math.prod(shape) * dtype.itemsize
    if any(n < 0 for n in shape) or wanted > size:
        return None, "is cut off"
    if why := allowance.refuses(shape):
        return None, why
    data = stream.read(wanted)
    if len(data) < wanted:
        return None, "is cut off"
    values = np.frombuffer(data, dtype=dtype).reshape(shape, order="F" if fortran else "C")
    return values, ""


def _fields(name: str, values: "np.ndarray[Any, np.dtype[Any]]", group: str) -> list[Named]:
    """An array; one of records is a table with a column for each field."""
    values = flat(values)
    if values.dtype.names is None:
        return [Named(name, values)]
    parts = [(field, values[field]) for field in values.dtype.names]
    return [Named(field, part, group=group) for field, part in parts if part.dtype.names is None]
