"""Where the numbers come from: each line says file, sheet, columns, rows, method and formula."""

from dataclasses import replace

import numpy as np

from agent.analysis.facts import Fact, Facts, Origin
from agent.authors.appendix import appendix, used_facts
from agent.materials.types import Column, Table
from tests.agent.authors.pendulum import FIT, brief


def line_of(key, facts, **changes):
    """The cells of one fact's line."""
    known = brief()
    findings = replace(known.findings, facts=Facts(tuple(facts)), **changes)
    text = appendix(replace(known, findings=findings), rf"It is \fact{{{key}}}.")
    (line,) = (line for line in text.splitlines() if f"hypertarget{{fact:{key}}}" in line)
    return line.removesuffix(r" \\").split(" & ")


def given(key, value, unit=None, error=None, **origin):
    return Fact(
        key, value, f"the {key.rpartition('.')[2]}", "statistic",
        Origin("arithmetic mean", "a.csv", "a", ("U",), 12, **origin), error, unit,
    )  # fmt: skip


def computed(formula, *parents, unit=None):
    origin = Origin("", "a.csv", "a", parents=parents, formula=formula)
    return Fact("r", 2.0, "resistance", "derived", origin, None, unit)


def test_file_columns_and_rows_are_said():
    *_, origin = line_of("a.u", [given("a.u", 4.2, "volt")])
    assert origin == (r"Arithmetic mean; \texttt{a.\allowbreak{}csv}, \textit{U}, 12 rows")


def test_a_single_line_of_a_file_is_said_by_its_number():
    fact = Fact("a.gain", 3, "gain", "setting", Origin("as the file states it", "a.csv", line=7))
    assert line_of("a.gain", [fact])[-1].endswith(", line 7")


def test_the_sheet_of_a_workbook_is_said():
    table = Table("a", "b.xlsx", (Column("U", "V", "number", np.arange(3.0)),), 3, sheet="Run_1")
    *_, origin = line_of("a.u", [given("a.u", 4.2, "volt")], tables=(table,))
    assert r"sheet Run\_1, \textit{U}" in origin


def test_a_formula_stands_there_with_its_values_each_linked_to_its_own_line():
    facts = [
        given("a.u", 4.2, "volt", 0.1), given("a.i", 2.1, "ampere"), given("a.n", 3.0, None, 0.5),
        computed("2*a.u / a.i**2 + a.n", "a.u", "a.i", "a.n"),
    ]  # fmt: skip
    *_, origin = line_of("r", facts)
    assert "Computed as" in origin
    assert r"\hyperlink{fact:a.u}{\qty{4.20 \pm 0.10}{V}}" in origin
    assert r"\hyperlink{fact:a.i}{(\qty{2.100}{A})} \texttt{{*}*2 +}" in origin
    assert r"\hyperlink{fact:a.n}{(\num{3.00 \pm 0.50})}" in origin


def test_a_formula_that_is_a_fact_alone_is_not_said_twice():
    *_, origin = line_of("r", [given("a.u", 4.2, "volt"), computed("a.u", "a.u", unit="volt")])
    assert "hyperlink" not in origin


def test_what_has_no_formula_names_what_it_was_computed_from():
    parents = [given(f"a.{letter}", 1.0) for letter in "pqrstu"]
    last = Fact(
        "d", 1.0, "difference", "derived",
        Origin("result less reference", parents=tuple(fact.key for fact in parents)),
    )  # fmt: skip
    *_, origin = line_of("d", [*parents, last])
    assert r"from \hyperlink{fact:a.p}{the p}" in origin
    assert origin.endswith("and 2 more")


def test_all_that_a_printed_number_rests_on_has_a_line():
    known = brief()
    text = appendix(known, r"\fact{gravity}")
    keys = [fact.key for fact in used_facts(known.findings.facts, r"\fact{gravity}")]
    assert f"{FIT}.a" in keys
    for key in keys:
        assert text.count(rf"\hypertarget{{fact:{key}}}") == 1
