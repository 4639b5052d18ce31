"""What is known about a report of ours beyond its text: ledger, sources, figures, material."""

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite

from agent.analysis.types import Findings
from agent.authors.material import stated_in
from agent.authors.types import Brief
from agent.materials.types import Column, Table
from agent.reflecting.claims import claims_of
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
        claims=claims_of(facts, f"{stated}\n{_cells(brief.findings)}", _symbols(brief.findings)),
    )


def _symbols(findings: Findings) -> dict[str, str]:
    """The letter in which a report gives each fitted parameter, by the key of its fact."""
    return {
        parameter.key: parameter.symbol for fit in findings.fits for parameter in fit.parameters
    }


def _cells(findings: Findings) -> str:
    """What stands in the tables, as text: the lines above, the names and the cells."""
    return "\n".join(line for table in findings.tables for line in _lines(table))


def _lines(table: Table) -> Iterator[str]:
    yield from table.preamble
    yield from (column.name for column in table.columns)
    if table.rows * len(table.columns) <= MOST_CELLS:
        yield from (" ".join(_texts(column)) for column in table.columns)


def _texts(column: Column) -> Iterator[str]:
    if column.type != "number":
        yield from column.texts
        return
    for value in map(float, column.values):
        if isfinite(value):
            # Never `1e-05`, which would be read as two numbers.
            yield f"{Decimal(repr(value)):f}"


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
