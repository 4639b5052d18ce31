"""Binary files of numbers: parquet, HDF5, netCDF, MATLAB and NumPy, by what they begin with."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from agent.materials.errors import Unreadable
from agent.materials.types import Table

Found = tuple[tuple[Table, ...], tuple[str, ...]]
EXTRA = 'pip install "reflectex[science]"'
HDF5 = b"\x89HDF\r\n\x1a\n"
BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"PAR1", "parquet"),
    (HDF5, "hdf5"),
    (b"CDF\x01", "netcdf"),
    (b"CDF\x02", "netcdf"),
    (b"\x93NUMPY", "npy"),
    (b"PK\x03\x04", "npz"),
    (b"MATLAB 5.0 MAT-file", "mat"),
)
NAMES = {
    ".parquet": "parquet file", ".h5": "HDF5 file", ".hdf5": "HDF5 file", ".nc": "netCDF file",
    ".mat": "MATLAB file", ".npy": "NumPy file", ".npz": "NumPy archive",
}  # fmt: skip


def read_binary(path: Path, relative: str) -> Found:
    """The tables of a binary file, and what is to be said of it.

    Raises:
        Unreadable: it is damaged, of another format than its name says, holds no numbers, or needs
            a package that is not installed.
    """
    with path.open("rb") as stream:
        start = stream.read(600)
    return _readers()[_format(start, path)](path, relative)


def _format(start: bytes, path: Path) -> str:
    for beginning, name in BEGINNINGS:
        if start.startswith(beginning):
            return name
    if start[512:520] == HDF5:  # MATLAB 7.3 has a block of its own before it
        return "hdf5"
    if path.suffix.lower() == ".mat":
        return "mat"  # version 4 has no mark
    raise Unreadable(f"The file is no {NAMES.get(path.suffix.lower(), 'file of a known format')}.")


def _readers() -> dict[str, Callable[[Path, str], Found]]:
    # Each is loaded only with the libraries it needs.
    from agent.materials.binary_hdf5 import read_hdf5
    from agent.materials.binary_mat import read_mat, read_netcdf
    from agent.materials.binary_numpy import read_npy, read_npz
    from agent.materials.binary_parquet import read_parquet

    return {
        "parquet": read_parquet,
        "hdf5": read_hdf5,
        "netcdf": read_netcdf,
        "npy": read_npy,
        "npz": read_npz,
        "mat": read_mat,
    }


def extra(module: str, what: str) -> ModuleType:
    """A library that only some files need.

    Raises:
        Unreadable: it is not installed; the sentence says how to get it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise Unreadable(
            f"Reading {what} needs {module.partition('.')[0]}; install it with `{EXTRA}`."
        ) from None
