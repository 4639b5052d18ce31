"""Arrays in binary files: the tables a person would make of them, and nothing that was planted."""

import builtins
import math
import pickle
import zlib
from pathlib import Path

import numpy as np
import pytest
import scipy.io

from agent.materials.scan import take_inventory
from agent.materials.types import Kind, Status

T = np.arange(5.0)
U = 2 * T + 0.5


def one(folder, name):
    found = take_inventory(folder, memo=lambda _, make: make())
    return next(m for m in found if m.path == name)


def heads(table):
    return [(c.name, c.unit) for c in table.columns]


def test_an_array_of_numpy_is_a_column_and_a_matrix_is_a_table(tmp_path):
    np.save(tmp_path / "U.npy", U)
    np.save(tmp_path / "run.npy", np.c_[T, U])
    (column,) = one(tmp_path, "U.npy").tables
    assert (heads(column), list(column.columns[0].values)) == ([("U", None)], list(U))
    (matrix,) = one(tmp_path, "run.npy").tables
    assert heads(matrix) == [("run_1", None), ("run_2", None)]
    assert (matrix.name, matrix.rows, matrix.columns[0].decimals) == ("run", 5, None)


def test_an_array_of_records_has_a_column_for_each_field(tmp_path):
    kinds = [("t (s)", "i4"), ("U (V)", "f8"), ("who", "U3")]
    np.save(tmp_path / "r.npy", np.array([(1, 2.5, "a"), (2, 3.5, "b"), (3, 4.5, "c")], kinds))
    (table,) = one(tmp_path, "r.npy").tables
    assert heads(table) == [("t", "s"), ("U", "V"), ("who", None)]
    assert table.columns[0].decimals == 0
    assert table.columns[2].texts == ("a", "b", "c")


def test_vectors_of_one_length_in_an_archive_are_one_table_and_single_values_its_metadata(tmp_path):
    np.savez(tmp_path / "a.npz", t=T, U=U, gain=np.array(3.5), other=np.ones(7))
    first, second = one(tmp_path, "a.npz").tables
    assert (heads(first), first.rows) == ([("t", None), ("U", None)], 5)
    assert (heads(second), second.rows) == ([("other", None)], 7)
    assert [(m.key, m.value) for m in first.metadata] == [("gain", 3.5)]


def test_a_wide_matrix_is_turned_and_it_is_said(tmp_path):
    np.save(tmp_path / "w.npy", np.vstack([T, U]))
    (table,) = one(tmp_path, "w.npy").tables
    assert table.rows == 5
    assert list(table.columns[1].values) == list(U)
    assert "became columns" in table.remarks[0]


class Planted:
    def __reduce__(self):
        return builtins.exec, ("raise SystemExit('the pickle was loaded')",)


def test_what_is_pickled_in_an_array_is_never_loaded(tmp_path):
    np.save(tmp_path / "o.npy", np.array([Planted(), 1], dtype=object), allow_pickle=True)
    (tmp_path / "p.npy").write_bytes(pickle.dumps(Planted()))
    np.savez(tmp_path / "o.npz", good=T, bad=np.array([Planted(), 1], dtype=object))
    assert "never loaded" in one(tmp_path, "o.npy").reason
    assert one(tmp_path, "p.npy").status is Status.UNREAD
    archive = one(tmp_path, "o.npz")
    assert heads(archive.tables[0]) == [("good", None)]
    assert "'bad' holds Python objects" in archive.reason


def test_a_declared_size_that_the_file_does_not_hold_costs_nothing(tmp_path):
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"
    (tmp_path / "b.npy").write_bytes(
        b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(80)
    )
    material = one(tmp_path, "b.npy")
    assert (material.status, material.reason) == (Status.UNREAD, "The array is cut off.")


def test_vectors_and_structs_of_matlab_are_tables(tmp_path):
    content = {"t": T, "U": U, "gain": 10.0, "who": "X", "s": {"x": T, "y": U, "note": "hi"}}
    scipy.io.savemat(tmp_path / "m.mat", content, do_compression=True)
    first, second = one(tmp_path, "m.mat").tables
    assert heads(first) == [("t", None), ("U", None)]
    assert (second.name, heads(second)) == ("m-s", [("x", None), ("y", None)])
    assert {m.key: m.text for m in first.metadata} == {"gain": "10.0", "who": "X", "s/note": "hi"}


@pytest.mark.slow
def test_a_matlab_file_that_unpacks_to_far_too_much_is_refused(tmp_path):
    part = zlib.compress(bytes(450_000_000), 1)
    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    size = len(part).to_bytes(4, "little")
    (tmp_path / "bomb.mat").write_bytes(head + (15).to_bytes(4, "little") + size + part)
    assert "would unpack to over 400 MB" in one(tmp_path, "bomb.mat").reason


def test_classic_netcdf_gives_units_and_the_moment_time_counts_from(tmp_path):
    with scipy.io.netcdf_file(tmp_path / "n.nc", "w") as file:
        file.createDimension("time", 5)
        for name, values, unit in (("time", T, "seconds since 2024-01-01"), ("T", U, "K")):
            variable = file.createVariable(name, "d", ("time",))
            variable[:] = values
            vars(variable)["_attributes"]["units"] = unit
    (table,) = one(tmp_path, "n.nc").tables
    assert heads(table) == [("time", "seconds"), ("T", "K")]
    assert "since 2024-01-01" in table.remarks[0]


@pytest.fixture
def hdf5():
    return pytest.importorskip("h5py")


def test_hdf5_gives_a_table_for_each_group_with_units_and_metadata(tmp_path, hdf5):
    with hdf5.File(tmp_path / "h.h5", "w") as file:
        file["run/t"], file["run/U"], file["gain"] = T, U[::-1], 3.5
        file["run/t"].attrs["units"] = "s"
        file["run/U"].attrs["unit"] = "V"
        file.attrs["operator"] = "A B"
    (table,) = one(tmp_path, "h.h5").tables
    assert (table.name, heads(table)) == ("h-run", [("t", "s"), ("U", "V")])
    assert {(m.key, m.text) for m in table.metadata} == {("operator", "A B"), ("gain", "3.5")}


def test_links_that_lead_in_circles_or_out_of_the_file_are_not_followed(tmp_path, hdf5):
    with hdf5.File(tmp_path / "h.h5", "w") as file:
        file["run/t"] = T
        file["run/again"] = file["run"]
        file["soft"] = hdf5.SoftLink("/soft")
        file["out"] = hdf5.ExternalLink("/etc/passwd", "/x")
    material = one(tmp_path, "h.h5")
    assert [heads(t) for t in material.tables] == [[("t", None)]]
    assert "'out' leads into another file" in material.reason
    assert "'soft' leads to another place" in material.reason


def test_an_array_that_is_only_declared_is_left_out(tmp_path, hdf5):
    with hdf5.File(tmp_path / "h.h5", "w") as file:
        file["t"] = T
        file.create_dataset("huge", shape=(10**6, 10**6), dtype="f8", chunks=(1000, 1000))
        file.create_dataset("never", shape=(1000,), dtype="f8")
    material = one(tmp_path, "h.h5")
    assert [t.rows for t in material.tables] == [5]
    assert "'huge' has 1,000,000,000,000 values" in material.reason
    assert "'never' was declared but never written" in material.reason


def test_parquet_keeps_types_and_says_what_holds_no_single_values(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    columns = {
        "t (s)": T,
        "n": arrow.array([1, 2, None, 4, 5]),
        "who": list("abcde"),
        "when": arrow.array(np.arange(5).astype("datetime64[s]")),
        "lists": [[1]] * 5,
    }
    pyarrow.parquet.write_table(arrow.table(columns), tmp_path / "p.parquet")
    material = one(tmp_path, "p.parquet")
    (table,) = material.tables
    assert [(c.name, c.unit, c.type) for c in table.columns] == [
        ("t", "s", "number"), ("n", None, "number"), ("who", None, "text"), ("when", None, "date")
    ]  # fmt: skip
    assert math.isnan(table.columns[1].values[2])
    assert "lists or records were left out: lists" in material.reason


@pytest.mark.parametrize("name", ["a.parquet", "a.h5", "a.nc", "a.mat", "a.npy", "a.npz"])
def test_a_file_that_is_not_what_its_name_says_is_one_sentence(tmp_path, name):
    (tmp_path / name).write_bytes(bytes(range(256)) * 4)
    material = one(tmp_path, name)
    assert (material.kind, material.status) == (Kind.BINARY, Status.UNREAD)
    assert material.reason.endswith(".")


def test_a_file_cut_off_anywhere_is_one_sentence_or_part_of_its_tables(tmp_path):
    np.savez(tmp_path / "a.npz", t=T, U=U)
    np.save(tmp_path / "b.npy", U)
    scipy.io.savemat(tmp_path / "c.mat", {"t": T, "U": U}, do_compression=True)
    with scipy.io.netcdf_file(tmp_path / "d.nc", "w") as file:
        file.createDimension("t", 5)
        file.createVariable("t", "d", ("t",))[:] = T
    for path in list(tmp_path.iterdir()):
        data = path.read_bytes()
        for part in (0.1, 0.5, 0.8):
            cut = tmp_path / f"cut{int(part * 10)}{path.suffix}"
            cut.write_bytes(data[: int(len(data) * part)])
    for material in take_inventory(tmp_path, memo=lambda _, make: make()):
        if material.path.startswith("cut"):
            assert material.status is Status.UNREAD, material.path
            assert material.reason.endswith("."), material.reason


@pytest.mark.parametrize(("name", "data"), [("a.h5", b"\x89HDF\r\n\x1a\n"), ("a.parquet", b"PAR1")])
def test_a_missing_library_is_named_with_the_way_to_install_it(tmp_path, monkeypatch, name, data):
    def missing(module):
        raise ImportError(module)

    monkeypatch.setattr("agent.materials.binary.import_module", missing)
    Path(tmp_path / name).write_bytes(data + bytes(100))
    assert 'pip install "reflectex[science]"' in one(tmp_path, name).reason
