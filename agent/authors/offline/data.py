"""Data and method: what was measured, as the files hold it, and how it was evaluated."""

from agent.analysis.counting import FILES, TABLES, rows_key
from agent.analysis.types import ColumnProfile, Findings
from agent.authors.breaking import breakable
from agent.authors.offline.words import (
    capital,
    counted,
    fact,
    listed,
    paragraphs,
    quantity,
    sentences,
    short,
    value,
)
from agent.authors.tables import table_called
from agent.authors.types import Brief
from agent.materials.types import Table
from latex.escape import escape

MANY = 6
"""Tables beyond which each gets one sentence only."""


def describe_data(brief: Brief) -> str:
    """What each file holds, with its table where it is shown."""
    tables = brief.findings.tables
    if len(tables) > MANY:
        return _many(brief)
    return paragraphs(*(_table(table, brief) for table in tables))


def _many(brief: Brief) -> str:
    tables = [table for table in brief.findings.tables if table.numeric]
    files = len({table.path for table in tables})
    held = "one file" if files == 1 else f"{counted(files, FILES)} files"
    lines = [
        rf"\item {breakable(table.path)}{_sheet(table)}: {readings(table, brief.findings)} of "
        f"{listed([quantity(brief.findings, table.name, c.name) for c in table.numeric[:6]])}"
        f"{' and others' if len(table.numeric) > 6 else ''}."
        for table in tables
        if table.numeric
    ]
    head = f"The measurements lie in {held} with {counted(len(tables), TABLES)} tables in all:"
    return "\n".join(
        [head, r"\begin{itemize}[nosep,before=\raggedright]", *lines, r"\end{itemize}"]
    )


def _sheet(table: Table) -> str:
    return f", sheet {escape(table.sheet)}" if table.sheet else ""


def readings(table: Table, findings: Findings) -> str:
    """`25 readings`; the number is a fact where a measured column is complete."""
    mine = [p for p in findings.profiles if p.table == table.name]
    mine.sort(key=lambda p: p.role in {"group", "index"})
    profile = mine[0] if mine else None
    if table.rows == 1:
        return "one reading"
    if profile is not None and f"{profile.key}.n" in findings.facts:
        complete = findings.facts[f"{profile.key}.n"].value == table.rows
        if complete:
            return f"{value(f'{profile.key}.n')} readings"
    if profile is not None:
        return f"{counted(table.rows, rows_key(profile.key.rpartition('.')[0]))} rows"
    return f"{table.rows} rows"


def _table(table: Table, brief: Brief) -> str:
    findings = brief.findings
    profiles = [p for p in findings.profiles if p.table == table.name]
    measured = [p for p in profiles if p.role not in {"index", "group"}]
    made = {rule.name for rule in brief.settings.column}
    names = [quantity(findings, table.name, p.column) for p in measured if p.column not in made]
    if not names:
        return f"The file {breakable(table.path)}{_sheet(table)} holds {readings(table, findings)}."
    shown = table_called(brief, f"{table.name}-readings")
    where = rf" (Table~\ref{{tab:{shown.id}}})" if shown is not None else ""
    groups = [quantity(findings, table.name, p.column) for p in profiles if p.role == "group"]
    by = f", by {listed(groups)}" if groups else ""
    first = (
        f"The file {breakable(table.path)}{_sheet(table)} holds {readings(table, findings)} of "
        f"{listed(names[:8])}{by}{where}."
    )
    ranges = [_range(p, findings) for p in measured[:4] if p.column not in made]
    return sentences(
        first,
        capital(listed([r for r in ranges if r])) + "." if any(ranges) else "",
        *_computed(table, brief),
        *_gaps(measured, findings),
        _uncertainties(table),
        *(escape(remark) for remark in table.remarks if table.rows_left_out),
    )


def _range(profile: ColumnProfile, findings: Findings) -> str:
    low, high = f"{profile.key}.min", f"{profile.key}.max"
    if low not in findings.facts or high not in findings.facts:
        return ""
    if profile.role == "constant":
        return f"{short(findings, profile.table, profile.column)} is {fact(low)} throughout"
    name = short(findings, profile.table, profile.column)
    return f"{name} runs from {fact(low)} to {fact(high)}"


def _computed(table: Table, brief: Brief) -> list[str]:
    rules = [r for r in brief.settings.column if r.table in {table.name, table.path}]
    return [
        f"For each reading {quantity(brief.findings, table.name, rule.name)} was computed as "
        rf"\texttt{{{escape(rule.formula)}}}."
        for rule in rules
    ]


def _gaps(profiles: list[ColumnProfile], findings: Findings) -> list[str]:
    result = []
    for profile in profiles:
        missing = findings.facts.get(f"{profile.key}.missing")
        if missing is None or isinstance(missing.value, str) or missing.value < 1:
            continue
        name = short(findings, profile.table, profile.column)
        if missing.value == 1:
            result.append(f"One reading of {name} is missing.")
        else:
            result.append(f"{value(missing.key)} readings of {name} are missing.")
    return result[:4]


def _uncertainties(table: Table) -> str:
    pairs = [c for c in table.columns if c.uncertainty_of is not None and c.type == "number"]
    if not pairs:
        return ""
    names = [rf"\textit{{{escape(c.name)}}}" for c in pairs]
    verb = "gives" if len(names) == 1 else "give"
    noun = "column" if len(names) == 1 else "columns"
    of = listed([escape(c.uncertainty_of or "") for c in pairs])
    return f"The {noun} {listed(names)} {verb} the standard uncertainty of {of}."


def describe_evaluation(brief: Brief) -> str:
    """How the numbers were obtained, in the few sentences a reader needs to judge them."""
    findings = brief.findings
    parts = []
    if findings.fits:
        weighted = {fit.weighted for fit in findings.fits}
        how = {
            frozenset({True}): "weighted least squares",
            frozenset({False}): "least squares with equal weights",
        }.get(frozenset(weighted), "least squares, weighted where uncertainties are given")
        parts.append(f"Models were fitted by {how}.")
        if any(len(fit.candidates) > 1 for fit in findings.fits):
            parts.append(
                "Where several models compete, the corrected Akaike information criterion "
                "(AICc) decides; models within two units of the lowest value count as "
                "indistinguishable, and the simplest of them is used."
            )
    if findings.groupings:
        parts.append("Groups were compared by a one-way analysis of variance.")
    parts.append(
        "Uncertainties are standard uncertainties ($1\\sigma$)"
        + (", propagated to first order into derived results." if findings.results else ".")
    )
    rule = next((p.outlier_rule for p in findings.profiles if p.outlier_rule), "")
    if rule:
        said = escape(rule).replace(" above ", " is above ", 1)
        parts.append(f"A value counts as an outlier when its {said}; none was removed.")
    return sentences(*parts)
