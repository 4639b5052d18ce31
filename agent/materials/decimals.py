"""How finely the cells of a column are written."""

from collections.abc import Iterable

import regex

PARTS = regex.compile(r"[+\-−–]?\d*+(?:[.,](?P<behind>\d*+))?(?:[eEdD](?P<power>[+-]?\d{1,4}))?")
GROUPED = regex.compile(r"[+\-−–]?\d{1,3}(?:[.,\u00a0\u202f' ]\d{3}){1,8}(?:[.,]\d*+)?")


def decimals(cells: Iterable[str], decimal: str) -> int | None:
    """The most digits behind the decimal sign of any cell, powers of ten included; None where no
    cell is a number.
    """
    most: int | None = None
    for cell in cells:
        found = _of(cell.strip().strip("\"'"), decimal)
        if found is not None and (most is None or found > most):
            most = found
    return most


def _of(cell: str, decimal: str) -> int | None:
    if not cell or not any(letter.isdigit() for letter in cell[:4]):
        return None
    if cell.count(decimal) <= 1 and (found := PARTS.fullmatch(cell)):
        if found["behind"] and decimal not in cell:
            return 0
        return len(found["behind"] or "") - int(found["power"] or 0)
    if GROUPED.fullmatch(cell) and cell.count(decimal) <= 1:
        return len(cell.partition(decimal)[2])
    return None
