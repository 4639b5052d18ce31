"""What a formula gives: over facts with their uncertainties, or row by row over columns."""

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pint
from uncertainties import UFloat, nominal_value, ufloat, umath

from agent.analysis import units
from agent.analysis.formula import ELEMENTWISE, Formula
from agent.arrays import Vector

Quantity = Any
"""A pint quantity whose magnitude is a float, a number with uncertainty, or an array.

`Any`, since pint's type parameter cannot say so.
"""
Lookup = Callable[[str, ast.expr], Quantity]
"""The value of a name; raises the formula's error, at that node, when there is none."""

_LARGEST_POWER = 100.0
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_STATISTICS: dict[str, Callable[[Vector], Any]] = {
    "median": np.median,
    "min": np.min,
    "max": np.max,
    "sum": np.sum,
}
_DOING: dict[type[ast.operator], str] = {ast.Add: "added", ast.Sub: "subtracted"}


def quantity(magnitude: Any, unit: str | None) -> Quantity:
    return units.registry().Quantity(magnitude, unit or "dimensionless")


def evaluate(formula: Formula, name: Lookup, column: Lookup) -> Quantity:
    """The value of the formula.

    Args:
        formula: As parsed.
        name: Gives the value of a name that stands by itself.
        column: Gives the values of a name inside `mean`, `sum` and their like.

    Raises:
        FormulaError: units that do not go together, a division by zero, an overflow…
    """
    found = _Evaluation(formula, name, column).value(formula.tree)
    if np.ndim(found.magnitude) == 0 and not math.isfinite(nominal_value(found.magnitude)):
        raise formula.error("the result is too large", formula.tree)
    return found


class _Evaluation:
    def __init__(self, formula: Formula, name: Lookup, column: Lookup) -> None:
        self._formula, self._name, self._column = formula, name, column
        # The same statistic twice is one number with one error: its ratio to itself is exact.
        self._statistics: dict[tuple[str, str], Quantity] = {}

    def value(self, node: ast.expr) -> Quantity:
        """What a part of the formula gives; its errors name that part."""
        error = self._formula.error
        try:
            with np.errstate(all="ignore"):
                return self._computed(node)
        except pint.OffsetUnitCalculusError:
            raise error(
                "temperatures on a scale with an offset cannot be combined so",
                node,
                'Convert them to kelvin first, with `unit = "K"` in an entry of its own.',
            ) from None
        except pint.DimensionalityError as mismatch:
            raise error(_mismatch(node, mismatch), node) from None
        except (ArithmeticError, ValueError) as problem:
            raise error(_problem(problem), node) from None

    def _computed(self, node: ast.expr) -> Quantity:
        match node:
            case ast.Constant(value=int() | float() as number):
                return quantity(float(number), None)
            case ast.Name():
                word = self._formula.name(node)
                return quantity(math.pi, None) if word == "pi" else self._name(word, node)
            case ast.UnaryOp(op=op, operand=operand):
                return -self.value(operand) if isinstance(op, ast.USub) else self.value(operand)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return _power(self._formula, node, self.value(left), self.value(right))
            case ast.BinOp(left=left, op=op, right=right):
                return _BINARY[type(op)](self.value(left), self.value(right))
            case ast.Call(func=ast.Name(id=function), args=[argument]):
                return self._called(function, argument)
            case _:
                raise self._formula.error("this is not allowed", node)

    def _called(self, function: str, argument: ast.expr) -> Quantity:
        if function in ELEMENTWISE:
            return _apply(function, self.value(argument))
        assert isinstance(argument, ast.Name)
        asked = function, self._formula.name(argument)
        if asked not in self._statistics:
            self._statistics[asked] = _over(function, self._column(asked[1], argument))
        return self._statistics[asked]


def _problem(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return "division by zero"
    return "the result is too large" if isinstance(error, OverflowError) else str(error)


def in_unit(found: Quantity, unit: str | None) -> Quantity:
    """The quantity in a unit of ours.

    Raises:
        UnitError: the two do not measure the same kind of quantity.
    """
    try:
        return found.to(unit or "dimensionless")
    except pint.DimensionalityError:
        raise units.UnitError(
            f"{_said(found.units)} cannot be converted to {units.said(unit)}"
        ) from None


def own_unit(found: Quantity) -> str | None:
    """The unit in which the quantity is best told: its own, lengths and the like brought together,
    and none for a ratio of two lengths.
    """
    unit = units.from_pint(found.units)
    if found.dimensionless:
        return unit if unit in ("radian", "degree", "percent", "permille", "ppm") else None
    if len(dict(found.units._units)) == 1:
        return unit
    reduced = units.registry().Quantity(1.0, found.units).to_reduced_units()
    return units.from_pint(reduced.units)


def _mismatch(node: ast.expr, error: pint.DimensionalityError) -> str:
    first, second = _said(error.units1), _said(error.units2)
    if isinstance(node, ast.BinOp) and type(node.op) in _DOING:
        return f"{first} and {second} cannot be {_DOING[type(node.op)]}"
    return f"a number without unit is needed, not {first}"


def _said(unit: Any) -> str:
    found = units.from_pint(units.registry().Unit(unit))
    return units.plain(found) if found else "a number without unit"


def _power(formula: Formula, node: ast.expr, base: Quantity, exponent: Quantity) -> Quantity:
    power = exponent.to("dimensionless").magnitude
    largest = np.max(np.abs(power.nominal_value if isinstance(power, UFloat) else np.real(power)))
    if not largest <= _LARGEST_POWER:
        raise formula.error(f"powers go up to {_LARGEST_POWER:g}", node)
    whole = np.ndim(power) == 0 and not isinstance(power, UFloat) and power == round(power)
    if not whole:
        _refuse_negative(base)
    if base.dimensionless:
        return quantity(base.to("dimensionless").magnitude ** power, None)
    if isinstance(power, UFloat) or np.ndim(power) > 0:
        raise formula.error("a quantity with a unit takes only a plain number as power", node)
    return base ** (round(power) if whole else power)


def _refuse_negative(base: Quantity) -> None:
    """Python would go on in complex numbers."""
    if np.ndim(base.magnitude) == 0 and nominal_value(base.magnitude) < 0:
        raise ValueError("the root of a negative number is taken")


def _apply(function: str, argument: Quantity) -> Quantity:
    if function == "sqrt":
        _refuse_negative(argument)
        return argument**0.5
    if function == "abs":
        return quantity_like(argument, _absolute(argument.magnitude))
    wanted = "radian" if function in ("sin", "cos", "tan") else "dimensionless"
    magnitude = argument.to(wanted).magnitude
    if function in ("log", "log10") and np.ndim(magnitude) == 0 and magnitude <= 0:
        raise ValueError("the logarithm of a number that is not positive is taken")
    if isinstance(magnitude, UFloat):
        return quantity(getattr(umath, function)(magnitude), None)
    if np.ndim(magnitude) > 0:
        return quantity(getattr(np, function)(magnitude), None)
    return quantity(getattr(math, function)(magnitude), None)


def quantity_like(model: Quantity, magnitude: Any) -> Quantity:
    return units.registry().Quantity(magnitude, model.units)


def _absolute(magnitude: Any) -> Any:
    if isinstance(magnitude, np.ndarray):
        # Along the real axis, since |z| itself has no derivative in the complex plane.
        return np.where(np.real(magnitude) < 0, -magnitude, magnitude)
    return -magnitude if nominal_value(magnitude) < 0 else magnitude


def _over(function: str, column: Quantity) -> Quantity:
    """A statistic of a column, missing values left out; a mean has its standard error."""
    values = np.real(column.magnitude)
    values = values[np.isfinite(values)]
    n = len(values)
    if function == "count":
        return quantity(float(n), None)
    if n == 0 or (n < 2 and function in ("sd", "sem")):
        raise ValueError("there are too few values")
    steps = units.difference(units.from_pint(column.units))
    if function in ("sd", "sem"):
        sd = float(values.std(ddof=1))
        return quantity(sd if function == "sd" else sd / math.sqrt(n), steps)
    if function == "mean":
        sem = float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0
        mean = float(values.mean())
        return quantity_like(column, ufloat(mean, sem) if sem > 0 else mean)
    return quantity_like(column, float(_STATISTICS[function](values)))
