"""Every check of form says by example what passes and what fails, and holds to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.structure import structure
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Evidence
from tests.reflect.checks.form import IDS, apply_cures
from tests.reflect.checks.test_content_examples import EVERYTHING, evidence_of, example


def look(check_id, source, evidence=EVERYTHING):
    return list(findings_of(CHECKS[check_id], structure(source), evidence))


def counts(source):
    """What no cure of form may change."""
    seen = structure(source)
    return (
        sorted(citation.key for citation in seen.cites),
        sorted(label.key for label in seen.labels),
        seen.figures,
        seen.tables,
        len(seen.outline),
        len(seen.displays),
        sorted(graphic.key for graphic in seen.graphics),
    )


@pytest.mark.parametrize("check_id", IDS)
def test_the_example_that_passes_passes_and_the_one_that_fails_fails(check_id):
    check = CHECKS[check_id]
    evidence = evidence_of(check)
    passing, failing = example(check, "Pass"), example(check, "Fail")
    assert passing
    assert look(check_id, passing, evidence) == []
    assert look(check_id, failing, evidence)


@pytest.mark.parametrize("check_id", IDS)
def test_a_cure_mends_what_it_is_for_and_loses_nothing(check_id):
    failing = example(CHECKS[check_id], "Fail")
    evidence = evidence_of(CHECKS[check_id])
    found = look(check_id, failing, evidence)
    cured = apply_cures(failing, found)
    left = look(check_id, cured, evidence)
    assert len(left) <= sum(not finding.cure for finding in found)
    assert apply_cures(cured, left) == cured
    assert counts(cured) == counts(failing)


@pytest.mark.parametrize("check_id", IDS)
def test_the_example_that_passes_is_still_right_with_another_line_end(check_id):
    check = CHECKS[check_id]
    passing = example(check, "Pass").replace("\n", "\r\n")
    assert look(check_id, passing, evidence_of(check)) == []


PIECES = st.sampled_from(
    [
        '"', "``", "''", "“", "”", "5", "10-20", "5 mm", "5mm", "45% of", "the the ", "...", "**",
        "## ", "- a\n", "`a`", "[a](http://b.c)", "| a | b |\n|---|---|\n", "```\n", "<b>", "</b>",
        "&amp;", "_", "^", "#", "Ã©", "â€“", "\ufffd", "\u200b", "\u00ad", "\ufeff", "中，",
        "中,中", "\x08a", "\u2009", r"\n\n", "🚀", "5%of", "$5 mm$", "- ", r"\a@b",
        r"\section{A}", r"\begin{figure}", r"\end{figure}", r"\begin{tabular}{l}", r"\end{tabular}",
        r"\begin{document}", r"\end{document}", r"\caption{", "{", "}", "[", "]", "$", r"\[", r"\]",
        r"\(", r"\)", "%", "\n", "\n\n", "\r\n", r"\item ", r"\cite{a}", r"\ref{b}", r"\label{b}",
        r"\usepackage[ngerman]{babel}", r"\verb|a|", "\\", "~", "a ", "\ud800", "\x00",
    ]
)  # fmt: skip
ODD = st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join)


@given(ODD)
def test_no_text_is_too_odd_and_every_span_lies_in_it(source):
    for check_id in IDS:
        for finding in look(check_id, source):
            assert 0 <= finding.start <= finding.end <= len(source)
            assert all(0 <= edit.start <= edit.end <= len(source) for edit in finding.cure)


@given(ODD)
def test_the_cures_of_one_check_never_overlap(source):
    for check_id in IDS:
        edits = {
            (edit.start, edit.end, edit.new)
            for finding in look(check_id, source)
            for edit in finding.cure
        }
        ends = [end for _, end, _ in sorted(edits)]
        starts = [start for start, _, _ in sorted(edits)]
        assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))


@pytest.mark.parametrize("evidence", [Evidence(), EVERYTHING])
@pytest.mark.parametrize("check_id", IDS)
def test_an_empty_source_has_no_fault(check_id, evidence):
    assert look(check_id, "", evidence) == []
