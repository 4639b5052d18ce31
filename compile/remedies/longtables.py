"""Cures for long tables in two columns, where the package longtable gives up."""

import re
from collections.abc import Iterator

from compile.remedies.bracing import braces_in
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.tabular import Table, table_at
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import environments

_PART = re.compile(r"\\(endfirsthead|endhead|endfoot|endlastfoot)(?![A-Za-z])[ \t]*\n?")
_CAPTION = re.compile(r"\\caption\*?(?=\s*[\[{])")
_BEHIND = re.compile(
    r"\s*(?P<label>\\label\s*\{[^{}]*\})?\s*(?:\\\\\*?|\\tabularnewline)?[ \t]*\n?"
)
_MOST_ROWS = 40
"""A page holds no more."""


@remedy("longtable-two-column")
def fit_longtable(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A longtable in two columns → a `table*` over both, its caption above, its head once.

    What is longer than a page stays a longtable between `\onecolumn` and `\twocolumn`; inside of
    multicols those are left around it.
    """
    line = project.line(problem.file, problem.line)
    table = table_at(project, problem.file or "", line[1]) if line else None
    if table is None or table.name != "longtable":
        return
    columns = _around(table, project)
    if columns is not None:
        yield Cure(
            "Ended the columns before a long table and began them anew behind it.",
            (
                Edit(table.file, table.start, table.start, "\\end{multicols}\n"),
                Edit(table.file, table.end, table.end, f"\n{columns}"),
            ),
        )
        return
    wide = Cure(
        "Put a long table between pages of two columns.",
        (
            Edit(table.file, table.start, table.start, "\\onecolumn\n"),
            Edit(table.file, table.end, table.end, "\n\\twocolumn"),
        ),
    )
    if len(table.rows) <= _MOST_ROWS and (floating := _as_float(table, project)):
        yield floating
    yield wide


def _around(table: Table, project: Project) -> str | None:
    r"""The `\begin{multicols}{2}` that the table stands in, or None."""
    code = project.code(table.file)
    for environment in environments(code):
        if (
            environment.name in {"multicols", "multicols*"}
            and environment.start < table.start
            and table.end < environment.end
            and (number := braces_in(code).argument(environment.inner_start))
        ):
            return project.texts[table.file][environment.start : number[1]]
    return None


def _as_float(table: Table, project: Project) -> Cure | None:
    code, text = project.code(table.file), project.texts[table.file]
    if table.spec is None:
        return None
    body = list(_PART.finditer(code, table.body, table.inner_end))
    parts: dict[str, str] = {}
    position = table.body
    for mark in body:
        parts[mark[1]] = text[position : mark.start()]
        position = mark.end()
    head = parts.get("endfirsthead", parts.get("endhead", ""))
    foot = parts.get("endlastfoot", parts.get("endfoot", ""))
    caption, head = _caption(head)
    rest = text[position : table.inner_end]
    if not caption:
        caption, rest = _caption(rest)
    lines = [r"\begin{table*}", r"\centering", *([caption] if caption else [])]
    spec = text[slice(*table.spec)]
    rows = f"{head.strip()}\n{rest.strip()}\n{foot.strip()}".strip()
    lines += [rf"\begin{{tabular}}{{{spec}}}", rows, r"\end{tabular}", r"\end{table*}"]
    what = "Made a long table one over both columns."
    return Cure(what, (Edit(table.file, table.start, table.end, "\n".join(lines)),))


def _caption(rows: str) -> tuple[str, str]:
    """The caption with its label, and the rows without them."""
    found = _CAPTION.search(rows)
    if found is None:
        return "", rows
    braces = Braces(rows)
    group = braces.argument(braces.behind_options(found.end()))
    behind = _BEHIND.match(rows, group[1]) if group else None
    if group is None or behind is None:
        return "", rows
    caption = rows[found.start() : group[1]] + (behind["label"] or "")
    return caption, rows[: found.start()] + rows[behind.end() :]
