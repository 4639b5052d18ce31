"""A measured column split by a column of few repeated values, and whether the groups differ."""

import numpy as np
from scipy.special import fdtrc

from agent.analysis import units
from agent.analysis.columns import computable, readable
from agent.analysis.facts import Fact, Origin
from agent.analysis.keys import slugs
from agent.analysis.rounding import digits_of_scatter
from agent.analysis.types import ColumnProfile, Grouping, Level
from agent.arrays import Vector
from agent.materials.types import Column, Table


def one_way(groups: list[Vector]) -> tuple[float, float, int, int] | None:
    """F, its p-value and the degrees of freedom between and within; None without scatter within.

    `scipy.stats.f_oneway` gives the same but takes half a second to import.
    """
    n = sum(len(group) for group in groups)
    between, within = len(groups) - 1, n - len(groups)
    if between < 1 or within < 1 or not all(computable(group) for group in groups):
        return None
    mean = sum(float(group.sum()) for group in groups) / n
    explained = sum(len(group) * float(np.square(group.mean() - mean)) for group in groups)
    left = sum(float(np.sum(np.square(group - group.mean()))) for group in groups)
    if left <= 0:
        return None
    f = (explained / between) / (left / within)
    return f, float(fdtrc(between, within, f)), between, within


def grouping_of(
    table: Table, column: ColumnProfile, by: ColumnProfile
) -> tuple[Grouping, tuple[Fact, ...]] | None:
    """The levels of one column in another, with facts; None when fewer than two have two values."""
    values = table.column(column.column).values
    members = [
        (name, group)
        for name, rows in _levels(table.column(by.column))
        if len(group := values[rows][np.isfinite(values[rows])]) > 1
    ]
    tested = one_way([group for _, group in members]) if len(members) > 1 else None
    if tested is None:
        return None
    key = f"{column.key}.by_{by.key.rpartition('.')[2]}"
    parts = slugs((name for name, _ in members), prefix="g")
    levels, facts = [], []
    for (name, group), part in zip(members, parts, strict=True):
        level = _level(name, group, f"{key}.{part if part not in _TAKEN else part + '_'}")
        levels.append(level)
        facts += _level_facts(table, column, by, level)
    grouping = Grouping(table.name, column.column, by.column, tuple(levels), key)
    return grouping, (*facts, *_test_facts(table, grouping, tested))


_TAKEN = ("f", "p", "df_between", "df_within")


def _levels(by: Column) -> list[tuple[str, np.ndarray]]:
    if by.type == "text":
        texts = np.array(by.texts, dtype=object)
        names = [name for name in dict.fromkeys(by.texts) if name]
        return [(name, np.flatnonzero(texts == name)) for name in names]
    found = np.unique(by.values[np.isfinite(by.values)])
    return [(f"{value:g}", np.flatnonzero(by.values == value)) for value in found.tolist()]


def _level(name: str, group: Vector, key: str) -> Level:
    sd = float(group.std(ddof=1))
    return Level(name, len(group), float(group.mean()), sd, sd / float(np.sqrt(len(group))), key)


def _level_facts(
    table: Table, column: ColumnProfile, by: ColumnProfile, level: Level
) -> list[Fact]:
    what = f"{readable(column.column)} where {readable(by.column)} is {level.name}"
    unit, step = column.unit, units.difference(column.unit)

    def origin(method: str) -> Origin:
        return Origin(method, table.path, table.name, (column.column, by.column), level.n)

    return [
        Fact(f"{level.key}.n", level.n, f"number of values of {what}", "count", origin("count")),
        Fact(
            f"{level.key}.mean",
            level.mean,
            f"mean of {what}",
            "statistic",
            origin("arithmetic mean, uncertainty its standard error"),
            level.sem if level.sem > 0 else None,
            unit,
        ),
        Fact(
            f"{level.key}.sd",
            level.sd,
            f"standard deviation of {what}",
            "statistic",
            origin("sample standard deviation (n − 1)"),
            None,
            step,
            digits_of_scatter(level.sd),
        ),
        Fact(
            f"{level.key}.sem",
            level.sem,
            f"standard error of the mean of {what}",
            "statistic",
            origin("standard deviation over √n"),
            None,
            step,
            2,
        ),
    ]


def _test_facts(
    table: Table, grouping: Grouping, tested: tuple[float, float, int, int]
) -> list[Fact]:
    f, p, between, within = tested
    what = f"{readable(grouping.column)} by {readable(grouping.by)}"
    origin = Origin(
        "one-way analysis of variance",
        table.path,
        table.name,
        (grouping.column, grouping.by),
        sum(level.n for level in grouping.levels),
    )
    key = grouping.key
    return [
        Fact(f"{key}.f", f, f"F of {what}", "statistic", origin, digits=3),
        Fact(f"{key}.p", p, f"p-value of {what}", "statistic", origin, digits=2),
        Fact(f"{key}.df_between", between, f"degrees of freedom between {what}", "count", origin),
        Fact(f"{key}.df_within", within, f"degrees of freedom within {what}", "count", origin),
    ]
