"""`[[column]]`: columns computed row by row from others of the same table, with their errors."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from agent.analysis import units
from agent.analysis.columns import (
    column_or_none,
    find_table,
    names_of,
    nearest,
    uncertainty_values,
)
from agent.analysis.evaluation import Quantity, evaluate, in_unit, own_unit, quantity
from agent.analysis.formula import Formula, parse
from agent.arrays import Vector
from agent.errors import UsageError
from agent.materials.types import Column, Table
from agent.settings import ColumnRule

_STEP = 1e-150
"""Complex step: the derivative of a formula without rounding error."""


def with_computed_columns(
    tables: Sequence[Table], rules: Sequence[ColumnRule], symbols: Mapping[str, str]
) -> tuple[Table, ...]:
    """The tables, each with the columns that the rules define, in the rules' order.

    A computed column has, where an uncertainty is known, another behind it named `u_NAME`.

    Raises:
        UsageError: an unknown table or column, a formula that cannot be evaluated, a name taken.
    """
    result = {table.name: table for table in tables}
    for rule in rules:
        where = f"[[column]] {rule.name}"
        table = find_table(tuple(result.values()), rule.table, where)
        result[table.name] = _with_column(table, rule, symbols, where)
    return tuple(result.values())


def _with_column(table: Table, rule: ColumnRule, symbols: Mapping[str, str], where: str) -> Table:
    taken = {column.name for column in table.columns}
    for name in (rule.name, f"u_{rule.name}"):
        if name in taken or not name.strip():
            raise UsageError(
                f"{where}: the table {table.name!r} already has a column {name!r}.",
                "Choose another name.",
            )
    formula = parse(rule.formula, where)
    inputs = _inputs(formula, table, symbols)
    found = _evaluated(formula, table, inputs, None)
    unit = _unit_for(found, rule, where, list(inputs.values()))
    values = _in_rows(_as_unit(found, unit, rule), table.rows)
    columns = [Column(rule.name, _written(unit, rule), "number", _locked(values))]
    error = _error(formula, table, inputs, unit, rule, symbols)
    if error is not None:
        error[~np.isfinite(values)] = np.nan
        columns.append(
            Column(
                f"u_{rule.name}",
                columns[0].unit,
                "number",
                _locked(error),
                uncertainty_of=rule.name,
            )
        )
    return replace(
        table,
        columns=(*table.columns, *columns),
        remarks=(*table.remarks, *_remarks(rule.name, values, inputs)),
    )


def _inputs(formula: Formula, table: Table, symbols: Mapping[str, str]) -> dict[str, Column]:
    found = {}
    for node in _names(formula):
        word = formula.name(node)
        column = column_or_none(table, word, symbols)
        if column is None:
            if word == "pi":
                continue
            raise formula.error(
                f"the table {table.name!r} has no column {word!r}",
                node,
                nearest(word, names_of(table, symbols)),
            )
        if column.type != "number":
            raise formula.error(f"{word!r} is not a column of numbers", node)
        found[word] = column
    return found


def _names(formula: Formula) -> list[ast.Name]:
    found = [node for node in ast.walk(formula.tree) if isinstance(node, ast.Name)]
    return [node for node in found if node.id.startswith("_")]


def _evaluated(
    formula: Formula, table: Table, inputs: Mapping[str, Column], shifted: Column | None
) -> Quantity:
    """The formula over the columns, one of them perhaps a complex step aside."""

    def rows(word: str, _: ast.expr) -> Quantity:
        column = inputs[word]
        values = column.values + (1j * _STEP if column is shifted else 0.0)
        return quantity(values, units.parse_unit(column.unit))

    def whole(word: str, _: ast.expr) -> Quantity:
        return quantity(inputs[word].values, units.parse_unit(inputs[word].unit))

    return evaluate(formula, rows, whole)


def _unit_for(found: Quantity, rule: ColumnRule, where: str, inputs: list[Column]) -> str | None:
    if not rule.unit:
        return own_unit(found)
    wanted = units.parse_unit(rule.unit)
    bare = any(units.parse_unit(column.unit) is None for column in inputs)
    if found.dimensionless and bare:
        return wanted  # columns without units: the user says what comes out
    if wanted is None:
        raise UsageError(
            f"{where}: the unit {rule.unit!r} is not understood.", "Write it as in km/s or m·s⁻²."
        )
    try:
        in_unit(found, wanted)
    except units.UnitError as error:
        raise UsageError(f"{where}: {error}.", "Mend the formula, or the unit.") from None
    return wanted


def _as_unit(found: Quantity, unit: str | None, rule: ColumnRule) -> np.ndarray:
    if found.dimensionless and rule.unit and not _convertible(found, unit):
        return np.asarray(in_unit(found, None).magnitude)
    return np.asarray(in_unit(found, unit).magnitude)


def _convertible(found: Quantity, unit: str | None) -> bool:
    return bool(found.is_compatible_with(unit or "dimensionless"))


def _written(unit: str | None, rule: ColumnRule) -> str | None:
    return rule.unit or (units.plain(unit) if unit else None)


def _in_rows(found: np.ndarray, rows: int) -> Vector:
    values = np.array(np.broadcast_to(np.real(found), (rows,)), dtype=np.float64)
    values[~np.isfinite(values)] = np.nan
    return values


def _error(
    formula: Formula,
    table: Table,
    inputs: Mapping[str, Column],
    unit: str | None,
    rule: ColumnRule,
    symbols: Mapping[str, str],
) -> Vector | None:
    """The standard uncertainty: by its own formula, or propagated to first order."""
    if rule.uncertainty:
        stated = parse(rule.uncertainty, f"{formula.where}, uncertainty")
        found = _evaluated(stated, table, _inputs(stated, table, symbols), None)
        try:
            step = _as_unit(found, units.difference(unit), rule)
        except units.UnitError as error:
            raise UsageError(f"{stated.where}: {error}.", "Mend the formula.") from None
        return np.abs(_in_rows(step, table.rows))
    squares, known = np.zeros(table.rows), False
    for column in {c.name: c for c in inputs.values()}.values():
        own = uncertainty_values(table, column)
        if own is not None:
            moved = _as_unit(_evaluated(formula, table, inputs, column), unit, rule)
            slope = np.broadcast_to(np.imag(moved) / _STEP, (table.rows,))
            squares, known = squares + (slope * own) ** 2, True
    return np.sqrt(squares) if known else None


def _locked(values: Vector) -> Vector:
    values.flags.writeable = False
    return values


def _remarks(name: str, values: Vector, inputs: Mapping[str, Column]) -> tuple[str, ...]:
    given = np.ones(len(values), dtype=bool)
    for column in inputs.values():
        given &= np.isfinite(column.values)
    lost = int(np.count_nonzero(given & ~np.isfinite(values)))
    if not lost:
        return ()
    rows = "1 row" if lost == 1 else f"{lost} rows"
    return (f"The formula of {name} gives no number in {rows}.",)
