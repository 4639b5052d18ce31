import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.explore import TableFindings, explore_tables
from tests.agent.analysis.samples import NEBULAE, noisy_line, numbers, settings, table, texts


def test_tables_are_explored_in_order_and_announced():
    seen: list[str] = []
    found = explore_tables((NEBULAE, noisy_line()), settings(), on_table=seen.append)
    assert seen == ["hubble", "run"]
    assert [fit.table for fit in found.fits] == ["hubble", "run"]
    assert [t.name for t in found.tables] == ["hubble", "run"]


def test_a_folder_without_tables_has_no_findings():
    found = explore_tables((), settings())
    assert len(found.facts) == 0
    assert not (found.fits or found.profiles or found.remarks)


@pytest.mark.slow
def test_what_is_stored_is_used_until_the_table_or_its_settings_change():
    stored: dict[str, TableFindings] = {}
    computed = []

    def memo(key, compute):
        if key not in stored:
            computed.append(key)
            stored[key] = compute()
        return stored[key]

    first = explore_tables((NEBULAE, noisy_line()), settings(), memo=memo)
    again = explore_tables((NEBULAE, noisy_line()), settings(), memo=memo)
    assert len(computed) == 2
    assert [fact.key for fact in again.facts] == [fact.key for fact in first.facts]
    explore_tables((NEBULAE, noisy_line(21)), settings(), memo=memo)
    assert len(computed) == 3
    explore_tables((NEBULAE, noisy_line()), settings(explore={"outlier_score": 9.0}), memo=memo)
    assert len(computed) == 5
    explore_tables((NEBULAE, noisy_line()), settings(symbols={"t": "T"}), memo=memo)
    assert len(computed) == 6
    derive = [{"key": "two", "formula": "1+1"}]
    explore_tables((NEBULAE, noisy_line()), settings(derive=derive), memo=memo)
    assert len(computed) == 6


@pytest.mark.slow
def test_names_that_clash_or_cannot_be_spelled_still_give_separate_keys():
    rng = np.random.default_rng(1)
    x = np.linspace(1, 5, 12)
    sample = table(
        "数据-1",
        numbers("电压", "V", x),
        numbers("电流", "mA", 3 * x + rng.normal(0, 0.01, 12)),
        numbers("fit_c2_c1", "s", x**2 + rng.normal(0, 0.01, 12)),
        numbers("C1", "s", rng.normal(0, 1, 12)),
    )
    found = explore_tables((sample, table("1", numbers("a", None, x))), settings())
    keys = [fact.key for fact in found.facts]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key) for key in keys)
    assert found.profiles[0].symbol == "电压"


@given(st.data())
def test_whatever_the_numbers_exploring_ends_without_an_exception(data):
    n = data.draw(st.integers(1, 9))
    number = st.floats(-1e300, 1e300) | st.sampled_from([0.0, 1.0, np.nan, np.inf, 1e-300])
    columns = [
        numbers(name, unit, data.draw(st.lists(number, min_size=n, max_size=n)))
        for name, unit in (("x", "s"), ("y", "°C"), ("n", None))
    ]
    cells = data.draw(st.lists(st.sampled_from(["a", "b", ""]), min_size=n, max_size=n))
    uncertainty = numbers("u", "K", data.draw(st.lists(number, min_size=n, max_size=n)), of="y")
    sample = table("t", *columns, texts("kind", cells), uncertainty)
    rules = [{"table": "t", "x": "x", "y": "y"}]
    found = explore_tables((sample,), settings(fit=rules))
    assert len(found.fits) + len(found.remarks) >= 1


@pytest.mark.slow
def test_a_table_of_many_rows_is_explored_in_full():
    rng = np.random.default_rng(0)
    n = 200_000
    x = np.linspace(0, 100, n)
    sample = table(
        "log",
        numbers("t", "s", x),
        numbers("u", "V", 3 * np.exp(-x / 20) + rng.normal(0, 0.1, n)),
    )
    rule = {"table": "log", "name": "power", "formula": "u**2"}
    found = explore_tables((sample,), settings(column=[rule]))
    fit = found.fits[0]
    assert (fit.model, fit.n) == ("exponential", n)
    assert fit.parameters[1].value == pytest.approx(20, abs=0.1)
    assert any("evenly chosen rows" in remark for remark in fit.remarks)
