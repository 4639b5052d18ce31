"""Cures for rows that are longer than their table is wide, once nothing else explains them.

The module stands behind `tables` in the order of the remedies: a row whose end is missing, an empty
cell and an unescaped & make rows too long as well.
"""

import re
from collections.abc import Iterator

from compile.remedies.columns import MOST_COLUMNS, table_of
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.tabular import Table, place_of, width_of
from latex.diagnostic import Diagnostic


@remedy("extra-alignment")
def narrow_multicolumn(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\multicolumn{4}` in a table of three columns becomes `\multicolumn{3}`."""
    table = table_of(problem, project)
    if table is None or not table.count:
        return
    code = project.code(table.file)
    fits = [row for row in table.rows if width_of(code, row.cells) <= table.count]
    row = table.row_at(_offset(problem, project))
    if row is None or not fits:
        return
    excess = width_of(code, row.cells) - table.count
    for start, end in reversed(row.cells):
        found = re.match(r"\s*+\\multicolumn\s*\{\s*(\d{1,2})", code[start:end])
        if found and 0 < excess < int(found[1]):
            span = (start + found.start(1), start + found.end(1))
            edit = Edit(table.file, *span, str(int(found[1]) - excess))
            yield Cure("Made a spanning cell end with the last column of its table.", (edit,))
            return


@remedy("extra-alignment")
def widen_table(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""More cells in most rows than columns: `{ll}` and `a & b & c \\` becomes `{lll}`."""
    table = table_of(problem, project)
    if table is None or table.count is None:
        return
    code = project.code(table.file)
    widths = [width_of(code, row.cells) for row in table.rows]
    over = sum(width > table.count for width in widths)
    if over * 2 > sum(width > 1 for width in widths) and (cure := _widened(table, project)):
        yield cure


@remedy("extra-alignment")
def widen_table_after_all(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """The last resort where a single row is too long: a column for it, so that nothing is lost."""
    table = table_of(problem, project)
    if table is not None and (cure := _widened(table, project)):
        yield cure


def _widened(table: Table, project: Project) -> Cure | None:
    r"""`{lr}` with three cells in a row becomes `{lrr}`."""
    code = project.code(table.file)
    most = max((width_of(code, row.cells) for row in table.rows), default=0)
    if not (table.spec and table.columns and table.count and table.count < most <= MOST_COLUMNS):
        return None
    last = table.columns[-1]
    more = project.texts[table.file][last.start : last.end] * (most - table.count)
    edit = Edit(table.file, last.end, last.end, more)
    return Cure(f"Gave the table {most} columns, as many as its longest row has.", (edit,))


def _offset(problem: Diagnostic, project: Project) -> int:
    place = place_of(problem, project)
    return place[1] if place else -1
