import numpy as np
import pytest

from agent.analysis.explore import explore_tables
from agent.analysis.fits import unit_of
from agent.errors import UsageError
from tests.agent.analysis.samples import NEBULAE, noisy_line, numbers, settings, table


def fitted(sample, **rules):
    return explore_tables((sample,), settings(**rules))


def test_the_nebulae_recede_in_proportion_to_their_distance():
    found = fitted(NEBULAE)
    (fit,) = found.fits
    x, y = NEBULAE.column("distance").values, NEBULAE.column("velocity").values
    assert fit.model == "proportional"
    assert fit.key == "hubble.fit_velocity_distance"
    slope = found.facts["hubble.fit_velocity_distance.a"]
    assert slope.value == pytest.approx(x @ y / (x @ x))
    assert slope.unit == "kilometer / second / megaparsec"
    assert slope.origin.path == "hubble.csv"
    assert slope.origin.columns == ("distance", "velocity")
    assert found.facts["hubble.fit_velocity_distance.dof"].value == 23


def test_a_weighted_fit_has_chi_squared_and_the_absolute_uncertainties():
    found = fitted(noisy_line())
    (fit,) = found.fits
    assert fit.weighted
    assert fit.model == "line"
    assert fit.chi2_nu == pytest.approx(1.0, abs=0.8)
    assert "run.fit_s_t.chi2_nu" in found.facts
    assert "run.fit_s_t.rse" not in found.facts
    assert len(fit.y_uncertainty) == fit.n
    x = fit.x_values
    slope_error = 0.1 / np.sqrt(np.sum((x - x.mean()) ** 2))
    assert fit.parameters[0].uncertainty == pytest.approx(slope_error)


@pytest.mark.slow
def test_uncertainties_in_another_unit_or_in_per_cent_are_understood():
    sample = noisy_line()
    t, s = sample.column("t"), sample.column("s")
    centimetres = table("run", t, s, numbers("u_s", "cm", np.full(20, 10.0), of="s"))
    relative = table("run", t, s, numbers("u_s", "%", 10 / s.values, of="s"))
    plain = fitted(sample).fits[0]
    for other in (centimetres, relative):
        assert fitted(other).fits[0].chi2_nu == pytest.approx(plain.chi2_nu)


def test_the_equation_is_written_with_the_symbols_of_the_columns():
    (fit,) = fitted(noisy_line(), symbols={"t": r"\theta"}).fits
    assert fit.equation == r"s = a\,\theta + b"
    (fit,) = fitted(NEBULAE).fits
    assert fit.equation == r"\text{velocity} = a\,\text{distance}"


def test_a_parameter_does_not_share_its_letter_with_a_column():
    (fit,) = fitted(noisy_line(), symbols={"s": "a"}).fits
    assert fit.equation == r"a = a_{0}\,t + b"
    assert fit.parameters[0].symbol == "a_{0}"
    assert fit.parameters[0].name == "a"


@pytest.mark.parametrize(
    ("what", "unit"),
    [
        ("y", "degree_Celsius"),
        ("dy", "delta_degree_Celsius"),
        ("dy/x", "delta_degree_Celsius / second"),
        ("dy/x2", "delta_degree_Celsius / second ** 2"),
        ("dx", "second"),
        ("rad/x", "radian / second"),
        ("", None),
    ],
)
def test_parameters_carry_the_units_of_what_they_measure(what, unit):
    assert unit_of(what, "second", "degree_Celsius") == unit


def test_rows_with_gaps_are_left_out():
    sample = noisy_line()
    values = sample.column("s").values.copy()
    values[[3, 7]] = np.nan
    (fit,) = fitted(table("run", sample.column("t"), numbers("s", "m", values))).fits
    assert fit.n == 18
    assert np.all(np.isfinite(fit.fitted))


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([1, 2], [3, 4], "only 2 rows have both values"),
        ([1, np.nan, 3, 4], [np.nan, 2, 3, np.nan], "only 1 row has both values"),
        ([1, 1, 1, 1], [1, 2, 3, 4], "x is constant"),
        ([1, 2, 3, 4], [5, 5, 5, 5], "y is constant"),
        ([np.nan] * 4, [1, 2, 3, 4], "only 0 rows have both values"),
    ],
)
def test_what_cannot_be_fitted_is_said_in_one_sentence(x, y, reason):
    sample = table("t", numbers("x", None, x), numbers("y", None, y))
    found = fitted(sample, fit=[{"table": "t", "x": "x", "y": "y"}])
    assert found.fits == ()
    (remark,) = found.remarks
    assert reason in remark
    assert remark.startswith("t: y against x is not fitted")


def test_the_users_fits_are_the_only_ones_of_their_table():
    rng = np.random.default_rng(0)
    x = np.linspace(1, 9, 12)
    sample = table(
        "t",
        numbers("x", None, x),
        numbers("y", None, 2 * x + rng.normal(0, 0.1, 12)),
        numbers("z", None, 3 * x + rng.normal(0, 0.1, 12)),
    )
    assert {fit.y for fit in fitted(sample).fits} == {"y", "z"}
    rules = [{"table": "t.csv", "x": "y", "y": "z", "models": ["line"]}]
    (fit,) = fitted(sample, fit=rules).fits
    assert (fit.x, fit.y, fit.model) == ("y", "z", "line")


def test_two_fits_of_one_pair_have_different_keys():
    rules = [
        {"table": "hubble", "x": "distance", "y": "velocity", "models": [model]}
        for model in ("line", "proportional")
    ]
    found = fitted(NEBULAE, fit=rules)
    assert [fit.key for fit in found.fits] == [
        "hubble.fit_velocity_distance",
        "hubble.fit_velocity_distance_2",
    ]


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ({"table": "hubbel", "x": "distance", "y": "velocity"}, "'hubble'"),
        ({"table": "hubble", "x": "distnace", "y": "velocity"}, "'distance'"),
        ({"table": "hubble", "x": "distance", "y": "velocity", "models": ["lin"]}, "'line'"),
        ({"table": "hubble", "x": "distance", "y": "distance"}, "two columns"),
    ],
)
def test_a_rule_that_names_what_is_not_there_gets_the_nearest_name(rule, hint):
    with pytest.raises(UsageError) as caught:
        fitted(NEBULAE, fit=[rule])
    assert hint in caught.value.hint


@pytest.mark.slow
def test_no_more_than_the_allowed_number_of_columns_is_fitted():
    rng = np.random.default_rng(0)
    x = np.linspace(1, 9, 12)
    columns = [numbers(f"y{i}", None, x * i + rng.normal(0, 0.1, 12)) for i in range(1, 5)]
    found = fitted(table("t", numbers("x", None, x), *columns), explore={"max_fits": 3})
    assert len(found.fits) == 3
    assert found.remarks == ("t: 1 column not fitted, since `explore.max_fits` is 3.",)


def test_a_constant_that_does_as_well_is_remarked():
    rng = np.random.default_rng(12)
    x = np.linspace(1, 9, 30)
    sample = table("t", numbers("x", None, x), numbers("y", None, rng.normal(0, 1, 30)))
    (fit,) = fitted(sample).fits
    assert "A constant describes the data no worse." in fit.remarks
