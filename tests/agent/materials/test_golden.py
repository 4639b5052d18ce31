"""Golden inventories: each folder of `golden/` holds files as people have them and, in
`expected.toml`, the tables a person sees in them.

Of a folder's inventory only what `expected.toml` names is compared:

    why = "what is awkward here"
    [[material]]                  # optional, any number
    path = "a.csv"
    status = "read"               # kind, encoding likewise
    reason = "part of it"
    [[table]]                     # all tables that are analysed, in the order of the inventory
    name = "a"                    # also path, sheet, rows, rows_left_out, delimiter, decimal,
    rows = 3                      # header_rows, first_line, same_as
    metadata = [{ key = "Gain", text = "10", value = 10.0, unit = "dB" }]     # some of them
    remarks = ["part of one", …]
    preamble = ["part of a line"]
    [[table.column]]              # all columns of the table, in order
    name = "t"                    # always
    unit = "s"                    # none when absent
    type = "number"               # the default
    values = [1.0, nan, 3.0]      # all, or with `head = true` the first ones
    texts = ["a", "b"]            # also uncertainty_of, decimals

A `reflectex.toml` in the folder holds rules, as in a user's folder. A file such as `a.xlsx.toml`
is the source of the spreadsheet `a.xlsx`, see `tests.agent.materials.books`.
"""

import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest

from agent.materials.scan import take_inventory
from agent.settings import FILE, from_file, resolve
from tests.agent.materials.books import write_book

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/expected.toml"))
OF_MATERIAL = ("kind", "status", "encoding")
OF_TABLE = (
    "name", "path", "sheet", "rows", "rows_left_out", "delimiter", "decimal", "header_rows",
    "first_line", "same_as",
)  # fmt: skip


@pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)
def test_the_inventory_is_what_a_person_sees(folder, tmp_path):
    expected = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))
    folder = shutil.copytree(folder, tmp_path / "given")
    (folder / "expected.toml").unlink()
    for source in folder.glob("*.xlsx.toml"):
        write_book(source)
    rules = resolve(from_file(folder / FILE)).settings.tables
    found = take_inventory(folder, memo=lambda _, make: make(), rules=rules)
    for wanted in expected.get("material", ()):
        (material,) = [m for m in found if m.path == wanted["path"]]
        agrees(wanted, material, OF_MATERIAL)
        assert wanted.get("reason", "") in material.reason
    tables = expected.get("table", [])
    said = [f"{m.path}: {m.reason}" for m in found]
    assert len(found.tables) == len(tables), ([t.name for t in found.tables], said)
    for wanted, table in zip(tables, found.tables, strict=True):
        same_table(wanted, table)


def same_table(wanted, table):
    agrees(wanted, table, OF_TABLE)
    for entry in wanted.get("metadata", ()):
        assert any(all(getattr(m, k) == v for k, v in entry.items()) for m in table.metadata), (
            entry, table.metadata,
        )  # fmt: skip
    for part in wanted.get("remarks", ()):
        assert any(part in remark for remark in table.remarks), (part, table.remarks)
    for part in wanted.get("preamble", ()):
        assert any(part in line for line in table.preamble), (part, table.preamble)
    assert [c["name"] for c in wanted["column"]] == [c.name for c in table.columns]
    for expected, column in zip(wanted["column"], table.columns, strict=True):
        same_column(expected, column)


def same_column(wanted, column):
    assert column.unit == wanted.get("unit"), column.name
    assert column.type == wanted.get("type", "number"), column.name
    assert column.uncertainty_of == wanted.get("uncertainty_of"), column.name
    agrees(wanted, column, ("decimals",))
    if "values" in wanted:
        values = column.values[: len(wanted["values"])] if wanted.get("head") else column.values
        np.testing.assert_allclose(values, wanted["values"], rtol=1e-12, err_msg=column.name)
    if "texts" in wanted:
        assert list(column.texts) == wanted["texts"]


def agrees(wanted, found, names):
    for name in names:
        if name in wanted:
            assert getattr(found, name) == wanted[name], (name, found)
