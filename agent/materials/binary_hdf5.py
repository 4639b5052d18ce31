"""HDF5 files, netCDF 4 and MATLAB 7.3 among them, through h5py."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from agent.materials.binary import extra
from agent.materials.binary_sets import Allowance, Named, as_text, flat, tables_of_sets
from agent.materials.errors import Unreadable
from agent.materials.types import Metadata, Table

UNIT_KEYS = ("units", "unit", "Units", "Unit", "UNITS")
MAX_SETS = 2_000
DEEPEST = 12
MATLAB = ("MATLAB_class", "char")


def read_hdf5(path: Path, relative: str) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The tables of an HDF5 file: arrays of one length in one group are one table; single
    values and the attributes of the file are metadata.

    Raises:
        Unreadable: h5py is not installed, or the file is damaged or holds no numbers.
    """
    h5py: Any = extra("h5py", "HDF5 files")
    sets: list[Named] = []
    said: list[str] = []
    allowance = Allowance()
    try:
        with h5py.File(path, "r") as file:
            facts = list(_facts(file))
            for group, name, item in _walk(file, h5py, said):
                if len(sets) == MAX_SETS:
                    said.append(f"Only the first {MAX_SETS} arrays were read.")
                    break
                sets += _sets(group, name, item, said, allowance)
    except Unreadable:
        raise
    except Exception as error:  # h5py raises whatever the damage leads to
        text = " ".join(str(error).split())[:80]
        raise Unreadable(f"The HDF5 file is damaged ({text or type(error).__name__}).") from None
    # The names come sorted; an array that rises all the way is rather the abscissa.
    sets.sort(key=lambda one: not _rises(one.values))
    return tables_of_sets(sets, relative, said, facts)


def _rises(values: "np.ndarray[Any, np.dtype[Any]]") -> bool:
    if values.ndim != 1 or values.dtype.kind not in "fiu" or len(values) < 2:
        return False
    return bool((values[1:] > values[:-1]).all())


def _walk(file: Any, h5py: Any, said: list[str]) -> Iterator[tuple[str, str, Any]]:
    """Each array once, though groups may hold each other; no link to elsewhere is followed."""
    seen: set[Any] = set()
    queue: list[tuple[tuple[str, ...], Any]] = [((), file)]
    while queue:
        where, group = queue.pop(0)
        for name in group:
            link = group.get(name, getlink=True)
            if not isinstance(link, h5py.HardLink):
                outside = isinstance(link, h5py.ExternalLink)
                what = "into another file" if outside else "to another place"
                said.append(f"The link {name!r} leads {what} and was left out.")
                continue
            item = group[name]
            known = h5py.h5o.get_info(item.id)
            key = (known.fileno, known.addr)
            if key in seen or name.startswith("#"):
                continue
            seen.add(key)
            if isinstance(item, h5py.Group) and len(where) < DEEPEST:
                queue.append(((*where, name), item))
            elif isinstance(item, h5py.Dataset):
                yield "-".join(where), name, item


def _sets(group: str, name: str, item: Any, said: list[str], allowance: Allowance) -> list[Named]:
    shape = item.shape
    why = "is empty" if shape is None else allowance.refuses(shape or (1,))
    if not why and item.is_virtual:
        why = "is put together from other files"
    if not why and item.external:
        why = "lies in another file"
    if not why and shape and not item.id.get_storage_size():
        why = "was declared but never written"
    if not why and item.dtype.kind == "O" and item.dtype.metadata is None:
        why = "holds references"
    if why:
        said.append(f"The array {name!r} {why} and was left out.")
        return []
    values = np.asarray(item[()])
    unit = next((as_text(item.attrs[k]) for k in UNIT_KEYS if k in item.attrs), "") or None
    if values.dtype.names is not None:
        inner = "-".join(filter(None, (group, name)))
        parts = [(field, flat(values[field])) for field in values.dtype.names]
        return [Named(f, part, group=inner) for f, part in parts if part.dtype.names is None]
    if as_text(item.attrs.get(MATLAB[0], b"")) == MATLAB[1]:
        text = "".join(map(chr, values.ravel(order="F")[:300]))
        return [Named(name, np.asarray(text), group=group)]
    return [Named(name, flat(_filled(item, values)), unit, group)]


def _filled(item: Any, values: "np.ndarray[Any, np.dtype[Any]]") -> Any:
    """With NaN where netCDF's fill value stands."""
    fill = item.attrs.get("_FillValue")
    if fill is None or values.dtype.kind not in "fiu":
        return values
    numbers = values.astype(np.float64)
    numbers[values == np.asarray(fill).ravel()[0]] = np.nan
    return numbers


def _facts(file: Any) -> Iterator[Metadata]:
    for key in list(file.attrs)[:100]:
        value = file.attrs[key]
        if np.ndim(value) == 0 or np.size(value) == 1:
            one = np.asarray(value).ravel()[0]
            number = float(one) if np.asarray(one).dtype.kind in "fiu" else None
            yield Metadata(key, as_text(one)[:300], number)
