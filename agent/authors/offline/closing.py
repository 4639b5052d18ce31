"""Abstract and conclusion: the results in the fewest words that are still true."""

from agent.analysis.counting import FILES, TABLES
from agent.analysis.types import Findings, Fit
from agent.authors.offline.data import readings
from agent.authors.offline.results import result_name
from agent.authors.offline.words import (
    capital,
    counted,
    fact,
    listed,
    model,
    paragraphs,
    quantity,
    sentences,
    short,
    value,
)
from agent.authors.types import Brief
from latex.escape import escape

MAX_SENTENCES = 4
MANY = 3
"""Tables beyond which single fits are no longer the point of the whole."""


def abstract(brief: Brief) -> str:
    return sentences(_subject(brief), *_main_results(brief))


def conclusion(brief: Brief, own_words: str) -> str:
    results = sentences(*_main_results(brief, closing=True))
    if not results and brief.findings.profiles:
        results = (
            "The readings are given as they are; they allow no statement about how the "
            "quantities depend on one another."
        )
    return paragraphs(results, own_words)


def _subject(brief: Brief) -> str:
    findings = brief.findings
    tables = [t for t in findings.tables if t.numeric]
    if not tables:
        return "This report presents the material of the folder and the notes that belong to it."
    if len(tables) > 1:
        files = len({t.path for t in tables})
        held = "one file" if files == 1 else f"{counted(files, FILES)} files"
        number = counted(len(tables), TABLES)
        return f"This report evaluates measurements from {held} with {number} tables."
    table = tables[0]
    made = {rule.name for rule in brief.settings.column}
    profiles = [p for p in findings.profiles if p.table == table.name]
    names = [
        quantity(findings, table.name, p.column)
        for p in profiles
        if p.role not in {"index", "group", "constant"} and p.column not in made
    ]
    if not names:
        return f"This report evaluates {readings(table, findings)} from one table."
    return f"This report evaluates {readings(table, findings)} of {listed(names[:4])}."


def _main_results(brief: Brief, *, closing: bool = False) -> list[str]:
    findings = brief.findings
    parts = [_derived(key, brief) for key in findings.results]
    told = {parent for key in findings.results for parent in findings.facts[key].origin.parents}
    for fit in findings.fits:
        if any(p.key in told for p in fit.parameters):
            parts.insert(0, _model(fit, findings))
        else:
            parts.append(_fit(fit, findings, closing=closing))
    for profile in findings.profiles:
        if profile.role == "repeat" and f"{profile.key}.mean" not in told:
            name = short(findings, profile.table, profile.column)
            parts.append(f"The mean of {name} is {fact(f'{profile.key}.mean')}.")
    for grouping in findings.groupings[:1]:
        p = findings.facts.get(f"{grouping.key}.p")
        if p is not None and not isinstance(p.value, str) and p.value < 0.05:
            parts.append(
                f"The values differ between the groups by {escape(grouping.by)} by more than "
                "their scatter explains."
            )
    busy = len({fit.table for fit in findings.fits} | {p.table for p in findings.profiles})
    most = MAX_SENTENCES if busy <= MANY else 1
    return parts[: most + len(findings.results)]


def _derived(key: str, brief: Brief) -> str:
    name = result_name(key, brief)
    comparison = next((c for c in brief.findings.comparisons if c.key == key), None)
    if comparison is None:
        return f"The {name} is {fact(key)}."
    verdict = "agrees" if comparison.agrees else "does not agree"
    return (
        f"The {name} is {fact(key)}; it {verdict} with the reference value "
        f"{fact(f'{key}.reference')} ({value(f'{key}.sigmas')} standard uncertainties)."
    )


def _model(fit: Fit, findings: Findings) -> str:
    """The model alone, where its parameters are told as results."""
    y, x = short(findings, fit.table, fit.y), short(findings, fit.table, fit.x)
    return capital(f"{model(fit)}, ${fit.equation}$, describes the dependence of {y} on {x}.")


def _fit(fit: Fit, findings: Findings, *, closing: bool) -> str:
    y, x = short(findings, fit.table, fit.y), short(findings, fit.table, fit.x)
    parameters = listed([f"${p.symbol}=$ {fact(p.key)}" for p in fit.parameters])
    verb = "follows" if closing else "is described by"
    return f"The dependence of {y} on {x} {verb} {model(fit)}, ${fit.equation}$, with {parameters}."
