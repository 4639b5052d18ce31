"""Abstract and conclusion: the results in the fewest words that are still true."""

from agent.analysis.counting import TABLES
from agent.analysis.types import Findings, Fit
from agent.authors.offline.data import files_of, readings
from agent.authors.offline.results import parameters_of, result_name
from agent.authors.offline.words import fact, paragraphs, plain, quantity, short, speech, value
from agent.authors.types import Brief

MAX_SENTENCES = 4
MANY = 3
"""Tables beyond which single fits are no longer the point of the whole."""


def abstract(brief: Brief) -> str:
    return speech(brief).sentences(_subject(brief), *_main_results(brief))


def conclusion(brief: Brief, own_words: str) -> str:
    said = speech(brief)
    results = said.sentences(*_main_results(brief, closing=True))
    if not results and brief.findings.profiles:
        results = said.say("closing.none")
    return paragraphs(results, own_words)


def _subject(brief: Brief) -> str:
    findings, said = brief.findings, speech(brief)
    tables = [t for t in findings.tables if t.numeric]
    if not tables:
        return said.say("subject.none")
    if len(tables) > 1:
        number = said.counted(len(tables), TABLES)
        return said.say("subject.several", files=files_of(tables, said), tables=number)
    table = tables[0]
    made = {rule.name for rule in brief.settings.column}
    profiles = [p for p in findings.profiles if p.table == table.name]
    names = [
        quantity(findings, table.name, p.column)
        for p in profiles
        if p.role not in {"index", "group", "constant"} and p.column not in made
    ]
    held = readings(table, findings, said)
    if not names:
        return said.say("subject.one", readings=held)
    return said.say("subject.names", readings=held, names=said.listed(names[:4]))


def _main_results(brief: Brief, *, closing: bool = False) -> list[str]:
    findings, said = brief.findings, speech(brief)
    parts = [_derived(key, brief) for key in findings.results]
    told = {parent for key in findings.results for parent in findings.facts[key].origin.parents}
    for fit in findings.fits:
        if any(p.key in told for p in fit.parameters):
            parts.insert(0, _model(fit, brief))
        else:
            parts.append(_fit(fit, brief, closing=closing))
    for profile in findings.profiles:
        if profile.role == "repeat" and f"{profile.key}.mean" not in told:
            name = short(findings, profile.table, profile.column)
            parts.append(said.say("closing.mean", name=name, mean=fact(f"{profile.key}.mean")))
    for grouping in findings.groupings[:1]:
        p = findings.facts.get(f"{grouping.key}.p")
        if p is not None and not isinstance(p.value, str) and p.value < 0.05:
            parts.append(said.say("closing.groups", by=plain(grouping.by)))
    return parts[: _most(findings) + len(findings.results)]


def _most(findings: Findings) -> int:
    busy = len({fit.table for fit in findings.fits} | {p.table for p in findings.profiles})
    return MAX_SENTENCES if busy <= MANY else 1


def _derived(key: str, brief: Brief) -> str:
    name, said = result_name(key, brief), speech(brief)
    comparison = next((c for c in brief.findings.comparisons if c.key == key), None)
    if comparison is None:
        return said.say("closing.is", name=name, value=fact(key))
    return said.say(
        "closing.agrees" if comparison.agrees else "closing.disagrees",
        name=name,
        value=fact(key),
        reference=fact(f"{key}.reference"),
        sigmas=value(f"{key}.sigmas"),
    )


def _model(fit: Fit, brief: Brief) -> str:
    """The model alone, where its parameters are told as results."""
    said = speech(brief)
    return said.say(
        "closing.model",
        model=said.model(fit.model),
        equation=fit.equation,
        y=short(brief.findings, fit.table, fit.y),
        x=short(brief.findings, fit.table, fit.x),
    )


def _fit(fit: Fit, brief: Brief, *, closing: bool) -> str:
    said = speech(brief)
    return said.say(
        "closing.follows" if closing else "closing.described",
        model=said.model(fit.model),
        equation=fit.equation,
        y=short(brief.findings, fit.table, fit.y),
        x=short(brief.findings, fit.table, fit.x),
        parameters=parameters_of(fit, said),
    )
