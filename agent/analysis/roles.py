"""What each column of a table is for: set, measured, repeated, counting, grouping, constant."""

import re

import numpy as np

from agent.analysis import units
from agent.analysis.dependences import spearman, spearman_p
from agent.analysis.residuals import runs_p
from agent.arrays import Vector
from agent.materials.types import Column, Table

MOST_GROUPS = 12
_COUNTER = re.compile(
    r"(?i)\W*(?:index|idx|no|nr|num|number|#|id|row|line|run|trial|measurement|sample|obs|observation"
    r"|unnamed\W*\d*|column[_ ]?1|n°|№|序号|编号|次数|次|测量次数|组数)\W*"
)
_GROUP = re.compile(
    r"(?i).*(?:group|series|experiment|expt|batch|class|type|kind|set|treatment|method|level"
    r"|condition|day|run|trial|sample|组|批|类|系列|实验).*"
)
_STEADY = 0.05
"""Relative scatter of what may be repeated measurements of one quantity."""
_CHANCE = 0.01
"""A trend less likely than this is one."""


def roles_of(table: Table) -> dict[str, str]:
    """Column → role, for numbers and dates, and for texts that group."""
    numeric = [c for c in table.columns if c.type != "text" and c.uncertainty_of is None]
    roles: dict[str, str] = {}
    for column in table.columns:
        if column.type == "text" and column.uncertainty_of is None and _groups_texts(column):
            roles[column.name] = "group"
    for position, column in enumerate(numeric):
        if role := _plain_role(column, first=position == 0):
            roles[column.name] = role
    rest = [c for c in numeric if c.name not in roles]
    x = _set_by_hand(rest)
    if x is None:
        return roles | _without_order(rest)
    roles[x.name] = "x"
    for column in rest:
        if column is not x:
            roles[column.name] = "repeat" if _steady(x.values, column.values) else "y"
    return {c.name: roles[c.name] for c in table.columns if c.name in roles}


def _groups_texts(column: Column) -> bool:
    texts = [text for text in column.texts if text]
    return 2 <= len(set(texts)) <= MOST_GROUPS and 2 * len(set(texts)) <= len(texts)


def _plain_role(column: Column, *, first: bool) -> str | None:
    values = column.values[np.isfinite(column.values)]
    if len(values) > 0 and np.ptp(values) == 0:
        return "constant"
    if len(values) == 0:
        return "constant"
    if column.type == "date":
        return None
    whole = bool(np.all(values == np.round(values)))
    if not whole or units.parse_unit(column.unit) is not None:
        return None
    if _groups_numbers(column.name, values):
        return "group"
    levels = np.unique(values)
    counts = bool(levels[0] in (0, 1) and np.all(np.diff(levels) == 1))
    return "index" if _COUNTER.fullmatch(column.name) and (first or counts) else None


def _groups_numbers(name: str, values: Vector) -> bool:
    levels, counts = np.unique(values, return_counts=True)
    if not 2 <= len(levels) <= MOST_GROUPS or len(values) < 2 * len(levels) or counts.min() < 2:
        return False
    if _GROUP.fullmatch(name):
        return True
    small = levels[0] in (0, 1) and bool(np.all(np.diff(levels) == 1))
    in_blocks = np.count_nonzero(np.diff(values)) == len(levels) - 1
    balanced = counts.max() == counts.min()
    return small and in_blocks and bool(balanced)


def _set_by_hand(columns: list[Column]) -> Column | None:
    """The column that was set: the first that rises or falls throughout, else the first of several
    that scatter too widely to be repeated measurements.
    """
    for column in columns:
        values = column.values[np.isfinite(column.values)]
        steps = np.diff(values)
        ordered = bool(np.all(steps >= 0) or np.all(steps <= 0))
        if ordered and len(np.unique(values)) > max(2, 0.3 * len(values)) and len(columns) > 1:
            return column
    wide = [c for c in columns if c.type == "number" and not _scatters_little(c.values)]
    return wide[0] if len(wide) > 1 else None


def _without_order(columns: list[Column]) -> dict[str, str]:
    return {c.name: "x" if c.type == "date" else "repeat" for c in columns}


def _scatters_little(values: Vector) -> bool:
    values = values[np.isfinite(values)]
    return len(values) < 2 or bool(np.std(values, ddof=1) <= _STEADY * abs(values.mean()))


def _steady(x: Vector, y: Vector) -> bool:
    """Whether y scatters little about one value and shows no trend with x."""
    usable = np.isfinite(x) & np.isfinite(y)
    x, y = x[usable], y[usable]
    if len(y) < 5 or np.ptp(y) == 0 or not _scatters_little(y):
        return False
    ordered = y[np.argsort(x, kind="stable")]
    runs = runs_p(ordered - np.median(ordered))
    return spearman_p(spearman(x, y), len(y)) > _CHANCE and (runs is None or runs > _CHANCE)
