"""Cells that say more than a number: `1.2±0.1`, `1.2(3)`, `45%`, `5.2 V`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from agent.materials.headers import is_unit
from agent.materials.numbers import is_missing, number

NUMBER = r"[+\-−–]?(?:\d[\d.,]*+|[.,]\d++)(?:[eE][+-]?\d++)?"
WITH = regex.compile(
    rf"\(?\s*(?P<value>{NUMBER})\s*(?:±|\+/-|\+-|\\pm|\$\\pm\$)\s*(?P<u>{NUMBER})\s*(?P<in>%?)\s*\)?"
    r"\s*(?P<unit>[^\d\s].{0,15})?"
)
BRACKET = regex.compile(
    r"(?P<value>[+\-−–]?\d[\d.,]*)\((?P<u>\d{1,4})\)(?P<power>[eE][+-]?\d+)?\s*(?P<unit>[^\d\s].{0,15})?"
)
PLAIN = regex.compile(rf"(?P<value>{NUMBER})\s*(?P<unit>[^\d\s.,+\-()±:/][^\d]{{0,11}})")
SHARE = 0.8
LONGEST = 80
SIGNS = ("±", "+/-", "+-", "\\pm", "(", "%", "％")


@dataclass(frozen=True, slots=True)
class Quantities:
    values: tuple[float, ...]
    numbers: tuple[str, ...]
    """Each value as the file writes it."""
    errors: tuple[float, ...] = ()
    """NaN where a cell gives none; empty where none does."""
    errors_as_written: tuple[str, ...] = ()
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    value: float
    error: float = math.nan
    error_text: str = ""
    unit: str = ""


def is_quantity(cell: str, decimal: str) -> bool:
    """Whether a cell is a number with its uncertainty or in per cent."""
    if len(cell) > LONGEST or not (cell[:1].isdigit() or cell[:1] in "+-−–.,("):
        return False
    if not any(sign in cell for sign in SIGNS):
        return False
    read = _read(cell, decimal)
    return read is not None and (not math.isnan(read.error) or read.unit == "%")


def read_quantities(texts: Sequence[str], decimal: str, unit: str | None) -> Quantities | None:
    """The values, uncertainties and unit of cells of one form; None for other cells.

    A number in brackets counts in units of the last digit (GUM, JCGM 100:2008, 7.2.2); an
    uncertainty in per cent is a share of its value. `unit` is what the head says; cells of another
    unit, or of several, are no numbers.
    """
    cells = [_read(text.strip(), decimal) for text in texts]
    filled = [(text, cell) for text, cell in zip(texts, cells, strict=True) if not is_missing(text)]
    good = [cell for _, cell in filled if cell is not None and not math.isnan(cell.value)]
    told = [cell for cell in good if cell.unit or not math.isnan(cell.error)]
    if not told or len(good) < SHARE * len(filled):
        return None
    units = {cell.unit for cell in good} - {""}
    if len(units) > 1 or (unit is not None and units - {unit}):
        return None
    none = _Cell("", math.nan)
    full = [cell if cell is not None else none for cell in cells]
    uncertain = any(not math.isnan(cell.error) for cell in full)
    return Quantities(
        tuple(cell.value for cell in full),
        tuple(cell.text for cell in full),
        tuple(cell.error for cell in full) if uncertain else (),
        tuple(cell.error_text for cell in full) if uncertain else (),
        units.pop() if units else unit,
    )


def _read(text: str, decimal: str) -> _Cell | None:
    if is_missing(text) or len(text) > LONGEST:
        return None
    value = number(text, decimal)
    if value is not None:
        return _Cell(text, value)
    for pattern in (WITH, BRACKET, PLAIN):
        if (found := pattern.fullmatch(text)) and (cell := _parts(found, decimal)) is not None:
            return cell
    return None


def _parts(found: "regex.Match[str]", decimal: str) -> _Cell | None:
    parts = found.groupdict()
    unit = (parts.get("unit") or "").strip().replace("％", "%")
    power = parts.get("power") or ""
    text = parts["value"] + power
    value = number(text, decimal)
    if value is None or math.isnan(value) or (unit and not is_unit(unit)):
        return None
    error_text = parts.get("u") or ""
    if not error_text:
        return _Cell(text, value, unit=unit)
    if "in" not in parts:
        _, _, behind = parts["value"].partition(decimal)
        error_text = f"{int(error_text)}e{-len(behind) + int(power[1:] or 0)}"
        return _Cell(text, value, float(error_text), error_text, unit)
    error = number(error_text, decimal)
    if error is None:
        return None
    share = abs(value) / 100 if parts["in"] else 1.0
    return _Cell(text, value, abs(error) * share, "" if parts["in"] else error_text, unit)
