import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from uncertainties import ufloat

from agent.analysis.evaluation import evaluate, in_unit, quantity
from agent.analysis.formula import FormulaError, parse

VALUES = {
    "run.a": quantity(ufloat(3.0, 0.1), "meter"),
    "lambda": quantity(2.0, "second"),
    "2led.in.mean": quantity(5.0, None),
    "T": quantity(20.0, "degree_Celsius"),
    "T2": quantity(30.0, "degree_Celsius"),
    "波长": quantity(500.0, "nanometer"),
    "x": quantity(np.array([1.0, 2.0, np.nan, 6.0]), "meter"),
}


def value(text):
    formula = parse(text, "[[derive]] k")

    def name(word, node):
        if word not in VALUES:
            raise formula.error(f"{word!r} is unknown", node)
        return VALUES[word]

    return evaluate(formula, name, name)


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("1 + 2*3", None, 7.0),
        ("2^3^2", None, 512.0),
        ("-2**2", None, -4.0),
        ("2.5e-1", None, 0.25),
        ("(1+1)/4", None, 0.5),
        ("3 × 2 − 1", None, 5.0),
        ("run.a / lambda", "meter / second", 1.5),
        ("2*pi*run.a^2", "meter ** 2", 18 * math.pi),
        ("sqrt(run.a*run.a)", "meter", 3.0),
        ("2led.in.mean * 2", None, 10.0),
        ("T2 - T", "delta_degree_Celsius", 10.0),
        ("2 * T", "kelvin", 586.3),
        ("波长 * 2", "micrometer", 1.0),
        ("exp(log(7))", None, 7.0),
        ("log10(1000) + abs(-2)", None, 5.0),
        ("sin(pi/6) + cos(0) + tan(0)", None, 1.5),
        ("count(x) + 0", None, 3.0),
        ("sum(x)", "meter", 9.0),
        ("mean(x)", "meter", 3.0),
        ("median(x)", "meter", 2.0),
        ("max(x) - min(x)", "meter", 5.0),
        ("sd(x)", "meter", math.sqrt(7)),
        ("sem(x)", "meter", math.sqrt(7 / 3)),
        ("mean(x) / mean(x)", None, 1.0),
    ],
)
def test_a_formula_is_computed_with_units(text, unit, expected):
    found = in_unit(value(text), unit).magnitude
    assert getattr(found, "nominal_value", found) == pytest.approx(expected)


def test_errors_of_one_quantity_cancel_and_of_a_mean_are_its_standard_error():
    assert value("run.a - run.a").magnitude.std_dev == 0
    assert value("run.a**2").magnitude.std_dev == pytest.approx(0.6)
    assert value("mean(x)").magnitude.std_dev == pytest.approx(math.sqrt(7 / 3))
    assert value("mean(x)/mean(x)").magnitude.std_dev == pytest.approx(0)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty formula"),
        ("run.a + lambda", "m and s cannot be added at 'run.a + lambda'"),
        ("3 * exp(run.a)", "at 'exp(run.a)' (character 5 of"),
        ("1 + nothing.here", "'nothing.here' is unknown at 'nothing.here' (character 5"),
        ("foo(3)", "'foo' is no function"),
        ("mean(2*x)", "takes the name of a column"),
        ("mean(x, x)", "takes one argument"),
        ("1/0", "division by zero"),
        ("1/(run.a-run.a)", "division by zero"),
        ("T + T2", "temperatures"),
        ("log(-1)", "logarithm"),
        ("sqrt(-1)", "root of a negative number"),
        ("(-8)**0.5", "root of a negative number"),
        ("10**10**10", "powers go up to"),
        ("2**1000", "powers go up to"),
        ("run.a**lambda", "number without unit is needed"),
        ("1e400", "too large"),
        ("9" * 400, "too large"),
        ("exp(1000)", "too large"),
        ("1 2", "is no formula"),
        ("run.a run.a", "is no formula"),
        ("(((", "is no formula"),
        ("(" * 300 + "1" + ")" * 300, "is no formula"),
        ("-" * 600 + "1", "nested too deeply"),
        ("1+" * 600 + "1", "characters"),
        ("__import__('os')", "is not allowed"),
        ("run.a[0]", "is not allowed"),
        ("run.a if 1 else 2", "is no formula"),
        ("lambda: 3", "is not allowed"),
        ("5 % 3", "is not allowed"),
        ("run.a == 3", "is not allowed"),
        ("1, 2", "not allowed"),
        ("()", "not allowed"),
    ],
)
def test_a_wrong_formula_is_refused_with_its_place(text, part):
    with pytest.raises(FormulaError) as caught:
        value(text)
    assert part in caught.value.message
    assert len(caught.value.message) < 300


def test_names_are_listed_once_and_in_order():
    assert parse("b.c*a + sqrt(b.c) + pi", "k").names == ("b.c", "a")


@given(st.text(alphabet="ab.01+-*/()^, \n\\'\"[]{}:=λ_", max_size=40))
def test_whatever_is_written_gives_a_formula_or_a_sentence(text):
    try:
        formula = parse(text, "k")
    except FormulaError as error:
        assert error.message
    else:
        assert formula.text == text
