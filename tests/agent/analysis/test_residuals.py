import itertools
import math

import numpy as np
import pytest

from agent.analysis.residuals import aicc, explained, runs_p


def test_the_information_criterion_counts_the_variance_only_where_it_is_estimated():
    # By hand: n = 20, two parameters.
    known = aicc(18.0, 20, 2, weighted=True, floor=0.0)
    assert known == pytest.approx(18 + 4 + 12 / 17)
    estimated = aicc(5.0, 20, 2, weighted=False, floor=0.0)
    assert estimated == pytest.approx(20 * math.log(0.25) + 6 + 24 / 16)


def test_residuals_below_rounding_do_not_tell_models_apart():
    one = aicc(1e-30, 10, 1, weighted=False, floor=1e-20)
    two = aicc(1e-33, 10, 2, weighted=False, floor=1e-20)
    assert one < two


def runs_by_counting(signs):
    """The definition: every arrangement of the signs is equally likely."""

    def runs(row):
        return 1 + sum(a != b for a, b in itertools.pairwise(row))

    counts = [runs(row) for row in set(itertools.permutations(signs))]
    ways = {r: counts.count(r) for r in set(counts)}
    return sum(w for w in ways.values() if w <= ways[runs(signs)]) / len(counts)


@pytest.mark.parametrize(
    "signs", [(1, 1, 1, -1, -1, -1), (1, -1, 1, -1, 1, -1), (1, 1, -1, -1, 1, 1, -1)]
)
def test_the_runs_test_counts_arrangements(signs):
    assert runs_p(np.array(signs, dtype=float)) == pytest.approx(runs_by_counting(signs))


def test_the_runs_test_goes_over_smoothly_to_the_normal_approximation():
    rng = np.random.default_rng(3)
    residuals = rng.normal(size=60)
    counted, approximate = runs_p(residuals), runs_p(np.append(residuals, residuals[-1]))
    assert counted == pytest.approx(approximate, abs=0.15)


def test_a_bent_residual_pattern_is_seen_and_one_sign_is_no_test():
    bent = runs_p(np.sin(np.linspace(0, 2 * np.pi, 40)))
    assert bent is not None
    assert bent < 1e-6
    assert runs_p(np.ones(20)) is None


def test_explained_variance_is_that_of_the_weighted_sums():
    y, sigma = np.array([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 1e9])
    assert explained(y, 0.5, None) == pytest.approx(1 - 0.5 / np.sum((y - y.mean()) ** 2))
    assert explained(y, 0.1, sigma) == pytest.approx(1 - 0.1 / 0.5)
    assert explained(np.ones(3), 0.0, None) is None
