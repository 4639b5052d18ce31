"""Tables of notes as plain tabulars that fit on a page."""

import re
from collections.abc import Callable
from typing import Any

Node = dict[str, Any]

WIDEST = 80
"""Characters of all columns together that fit on a line without wrapping."""
GAP = 3
"""Characters of the space between two columns."""
SHORT = 12
"""Characters of a column that need no wrapping."""
LONGEST = 35
"""Rows that fit on a page; a longer table goes on in another one below it."""
COMMAND = re.compile(r"\\[A-Za-z]+(?:\{\})?|[{}]")
ALIGNMENTS = {"AlignRight": "r", "AlignCenter": "c"}


def table_inlines(content: list[Any], flatten: Callable[[list[Node]], list[Node]]) -> list[Node]:
    """A table of pandoc's tree as inlines: LaTeX with the text of the cells between.

    `flatten` turns the blocks of a cell into inlines.
    """
    _, caption, columns, head, bodies, foot = content
    header = [_cells(row, flatten) for row in head[1]]
    rows = [_cells(row, flatten) for body in bodies for row in (*body[2], *body[3])]
    rows += [_cells(row, flatten) for row in foot[1]]
    count = max([len(columns), *(len(row) for row in (*header, *rows))])
    spec = _specification(columns, count, [*header, *rows])
    inlines: list[Node] = []
    if title := [inline for block in caption[1] for inline in flatten([block])]:
        inlines += [*title, _raw("\n\n")]
    for start in range(0, max(1, len(rows)), LONGEST):
        inlines += _tabular(spec, count, header, rows[start : start + LONGEST])
    return inlines


def _raw(latex: str) -> Node:
    return {"t": "RawInline", "c": ["latex", latex]}


def _cells(row: list[Any], flatten: Callable[[list[Node]], list[Node]]) -> list[list[Node]]:
    """The cells of a row; one that spans several columns is followed by empty ones."""
    cells: list[list[Node]] = []
    for _, _, _, span, blocks in row[1]:
        cells += [flatten(blocks), *([] for _ in range(span - 1))]
    return cells


def _tabular(
    spec: str, count: int, header: list[list[list[Node]]], rows: list[list[list[Node]]]
) -> list[Node]:
    inlines = [_raw(f"\\begin{{center}}\n\\begin{{tabular}}{{{spec}}}\n\\toprule\n")]
    for row in header:
        inlines += _row(row, count)
    if header and any(cell for row in header for cell in row):
        inlines.append(_raw("\\midrule\n"))
    for row in rows:
        inlines += _row(row, count)
    return [*inlines, _raw("\\bottomrule\n\\end{tabular}\n\\end{center}\n")]


def _row(row: list[list[Node]], count: int) -> list[Node]:
    inlines: list[Node] = []
    for n in range(count):
        # The braces keep a `[` or `*` away from the row break above.
        cell = row[n] if n < len(row) else []
        inlines += [_raw("{" if n == 0 else " & {"), *cell, _raw("}")]
    return [*inlines, _raw(" \\\\\n")]


def _length(cell: Any) -> int:
    """About how many letters wide the text of a cell is."""
    if isinstance(cell, list):
        return sum(map(_length, cell))
    if not isinstance(cell, dict):
        return 0
    match cell["t"]:
        case "Space" | "SoftBreak":
            return 1
        case "Str":
            return _width(cell["c"])
        case "RawInline" | "Math" | "Code":
            return _width(COMMAND.sub("", cell["c"][1]))
        case "Link" | "Quoted" | "Cite":
            return _length(cell["c"][1])
        case _:
            return _length(cell.get("c"))


def _width(text: str) -> int:
    return sum(2 if char >= "\u2e80" else 1 for char in text)


def _specification(columns: list[Any], count: int, rows: list[list[list[Node]]]) -> str:
    widths = [max([3, *(_length(row[n]) for row in rows if n < len(row))]) for n in range(count)]
    letters = [
        ALIGNMENTS.get(columns[n][0]["t"] if n < len(columns) else "", "l") for n in range(count)
    ]
    if sum(widths) + GAP * count <= WIDEST:
        return "".join(letters)
    # Short columns keep their width; the others share what is left, none of them less than a word.
    short = [width for width in widths if width <= SHORT]
    left = max(0.3, 1 - (sum(short) + GAP * len(short)) / WIDEST)
    capped = [min(width, WIDEST) for width in widths]
    total = sum(width for width in capped if width > SHORT) or 1
    return "".join(
        letter
        if width <= SHORT
        else rf"p{{\dimexpr {left * width / total:.3f}\linewidth-2\tabcolsep\relax}}"
        for letter, width in zip(letters, capped, strict=True)
    )
