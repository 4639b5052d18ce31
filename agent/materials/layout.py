"""Which sign parts the cells of a text and which marks the decimals, chosen by evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.materials.cells import Line, read_line
from agent.materials.numbers import ONE_GROUP

DELIMITERS = (",", ";", "\t", "|", " ")
SAMPLE = 1500
"""Lines that are weighed for every pair of signs; the winner is then applied to all of them."""
PIECES = 30
"""Places all over the file from which they come."""
BLANKS_PENALTY = 0.93
"""Blanks also part the words within cells."""
TABS_PENALTY = 0.8
"""Who writes tabs between numbers means them; blanks part at tabs as well."""
LONE_COLUMN_PENALTY = 0.35
"""Any wrong sign turns any text into one column."""
ONE_GROUP_WEIGHT = 0.99
"""`1,234` is rather a number with decimals than one thousand, if nothing else tells."""


@dataclass(frozen=True, slots=True)
class Signs:
    delimiter: str
    decimal: str


def choose_signs(lines: Sequence[str], *, delimiter: str = "", decimal: str = "") -> Signs | None:
    """The pair under which most cells of rows of one width are numbers; None when none are.

    A sign that is given is not chosen.
    """
    sample = _sample(lines)
    best, found = 0.0, None
    for signs in _pairs(sample, delimiter, decimal):
        score = _score(sample, signs.delimiter, signs.decimal)
        if score > best + 1e-9:
            best, found = score, signs
    return found


def _pairs(sample: Sequence[str], delimiter: str, decimal: str) -> list[Signs]:
    """The pairs that can be meant."""
    quoted = any('"' in line for line in sample)
    return [
        Signs(part, point)
        for part in ((delimiter,) if delimiter else DELIMITERS)
        if delimiter or part == " " or any(part in line for line in sample)
        for point in ((decimal,) if decimal else (".", ","))
        if part != point or quoted
    ]


def read_all(lines: Sequence[str], signs: Signs) -> list[Line]:
    return [
        read_line(number, text, signs.delimiter, signs.decimal)
        for number, text in enumerate(lines, start=1)
    ]


def _sample(lines: Sequence[str]) -> Sequence[str]:
    if len(lines) <= SAMPLE:
        return lines
    piece = SAMPLE // PIECES
    step = (len(lines) - piece) / (PIECES - 1)
    starts = [round(number * step) for number in range(PIECES)]
    return [line for start in starts for line in lines[start : start + piece]]


def _score(sample: Sequence[str], delimiter: str, decimal: str) -> float:
    """Numbers times the share of cells that are numbers or times, in rows of the best width."""
    by_width: dict[int, list[float]] = {}
    for number, text in enumerate(sample):
        line = read_line(number, text, delimiter, decimal)
        if line.comment or "N" not in line.kinds:
            continue
        found = by_width.setdefault(line.fields, [0.0, 0, 0])
        found[0] += _numbers(line, delimiter, decimal)
        found[1] += line.kinds.count("N") + line.kinds.count("D")
        found[2] += len(line.kinds) - line.kinds.count("E") - line.kinds.count("M")
    penalty = BLANKS_PENALTY * _of_tabs(sample) if delimiter == " " else 1.0
    return max(
        (
            numbers * (good / filled) * (1.0 if width > 1 else LONE_COLUMN_PENALTY) * penalty
            for width, (numbers, good, filled) in by_width.items()
        ),
        default=0.0,
    )


def _of_tabs(sample: Sequence[str]) -> float:
    with_digits = [text for text in sample if any(map(str.isdigit, text))]
    tabs = sum("\t" in text.strip() for text in with_digits)
    return TABS_PENALTY if 2 * tabs > len(with_digits) else 1.0


def _numbers(line: Line, delimiter: str, decimal: str) -> float:
    doubtful = sum(
        1
        for cell, kind in zip(line.cells, line.kinds, strict=True)
        if kind == "N" and ONE_GROUP.fullmatch(cell) and decimal not in cell
    )
    weight = 1.0 if delimiter == "," else ONE_GROUP_WEIGHT
    return line.kinds.count("N") - doubtful * (1 - weight)
