r"""Where an \end that closes nothing should have its \begin, the likeliest place first."""

import re
from collections.abc import Callable, Iterator

from compile.remedies.ends import Line, Place, lines_from
from compile.remedies.known import BIBLIOGRAPHY, DISPLAYS, FLOATS, HEADING, INNER, LISTS, TABLES
from compile.remedies.mathlike import is_prose
from compile.remedies.nesting import Fault

_LEFTOVER = re.compile(r"[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:\{[^{}\n]*\})*[ \t]*$")
r"""What stands alone on a line when its \begin{…} is gone: options and arguments."""
_COLUMNS = re.compile(r"[ \t]*(?:\[[tbc]\])?(?:\{[^{}\n]*\})?\{[\s|lcrpmbXS@!><{}*\d.\\a-z]*\}")
_RULE = re.compile(r"\s*\\(?:hline|toprule|midrule|bottomrule|cmidrule|cline)\b")
_ROW_END = re.compile(r"\\\\")
_CELL = re.compile(r"(?<!\\)&")
_FLOAT = re.compile(
    r"\s*\\(?:centering|caption|label|includegraphics|rule|begin\s*\{(?:tab|center))"
)
_BODY = re.compile(
    r"\s*\\(?:maketitle|tableofcontents|begin\s*\{(?!filecontents)|(?:sub)?section|chapter|part)"
)
_TEXT = re.compile(r"\s*[A-Z]?[\w,'-]+ [\w,'-]+")
_LONGEST = 20_000
"""Characters before the \\end that are looked at."""


def begins_for(fault: Fault, code: str) -> list[Place]:
    r"""Places for the missing \begin, each with its text."""
    end = fault.mark
    since = max(fault.start, end.start - _LONGEST)
    lines = lines_from(code, since, end.start)
    name = end.name
    rule = next((rule for names, rule in _RULES if name in names), _block)
    found: dict[int, str] = {}
    for place, arguments in [*_leftovers(lines, name), *rule(lines)]:
        indent = re.match(r"[ \t]*", code[place:])
        blanks = indent[0] if indent else ""
        at = place + len(blanks)
        alone = not _LEFTOVER.match(code[at : _line_end(code, at)]) or code[at : at + 1] == "\n"
        ending = f"\n{blanks}" if alone and not arguments.endswith("|") else ""
        found.setdefault(at, f"\\begin{{{name}}}{arguments.removesuffix('|')}{ending}")
    return [(at, text) for at, text in found.items() if at <= end.start]


def _line_end(code: str, at: int) -> int:
    stop = code.find("\n", at)
    return len(code) if stop < 0 else stop


def _leftovers(lines: list[Line], name: str) -> Iterator[tuple[int, str]]:
    r"""Options or columns that the lost \begin has left behind."""
    for line in reversed(lines):
        text = line.text.strip()
        if not line.safe_before or not text:
            continue
        if HEADING.match(text):
            return
        if name in TABLES and _COLUMNS.match(text) and text.startswith(("{", "[")):
            yield line.start, "|"
            return
        if name not in TABLES and text[0] in "[{" and _LEFTOVER.match(text):
            yield line.start, "|"
            return


def _run_back(lines: list[Line], fits: Callable[[Line], bool]) -> int | None:
    """The start of the first line of the run of fitting lines at the end."""
    start = None
    for line in reversed(lines):
        if line.blank and start is None:
            continue
        if not fits(line):
            break
        start = line.start
    return start


def _display(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Before the run of lines that look like a formula."""
    start = _run_back(lines, lambda line: not line.blank and not is_prose(line.text))
    if start is not None:
        yield start, ""
    start = _run_back(lines, lambda line: not line.blank)
    if start is not None:
        yield start, ""


def _inner(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Before the rows."""
    start = _run_back(
        lines, lambda line: bool(_CELL.search(line.text) or _ROW_END.search(line.text))
    )
    if start is not None:
        yield start, ""
    yield from ((line.start, "") for line in lines[-1:] if not line.blank)


def _table(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Before the first rule or row, with as many columns as the rows have."""

    def is_row(line: Line) -> bool:
        return bool(
            not line.blank
            and (_CELL.search(line.text) or _ROW_END.search(line.text) or _RULE.match(line.text))
        )

    start = _run_back(lines, is_row)
    if start is not None:
        rows = [line.text for line in lines if line.start >= start]
        columns = 1 + max(len(_CELL.findall(row)) for row in rows)
        yield start, f"{{{'l' * columns}}}"


def _list(lines: list[Line]) -> Iterator[tuple[int, str]]:
    r"""Before the first \item behind the last heading."""
    first: int | None = None
    for line in reversed(lines):
        if HEADING.match(line.text.strip()):
            break
        if line.safe_before and re.match(r"\s*\\item\b", line.text):
            first = line.start
    if first is not None:
        yield first, ""


def _float(lines: list[Line]) -> Iterator[tuple[int, str]]:
    start = _run_back(lines, lambda line: not line.blank)
    block = [line for line in lines if start is not None and line.start >= start]
    for line in block:
        if line.safe_before and _FLOAT.match(line.text):
            yield line.start, "[htbp]"
            return


def _bibliography(lines: list[Line]) -> Iterator[tuple[int, str]]:
    for line in lines:
        if line.text.lstrip().startswith("\\bibitem"):
            yield line.start, "{99}"
            return


def _document(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Before the first line that can only stand in a body, else before the first of text."""
    for begins in (_BODY.match, _TEXT.match):
        for line in lines:
            if line.safe_before and begins(line.text):
                yield line.start, ""
                break


def _block(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Before the paragraph that ends here."""
    start = _run_back(lines, lambda line: not line.blank or not line.safe_before)
    if start is not None:
        yield start, ""
    for line in lines:
        if not line.blank and line.safe_before and not HEADING.match(line.text.strip()):
            yield line.start, ""
            return


_Rule = Callable[[list[Line]], Iterator[tuple[int, str]]]
_RULES: tuple[tuple[frozenset[str], _Rule], ...] = (
    (DISPLAYS, _display),
    (INNER - {"array"}, _inner),
    (TABLES, _table),
    (LISTS, _list),
    (FLOATS, _float),
    (BIBLIOGRAPHY, _bibliography),
    (frozenset({"document"}), _document),
)
