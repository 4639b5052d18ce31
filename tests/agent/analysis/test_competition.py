from typing import Any

import numpy as np
import pytest

from agent.analysis.competition import compete

TRUTH: dict[str, tuple[Any, list[float]]] = {
    "proportional": (lambda x: 2.3 * x, [2.3]),
    "line": (lambda x: 2.3 * x + 8, [2.3, 8]),
    "parabola": (lambda x: 0.5 * x**2 - 2 * x + 6, [0.5, -2, 6]),
    "power": (lambda x: 3 * x**1.6, [3, 1.6]),
    "exponential": (lambda x: 20 * np.exp(-x / 4), [20, 4]),
    "exponential_offset": (lambda x: 20 * np.exp(-x / 2.5) + 5, [20, 2.5, 5]),
    "logarithm": (lambda x: 4 * np.log(x) + 3, [4, 3]),
    "gaussian": (lambda x: 10 * np.exp(-((x - 5) ** 2) / 4.5) + 2, [10, 5, 1.5, 2]),
    "sine": (lambda x: 4 * np.sin(2 * x + 0.5) + 10, [4, 2, 0.5, 10]),
    "damped_sine": (
        lambda x: 8 * np.exp(-x / 5) * np.sin(3 * x + 0.5) + 1,
        [8, 5, 3, 0.5, 1],
    ),
}
X = np.linspace(0.5, 10, 40)


@pytest.mark.parametrize("name", TRUTH)
@pytest.mark.parametrize(
    "scale",
    [
        pytest.param(1.0, id="plain"),
        pytest.param(1e-9, id="tiny", marks=pytest.mark.slow),
        pytest.param(1e12, id="huge", marks=pytest.mark.slow),
    ],
)
def test_each_model_is_found_again_in_data_that_follow_it(name, scale):
    function, values = TRUTH[name]
    rng = np.random.default_rng(11)
    y = function(X)
    y = scale * (y + rng.normal(0, 0.01 * np.ptp(y), len(X)))
    found = compete(X, y, None)
    assert found is not None
    assert found.model.name == name
    errors = np.sqrt(np.diag(found.solution.covariance))
    scaled = [
        value * scale
        if quantity.name in "abc" and quantity.unit.lstrip("d").startswith("y")
        else value
        for value, quantity in zip(values, found.model.parameters, strict=True)
    ]
    assert np.all(np.abs(found.solution.values - scaled) < 4 * errors)


@pytest.mark.parametrize("shift", (1e-9, 1e6), ids=("nano", "mega"))
def test_the_scale_of_x_does_not_matter(shift):
    rng = np.random.default_rng(11)
    y = 10 * np.exp(-((X - 5) ** 2) / 4.5) + 2 + rng.normal(0, 0.1, len(X))
    found = compete(X * shift, y, None)
    assert found is not None
    assert found.model.name == "gaussian"
    assert found.solution.values[1:3] / shift == pytest.approx([5, 1.5], rel=0.05)


def test_a_growing_exponential_has_a_positive_constant():
    rng = np.random.default_rng(11)
    found = compete(X, 3 * np.exp(X / 2.5) * (1 + rng.normal(0, 0.002, len(X))), None)
    assert found is not None
    assert found.model.name == "exponential"
    assert found.solution.values[1] == pytest.approx(2.5, rel=0.01)
    assert "-" not in found.model.equation.partition("e^")[2].partition("/")[0]


@pytest.mark.slow
def test_exact_data_get_the_simplest_model_that_meets_them():
    for name in ("proportional", "line", "parabola", "power"):
        found = compete(X, TRUTH[name][0](X), None)
        assert found is not None
        assert found.model.name == name


@pytest.mark.slow
def test_noise_about_a_constant_is_no_curve():
    rng = np.random.default_rng(5)
    chosen = [compete(X, 10 + rng.normal(0, 1, 40), None) for _ in range(20)]
    assert all(found is not None for found in chosen)
    names = [found.model.name for found in chosen if found]
    assert not {"sine", "damped_sine", "gaussian", "exponential_offset"} & set(names)
    assert sum(found.depends for found in chosen if found) <= 4


def test_a_sine_needs_one_and_a_half_periods():
    rng = np.random.default_rng(5)
    for periods, seen in ((1.2, False), (1.8, True)):
        omega = 2 * np.pi * periods / np.ptp(X)
        y = 4 * np.sin(omega * X) + 20 + rng.normal(0, 0.05, len(X))
        found = compete(X, y, None)
        assert found is not None
        assert ("sine" in [c.model for c in found.candidates]) == seen


def test_models_as_good_as_the_best_are_named_and_the_simpler_is_used():
    rng = np.random.default_rng(0)
    x = np.linspace(1, 2, 12)
    found = compete(x, 3 * x + rng.normal(0, 0.05, 12), None)
    assert found is not None
    assert found.model.name == "proportional"
    for candidate in found.candidates:
        close = candidate.delta < 2 and candidate.model != found.model.name
        assert (candidate.model in found.indistinguishable) == close


@pytest.mark.slow
def test_no_model_is_fitted_with_fewer_than_two_degrees_of_freedom():
    rng = np.random.default_rng(0)
    for n in range(3, 9):
        found = compete(X[:n], X[:n] ** 2 + rng.normal(0, 0.1, n), None)
        assert found is not None
        assert all(n - candidate.parameters >= 2 for candidate in found.candidates)
        assert np.all(np.isfinite(found.solution.covariance))
    assert compete(X[:2], X[:2], None) is None


def test_only_the_models_asked_for_compete():
    found = compete(X, X**2, None, ("line", "logarithm"))
    assert found is not None
    assert {c.model for c in found.candidates} == {"line", "logarithm"}


def test_replicates_at_two_values_of_x_allow_a_line_and_nothing_more():
    x = np.repeat([1.0, 2.0], 6)
    y = 3 * x + 4 + np.tile([0.1, -0.1, 0.05, -0.05, 0.02, -0.02], 2)
    found = compete(x, y, None)
    assert found is not None
    assert {c.model for c in found.candidates} <= {"proportional", "line", "logarithm"}


def test_weights_are_those_of_the_stated_uncertainties():
    sigma = np.where(np.arange(40) % 2, 0.01, 10.0)
    rng = np.random.default_rng(8)
    found = compete(X, 2 * X + 5 + rng.normal(0, sigma), sigma, ("line",))
    assert found is not None
    design = np.column_stack([X, np.ones_like(X)])
    expected = np.linalg.inv(design.T @ (design / sigma[:, None] ** 2))
    np.testing.assert_allclose(found.solution.covariance, expected, rtol=1e-8)
    assert found.solution.squares / found.solution.dof == pytest.approx(1.0, abs=0.5)


@pytest.mark.slow
def test_uncertainties_stated_too_small_do_not_bend_the_curve():
    rng = np.random.default_rng(9)
    bent = 0
    for _ in range(20):
        found = compete(X, 2 * X + 5 + rng.normal(0, 1, 40), np.full(40, 0.05))
        assert found is not None
        bent += found.model.name != "line"
    assert bent <= 4


@pytest.mark.slow
def test_many_rows_are_compared_on_a_part_and_fitted_on_all():
    rng = np.random.default_rng(1)
    x = np.linspace(0, 100, 50_000)
    y = 3 * np.sin(150 * x) + rng.normal(0, 0.5, len(x))  # faster than the thinned rows resolve
    found = compete(x, y, None)
    assert found is not None
    assert found.model.name == "sine"
    assert found.solution.values[:2] == pytest.approx([3.0, 150.0], rel=1e-2)
    assert found.thinned_to is not None
    assert found.solution.dof == len(x) - 4
