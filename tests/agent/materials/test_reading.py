"""Folders and files as people have them, and the table a person sees in each."""

import json
import math
import os
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import NothingUsable, UsageError
from agent.materials.delimited import read_delimited
from agent.materials.encoding import decode
from agent.materials.errors import Unreadable
from agent.materials.headers import read_header
from agent.materials.scan import take_inventory
from agent.materials.types import Kind, Status


def scan(folder):
    return take_inventory(folder, memo=lambda _, make: make())


def one(folder, name):
    return next(m for m in scan(folder) if m.path == name)


def table(text):
    (found,) = read_delimited(text, path="t.csv", encoding="utf-8")
    return found


def heads(found):
    return [(c.name, c.unit) for c in found.columns]


def rows(found):
    return [list(c.values) for c in found.columns if c.type == "number"]


XY = [[1.0, 2.0, 3.0], [1.5, 2.5, 3.5]]


@pytest.mark.parametrize(
    "text",
    [
        "x,y\n1,1.5\n2,2.5\n3,3.5\n",
        "x;y\n1;1,5\n2;2,5\n3;3,5\n",
        "x\ty\n1\t1.5\n2\t2.5\n3\t3.5\n",
        "x|y\n1|1.5\n2|2.5\n3|3.5\n",
        "x   y\n1   1.5\n2   2.5\n3   3.5\n",
        "x,y\r\n1,1.5\r\n2,2.5\r\n3,3.5",
        "Made by Somebody\nfirmware 2.1\n\nx,y\n1,1.5\n2,2.5\n3,3.5\n",
        "# a remark\nx,y\n1,1.5\n2,2.5\n3,3.5\n",
        "x,y,\n1,1.5,\n2,2.5,\n3,3.5,\n",
        '"x","y"\n"1","1.5"\n"2","2.5"\n"3","3.5"\n',
    ],
)
def test_one_table_in_many_spellings(text):
    found = table(text)
    assert [c.name for c in found.columns] == ["x", "y"]
    assert rows(found) == XY
    assert found.rows == 3


def test_units_stand_in_the_head_or_in_a_row_below_it():
    above = table("T (°C),U [mV]\n20,1.5\n30,2.5\n40,3.1\n")
    below = table("T,U\n°C,mV\n20,1.5\n30,2.5\n40,3.1\n")
    assert heads(above) == heads(below) == [("T", "°C"), ("U", "mV")]
    assert below.header_rows == 2


@pytest.mark.parametrize(
    ("cell", "name", "unit"),
    [
        ("T (°C)", "T", "°C"),
        ("U / V", "U", "V"),
        ("p [hPa]", "p", "hPa"),
        ("电压(V)", "电压", "V"),
        ("电压/V", "电压", "V"),
        ("t in s", "t", "s"),
        ("a (m·s⁻²)", "a", "m·s⁻²"),
        ("Speed (average)", "Speed (average)", None),
        ("and/or", "and/or", None),
        ("count", "count", None),
    ],
)
def test_heads_are_split_into_name_and_unit(cell, name, unit):
    head = read_header(cell)
    assert (head.name, head.unit) == (name, unit)


@pytest.mark.parametrize("head", ["u(U)", "U_err", "σ_U", "ΔU", "±", "U error", "err"])
def test_a_column_named_as_an_uncertainty_belongs_to_its_quantity(head):
    found = table(f"t,U,{head}\n1,2.0,0.1\n2,2.1,0.1\n3,2.2,0.2\n")
    assert [c.uncertainty_of for c in found.columns] == [None, None, "U"]
    assert found.uncertainty("U") is found.columns[2]


@pytest.mark.parametrize("head", ["ΔT", "error rate", "sigma", "T2"])
def test_a_name_that_only_looks_like_one_is_left_alone(head):
    found = table(f"{head},t\n1,2.0\n2,2.1\n3,2.2\n")
    assert [c.uncertainty_of for c in found.columns] == [None, None]


def test_no_head_gives_numbered_columns_and_repeated_names_become_unique():
    assert [c.name for c in table("1,2\n3,4\n5,6\n").columns] == ["column_1", "column_2"]
    names = [c.name for c in table("U,U,U\n1,2,3\n3,4,5\n5,6,7\n").columns]
    assert len(set(names)) == 3


def test_missing_cells_are_nan_and_words_are_said():
    found = table("x,y\n1,1.5\n2,---\n3,OL\n4,\n5,5.5\n6,6.5\n7,7\n8,8\n9,broken\n10,9\n11,9\n")
    y = found.column("y").values
    assert [math.isnan(v) for v in y] == [False, True, True, True, *[False] * 4, True, False, False]
    assert any("broken" in remark for remark in found.remarks)


def test_text_and_dates_are_typed():
    found = table("when,who,x\n2024-01-01,a,1\n2024-01-02,b,2\n2024-01-03,a,4\n")
    assert [c.type for c in found.columns] == ["date", "text", "number"]
    assert found.column("when").values[1] - found.column("when").values[0] == 86400


def test_dates_with_and_without_a_fraction_of_a_second_are_one_column():
    found = table(
        "when,x\n2024-01-01 10:00:00,1\n2024-01-01 10:00:00.500,2\n2024-01-01 10:00:01,4\n"
    )
    assert list(found.column("when").values - found.column("when").values[0]) == [0, 0.5, 1]


def test_a_date_that_may_be_read_in_two_ways_is_said():
    found = table("when,x\n01/02/2024,1\n02/02/2024,2\n03/02/2024,4\n")
    assert found.column("when").type == "date"
    assert any("day first" in remark for remark in found.remarks)


def test_no_row_is_lost_without_a_word():
    found = table("x,y\n1,1.5\n2,2.5\nmarker\n3,3.5\n4,4.5\nend of file\n")
    assert found.rows == 4
    assert found.rows_left_out == 2


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("T (°C),U\n".encode(), "utf-8"),
        ("\ufeffT,U\n".encode(), "utf-8-sig"),
        ("T (°C),U\n".encode("utf-16"), "utf-16"),
        ("T,U\n1,2\n3,4\n".encode("utf-16-le"), "utf-16-le"),
        ("T,U\n1,2\n3,4\n".encode("utf-16-be"), "utf-16-be"),
        ("T (°C),U\n".encode("cp1252"), "cp1252"),
        ("时间,电压值,温度\n1,2,3\n".encode("gb18030"), "gb18030"),
    ],
)
def test_encodings_are_recognised_and_named(data, encoding):
    decoded = decode(data)
    assert decoded.encoding == encoding
    assert "\ufeff" not in decoded.text


def test_one_late_byte_decides_the_encoding():
    assert decode(b"1,2\n" * 50_000 + "5 £\n".encode("cp1252")).encoding == "cp1252"


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"\x89PNG\r\n\x1a\n" + b"\0" * 99])
def test_binary_data_is_no_text(data):
    with pytest.raises(Unreadable, match="binary"):
        decode(data)


@given(st.text(alphabet='0123456789.,;-+eE \t\nxyµ°(")#', max_size=300))
def test_no_text_breaks_the_reader(text):
    for found in read_delimited(text, path="t.csv", encoding="utf-8"):
        sizes = {max(len(column.values), len(column.texts)) for column in found.columns}
        assert sizes == {found.rows}


def test_large_files_give_the_same_table_as_small_ones(tmp_path):
    lines = "".join(f"{i},{i * 0.5:.3f},{i % 7}\n" for i in range(60_000))
    (tmp_path / "large.csv").write_text("t (s),U (V),n\n" + lines)
    (found,) = one(tmp_path, "large.csv").tables
    assert heads(found) == [("t", "s"), ("U", "V"), ("n", None)]
    assert found.rows == 60_000
    assert found.column("U").values[-1] == 29999.5


@pytest.mark.slow
def test_a_late_word_in_a_large_file_is_said_and_the_rest_is_read(tmp_path):
    lines = [f"{i},{i * 0.5:.3f}" for i in range(60_000)]
    lines[50_000] = "50000,overload"
    (tmp_path / "large.csv").write_text("t,U\n" + "\n".join(lines))
    material = one(tmp_path, "large.csv")
    (found,) = material.tables
    assert found.column("U").type == "number"
    assert math.isnan(found.column("U").values[50_000])


def workbook(path, sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, content in sheets.items():
        sheet = book.create_sheet(name)
        for row in content:
            sheet.append(row)
    book.save(path)
    return book


def test_every_sheet_of_a_workbook_is_accounted_for(tmp_path):
    data = [["t (s)", "x (m)"], *[[i, i * 1.5] for i in range(5)]]
    workbook(tmp_path / "b.xlsx", {"One": data, "Empty": [], "Words": [["a", "b"], ["c", "d"]]})
    material = one(tmp_path, "b.xlsx")
    (found,) = material.tables
    assert (found.sheet, found.rows, heads(found)) == ("One", 5, [("t", "s"), ("x", "m")])
    assert "Empty" in material.reason
    assert "Words" in material.reason


def test_formulas_without_values_are_said_or_computed(tmp_path):
    rows_ = [["x", "y"], *[[i, f"=A{i + 1}*2"] for i in range(1, 6)]]
    workbook(tmp_path / "f.xlsx", {"S": rows_})
    material = one(tmp_path, "f.xlsx")
    values = list(material.tables[0].columns[-1].values)
    assert values == [2.0, 4.0, 6.0, 8.0, 10.0] or "formula" in material.reason


@pytest.mark.slow
def test_a_zip_bomb_is_refused(tmp_path):
    with (
        zipfile.ZipFile(tmp_path / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as member,
    ):
        for _ in range(600):
            member.write(b"0" * 1_000_000)
    material = one(tmp_path, "bomb.xlsx")
    assert material.status is Status.UNREAD
    assert "MB" in material.reason or "unpack" in material.reason


@pytest.mark.parametrize(
    "document",
    [
        [{"x": 1, "y": 1.5}, {"x": 2, "y": 2.5}, {"x": 3, "y": 3.5}],
        {"x": [1, 2, 3], "y": [1.5, 2.5, 3.5]},
        [["x", "y"], [1, 1.5], [2, 2.5], [3, 3.5]],
        {"run": {"data": {"x": [1, 2, 3], "y": [1.5, 2.5, 3.5]}}},
    ],
)
def test_json_tables_in_every_form(tmp_path, document):
    (tmp_path / "d.json").write_text(json.dumps(document))
    (found,) = one(tmp_path, "d.json").tables
    assert rows(found) == XY


def test_every_file_ends_in_the_inventory_with_one_clear_line(tmp_path):
    (tmp_path / "ok.csv").write_text("x,y\n1,2\n2,4\n3,6\n")
    (tmp_path / "noise.csv").write_bytes(os.urandom(4000))
    (tmp_path / "empty.csv").touch()
    (tmp_path / "big.csv").touch()
    os.truncate(tmp_path / "big.csv", 2 * 1024**3)
    (tmp_path / "bad.json").write_text('{"a": [1,')
    (tmp_path / "doc.docx").write_bytes(os.urandom(300))
    (tmp_path / "~$b.xlsx").write_text("x")
    (tmp_path / ".hidden").touch()
    (tmp_path / "paper.aux").touch()
    (tmp_path / "skipped.csv").write_text("x,y\n1,2\n2,3\n3,4\n")
    (tmp_path / ".reflectexignore").write_text("skip*\n")
    (tmp_path / "out.csv").symlink_to("/etc/hostname")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "old-report" / ".reflectex").mkdir(parents=True)
    found = {m.path: m for m in scan(tmp_path)}
    read = {path for path, m in found.items() if m.status is Status.READ}
    assert read == {"ok.csv"}
    for path, words in {
        "noise.csv": "binary",
        "empty.csv": "empty",
        "big.csv": "MB",
        "bad.json": "JSON",
        "doc.docx": "Word",
        "~$b.xlsx": "lock",
        ".hidden": "hidden",
        "paper.aux": "litter",
        "skipped.csv": ".reflectexignore",
        "out.csv": "link",
        "loop": "link",
        "old-report/": "run folder",
    }.items():
        assert words in found[path].reason, found[path]
        assert found[path].reason.endswith(".")
    assert found["ok.csv"].digest
    assert not found["big.csv"].digest


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_said(tmp_path):
    path = tmp_path / "deny.csv"
    path.write_text("x,y\n1,2\n2,3\n")
    path.chmod(0)
    assert "cannot be read" in one(tmp_path, "deny.csv").reason


def test_a_text_file_is_a_table_or_notes_by_what_it_holds(tmp_path):
    (tmp_path / "t.txt").write_text("x y\n1 2.5\n2 3.5\n3 4.0\n4 5.5\n")
    (tmp_path / "n.txt").write_text("We measured for 3 days.\nIt rained.\n")
    assert one(tmp_path, "t.txt").kind is Kind.TABLE
    assert one(tmp_path, "n.txt").kind is Kind.NOTES


def test_table_names_are_ascii_and_unique_and_paths_keep_theirs(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "实验.csv").write_text("x,y\n1,2\n2,4\n3,6\n")
    names = [t.name for t in scan(tmp_path).tables]
    assert len(set(names)) == 2
    assert all(name.isascii() for name in names)
    assert [t.path for t in scan(tmp_path).tables] == ["a/实验.csv", "b/实验.csv"]


def test_an_unchanged_file_is_not_read_again(tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n2,4\n3,6\n")
    stored: dict = {}
    made = []

    def memo(key, make):
        if key not in stored:
            made.append(key)
            stored[key] = make()
        return stored[key]

    take_inventory(tmp_path, memo=memo)
    take_inventory(tmp_path, memo=memo)
    assert len(made) == 1
    (tmp_path / "a.csv").write_text("x,y\n1,2\n2,4\n3,7\n")
    take_inventory(tmp_path, memo=memo)
    assert len(made) == 2


def test_no_folder_and_no_files_are_two_different_errors(tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        scan(tmp_path / "none")
    with pytest.raises(NothingUsable, match="empty"):
        scan(tmp_path)
    file = Path(tmp_path / "f")
    file.touch()
    with pytest.raises(UsageError, match="is a file"):
        scan(file)


def test_an_open_document_spreadsheet_is_read_like_any_other(tmp_path):
    def cell(value):
        if isinstance(value, str):
            return (
                f'<table:table-cell office:value-type="string"><text:p>{value}</text:p>'
                "</table:table-cell>"
            )
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    content: list[list[str | float]] = [["t (s)", "x (m)"], [1, 1.5], [2, 2.5], [3, 3.5]]
    body = "".join(
        f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in content
    )
    names = "".join(
        f' xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"'
        for n in ("office", "table", "text")
    )
    with zipfile.ZipFile(tmp_path / "d.ods", "w") as archive:
        kind = "application/vnd.oasis.opendocument.spreadsheet"
        archive.writestr("mimetype", kind)
        archive.writestr(
            "META-INF/manifest.xml",
            "<manifest:manifest"
            ' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            "</manifest:manifest>",
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content{names}><office:body><office:spreadsheet>"
            f'<table:table table:name="S">{body}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    (found,) = one(tmp_path, "d.ods").tables
    assert heads(found) == [("t", "s"), ("x", "m")]
    assert rows(found) == XY
