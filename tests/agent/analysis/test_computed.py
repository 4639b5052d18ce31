import numpy as np
import pytest

from agent.analysis.computed import with_computed_columns
from agent.analysis.explore import explore_tables
from agent.errors import UsageError
from tests.agent.analysis.samples import numbers, settings, table

GAS = table(
    "gas",
    numbers("volume", "cm^3", [10.0, 20.0, 40.0]),
    numbers("pressure", "kPa", [100.0, 50.0, 25.5]),
    numbers("u_p", "kPa", [1.0, 1.0, 0.5], of="pressure"),
    numbers("T", "°C", [20.0, 21.0, np.nan]),
)
SYMBOLS = {"volume": "V", "pressure": "p"}


def computed(formula, name="q", **more):
    rule = {"table": "gas", "name": name, "formula": formula, **more}
    (result,) = with_computed_columns((GAS,), settings(column=[rule]).column, SYMBOLS)
    return result


def test_a_column_is_computed_row_by_row_in_the_unit_of_its_formula():
    column = computed("p*V").column("q")
    assert column.values.tolist() == [1000.0, 1000.0, 1020.0]
    assert column.unit == "kPa cm³"


def test_a_column_is_converted_to_the_unit_asked_for():
    column = computed("p*V", unit="J").column("q")
    assert column.unit == "J"
    np.testing.assert_allclose(column.values, [1.0, 1.0, 1.02])


def test_names_symbols_and_slugs_all_name_a_column():
    for formula in ("pressure*volume", "p*V", "p*volume"):
        assert computed(formula).column("q").values[0] == 1000.0


def test_the_uncertainty_is_propagated_to_a_column_of_its_own():
    result = computed("1/p**2")
    error = result.uncertainty("q")
    assert error is not None
    assert error.name == "u_q"
    np.testing.assert_allclose(
        error.values, 2 * np.array([1, 1, 0.5]) / np.array([100, 50, 25.5]) ** 3
    )


def test_an_uncertainty_follows_through_functions_and_absolute_values():
    error = computed("abs(-sqrt(p*V))").uncertainty("q")
    assert error is not None
    expected = 0.5 * np.sqrt(GAS.column("volume").values / GAS.column("pressure").values)
    np.testing.assert_allclose(error.values, expected * [1, 1, 0.5])


def test_an_uncertainty_given_as_a_formula_is_taken_as_it_is():
    error = computed("p*V", unit="J", uncertainty="0.02*p*V").uncertainty("q")
    assert error is not None
    np.testing.assert_allclose(error.values, [0.02, 0.02, 0.0204])


def test_without_any_uncertainty_there_is_no_column_for_it():
    assert computed("2*V").uncertainty("q") is None


def test_temperatures_in_products_are_absolute():
    np.testing.assert_allclose(computed("2*T").column("q").values[0], 586.3)


def test_rows_without_a_result_are_missing_and_counted():
    result = computed("log(p/p - V/V)")
    assert np.all(np.isnan(result.column("q").values))
    assert result.remarks == ("The formula of q gives no number in 3 rows.",)
    assert np.isnan(computed("T - T").column("q").values[2])


def test_columns_without_units_take_the_unit_the_user_gives():
    bare = table("t", numbers("a", None, [1.0, 2.0]), numbers("b", None, [3.0, 4.0]))
    rules = settings(column=[{"table": "t", "name": "v", "formula": "a/b", "unit": "m/s"}]).column
    (result,) = with_computed_columns((bare,), rules, {})
    assert result.column("v").unit == "m/s"
    np.testing.assert_allclose(result.column("v").values, [1 / 3, 0.5])


def test_later_columns_may_use_earlier_ones_and_their_errors():
    rules = [
        {"table": "gas", "name": "energy", "formula": "p*V", "unit": "J"},
        {"table": "gas", "name": "double", "formula": "2*energy"},
    ]
    (result,) = with_computed_columns((GAS,), settings(column=rules).column, SYMBOLS)
    error = result.uncertainty("double")
    assert error is not None
    np.testing.assert_allclose(error.values, [0.02, 0.04, 0.04])


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        ({"table": "gass"}, "names the table 'gass'", "'gas'"),
        ({"formula": "presure*V"}, "has no column 'presure'", "'pressure'"),
        ({"name": "volume"}, "already has a column 'volume'", "another name"),
        ({"formula": "p + V"}, "kPa and cm³ cannot be added", ""),
        ({"unit": "s"}, "kPa cm³ cannot be converted to s", ""),
        ({"unit": "furlongs"}, "'furlongs' is not understood", ""),
        ({"formula": "p *"}, "is no formula", ""),
        ({"uncertainty": "V"}, "cm³ cannot be converted to kPa cm³", ""),
    ],
)
def test_a_rule_that_cannot_be_followed_is_named(rule, message, hint):
    with pytest.raises(UsageError) as caught:
        with_computed_columns(
            (GAS,),
            settings(column=[{"table": "gas", "name": "q", "formula": "p*V", **rule}]).column,
            SYMBOLS,
        )
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_computed_column_is_explored_like_any_other():
    rule = {"table": "gas", "name": "q", "formula": "p*V", "unit": "J"}
    found = explore_tables((GAS,), settings(column=[rule], symbols=SYMBOLS))
    assert found.column("gas", "q").unit == "J"
    assert found.facts["gas.q.n"].value == 3
