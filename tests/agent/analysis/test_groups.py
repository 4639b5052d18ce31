import numpy as np
import pytest
from scipy import stats

from agent.analysis.explore import explore_tables
from agent.analysis.groups import one_way
from tests.agent.analysis.samples import numbers, settings, table, texts


def test_the_analysis_of_variance_is_that_of_scipy():
    rng = np.random.default_rng(5)
    groups = [rng.normal(mean, 1.0, 8 + i) for i, mean in enumerate((10.0, 10.5, 12.0))]
    expected = stats.f_oneway(*groups)
    found = one_way(groups)
    assert found is not None
    assert found[:2] == pytest.approx((expected.statistic, expected.pvalue))
    assert found[2:] == (2, 24)


def test_a_measured_column_is_split_by_a_column_of_texts():
    rng = np.random.default_rng(5)
    sample = table(
        "alloy",
        texts("metal", ["Cu", "Fe", "Al"] * 6),
        numbers("density", "g/cm^3", np.tile([8.96, 7.87, 2.70], 6) + rng.normal(0, 0.02, 18)),
    )
    found = explore_tables((sample,), settings())
    (grouping,) = found.groupings
    assert [level.name for level in grouping.levels] == ["Cu", "Fe", "Al"]
    assert grouping.key == "alloy.density.by_metal"
    mean = found.facts["alloy.density.by_metal.cu.mean"]
    assert mean.value == pytest.approx(8.96, abs=0.02)
    assert mean.unit == "gram / centimeter ** 3"
    assert float(found.facts["alloy.density.by_metal.p"].value) < 1e-10


def test_groups_without_scatter_or_of_one_value_are_not_compared():
    assert one_way([np.ones(3), np.ones(3)]) is None
    assert one_way([np.array([1.0, 2.0])]) is None
