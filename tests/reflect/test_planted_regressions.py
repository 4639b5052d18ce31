"""Every kind of damage is caught in every document, and no harmless edit is refused."""

from pathlib import Path

import pytest

from reflect.change import Change
from reflect.evidence import Claim, Evidence
from reflect.gate import regression_check
from reflect.verdict import Outcome
from tests.reflect.damages import DAMAGES, given
from tests.reflect.edits import EDITS
from tests.reflect.places import cut

pytestmark = pytest.mark.slow

DOCUMENTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "documents").glob("*.tex"))
}
PLAN = (Change("n1", "unclear", "say it clearly"),)
A_PERSONS = {"load a package", "add a section"}
"""What people may do, and a plan must ask for."""
NAMED_IN_THE_ISSUE = {
    *("drop a section", "merge two sections", "split a section", "drop a cite", "swap two figures"),
    *("drop a table", "truncate", "rest unchanged", "lose the end", "rename a referenced label"),
    *("reorder sections", "contradict a fact", "reword", "make or mend a typo", "add a sentence"),
    *("add a cite", "add a figure", "reflow white space", "fix a label everywhere"),
    "tighten by a fifth",
}


def planted(kinds, prepare=lambda kind, text: text):
    for kind, change in kinds.items():
        for name, document in DOCUMENTS.items():
            text = prepare(kind, document)
            changed = change(text)
            if changed is not None and changed != text:
                yield pytest.param(kind, text, changed, id=f"{kind}, {name}")


DAMAGED = tuple(planted(DAMAGES, given))
EDITED = tuple(planted(EDITS))


def counted(planted):
    counts: dict[str, int] = {}
    for kind, _, _ in (param.values for param in planted):
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def ledger(source):
    """What the ledger of every document says: that 99.5 is wrong."""
    place = source.find("\\num{99.5}")
    if place < 0:
        return ()
    return (Claim(place, place + 10, "\\num{99.5}", "contradicts", "spring.m0"),)


KNOWN = {"contradict a fact": Evidence(claims=ledger)}


def test_there_are_enough_documents_damages_and_edits():
    assert len(DOCUMENTS) >= 15
    damages, edits = counted(DAMAGED), counted(EDITED)
    assert set(damages) == set(DAMAGES)
    assert set(edits) == set(EDITS)
    assert set(DAMAGES) | set(EDITS) >= NAMED_IN_THE_ISSUE
    assert min(damages.values()) >= 10
    assert min(edits.values()) >= 10
    assert sum(count >= 15 for count in damages.values()) >= 30
    assert sum(count >= 15 for count in edits.values()) >= 12


@pytest.mark.parametrize(("kind", "before", "after"), DAMAGED)
def test_damage_is_caught(kind, before, after):
    verdict = regression_check(before, after, evidence=KNOWN.get(kind, Evidence()))
    assert verdict.outcome is Outcome.REGRESSED
    assert all(objection.rule and objection.message for objection in verdict.objections)


@pytest.mark.parametrize(("kind", "before", "after"), DAMAGED)
def test_damage_is_caught_in_a_round_with_a_plan(kind, before, after):
    verdict = regression_check(before, after, evidence=KNOWN.get(kind, Evidence()), plan=PLAN)
    assert verdict.outcome is Outcome.REGRESSED


@pytest.mark.parametrize(("kind", "before", "after"), EDITED)
def test_a_harmless_edit_is_not_refused(kind, before, after):
    verdict = regression_check(before, after)
    assert verdict.outcome is not Outcome.REGRESSED, verdict.objections


@pytest.mark.parametrize(("kind", "before", "after"), EDITED)
def test_a_harmless_edit_is_not_refused_in_a_round_with_a_plan(kind, before, after):
    if kind not in A_PERSONS:
        verdict = regression_check(before, after, plan=PLAN)
        assert verdict.outcome is not Outcome.REGRESSED, verdict.objections


@pytest.mark.parametrize("name", DOCUMENTS)
def test_all_harmless_edits_at_once_are_not_refused(name):
    text = edited = DOCUMENTS[name]
    for kind, change in EDITS.items():
        edited = change(edited) or edited
        verdict = regression_check(text, edited)
        assert verdict.outcome is not Outcome.REGRESSED, (kind, verdict.objections)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_held_against_itself_has_converged(name):
    assert regression_check(DOCUMENTS[name], DOCUMENTS[name]).outcome is Outcome.CONVERGED


@pytest.mark.parametrize("name", DOCUMENTS)
def test_damage_beside_harmless_edits_is_still_caught(name):
    tried = 0
    for kind, damage in DAMAGES.items():
        text = given(kind, DOCUMENTS[name])
        edited = EDITS["add a sentence"](EDITS["reword"](text) or text) or text
        damaged = damage(edited)
        if damaged is not None and damaged != edited:
            tried += 1
            verdict = regression_check(text, damaged, evidence=KNOWN.get(kind, Evidence()))
            assert verdict.outcome is Outcome.REGRESSED, kind
    assert tried >= 30


def test_a_frame_that_goes_is_caught():
    text = DOCUMENTS["beamer"]
    start = text.index("\\begin{frame}{Drying")
    end = text.index("\\end{frame}\n", start) + len("\\end{frame}\n")
    verdict = regression_check(text, cut(text, start, end))
    assert "blocks-lost" in {objection.rule for objection in verdict.objections}
