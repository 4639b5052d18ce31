"""Simple formulas of a sheet, computed: signs of arithmetic and a few functions over its cells."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import regex

from agent.materials.formulas import Place, place_of

DEEPEST = 60
"""Formulas that rest on formulas, and brackets within brackets."""
MOST_CELLS = 2_000_000
"""Cells looked at for all formulas of a sheet."""
TOKEN = regex.compile(
    r"\s*(?:(?P<range>\$?[A-Z]{1,3}\$?\d{1,7}:\$?[A-Z]{1,3}\$?\d{1,7})(?![\w(!])"
    r"|(?P<name>[A-Z][A-Z0-9.]*)(?=\()|(?P<cell>\$?[A-Z]{1,3}\$?\d{1,7})(?![\w(!.])"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?)|(?P<sign>[-+*/^(),;%]))",
    regex.IGNORECASE,
)
OF_MANY: Mapping[str, Callable[[list[float]], float]] = {
    "SUM": math.fsum, "AVERAGE": statistics.fmean, "MIN": min, "MAX": max, "COUNT": len,
    "STDEV": statistics.stdev, "STDEV.S": statistics.stdev, "STDEV.P": statistics.pstdev,
    "VAR": statistics.variance, "VAR.S": statistics.variance,
}  # fmt: skip
OF_ONE: Mapping[str, Callable[[float], float]] = {
    "SQRT": math.sqrt, "ABS": abs, "EXP": math.exp, "LN": math.log, "LOG10": math.log10,
    "SIN": math.sin, "COS": math.cos, "TAN": math.tan, "RADIANS": math.radians,
}  # fmt: skip


class Uncomputable(Exception):
    """A formula that is not simple, rests on itself, or has no value."""


def compute(rows: Sequence[Sequence[Any]], formulas: Mapping[Place, str]) -> dict[Place, float]:
    """The values of those formulas that are simple, to 15 digits as a spreadsheet keeps them.

    `rows` are the cells as stored. Words count as nothing in a range and have no value in
    arithmetic; an empty cell counts as 0 there, as in spreadsheet programs.
    """
    sheet = _Sheet(rows, formulas)
    found = {}
    for place in sorted(formulas):
        try:
            found[place] = float(f"{sheet.at(place, 0):.15g}")
        except (Uncomputable, ArithmeticError, ValueError, TypeError):
            continue
    return found


class _Sheet:
    def __init__(self, rows: Sequence[Sequence[Any]], formulas: Mapping[Place, str]) -> None:
        self.rows, self.formulas = rows, formulas
        self.known: dict[Place, float] = {}
        self.busy: set[Place] = set()
        self.left = MOST_CELLS

    def at(self, place: Place, depth: int) -> float:
        """The number in a cell; 0 where it is empty."""
        value = self.stored(place, depth)
        if value is None:
            return 0.0
        if isinstance(value, str):
            raise Uncomputable
        return value

    def stored(self, place: Place, depth: int) -> float | str | None:
        if place in self.known:
            return self.known[place]
        if place in self.formulas:
            return self._computed(place, depth)
        row, column = place
        if row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        value = self.rows[row][column]
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None if value in ("", None) else str(value)
        return float(value)

    def _computed(self, place: Place, depth: int) -> float:
        if place in self.busy or depth > DEEPEST or not self.formulas[place]:
            raise Uncomputable
        self.busy.add(place)
        try:
            self.known[place] = _Formula(self, self.formulas[place], depth + 1).value()
        finally:
            self.busy.discard(place)
        return self.known[place]

    def numbers(self, corners: str, depth: int) -> list[float]:
        first, last = (place_of(corner.upper()) for corner in corners.split(":"))
        if first is None or last is None:
            raise Uncomputable
        rows = range(min(first[0], last[0]), min(max(first[0], last[0]) + 1, len(self.rows)))
        columns = range(min(first[1], last[1]), max(first[1], last[1]) + 1)
        self.left -= len(rows) * len(columns)
        if self.left < 0:
            raise Uncomputable
        found = (self.stored((row, column), depth) for row in rows for column in columns)
        return [value for value in found if isinstance(value, float)]


class _Formula:
    """One formula, read from left to right: sums of products of powers of signed values."""

    def __init__(self, sheet: _Sheet, text: str, depth: int) -> None:
        self.sheet, self.depth = sheet, depth
        self.tokens = _tokens(text)
        self.place = 0

    def value(self) -> float:
        found = self._sum()
        if self.place != len(self.tokens):
            raise Uncomputable
        return found

    def _next(self, *signs: str) -> str:
        if self.place < len(self.tokens) and self.tokens[self.place][1] in signs:
            self.place += 1
            return self.tokens[self.place - 1][1]
        return ""

    def _sum(self) -> float:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Uncomputable
        found = self._product()
        while sign := self._next("+", "-"):
            found += self._product() * (1 if sign == "+" else -1)
        self.depth -= 1
        return found

    def _product(self) -> float:
        found = self._power()
        while sign := self._next("*", "/"):
            found = found * self._power() if sign == "*" else found / self._power()
        return found

    def _power(self) -> float:
        found = self._signed()
        while self._next("^"):
            found = math.pow(found, self._signed())
        return found

    def _signed(self) -> float:
        # In spreadsheets -2^2 is 4: a sign binds more tightly than a power.
        negative = False
        while sign := self._next("+", "-"):
            negative ^= sign == "-"
        found = self._operand()
        while self._next("%"):
            found /= 100
        return -found if negative else found

    def _operand(self) -> float:
        if self.place >= len(self.tokens):
            raise Uncomputable
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            return float(text)
        if kind == "cell":
            return self.sheet.at(place_of(text) or (-1, -1), self.depth)
        if kind == "name":
            return self._called(text)
        if text == "(":
            found = self._sum()
            if self._next(")"):
                return found
        raise Uncomputable

    def _called(self, name: str) -> float:
        arguments, alone = self._arguments()
        if name in OF_MANY and (arguments or not alone):
            return float(OF_MANY[name](arguments))
        if name in OF_ONE and alone and len(arguments) == 1:
            return OF_ONE[name](arguments[0])
        if name == "PI" and not arguments:
            return math.pi
        if name == "POWER" and alone and len(arguments) == 2:
            return math.pow(*arguments)
        raise Uncomputable

    def _arguments(self) -> tuple[list[float], bool]:
        """The numbers between brackets, and whether each was given alone."""
        self._next("(")
        found: list[float] = []
        alone = True
        while not self._next(")"):
            if self.place < len(self.tokens) and self.tokens[self.place][0] == "range":
                found += self.sheet.numbers(self.tokens[self.place][1], self.depth)
                self.place, alone = self.place + 1, False
            else:
                found.append(self._sum())
            if not self._next(",", ";") and self.tokens[self.place : self.place + 1] != [
                ("sign", ")")
            ]:
                raise Uncomputable
        return found, alone


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    end = 0
    text = text.strip()
    while end < len(text):
        token = TOKEN.match(text, end)
        if token is None or token.lastgroup is None:
            raise Uncomputable
        found.append((token.lastgroup, token[token.lastgroup].upper()))
        end = token.end()
    return found
