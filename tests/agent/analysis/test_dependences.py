import numpy as np
import pytest
from scipy import stats

from agent.analysis.dependences import dependences_of, pearson, spearman, spearman_p
from tests.agent.analysis.samples import NEBULAE, numbers, table


def test_coefficients_are_those_of_scipy():
    x, y = NEBULAE.column("distance").values, NEBULAE.column("velocity").values
    rank = stats.spearmanr(x, y)
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic)
    assert spearman(x, y) == pytest.approx(rank.statistic)
    assert spearman_p(spearman(x, y), len(x)) == pytest.approx(rank.pvalue)


def test_rows_in_which_one_value_is_missing_do_not_count():
    found = dependences_of(
        table(
            "t",
            numbers("x", None, [1, 2, 3, 4, np.nan, 6]),
            numbers("y", None, [2, 4, np.nan, 8, 10, 12]),
        ),
        ("x", "y"),
    )
    assert [d.n for d in found] == [4]
    assert found[0].pearson == pytest.approx(1.0)


def test_constant_and_short_columns_depend_on_nothing():
    flat = table("t", numbers("x", None, [1, 2, 3, 4, 5]), numbers("y", None, [7] * 5))
    short = table("t", numbers("x", None, [1, 2, 3]), numbers("y", None, [1, 2, 3]))
    assert dependences_of(flat, ("x", "y")) == ()
    assert dependences_of(short, ("x", "y")) == ()


def test_a_wide_table_is_looked_at_only_against_its_first_column():
    rng = np.random.default_rng(1)
    columns = [numbers(f"c{i}", None, rng.normal(size=9)) for i in range(30)]
    found = dependences_of(table("wide", *columns), tuple(c.name for c in columns))
    assert {d.x for d in found} == {"c0"}
    assert len(found) == 29
