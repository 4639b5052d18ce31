"""MATLAB files up to version 7.2 and classic netCDF files, through scipy."""

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from agent.materials.binary_sets import Allowance, Named, as_text, flat, tables_of_sets
from agent.materials.errors import Unreadable
from agent.materials.types import Metadata, Table

MAX_UNPACKED = 400_000_000
COMPRESSED = 15
DEEPEST = 3


def read_mat(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of a `.mat` file: vectors of one length are columns of one table, and so are those
    of a struct.

    Raises:
        Unreadable: it is damaged, would unpack to too much, or holds no numbers.
    """
    from scipy.io import loadmat

    _refuse_bombs(path)
    try:
        # Nothing but numbers, texts, cells and structs is made of what the file holds.
        content = loadmat(path, squeeze_me=True, struct_as_record=False, chars_as_strings=True)
    except Exception as error:  # scipy raises whatever the damage leads to
        said = " ".join(str(error).split())[:80]
        raise Unreadable(f"The MATLAB file is damaged ({said}).") from None
    sets: list[Named] = []
    said_of: list[str] = []
    allowance = Allowance()
    for name, value in content.items():
        if not name.startswith("__"):
            _collect(name, value, "", sets, said_of, allowance)
    return tables_of_sets(sets, relative, said_of)


def _collect(
    name: str, value: Any, group: str, sets: list[Named], said: list[str], allowance: Allowance
) -> None:
    fields = getattr(value, "_fieldnames", None)
    if fields is not None:
        inner = "-".join(filter(None, (group, name)))
        if inner.count("-") >= DEEPEST:
            said.append(f"The struct {inner!r} is nested too deeply and was left out.")
            return
        for field in fields:
            _collect(field, getattr(value, field), inner, sets, said, allowance)
        return
    values = flat(np.asarray(value))
    if values.dtype.kind == "O":
        texts = [isinstance(item, str) for item in values.flat]
        if values.ndim != 1 or not all(texts):
            said.append(f"The cell array {name!r} was left out.")
            return
    if why := allowance.refuses(values.shape or (1,)):
        said.append(f"The array {name!r} {why} and was left out.")
        return
    sets.append(Named(name, values, group=group))


def _refuse_bombs(path: Path) -> None:
    """Adds up what the compressed parts unpack to, without keeping it."""
    data = path.read_bytes()
    if not data.startswith(b"MATLAB 5.0"):
        return
    order = "<" if data[126:128] == b"IM" else ">"
    sign = np.dtype(f"{order}u4")
    place, total = 128, 0
    while place + 8 <= len(data):
        kind, size = (int(n) for n in np.frombuffer(data[place : place + 8], dtype=sign))
        part = data[place + 8 : place + 8 + size]
        if kind == COMPRESSED:
            total += _unpacked(part, MAX_UNPACKED - total)
        if total > MAX_UNPACKED:
            limit = MAX_UNPACKED // 1_000_000
            raise Unreadable(f"The MATLAB file would unpack to over {limit} MB and was not read.")
        place += 8 + size


def _unpacked(data: bytes, limit: int) -> int:
    unpacker = zlib.decompressobj()
    total = 0
    try:
        while data and total <= limit and not unpacker.eof:
            total += len(unpacker.decompress(data, 1_000_000))
            data = unpacker.unconsumed_tail
    except zlib.error:
        raise Unreadable("The MATLAB file is damaged (a compressed part of it).") from None
    return total


def read_netcdf(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of a classic netCDF file.

    Raises:
        Unreadable: it is damaged, or holds no numbers.
    """
    from scipy.io import netcdf_file

    sets: list[Named] = []
    said: list[str] = []
    allowance = Allowance()
    try:
        with netcdf_file(path, "r", mmap=False) as file:
            for name, variable in file.variables.items():
                if why := allowance.refuses(variable.shape or (1,)):
                    said.append(f"The array {name!r} {why} and was left out.")
                    continue
                unit = as_text(getattr(variable, "units", b"")) or None
                values = np.asarray(variable.data)
                if values.dtype.kind == "S" and values.ndim:
                    values = np.array([b"".join(row) for row in np.atleast_2d(values)])
                native = values.astype(values.dtype.newbyteorder("="))
                sets.append(Named(name, flat(native), unit))
            facts = [
                Metadata(key, as_text(value)[:300])
                for key, value in vars(file).get("_attributes", {}).items()
            ]
    except Unreadable:
        raise
    except Exception as error:  # scipy raises whatever the damage leads to
        text = " ".join(str(error).split())[:80]
        raise Unreadable(f"The netCDF file is damaged ({text or type(error).__name__}).") from None
    return tables_of_sets(sets, relative, said, facts)
