"""What is known about a report of ours beyond its text: ledger, sources, figures, material."""

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite

from agent.analysis.types import Findings
from agent.authors.material import stated_in
from agent.authors.types import Brief
from agent.reflecting.claims import claims_of
from agent.reflecting.given_numbers import Cell
from agent.settings import Settings
from latex.escape import escape
from reflect.evidence import Evidence

MOST_CELLS = 400
"""Of a table whose cells a report may quote; the cells of a longer one would vouch for anything."""


def evidence_of(brief: Brief) -> Evidence:
    """The evidence a report is held against.

    Without a .bib of the user's there is no bibliography to close citations against.
    """
    stated = stated_in(brief.inventory)
    facts = brief.findings.facts
    bibliographies = brief.inventory.bibliographies
    return Evidence(
        cite_keys=frozenset(brief.cite_keys) if bibliographies else None,
        facts=frozenset(fact.key for fact in facts),
        files=frozenset(figure.file for figure in brief.figures.items),
        bibtex="\n".join(text for _, text in bibliographies),
        material=stated,
        used_up=tuple(_tables(brief.findings)),
        language=brief.language,
        own=True,
        claims=claims_of(
            facts,
            "\n".join((stated, *_lines_above(brief.findings), *_rules(brief.settings))),
            _symbols(brief.findings),
            _cells(brief.findings),
        ),
    )


def _symbols(findings: Findings) -> dict[str, str]:
    """The letter in which a report gives each fitted parameter, by the key of its fact."""
    return {
        parameter.key: parameter.symbol for fit in findings.fits for parameter in fit.parameters
    }


def _rules(settings: Settings) -> Iterator[str]:
    """The numbers that the settings state: formulas, reference values, uncertainties."""
    for derived in settings.derive:
        yield f"{derived.formula} {derived.unit}"
        if derived.reference is not None:
            error = derived.reference_uncertainty
            yield f"{_digits(derived.reference)} {derived.unit}, {_digits(error)} {derived.unit}"
        yield derived.reference_source
    for column in settings.column:
        yield f"{column.formula} {column.uncertainty}"
    for rule in settings.tables.values():
        yield from (str(value) for value in rule.u.values())
    yield f"{settings.report.date} {settings.report.title}"


def _lines_above(findings: Findings) -> Iterator[str]:
    """What stands in the tables as words: the lines above, the names, the cells of text.

    And the rule by which values were called outliers, whose threshold reports cite.
    """
    yield from {profile.outlier_rule for profile in findings.profiles}
    for table in findings.tables:
        yield from table.preamble
        yield from (column.name for column in table.columns)
        if table.rows * len(table.columns) <= MOST_CELLS:
            for column in table.columns:
                if column.type != "number":
                    yield from column.texts


def _cells(findings: Findings) -> Iterator[Cell]:
    """The numbers of the short tables, with their units."""
    for table in findings.tables:
        if table.rows * len(table.columns) > MOST_CELLS:
            continue
        for column in table.columns:
            if column.type == "number":
                profile = findings.profile(table.name, column.name)
                unit = profile.unit if profile is not None else None
                yield from ((v, unit) for v in map(float, column.values) if isfinite(v))


def _digits(value: float) -> str:
    """Never `1e-05`, which could be read as two numbers."""
    return f"{Decimal(repr(value)):f}"


def _tables(findings: Findings) -> list[tuple[str, tuple[str, ...]]]:
    """Each table that gave facts, and what shows that the report speaks of it."""
    shown = []
    for table in findings.tables:
        keys = {
            fact.key.split(".")[0]
            for fact in findings.facts
            if fact.origin.table == table.name or fact.origin.path == table.path
        }
        if keys:
            words = (table.path, escape(table.path), *sorted(f"{key}." for key in keys))
            shown.append((table.path, words))
    return shown
