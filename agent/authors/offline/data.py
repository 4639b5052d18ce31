"""Data and method: what was measured, as the files hold it, and how it was evaluated."""

from agent.analysis.counting import FILES, TABLES, rows_key
from agent.analysis.types import ColumnProfile, Findings
from agent.authors.breaking import breakable
from agent.authors.offline.words import Speech, fact, paragraphs, quantity, short, speech, value
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


def files_of(tables: list[Table], said: Speech) -> str:
    """`one file`, `three files`."""
    files = len({table.path for table in tables})
    if files == 1:
        return said.say("readings.one_file")
    return said.say("readings.files", n=said.counted(files, FILES))


def _many(brief: Brief) -> str:
    said, findings = speech(brief), brief.findings
    tables = [table for table in findings.tables if table.numeric]
    head = said.say(
        "data.many", files=files_of(tables, said), tables=said.counted(len(tables), TABLES)
    )
    lines = [
        said.say(
            "data.item",
            path=breakable(table.path),
            sheet=_sheet(table, said),
            readings=readings(table, findings, said),
            names=said.listed([quantity(findings, table.name, c.name) for c in table.numeric[:6]]),
            more=said.say("data.more") if len(table.numeric) > 6 else "",
        )
        for table in tables
    ]
    if said.language == "zh":
        lines[-1] = lines[-1].removesuffix("；") + "。"
    return "\n".join(
        [head, r"\begin{itemize}[nosep,before=\raggedright]", *lines, r"\end{itemize}"]
    )


def _sheet(table: Table, said: Speech) -> str:
    return said.say("data.sheet", sheet=escape(table.sheet)) if table.sheet else ""


def readings(table: Table, findings: Findings, said: Speech) -> str:
    """`25 readings`; the number is a fact where a measured column is complete."""
    mine = [p for p in findings.profiles if p.table == table.name]
    mine.sort(key=lambda p: p.role in {"group", "index"})
    profile = mine[0] if mine else None
    if table.rows == 1:
        return said.say("readings.one")
    if profile is not None and f"{profile.key}.n" in findings.facts:
        complete = findings.facts[f"{profile.key}.n"].value == table.rows
        if complete:
            return said.say("readings.readings", n=value(f"{profile.key}.n"))
    if profile is not None:
        rows = said.counted(table.rows, rows_key(profile.key.rpartition(".")[0]))
        return said.say("readings.rows", n=rows.strip())
    return said.say("readings.rows", n=str(table.rows))


def _table(table: Table, brief: Brief) -> str:
    findings, said = brief.findings, speech(brief)
    profiles = [p for p in findings.profiles if p.table == table.name]
    measured = [p for p in profiles if p.role not in {"index", "group"}]
    made = {rule.name for rule in brief.settings.column}
    names = [quantity(findings, table.name, p.column) for p in measured if p.column not in made]
    held = readings(table, findings, said)
    path, sheet = breakable(table.path), _sheet(table, said)
    if not names:
        return said.say("data.bare", path=path, sheet=sheet, readings=held)
    shown = table_called(brief, f"{table.name}-readings")
    seen = said.say("see.table", id=shown.id) if shown is not None else ""
    groups = [quantity(findings, table.name, p.column) for p in profiles if p.role == "group"]
    first = said.say(
        "data.table",
        path=path,
        sheet=sheet,
        readings=held,
        names=said.listed(names[:8]),
        by=said.say("data.by", groups=said.listed(groups)) if groups else "",
        where=said.say("see.in", where=seen) if seen else "",
    )
    ranges = [_range(p, findings, said) for p in measured[:4] if p.column not in made]
    return said.sentences(
        first,
        said.clauses(ranges),
        *_computed(table, brief),
        *_gaps(measured, findings, said),
        _uncertainties(table, said),
        *(said.told(remark) for remark in table.remarks if table.rows_left_out),
    )


def _range(profile: ColumnProfile, findings: Findings, said: Speech) -> str:
    low, high = f"{profile.key}.min", f"{profile.key}.max"
    if low not in findings.facts or high not in findings.facts:
        return ""
    name = short(findings, profile.table, profile.column)
    if profile.role == "constant":
        return said.say("data.constant", name=name, value=fact(low))
    return said.say("data.range", name=name, low=fact(low), high=fact(high))


def _computed(table: Table, brief: Brief) -> list[str]:
    rules = [r for r in brief.settings.column if r.table in {table.name, table.path}]
    return [
        speech(brief).say(
            "data.computed",
            name=quantity(brief.findings, table.name, rule.name),
            formula=rf"\texttt{{{escape(rule.formula)}}}",
        )
        for rule in rules
    ]


def _gaps(profiles: list[ColumnProfile], findings: Findings, said: Speech) -> list[str]:
    result = []
    for profile in profiles:
        missing = findings.facts.get(f"{profile.key}.missing")
        if missing is None or isinstance(missing.value, str) or missing.value < 1:
            continue
        name = short(findings, profile.table, profile.column)
        if missing.value == 1:
            result.append(said.say("data.one_missing", name=name))
        else:
            result.append(said.say("data.missing", n=value(missing.key), name=name))
    return result[:4]


def _uncertainties(table: Table, said: Speech) -> str:
    pairs = [c for c in table.columns if c.uncertainty_of is not None and c.type == "number"]
    if not pairs:
        return ""
    return said.say(
        "data.one_uncertainty" if len(pairs) == 1 else "data.uncertainties",
        names=said.listed([rf"\textit{{{escape(c.name)}}}" for c in pairs]),
        of=said.listed([escape(c.uncertainty_of or "") for c in pairs]),
    )


def describe_evaluation(brief: Brief) -> str:
    """How the numbers were obtained, in the few sentences a reader needs to judge them."""
    findings, said = brief.findings, speech(brief)
    if not findings.facts:
        return ""
    parts = []
    if findings.fits:
        weighted = {fit.weighted for fit in findings.fits}
        how = {frozenset({True}): "weighted", frozenset({False}): "unweighted"}
        parts.append(said.say(f"evaluation.{how.get(frozenset(weighted), 'mixed')}"))
        if any(len(fit.candidates) > 1 for fit in findings.fits):
            parts.append(said.say("evaluation.aicc"))
    if findings.groupings:
        parts.append(said.say("evaluation.anova"))
    parts.append(said.say("evaluation.propagated" if findings.results else "evaluation.standard"))
    rule = next((p.outlier_rule for p in findings.profiles if p.outlier_rule), "")
    if rule:
        if said.language == "en":
            rule = rule.replace(" above ", " is above ", 1)
        parts.append(said.say("evaluation.outliers", rule=said.told(rule)))
    return said.sentences(*parts)
