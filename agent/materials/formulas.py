"""Formulas that a program wrote and nothing ever computed: they read as empty cells."""

import posixpath
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path

import regex

MAX_BYTES = 50_000_000
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CELL, FORMULA, VALUE, ROW = (MAIN + name for name in ("c", "f", "v", "row"))
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
BOOK, RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
REFERENCE = regex.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")

Place = tuple[int, int]
"""Row and column, both from 0."""


def place_of(reference: str) -> Place | None:
    """`B3` is row 2, column 1."""
    found = REFERENCE.fullmatch(reference)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - 64
    return int(found[2]) - 1, column - 1


def formulas_without_values(path: Path) -> tuple[dict[str, dict[Place, str]], str]:
    """Of each sheet of an `.xlsx` file the formulas whose result is not stored, and a sentence
    where that could not be seen.
    """
    if not zipfile.is_zipfile(path):
        return {}, ""
    try:
        with zipfile.ZipFile(path) as archive:
            names = _sheets(archive)
            if sum(archive.getinfo(member).file_size for member in names.values()) > MAX_BYTES:
                said = "Whether its formulas have stored values was not checked, since it is large."
                return {}, said
            found = {name: dict(_open(archive, member)) for name, member in names.items()}
    except (ET.ParseError, KeyError, ValueError, zipfile.BadZipFile):
        return {}, ""  # what calamine could read is read all the same
    return {name: formulas for name, formulas in found.items() if formulas}, ""


def _sheets(archive: zipfile.ZipFile) -> dict[str, str]:
    """Members of the archive by name of sheet."""
    present = set(archive.namelist())
    if not {BOOK, RELATIONS} <= present:
        return {}
    targets = {
        node.get("Id", ""): posixpath.normpath(posixpath.join("xl", node.get("Target", "")))
        for node in ET.fromstring(archive.read(RELATIONS))
    }
    found = {}
    for node in ET.fromstring(archive.read(BOOK)).iter(MAIN + "sheet"):
        member = targets.get(node.get(RELATION, ""), "").removeprefix("xl//").lstrip("/")
        if member in present:
            found[node.get("name", "")] = member
    return found


def _open(archive: zipfile.ZipFile, member: str) -> Iterator[tuple[Place, str]]:
    with archive.open(member) as stream:
        for _, node in ET.iterparse(stream):
            if node.tag == ROW:
                node.clear()
            if node.tag != CELL:
                continue
            value, formula = node.find(VALUE), node.find(FORMULA)
            place = place_of(node.get("r", ""))
            if formula is not None and place is not None and (value is None or not value.text):
                yield place, formula.text or ""
