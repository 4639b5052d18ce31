"""Cures for column specifications: too few columns, unknown letters, none at all, no width."""

import re
from collections.abc import Iterator

from compile.remedies.bracing import braces_in
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.tabular import WIDE, Column, Table, place_of, table_at, width_of
from latex.diagnostic import Diagnostic

_NEEDS = {"m": "array", "b": "array", "w": "array", "W": "array", "S": "siunitx", "D": "dcolumn"}
_NEEDS |= {">": "array", "<": "array", "!": "array"}
_BRING_ARRAY = frozenset(
    {"array", "tabularx", "tabulary", "dcolumn", "siunitx", "longtable", "xltabular", "colortbl"}
)
_KNOWN = frozenset("lcrp")
_GROUP = re.compile(r"\{[^{}]*\}")
_OWN = re.compile(r"\\newcolumntype\s*\{\s*(\S)\s*\}")
_PARTING = ",/.-"
"""What people type between column letters."""
_RULED = re.compile(r"\\(?:cline|cmidrule)(?![A-Za-z])\s*(?:\([^()\n]*\))?\s*\{(\d+)-(\d+)\}")
_SPANNING = re.compile(r"\\multicolumn(?![A-Za-z])")
_MATRIX = re.compile(r"\\begin\{([pbBvV]?matrix|smallmatrix)\}")
MOST_COLUMNS = 60


@remedy("extra-alignment", "column-specification", "missing-brace")
def give_specification(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A table without one: `\begin{tabular}` with rows of two cells becomes `…{tabular}{ll}`."""
    table = table_of(problem, project)
    if table is None or table.spec is not None:
        return
    code = project.code(table.file)
    most = max((width_of(code, row.cells) for row in table.rows), default=0)
    if 0 < most <= MOST_COLUMNS:
        letters = ("c" if table.name == "array" else "l") * most
        edit = Edit(table.file, table.body, table.body, f"{{{letters}}}")
        yield Cure(f"Announced the {most} columns of a table.", (edit,))


@remedy("column-specification", "wrong-syntax", "undefined-command", "missing-number")
def name_columns(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """A letter that is no column type: `{ly}` becomes `{ll}`, `{lX}` a tabularx."""
    table = table_of(problem, project)
    if table is None or table.spec is None or _uses_multicolumn(problem):
        return
    if problem.code in {"missing-number", "undefined-command"} and not _bare_paragraph(table):
        return
    own = frozenset(
        letter for name in project.sources for letter in _OWN.findall(project.code(name))
    )
    code = project.code(table.file)
    unknown = [c for c in table.columns if c.letter not in _known(table, project, own)]
    signs = _GROUP.sub("", _GROUP.sub("", code[slice(*table.spec)]))
    needed = {_NEEDS[sign] for sign in signs if sign in _NEEDS and sign not in own}
    if any(project.loads(package) for package in _BRING_ARRAY):
        needed.discard("array")
    for package in sorted(package for package in needed if not project.loads(package)):
        edit = project.in_preamble(f"\\usepackage{{{package}}}")
        yield Cure(f"Loaded the package {package}, whose columns a table uses.", (edit,))
    if any(c.letter == "X" for c in unknown) and table.name in {"tabular", "tabular*"}:
        yield _as_tabularx(table, project)
    edits = tuple(
        Edit(table.file, c.start, c.end, _letter_for(c.letter))
        for c in unknown + _without_width(table)
    )
    if edits:
        yield Cure("Replaced column letters that no package defines.", edits)


def _bare_paragraph(table: Table) -> bool:
    return bool(_without_width(table))


def _without_width(table: Table) -> list[Column]:
    return [c for c in table.columns if c.letter in "pmb" and c.end == c.start + 1]


def _known(table: Table, project: Project, own: frozenset[str]) -> frozenset[str]:
    known = _KNOWN | own
    if any(project.loads(package) for package in _BRING_ARRAY):
        known |= frozenset("mbwW")
    known |= frozenset("S" if project.loads("siunitx") else "")
    known |= frozenset("D" if project.loads("dcolumn") else "")
    if table.name in {"tabularx", "xltabular"}:
        known |= frozenset("X")
    return known | (frozenset("LCRJ") if table.name == "tabulary" else frozenset())


def _letter_for(letter: str) -> str:
    if letter in _PARTING:
        return ""
    return letter.lower() if letter.lower() in "lcr" else "l"


def _as_tabularx(table: Table, project: Project) -> Cure:
    r"""`\begin{tabular}{lX}` becomes `\begin{tabularx}{\linewidth}{lX}`, its end the same."""
    text = project.texts[table.file]
    begin = text[table.start : table.inner_start].replace(table.name, "tabularx", 1)
    width = "" if table.width else r"{\linewidth}"
    edits = [
        Edit(table.file, table.start, table.inner_start, begin + width),
        Edit(
            table.file,
            table.inner_end,
            table.end,
            text[table.inner_end : table.end].replace(table.name, "tabularx", 1),
        ),
    ]
    if not project.loads("tabularx"):
        edits.append(project.in_preamble(r"\usepackage{tabularx}"))
    return Cure("Made a table with an X column a tabularx as wide as the line.", tuple(edits))


@remedy("missing-number", "missing-unit", "extra-alignment")
def give_table_width(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{tabularx}{lX}` becomes `\begin{tabularx}{\linewidth}{lX}`."""
    table = table_of(problem, project)
    if table is None or table.name not in WIDE or table.width is not None or table.spec is None:
        return
    edit = Edit(table.file, table.inner_start, table.inner_start, r"{\linewidth}")
    yield Cure(f"Made a {table.name} without a width as wide as the line.", (edit,))


@remedy("extra-alignment", "misplaced-rule")
def shorten_partial_rule(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\cline{1-4}` in a table of two columns becomes `\cline{1-2}`."""
    table = table_of(problem, project)
    if table is None or not table.count:
        return
    code = project.code(table.file)
    edits: list[Edit] = []
    for found in _RULED.finditer(code, table.body, table.inner_end):
        first, last = int(found[1]), int(found[2])
        if last > table.count:
            edits.append(Edit(table.file, *found.span(2), str(table.count)))
        if first > table.count:
            edits.append(Edit(table.file, *found.span(1), str(table.count)))
    if edits:
        yield Cure("Ended a rule at the last column of its table.", tuple(edits))


@remedy("column-specification", "missing-brace", "misplaced-alignment", "missing-number")
def complete_multicolumn(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\multicolumn{2}{Text}` becomes `…{2}{c}{Text}`; swapped arguments change places."""
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return
    code = project.code(problem.file)
    before = project.line(problem.file, max(1, (problem.line or 1) - 1)) or line
    for found in _SPANNING.finditer(code, before[0], line[1]):
        groups = _groups(code, found.end(), 3)
        texts = [code[start + 1 : end - 1].strip() for start, end in groups]
        if len(groups) == 2 and texts[0].isdecimal():
            edit = Edit(problem.file, groups[0][1], groups[0][1], "{c}")
            yield Cure("Centred a spanning cell that did not say how to set it.", (edit,))
        elif len(groups) == 3 and texts[1].isdecimal() and not texts[0].isdecimal():
            edits = tuple(
                Edit(problem.file, start + 1, end - 1, text)
                for (start, end), text in zip(groups[:2], (texts[1], texts[0]), strict=True)
            )
            yield Cure("Put number and type of a spanning cell in their order.", edits)


@remedy("extra-alignment")
def widen_matrix(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A matrix of more than ten columns: `\setcounter{MaxMatrixCols}{12}`."""
    place = place_of(problem, project)
    if place is None or not project.loads("amsmath"):
        return
    code = project.code(place[0])
    for found in _MATRIX.finditer(code, max(0, place[1] - 4000), place[1]):
        end = code.find(f"\\end{{{found[1]}}}", found.end())
        rows = code[found.end() : end].split(r"\\") if end >= place[1] else []
        most = max((len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows), default=0)
        if 10 < most <= MOST_COLUMNS:
            edit = project.in_preamble(f"\\setcounter{{MaxMatrixCols}}{{{most}}}")
            yield Cure(f"Allowed matrices of {most} columns.", (edit,))


def _groups(code: str, position: int, most: int) -> list[tuple[int, int]]:
    """The groups that follow one another, at most with blanks on one line between them."""
    braces, found = braces_in(code), list[tuple[int, int]]()
    while len(found) < most and (group := braces.argument(position)):
        if "\n" in code[position : group[0]]:
            break
        found.append(group)
        position = group[1]
    return found


def _uses_multicolumn(problem: Diagnostic) -> bool:
    return r"\multicolumn" in problem.context


def table_of(problem: Diagnostic, project: Project) -> Table | None:
    place = place_of(problem, project)
    return table_at(project, *place) if place else None
