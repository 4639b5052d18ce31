"""One table explored: profiles, dependences, groups and fits, with their facts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from agent.analysis import units
from agent.analysis.columns import symbol_of
from agent.analysis.dependences import dependences_of
from agent.analysis.facts import Fact
from agent.analysis.fits import fit_columns
from agent.analysis.given import Rule
from agent.analysis.groups import grouping_of
from agent.analysis.keys import slugs
from agent.analysis.metadata_facts import metadata_facts
from agent.analysis.points import NotFitted, points_of
from agent.analysis.profile import column_facts, outlier_rule, outliers
from agent.analysis.roles import roles_of
from agent.analysis.types import ColumnProfile, Dependence, Fit, Grouping
from agent.materials.types import Table
from agent.settings import FitRule, Settings

_RESERVED = ("fit_", "by_")
_TAKEN = ("meta", "rows")
"""What stands beside the columns in the keys of facts."""


@dataclass(frozen=True, slots=True, eq=False)
class TableFindings:
    """What one table gave, before anything is derived."""

    facts: tuple[Fact, ...]
    profiles: tuple[ColumnProfile, ...]
    dependences: tuple[Dependence, ...]
    fits: tuple[Fit, ...]
    groupings: tuple[Grouping, ...]
    remarks: tuple[str, ...]


def numeric(table: Table, profile: ColumnProfile) -> bool:
    """Whether the profile is one of numbers, not of texts or dates."""
    return table.column(profile.column).type == "number"


def explore_table(
    table: Table,
    key: str,
    rules: tuple[FitRule, ...],
    settings: Settings,
    given: tuple[Rule, ...] = (),
) -> TableFindings:
    """Profiles, dependences, groups and fits of one table whose facts lie under `key`."""
    # Readings of 1e200 overflow when squared; what comes of them is infinite, and printed so.
    with np.errstate(all="ignore"):
        return _explored(table, key, rules, settings, given)


def _explored(
    table: Table,
    key: str,
    rules: tuple[FitRule, ...],
    settings: Settings,
    given: tuple[Rule, ...],
) -> TableFindings:
    profiles, facts, said = _profiles(table, key, settings, given)
    measured = tuple(p for p in profiles if p.role in ("y", "repeat") and numeric(table, p))
    xs = tuple(p for p in profiles if p.role == "x" and numeric(table, p))
    groupings, group_facts = _groupings(table, profiles, measured)
    fits, fit_facts, remarks = _fits(table, key, profiles, rules, settings)
    related = tuple(p.column for p in (*xs, *measured))
    return TableFindings(
        (*metadata_facts(table, key), *facts, *group_facts, *fit_facts),
        tuple(_with_outliers(table, p, fits, settings.explore.outlier_score) for p in profiles),
        dependences_of(table, related),
        fits,
        groupings,
        (*said, *remarks),
    )


def _profiles(
    table: Table, key: str, settings: Settings, given: tuple[Rule, ...]
) -> tuple[tuple[ColumnProfile, ...], tuple[Fact, ...], tuple[str, ...]]:
    roles = roles_of(table)
    computed = {rule.name for rule in settings.column}
    rule_of = {rule.column: rule for rule in given}
    remarks: list[str] = []
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
        found, said = column_facts(
            table,
            column,
            profile.key,
            role,
            computed=column.name in computed,
            rule=rule_of.get(column.name),
        )
        facts += found
        remarks += said
    return tuple(profiles), tuple(facts), tuple(remarks)


def column_keys(table: Table) -> tuple[str, ...]:
    """The part of each column in the keys of facts; none can be taken for a fit."""
    names = slugs(column.name for column in table.columns)
    return tuple(
        f"c_{name}" if name.startswith(_RESERVED) or name in _TAKEN else name for name in names
    )


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
    columns = [p for p in profiles if numeric(table, p)]
    x = next((p for p in columns if p.role == "x"), None)
    if x is None:
        return []
    pairs = [(x.column, p.column, ()) for p in columns if p.role == "y"]
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
    if profile.role not in ("y", "repeat") or not numeric(table, profile):
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
