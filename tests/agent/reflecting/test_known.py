"""What a report of ours is held against: its ledger, the user's notes and tables."""

from dataclasses import replace

import numpy as np
import pytest

from agent.materials.types import Column, Table
from agent.reflecting.known import MOST_CELLS, evidence_of
from tests.agent.authors.pendulum import FIT, brief, findings


def states(source, known=None):
    evidence = evidence_of(known or brief())
    return [(claim.text, claim.state, claim.fact) for claim in evidence.claims(source)]


def with_table(table):
    return replace(brief(), findings=replace(findings(), tables=(*findings().tables, table)))


def test_a_cell_of_a_table_is_stated():
    assert states(r"At the length \qty{0.80}{m} the square was \qty{3.21}{s^2}.") == [
        (r"\qty{0.80}{m}", "stated", None),
        (r"\qty{3.21}{s^2}", "stated", None),
    ]
    assert [state for _, state, _ in states(r"At \qty{0.87}{m} nothing was read.")] == ["loose"]


def test_an_uncertainty_of_a_cell_and_a_number_of_the_notes_are_stated():
    assert [s for _, s, _ in states(r"Each is good to \qty{0.037}{s} and \qty{0.02}{s^2}.")] == [
        "stated", "stated",
    ]  # fmt: skip


def test_a_fitted_parameter_is_known_by_its_letter():
    fit = next(fit for fit in findings().fits if fit.key == FIT)
    parameter = next(p for p in fit.parameters if p.name == "a")
    ((_, state, fact),) = states(f"From the fit ${parameter.symbol} = 12.9$ s$^2$/m and so on.")
    assert (state, fact) == ("contradicts", parameter.key)
    other = evidence_of(replace(brief(), findings=replace(findings(), fits=())))
    assert (
        other.claims(f"From the fit ${parameter.symbol} = 12.9$ s$^2$/m and so on.")[0].fact is None
    )


@pytest.mark.parametrize(
    ("values", "source"),
    [
        ([0.0000123], r"It was \qty{0.0000123}{V}."),
        ([1.5e9], r"It was \qty{1500000000}{Hz}."),
        ([-4.321], r"It was \qty{-4.321}{V}."),
    ],
)
def test_cells_of_any_size_are_stated_as_written(values, source):
    table = Table("more", "more.csv", (Column("U", "V", "number", np.array(values)),), 1)
    assert [s for _, s, _ in states(source, with_table(table))] == ["stated"]


def test_what_is_no_number_is_no_cell():
    columns = (
        Column("U", "V", "number", np.array([np.nan, np.inf])),
        Column("run", None, "text", np.array([]), ("at 77.77 V", "")),
    )
    table = Table("more", "more.csv", columns, 2, preamble=("pressure 998.7 hPa",))
    found = states(r"It was \qty{77.77}{V} at \qty{998.7}{hPa}.", with_table(table))
    assert [state for _, state, _ in found] == ["stated", "stated"]


def test_a_long_table_vouches_for_nothing():
    rows = MOST_CELLS + 1
    values = np.linspace(1.001, 9.999, rows)
    table = Table("long", "long.csv", (Column("U", "V", "number", values),), rows)
    assert [s for _, s, _ in states(r"It was \qty{7.31}{V}.", with_table(table))] == ["loose"]
