"""Cures for the rows of tables: ends that are missing, rules out of place, text among numbers."""

import re
from collections.abc import Iterator

import regex

from compile.remedies.cure import Cure, Edit
from compile.remedies.numbers import as_number, is_number
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.tabular import Row, Table, place_of, table_at, width_of
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import Environment, environments

_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|(?:cline|cmidrule)(?![A-Za-z])(?:\([^()\n]*\))?"
    r"\{[\d\s-]*\}|hdashline|addlinespace)(?![A-Za-z])"
)
_TIGHT = re.compile(r"(?<=\w)&(?=\w)")
_ENDED = re.compile(r"\\\\|\\tabularnewline|\\(?:hline|toprule|midrule|bottomrule)\s*$")
_BRACKET = re.compile(r"(?:\\\\\*?|\\tabularnewline)\s*\n\s*(?=\[)")
_LENGTH = re.compile(r"\[\s*[-+]?\d*[.,]?\d+\s*(?:pt|mm|cm|em|ex|in|bp|\\\w+)\s*\]|\[\s*\\\w+\s*\]")
_SPANNING = re.compile(r"\\multicolumn(?![A-Za-z])")
_OUTER = regex.compile(
    r"(?P<outer>\\(?:multirow\s*\{[^{}]*\}\s*\{[^{}]*\}|text(?:bf|it|sc|sf|tt|rm)|emph|bfseries)\s*)\{"
    r"\s*(?P<inner>\\multicolumn\s*\{\d+\}\s*\{[^{}]*\})\s*\{(?P<text>[^{}]*+)\}\s*\}"
)
_MULTIROW = re.compile(r"\\multirow(?:\[[^\]\n]*\])?(?=\s*\{)")
_MATH = re.compile(r"[_^]|\\(?:times|pm|cdot|leq|geq|approx|sim|alpha|beta|mu|sigma|infty|frac)\b")


@remedy("extra-alignment")
def drop_empty_cells(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Empty cells behind the last column: `a & b & \\` in two columns becomes `a & b \\`."""
    table = _table_of(problem, project)
    if table is None or not table.count:
        return
    code = project.code(table.file)
    edits: list[Edit] = []
    for row in table.rows:
        excess = width_of(code, row.cells) - table.count
        if excess <= 0:
            continue
        if any(code[start:end].strip() for start, end in row.cells[-excess:]):
            return
        start = row.cells[-excess][0] - 1
        blank = "" if code[start - 1 : start].isspace() else " "
        edits.append(Edit(table.file, start, row.cells[-1][1], blank))
    if edits:
        yield Cure("Removed empty cells behind the last column of a table.", tuple(edits))


@remedy("extra-alignment", "misplaced-rule", "misplaced-alignment", "missing-brace")
def end_row(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A row without its end: `a & 1` above `b & 2 \\` becomes `a & 1 \\`.

    Where a `%` hides the end, it was meant as a sign: `5% \\` becomes `5\% \\`.
    """
    place = place_of(problem, project)
    table = table_at(project, *place) if place else None
    if table is None or place is None or not table.count:
        return
    code = project.code(table.file)
    hidden: list[Edit] = []
    ends: list[Edit] = []
    for row in table.rows:
        if width_of(code, row.cells) <= table.count and not _rule_inside(code, row):
            continue
        for position in _unended_lines(code, table, row):
            if (sign := hiding_percent(project.texts[table.file], code, position)) is not None:
                hidden.append(Edit(table.file, sign, sign, "\\"))
            else:
                ends.append(Edit(table.file, position, position, r" \\"))
    if hidden:
        yield Cure(r"Wrote \% for a percent sign that hid the end of a row.", tuple(hidden))
    if ends and len(ends) < 200:
        yield Cure(r"Ended the rows of a table that lacked their \\.", tuple(ends))


def _rule_inside(code: str, row: Row) -> bool:
    return any(_RULE.search(code, start, end) for start, end in row.cells)


def _unended_lines(code: str, table: Table, row: Row) -> Iterator[int]:
    r"""Where `\\` belongs, if the row's lines are rows of the table's width, or a rule follows."""
    lines: list[tuple[int, int]] = []
    position = row.start
    for line in code[row.start : row.end].split("\n"):
        if line.strip():
            lines.append((position, position + len(line.rstrip())))
        position += len(line) + 1
    for (start, end), (after, after_end) in zip(
        lines, [*lines[1:], (row.end, row.end)], strict=True
    ):
        if _RULE.match(code[start:end].strip()) and not _RULE.sub("", code[start:end]).strip():
            continue
        before_rule = bool(_RULE.match(code[after:after_end].strip()))
        cells = code[start:end].count("&") - code[start:end].count(r"\&") + 1
        whole = 1 < cells <= (table.count or 0) and "&" in code[after:after_end]
        if before_rule or whole:
            yield end


def hiding_percent(text: str, code: str, end: int) -> int | None:
    """The percent sign behind `end` whose comment holds the end of the row."""
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    sign = rest.find("%")
    if sign < 0 or rest[:sign].strip() or not re.search(r"\\\\", rest[sign:]):
        return None
    return end + sign


@remedy("misplaced-rule")
def move_rule(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A rule inside a row goes before it: `a & \hline b \\` becomes `\hline a & b \\`."""
    place = place_of(problem, project)
    table = table_at(project, *place) if place else None
    if place is None:
        return
    code = project.code(place[0])
    found = list(_RULE.finditer(code, *_line(project, place)))
    if table is None:
        if found and not any(e.start < place[1] < e.end for e in _tables(project, place[0])):
            edit = Edit(place[0], *found[0].span(), r"\par\noindent\rule{\linewidth}{0.4pt}\par ")
            yield Cure("Drew a line for a table rule that stood in the text.", (edit,))
        return
    row = table.row_at(place[1])
    if row is None:
        return
    for rule in found:
        if row.start < rule.start() <= row.end:
            end = rule.end() + (code[rule.end() : rule.end() + 1] == " ")
            edits = (
                Edit(place[0], row.start, row.start, f"{rule[0]} "),
                Edit(place[0], rule.start(), end, ""),
            )
            yield Cure("Moved a rule from the middle of a row to its beginning.", edits)
            return


def _tables(project: Project, file: str) -> Iterator[Environment]:
    names = {"tblr", "tabu", "longtblr", "longtabu", "NiceTabular", "halign"}
    return (e for e in environments(project.code(file)) if e.name in names)


@remedy("misplaced-rule", "misplaced-alignment")
def place_multicolumn(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A spanning cell must begin its cell.

    `\textbf{\multicolumn{2}{c}{x}}` becomes `\multicolumn{2}{c}{\textbf{x}}`, and
    `a \multicolumn{2}{c}{x}` becomes `a & \multicolumn{2}{c}{x}`.
    """
    place = place_of(problem, project)
    table = table_at(project, *place) if place else None
    if place is None or table is None:
        return
    code = project.code(place[0])
    line = _line(project, place)
    for found in _OUTER.finditer(code, *line):
        new = f"{found['inner']}{{{found['outer'].rstrip()}{{{found['text']}}}}}"
        edit = Edit(place[0], *found.span(), new)
        yield Cure("Put a spanning cell outside of what formats its text.", (edit,))
    row = table.row_at(place[1])
    if row is None:
        return
    for start, end in row.cells:
        spanning = _SPANNING.search(code, start, end)
        if spanning and code[start : spanning.start()].strip():
            edit = Edit(place[0], spanning.start(), spanning.start(), "& ")
            yield Cure("Began a new cell before a spanning one.", (edit,))
            return


@remedy("extra-alignment")
def escape_ampersand_in_cell(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""An `&` between letters, in the only row that is too long: `R&D & 3` becomes `R\&D & 3`."""
    place = place_of(problem, project)
    table = table_at(project, *place) if place else None
    row = table.row_at(place[1]) if table and place else None
    if table is None or row is None or not table.count:
        return
    code = project.code(table.file)
    if sum(width_of(code, other.cells) > table.count for other in table.rows) > 1:
        return
    excess = width_of(code, row.cells) - table.count
    signs = [found.start() for found in _TIGHT.finditer(code, row.start, row.end)]
    others = len(re.findall(r"\s&\s", code[row.start : row.end]))
    if 0 < excess == len(signs) and others:
        edits = tuple(Edit(table.file, sign, sign, "\\") for sign in signs)
        yield Cure(r"Wrote \& for the sign & inside of a cell.", edits)


@remedy("missing-number", "missing-unit")
def shield_bracket(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A row that begins with a bracket: `\\ [rod] & 1` becomes `\\ {}[rod] & 1`."""
    if problem.file is None or (line := project.line(problem.file, problem.line)) is None:
        return
    code = project.code(problem.file)
    edits: list[Edit] = []
    for found in _BRACKET.finditer(code, max(0, line[0] - 400), line[1]):
        if line[0] <= found.end() <= line[1] and not _LENGTH.match(code, found.end()):
            edits.append(Edit(problem.file, found.end(), found.end(), "{}"))
    if edits:
        yield Cure(
            r"Kept a bracket at the start of a row apart from the \\ before it.", tuple(edits)
        )


@remedy("missing-number", "missing-unit")
def complete_multirow(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\multirow{2}{Text}` becomes `\multirow{2}{*}{Text}`; swapped arguments change places."""
    if problem.file is None or (line := project.line(problem.file, problem.line)) is None:
        return
    code, braces = project.code(problem.file), Braces(project.code(problem.file))
    for found in _MULTIROW.finditer(code, *line):
        groups: list[tuple[int, int]] = []
        position = found.end()
        while len(groups) < 3 and (group := braces.argument(position)):
            groups.append(group)
            position = group[1]
        texts = [code[start + 1 : end - 1].strip() for start, end in groups]
        if len(groups) == 2 and texts[0].lstrip("-").isdecimal():
            edit = Edit(problem.file, groups[0][1], groups[0][1], "{*}")
            yield Cure("Gave a cell over several rows its natural width.", (edit,))
        elif len(groups) == 3 and texts[0] == "*" and texts[1].lstrip("-").isdecimal():
            edits = (
                Edit(problem.file, groups[0][0] + 1, groups[0][1] - 1, texts[1]),
                Edit(problem.file, groups[1][0] + 1, groups[1][1] - 1, "*"),
            )
            yield Cure("Put rows and width of a cell over several rows in their order.", edits)


@remedy("invalid-number", "unbalanced-group", "missing-dollar", "double-script")
def brace_text_among_numbers(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """In an S column text stands in braces: `Length` becomes `{Length}`, `3×10^8` `3e8`."""
    table = _table_of(problem, project)
    if table is None or not any(column.letter in "Ss" for column in table.columns):
        return
    if table.count != len(table.columns) or not project.loads("siunitx"):
        return
    code = project.code(table.file)
    edits: list[Edit] = []
    for row in table.rows:
        column = 0
        for start, end in row.cells:
            if column < table.count and table.columns[column].letter in "Ss":
                edits += _braced(table.file, code, project.texts[table.file], start, end)
            column += width_of(code, ((start, end),))
    if edits:
        yield Cure("Put text in a column of numbers into braces.", tuple(edits))


def _braced(file: str, code: str, source: str, start: int, end: int) -> Iterator[Edit]:
    cell = code[start:end]
    text = cell.strip()
    if not text or is_number(text) or _SPANNING.match(text):
        return
    first = start + len(cell) - len(cell.lstrip())
    last = first + len(text)
    if text.startswith("{") and Braces(text).closing(0) == len(text):
        return
    if (number := as_number(text)) and source[first:last] == text:
        yield Edit(file, first, last, number)
        return
    math = "$" if _MATH.search(text) and "$" not in text else ""
    yield Edit(file, first, first, f"{{{math}")
    yield Edit(file, last, last, f"{math}}}")


def _line(project: Project, place: tuple[str, int]) -> tuple[int, int]:
    return project.line(place[0], project.line_of(*place)) or (place[1], place[1])


def _table_of(problem: Diagnostic, project: Project) -> Table | None:
    place = place_of(problem, project)
    return table_at(project, *place) if place else None
