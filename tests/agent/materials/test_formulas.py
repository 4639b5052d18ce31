"""Simple formulas of a sheet without stored values come to what a spreadsheet program shows."""

import math

import pytest

from agent.materials.computed import compute
from agent.materials.formulas import place_of

ROWS: list[list[object]] = [[1.0, 2.0, 3.0], [4.0, "n/a", 0.5], ["", True, 10]]


def value(formula, **others):
    places = {at: text for cell, text in others.items() if (at := place_of(cell))}
    return compute(ROWS, {(9, 9): formula, **places}).get((9, 9))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A1+B1*C1", 7),
        ("(A1+B1)*C1", 9),
        ("-2^2", 4),
        ("2^3^2", 64),
        ("1-2-3", -4),
        ("8/4/2", 1),
        ("2*-3", -6),
        ("50%*4", 2),
        ("0.1+0.2", 0.3),
        ("1.5e2", 150),
        ("$A$1+a2", 5),
        ("SUM(A1:C1)", 6),
        ("sum(A1:B2,10;C3)", 27),
        ("AVERAGE(A1:C2)", 2.1),
        ("COUNT(A1:C3)", 6),
        ("MAX(A1:C3)-MIN(A1:C3)", 9.5),
        ("STDEV(A1:C1)", 1),
        ("SQRT(A2)*PI()", 2 * math.pi),
        ("POWER(B1,3)", 8),
        ("A3+1", 1),
        ("Z99", 0),
    ],
)
def test_arithmetic_and_functions_over_cells(formula, expected):
    assert value(formula) == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize(
    "formula",
    [
        "", "1/0", "B2+1", "A1+", "(A1", "A1)", "1 2", "IF(A1>0,1,2)", "VLOOKUP(A1,A1:B2,2)",
        "Sheet2!A1", "'other sheet'!A1+1", "[1]Sheet1!A1", "\"text\"", "A1&B1", "SUM(A:A)", "SUM()",
        "AVERAGE(B2:B2)", "SQRT(-1)", "J10", "10^400", "SQRT(A1:B1)", "A1:B1", "NOW()",
        "(" * 5000 + "1" + ")" * 5000, "SUM(A1:XFD1048576)*" * 50 + "1",
    ],
)  # fmt: skip
def test_what_is_not_simple_or_has_no_value_stays_open(formula):
    assert value(formula) is None


def test_formulas_may_rest_on_each_other_but_not_on_themselves():
    assert value("A5*2", A5="A6+1", A6="A1") == 4
    assert value("A5", A5="A6", A6="A5+1") is None
    chain = {(row, 0): f"A{row}+1" for row in range(3, 2000)}
    assert len(compute([[1.0], [1.0], [1.0]], chain)) == 1997
