"""Uncertainties by rule: `[tables."file.csv"] u = {U = "0.5 %", I = 0.1}` in the settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np

from agent.analysis import units
from agent.analysis.columns import column_or_none, names_of, nearest
from agent.analysis.resolution import place_of
from agent.arrays import Vector
from agent.errors import UsageError
from agent.materials.types import Column, Table
from agent.settings import TableRule

_TERM = re.compile(
    r"(?P<number>\d+(?:[.,]\d*)?(?:[eE][+-]?\d+)?|[.,]\d+)\s*"
    r"(?P<what>[%％‰]|digits?|dgts?|[^\W\d]\S*(?:\s+\S+)*|[°Ωµ]\S*)?"
)
_SIGN = re.compile(r"^\s*(?:±|\+/-|\+-)\s*")


@dataclass(frozen=True, slots=True)
class Rule:
    """What the settings say of one column."""

    table: str
    column: str
    text: str
    """As the settings write it, such as `0.5 % + 0.01`."""


def rules_for(table: Table, rules: Mapping[str, TableRule]) -> tuple[tuple[str, TableRule], ...]:
    """The rules that apply to a table with their names, the most special last."""
    name = table.path.rpartition("/")[2]

    def matches(key: str) -> bool:
        return key in (table.name, table.path, name) or any(
            fnmatchcase(part, key) for part in (table.path, name)
        )

    def special(key: str) -> int:
        return (key == table.name) * 4 + (key == table.path) * 2 + (key == name)

    return tuple(
        sorted(((k, r) for k, r in rules.items() if matches(k)), key=lambda kr: special(kr[0]))
    )


def with_given_uncertainties(
    tables: Sequence[Table], rules: Mapping[str, TableRule], symbols: Mapping[str, str]
) -> tuple[tuple[Table, ...], tuple[Rule, ...]]:
    """The tables with a column of standard uncertainties for each rule, and the rules used.

    A rule stands above what the file gives.

    Raises:
        UsageError: a rule names a column that no table it is for has, or cannot be understood.
    """
    used: list[Rule] = []
    result = []
    known: dict[tuple[str, str], bool] = {}
    hints: dict[tuple[str, str], str] = {}
    for table in tables:
        for key, rule in rules_for(table, rules):
            for wanted, spec in rule.u.items():
                column = column_or_none(table, wanted, symbols)
                known[key, wanted] = known.get((key, wanted), False) or column is not None
                hints[key, wanted] = nearest(wanted, names_of(table, symbols))
                if column is not None:
                    where = f'[tables."{key}"] u.{wanted}'
                    table = _with_uncertainty(table, column, spec, where)
                    used = [u for u in used if (u.table, u.column) != (table.name, column.name)]
                    used.append(Rule(table.name, column.name, str(spec)))
        result.append(table)
    for (key, wanted), found in known.items():
        if not found:
            raise UsageError(
                f'[tables."{key}"] u names the column {wanted!r}, which is not there.',
                hints[key, wanted],
            )
    return tuple(result), tuple(used)


def _with_uncertainty(table: Table, column: Column, spec: float | str, where: str) -> Table:
    if column.type != "number":
        raise UsageError(f"{where}: {column.name!r} is not a column of numbers.", "Mend the name.")
    other = column_or_none(table, spec, {}) if isinstance(spec, str) else None
    if other is not None and other.type == "number" and other is not column:
        columns = tuple(
            replace(c, uncertainty_of=column.name)
            if c is other
            else replace(c, uncertainty_of=None)
            if c.uncertainty_of == column.name
            else c
            for c in table.columns
        )
        return replace(table, columns=columns)
    values = standard_uncertainties(column, spec, where)
    values.flags.writeable = False
    old = table.uncertainty(column.name)
    made = Column(
        old.name if old else _free(table, f"u_{column.name}"),
        column.unit,
        "number",
        values,
        uncertainty_of=column.name,
    )
    if old is not None:
        remark = (
            f"The uncertainties of {column.name!r} follow the rule in the settings ({spec}), not"
            f" the column {old.name!r}."
        )
        columns = tuple(made if c is old else c for c in table.columns)
        return replace(table, columns=columns, remarks=(*table.remarks, remark))
    return replace(table, columns=(*table.columns, made))


def _free(table: Table, name: str) -> str:
    taken = {column.name for column in table.columns}
    while name in taken:
        name += "_"
    return name


def standard_uncertainties(column: Column, spec: float | str, where: str) -> Vector:
    """The standard uncertainty of each value by a rule: a number in the unit of the column, `0.5 %`
    of the reading, `2 digits` of its last place, `0.1 mV`, or a sum of such.

    The terms of a sum are added, as makers of instruments state them.

    Raises:
        UsageError: the rule is none.
    """
    if not isinstance(spec, str):
        return np.where(np.isfinite(column.values), _checked(float(spec), spec, where), np.nan)
    total = np.zeros(len(column.values))
    for part in _SIGN.sub("", spec).split("+"):
        found = _TERM.fullmatch(part.strip())
        if found is None:
            raise _unclear(spec, where)
        number = _checked(float(found["number"].replace(",", ".")), spec, where)
        total = total + number * _size(column, (found["what"] or "").strip(), spec, where)
    return np.where(np.isfinite(column.values), total, np.nan)


def _size(column: Column, what: str, spec: str, where: str) -> Vector | float:
    """What one of a term is, in the unit of the column."""
    if not what:
        return 1.0
    own = units.parse_unit(column.unit)
    if what in ("%", "％", "‰") and own != "percent":
        return np.abs(column.values) / (1000 if what == "‰" else 100)
    if what in ("digit", "digits", "dgt", "dgts"):
        return float(10.0 ** place_of(column, column.values))
    unit = units.parse_unit(what)
    if unit is None or own is None:
        raise _unclear(spec, where)
    try:
        return units.convert(1.0, units.difference(unit), units.difference(own))
    except units.UnitError as error:
        raise UsageError(f"{where}: {error}.", "Write it in the unit of the column.") from None


def _checked(number: float, spec: float | str, where: str) -> float:
    if not np.isfinite(number) or number < 0:
        raise _unclear(spec, where)
    return number


def _unclear(spec: float | str, where: str) -> UsageError:
    return UsageError(
        f"{where}: {spec!r} is no uncertainty.",
        'Write a number, "0.5 %", "2 digits", a sum of such, or the name of a column.',
    )
