"""Every table profiled, its columns related and fitted, the user's results derived."""

import hashlib
import json
from collections.abc import Callable, Sequence

import numpy as np

from agent.analysis.columns import find_column, find_table, nearest, symbol_of
from agent.analysis.computed import with_computed_columns
from agent.analysis.derive import derive
from agent.analysis.facts import Facts
from agent.analysis.fits import MODEL_NAMES
from agent.analysis.given import Rule, with_given_uncertainties
from agent.analysis.keys import slugs
from agent.analysis.table_findings import TableFindings, explore_table, numeric
from agent.analysis.types import Findings
from agent.errors import UsageError
from agent.materials.types import Table
from agent.settings import FitRule, Settings

__all__ = ["TableFindings", "explore_tables"]


def explore_tables(
    tables: tuple[Table, ...],
    settings: Settings,
    *,
    memo: Callable[[str, Callable[[], TableFindings]], TableFindings] | None = None,
    on_table: Callable[[str], None] = lambda name: None,
) -> Findings:
    """All that can be computed from the tables.

    Args:
        tables: As read.
        settings: Symbols, `[[column]]`, `[[fit]]`, `[[derive]]` and the `[explore]` group.
        memo: Given a key that stands for a table's content and the settings that touch it, and a
            function, returns the function's result or a stored one.
        on_table: Told the name of each table before it is looked at.

    Raises:
        UsageError: a rule names what does not exist, or a formula cannot be evaluated.
    """
    tables, given = with_given_uncertainties(tables, settings.tables, settings.symbols)
    tables = with_computed_columns(tables, settings.column, settings.symbols)
    rules = _fit_rules(tables, settings)
    keys = slugs((table.name for table in tables), prefix="table")
    parts = []
    for table, key in zip(tables, keys, strict=True):
        on_table(table.name)
        mine = tuple(rule for rule in rules if rule.table == table.name)
        theirs = tuple(rule for rule in given if rule.table == table.name)

        def compute(
            table: Table = table,
            key: str = key,
            mine: tuple[FitRule, ...] = mine,
            theirs: tuple[Rule, ...] = theirs,
        ) -> TableFindings:
            return explore_table(table, key, mine, settings, theirs)

        digest = _digest(table, key, (*mine, *theirs), settings)
        parts.append(compute() if memo is None else memo(digest, compute))
    facts = Facts(tuple(fact for part in parts for fact in part.facts))
    fits = tuple(fit for part in parts for fit in part.fits)
    profiles = tuple(profile for part in parts for profile in part.profiles)
    by_name = {table.name: table for table in tables}
    columns = {p.key: (by_name[p.table], p) for p in profiles if numeric(by_name[p.table], p)}
    derived = derive(settings.derive, facts, fits, columns)
    return Findings(
        derived.facts,
        tables,
        profiles,
        tuple(d for part in parts for d in part.dependences),
        fits,
        tuple(g for part in parts for g in part.groupings),
        derived.comparisons,
        derived.results,
        (*(remark for part in parts for remark in part.remarks), *derived.remarks),
    )


def _fit_rules(tables: Sequence[Table], settings: Settings) -> tuple[FitRule, ...]:
    """The rules with exact names of tables and columns."""
    found = []
    for rule in settings.fit:
        where = f"[[fit]] {rule.y} against {rule.x}"
        table = find_table(tables, rule.table, where)
        for model in rule.models:
            if model not in MODEL_NAMES:
                raise UsageError(
                    f"{where} names the model {model!r}, which does not exist.",
                    nearest(model, MODEL_NAMES),
                )
        x = find_column(table, rule.x, settings.symbols, where)
        y = find_column(table, rule.y, settings.symbols, where)
        if x is y:
            raise UsageError(f"{where} fits a column against itself.", "Name two columns.")
        found.append(FitRule(table=table.name, x=x.name, y=y.name, models=rule.models))
    return tuple(found)


def _digest(table: Table, key: str, rules: tuple[FitRule | Rule, ...], settings: Settings) -> str:
    content, symbols = hashlib.sha256(), settings.symbols
    named = [
        (
            c.name,
            c.unit,
            c.type,
            c.uncertainty_of,
            c.decimals,
            c.texts,
            symbol_of(table.name, c.name, symbols),
        )
        for c in table.columns
    ]
    told = [table.name, table.path, table.rows, key, named, settings.explore.model_dump()]
    told.append([rule.model_dump() if isinstance(rule, FitRule) else str(rule) for rule in rules])
    told.append([str(line) for line in table.metadata])
    told.append([rule.name for rule in settings.column])
    content.update(json.dumps(told, ensure_ascii=False).encode())
    for column in table.columns:
        content.update(np.ascontiguousarray(column.values).tobytes())
    return f"table-{content.hexdigest()}"
