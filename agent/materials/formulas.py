"""Formulas that a program wrote and nothing ever computed: they read as empty cells."""

import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

MAX_BYTES = 50_000_000
CELL = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}c"
FORMULA = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}f"
VALUE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}v"


def formulas_without_values(path: Path) -> str:
    """One sentence about such cells of an `.xlsx` file; empty when there are none."""
    if path.suffix.lower() not in {".xlsx", ".xlsm"} or not zipfile.is_zipfile(path):
        return ""
    with zipfile.ZipFile(path) as archive:
        sheets = [
            member
            for member in archive.infolist()
            if member.filename.startswith("xl/worksheets/") and member.filename.endswith(".xml")
        ]
        if sum(member.file_size for member in sheets) > MAX_BYTES:
            return "Whether its formulas have stored values was not checked, since it is large."
        empty = sum(_count(archive, member) for member in sheets)
    if not empty:
        return ""
    what = (
        "1 formula has no stored value and reads"
        if empty == 1
        else f"{empty} formulas have no stored value and read"
    )
    return f"{what} as empty; opening and saving the file in a spreadsheet program computes them."


def _count(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    found = 0
    with archive.open(member) as stream:
        try:
            for _, node in ET.iterparse(stream):
                if node.tag == CELL:
                    value = node.find(VALUE)
                    blank = value is None or not value.text
                    found += node.find(FORMULA) is not None and blank
                    node.clear()
        except ET.ParseError:
            return found
    return found
