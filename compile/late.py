r"""The true line of what TeX notices late: behind the formula, the table row, the list, the blank.

amsmath reads a whole display before it sets it, so that all errors in it are reported at its
`\end`; a table row without `\\` is noticed in the next one; an open formula at the next paragraph.

Lines are those of a masked source, 1-based; what is not found leaves the reported line as it is.
"""

import re
from collections.abc import Sequence

Lines = Sequence[str]

DISPLAYS = frozenset(
    ("equation", "align", "gather", "multline", "flalign", "alignat", "eqnarray", "displaymath",
     "math", "split", "aligned", "gathered", "xalignat", "xxalignat", "dmath", "empheq")
)  # fmt: skip
_FARTHEST = 80
"""Lines that are looked back; no display or list item is longer."""
_FRAME = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}|(\\\[)|(\\\])")
_PAIRS = re.compile(
    r"\\(left|right)(?![A-Za-z])|\\(begin|end)\s*\{|(\\\\|(?<!\\)&)|\\[A-Za-z]+|\\."
)
_BEGIN_TABLE = re.compile(r"\\begin\s*\{(tabular[xy]?\*?|array|longtable|tabulary|tblr)\}")
_LIST = re.compile(r"\\begin\s*\{(?:itemize|enumerate|description|list|compact\w+)\*?\}")
_NUMBER_OF_CELLS = re.compile(r"(?<!\\)&")
_ROW_END = re.compile(r"\\\\|\\tabularnewline\b|\\cr\b")


def display_around(lines: Lines, line: int) -> tuple[str, int] | None:
    """Name and first line of the display that is open at the end of `line`, or ends in it."""
    depth = 0
    for number in range(line, max(0, line - _FARTHEST), -1):
        for found in reversed(list(_FRAME.finditer(_at(lines, number)))):
            opened, name = found[1] == "begin" or found[3], found[2] or "["
            if name != "[" and name.rstrip("*") not in DISPLAYS:
                continue
            if not opened:
                depth += number != line
            elif depth:
                depth -= 1
            else:
                return name, number
    return None


def unpaired_delimiter(lines: Lines, first: int, last: int) -> int | None:
    r"""The line of the first \left without \right, or the reverse, between two cell borders."""
    open_lines: list[tuple[int, int]] = []
    depth = 0
    for number in range(first, last + 1):
        for found in _PAIRS.finditer(_at(lines, number)):
            if found[2]:
                depth += 1 if found[2] == "begin" else -1
            elif found[1] == "left":
                open_lines.append((number, depth))
            elif found[1] == "right":
                if not open_lines:
                    return number
                open_lines.pop()
            if open_lines and (
                (found[3] and open_lines[-1][1] == depth) or depth < open_lines[-1][1]
            ):
                return open_lines[-1][0]
    return open_lines[-1][0] if open_lines else None


def unpaired_brace(lines: Lines, first: int, last: int) -> int | None:
    """The line of the first brace between these lines that has no partner there."""
    opened: list[int] = []
    for number in range(first, last + 1):
        for brace in re.findall(r"\\.|([{}])", _at(lines, number)):
            if brace == "{":
                opened.append(number)
            elif brace == "}":
                if not opened:
                    return number
                opened.pop()
    return opened[-1] if opened else None


def unended_row(lines: Lines, line: int) -> int:
    r"""The line above whose row lacks `\\`, where the row that runs on into `line` is too long.

    A row may take several lines; only one that is as long as the rows before it has ended.
    """
    start = _back_to(lines, line, _BEGIN_TABLE)
    if start is None:
        return line
    cells, widest = 0, 0
    row: list[int] = []
    """Lines of the row with cells, and how many borders were passed at the end of each."""
    for number in range(start + 1, line + 1):
        pieces = _ROW_END.split(_at(lines, number))
        for position, piece in enumerate(pieces):
            if position:
                widest = max(widest, cells)
                cells, row = 0, []
            cells += len(_NUMBER_OF_CELLS.findall(piece))
            if number < line and piece.strip() and position == len(pieces) - 1:
                row.append(number)
                if widest and cells == widest and "&" in piece:
                    return number
        if number == line and len(pieces) > 1:
            break
    return row[0] if row and not widest and cells > 1 else line


def bare_list_text(lines: Lines, line: int) -> int:
    r"""The first line of text behind the `\begin` of the list that lacks its `\item`."""
    start = _back_to(lines, line, _LIST)
    for number in range((start or line) + 1, line):
        text = _at(lines, number).strip()
        if text and not text.startswith(("\\item", "\\setlength", "\\begin", "\\end", "%", "[")):
            return number
        if "\\item" in text:
            break
    return line


def nearest(lines: Lines, line: int, pattern: re.Pattern[str], reach: int) -> int:
    """`line`, or the nearest of the few lines above it where the pattern is found."""
    for number in range(line, max(0, line - reach - 1), -1):
        if pattern.search(_at(lines, number)):
            return number
    return line


def odd_formula(lines: Lines, line: int) -> int | None:
    r"""The line of the paragraph above with a `$` or `\(` that does not close there."""
    number = line - 1 if not _at(lines, line).strip() else line
    odd: list[int] = []
    while number > 0 and (text := _at(lines, number)).strip():
        text = text.replace("\\\\", "  ")
        dollars = len(re.findall(r"(?<!\\)\$", text))
        if dollars % 2 or text.count("\\(") != text.count("\\)"):
            odd.append(number)
        number -= 1
    return odd[0] if len(odd) == 1 else None


def blank_above(lines: Lines, line: int) -> int:
    """`line` if it is blank, else the nearest blank line above it."""
    for number in range(line, max(0, line - 4), -1):
        if not _at(lines, number).strip():
            return number
    return line


def end_of(lines: Lines, name: str, first: int) -> int | None:
    r"""The line with the `\end` of the display that begins in `first`; None where it has none."""
    begin, end = f"\\begin{{{name}}}", f"\\end{{{name}}}"
    for number in range(first, min(len(lines), first + _FARTHEST) + 1):
        text = _at(lines, number)
        if end in text:
            return number
        if number > first and begin in text:
            return None
    return None


def _back_to(lines: Lines, line: int, pattern: re.Pattern[str]) -> int | None:
    for number in range(line, max(0, line - _FARTHEST), -1):
        if pattern.search(_at(lines, number)):
            return number
    return None


def _at(lines: Lines, number: int) -> str:
    return lines[number - 1] if 0 < number <= len(lines) else ""
