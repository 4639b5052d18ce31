"""Every table profiled, its columns related and fitted, the user's results derived."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agent.analysis import units
from agent.analysis.columns import find_column, find_table, nearest, symbol_of
from agent.analysis.computed import with_computed_columns
from agent.analysis.dependences import dependences_of
from agent.analysis.derive import derive
from agent.analysis.facts import Fact, Facts
from agent.analysis.fits import MODEL_NAMES, fit_columns
from agent.analysis.groups import grouping_of
from agent.analysis.keys import slugs
from agent.analysis.points import NotFitted, points_of
from agent.analysis.profile import column_facts, outlier_rule, outliers
from agent.analysis.roles import roles_of
from agent.analysis.types import ColumnProfile, Dependence, Findings, Fit, Grouping
from agent.errors import UsageError
from agent.materials.types import Table
from agent.settings import FitRule, Settings

_RESERVED = ("fit_", "by_")


@dataclass(frozen=True, slots=True, eq=False)
class TableFindings:
    """What one table gave, before anything is derived."""

    facts: tuple[Fact, ...]
    profiles: tuple[ColumnProfile, ...]
    dependences: tuple[Dependence, ...]
    fits: tuple[Fit, ...]
    groupings: tuple[Grouping, ...]
    remarks: tuple[str, ...]


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
    tables = with_computed_columns(tables, settings.column, settings.symbols)
    rules = _fit_rules(tables, settings)
    keys = slugs((table.name for table in tables), prefix="table")
    parts = []
    for table, key in zip(tables, keys, strict=True):
        on_table(table.name)
        mine = tuple(rule for rule in rules if rule.table == table.name)

        def compute(
            table: Table = table, key: str = key, mine: tuple[FitRule, ...] = mine
        ) -> TableFindings:
            return explore_table(table, key, mine, settings)

        digest = _digest(table, key, mine, settings)
        parts.append(compute() if memo is None else memo(digest, compute))
    facts = Facts(tuple(fact for part in parts for fact in part.facts))
    fits = tuple(fit for part in parts for fit in part.fits)
    profiles = tuple(profile for part in parts for profile in part.profiles)
    by_name = {table.name: table for table in tables}
    columns = {p.key: (by_name[p.table], p) for p in profiles if _numeric(by_name[p.table], p)}
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


def _numeric(table: Table, profile: ColumnProfile) -> bool:
    return table.column(profile.column).type == "number"


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


def _digest(table: Table, key: str, rules: tuple[FitRule, ...], settings: Settings) -> str:
    content, symbols = hashlib.sha256(), settings.symbols
    named = [
        (
            c.name,
            c.unit,
            c.type,
            c.uncertainty_of,
            c.texts,
            symbol_of(table.name, c.name, symbols),
        )
        for c in table.columns
    ]
    told = [table.name, table.path, table.rows, key, named, settings.explore.model_dump()]
    told.append([rule.model_dump() for rule in rules])
    told.append([rule.name for rule in settings.column])
    content.update(json.dumps(told, ensure_ascii=False).encode())
    for column in table.columns:
        content.update(np.ascontiguousarray(column.values).tobytes())
    return f"table-{content.hexdigest()}"


def explore_table(
    table: Table, key: str, rules: tuple[FitRule, ...], settings: Settings
) -> TableFindings:
    """Profiles, dependences, groups and fits of one table whose facts lie under `key`."""
    computed = {rule.name for rule in settings.column}
    profiles, facts = _profiles(table, key, settings, computed)
    measured = tuple(p for p in profiles if p.role in ("y", "repeat") and _numeric(table, p))
    xs = tuple(p for p in profiles if p.role == "x" and _numeric(table, p))
    groupings, group_facts = _groupings(table, profiles, measured)
    fits, fit_facts, remarks = _fits(table, key, profiles, rules, settings)
    related = tuple(p.column for p in (*xs, *measured))
    return TableFindings(
        (*facts, *group_facts, *fit_facts),
        tuple(_with_outliers(table, p, fits, settings.explore.outlier_score) for p in profiles),
        dependences_of(table, related),
        fits,
        groupings,
        remarks,
    )


def _profiles(
    table: Table, key: str, settings: Settings, computed: set[str]
) -> tuple[tuple[ColumnProfile, ...], tuple[Fact, ...]]:
    roles = roles_of(table)
    profiles: list[ColumnProfile] = []
    facts: list[Fact] = []
    for column, part in zip(table.columns, column_keys(table), strict=True):
        role = roles.get(column.name)
        if role is None:
            continue
        profile = ColumnProfile(
            table.name,
            column.name,
            f"{key}.{part}",
            symbol_of(table.name, column.name, settings.symbols),
            units.parse_unit(column.unit),
            column.unit,
            role,
        )
        profiles.append(profile)
        facts += column_facts(table, column, profile.key, role, computed=column.name in computed)
    return tuple(profiles), tuple(facts)


def column_keys(table: Table) -> tuple[str, ...]:
    """The part of each column in the keys of facts; none can be taken for a fit."""
    names = slugs(column.name for column in table.columns)
    return tuple(f"c_{name}" if name.startswith(_RESERVED) else name for name in names)


def _groupings(
    table: Table, profiles: Sequence[ColumnProfile], measured: Sequence[ColumnProfile]
) -> tuple[tuple[Grouping, ...], list[Fact]]:
    groupings: list[Grouping] = []
    facts: list[Fact] = []
    for by in profiles:
        if by.role == "group":
            for column in measured:
                found = grouping_of(table, column, by)
                if found is not None:
                    groupings.append(found[0])
                    facts += found[1]
    return tuple(groupings), facts


def _fits(
    table: Table,
    key: str,
    profiles: Sequence[ColumnProfile],
    rules: Sequence[FitRule],
    settings: Settings,
) -> tuple[tuple[Fit, ...], list[Fact], tuple[str, ...]]:
    known = {profile.column: profile for profile in profiles}
    remarks: list[str] = []
    wanted = _wanted(table, profiles, rules, settings.explore.max_fits, remarks)
    fits: list[Fit] = []
    facts: list[Fact] = []
    names = slugs(
        f"fit_{known[y].key.rpartition('.')[2]}_{known[x].key.rpartition('.')[2]}"
        if x in known and y in known
        else "fit"
        for x, y, _ in wanted
    )
    for (x, y, models), name in zip(wanted, names, strict=True):
        try:
            if x not in known or y not in known:
                raise NotFitted(
                    f"{table.name}: {y} against {x} is not fitted, since both must be columns of"
                    " measured numbers."
                )
            fit, found = fit_columns(table, known[x], known[y], f"{key}.{name}", models)
        except NotFitted as error:
            remarks.append(str(error))
            continue
        fits.append(fit)
        facts += found
    return tuple(fits), facts, tuple(remarks)


def _wanted(
    table: Table,
    profiles: Sequence[ColumnProfile],
    rules: Sequence[FitRule],
    most: int,
    remarks: list[str],
) -> list[tuple[str, str, tuple[str, ...]]]:
    """x, y and models of each fit: the user's rules, else the x of the table against each y."""
    if rules:
        return [(rule.x, rule.y, rule.models) for rule in rules]
    numeric = [p for p in profiles if _numeric(table, p)]
    x = next((p for p in numeric if p.role == "x"), None)
    if x is None:
        return []
    pairs = [(x.column, p.column, ()) for p in numeric if p.role == "y"]
    if len(pairs) > most:
        left = len(pairs) - most
        remarks.append(
            f"{table.name}: {left} column{'s' if left > 1 else ''} not fitted, since"
            f" `explore.max_fits` is {most}."
        )
    return list(pairs[:most])


def _with_outliers(
    table: Table, profile: ColumnProfile, fits: Sequence[Fit], threshold: float
) -> ColumnProfile:
    """Outliers by the residuals of the column's fit, or by its values where it repeats."""
    if profile.role not in ("y", "repeat") or not _numeric(table, profile):
        return profile
    values = table.column(profile.column).values
    fit = next((f for f in fits if f.y == profile.column), None)
    if fit is not None:
        rows = _fitted_rows(table, fit)
        left = fit.y_values - fit.fitted
        scored = left / fit.y_uncertainty if fit.weighted else left
        found = outliers(rows, fit.y_values, scored, threshold)
        rule = outlier_rule(threshold, " of the residuals")
    elif profile.role == "repeat":
        rows = np.flatnonzero(np.isfinite(values))
        if len(rows) < 3:
            return profile
        found = outliers(rows, values[rows], values[rows], threshold)
        rule = outlier_rule(threshold)
    else:
        return profile
    return replace(profile, outliers=found, outlier_rule=rule)


def _fitted_rows(table: Table, fit: Fit) -> np.ndarray:
    return points_of(table, fit.x, fit.y)[0].rows
