"""Every kind of damage is caught in every document, and no harmless edit is refused."""

from pathlib import Path

import pytest

from reflect.gate import regression_check
from reflect.verdict import Outcome
from tests.reflect.damages import DAMAGES
from tests.reflect.edits import EDITS

DOCUMENTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "documents").glob("*.tex"))
}
RARE = {"lose a fact", "contradict a fact", "drop a listing", "drop a theorem", "drop a frame"}
"""Kinds that only documents with such a thing can suffer."""


def planted(kinds):
    for kind, change in kinds.items():
        for name, text in DOCUMENTS.items():
            changed = change(text)
            if changed is not None and changed != text:
                yield pytest.param(text, changed, id=f"{kind}, {name}")


def counted(kinds):
    return {
        kind: sum(change(text) not in (None, text) for text in DOCUMENTS.values())
        for kind, change in kinds.items()
    }


def test_there_are_enough_documents_damages_and_edits():
    assert len(DOCUMENTS) >= 15
    damages, edits = counted(DAMAGES), counted(EDITS)
    assert sum(count >= 12 for count in damages.values()) >= 20
    assert {kind for kind, count in damages.items() if count < 9} <= RARE
    assert min(damages.values()) >= 1
    assert sum(count >= 12 for count in edits.values()) >= 10
    assert min(edits.values()) >= 3


@pytest.mark.parametrize(("before", "after"), tuple(planted(DAMAGES)))
def test_damage_is_caught(before, after):
    verdict = regression_check(before, after)
    assert verdict.outcome is Outcome.REGRESSED
    assert all(objection.rule and objection.message for objection in verdict.objections)


@pytest.mark.parametrize(("before", "after"), tuple(planted(EDITS)))
def test_a_harmless_edit_is_not_refused(before, after):
    verdict = regression_check(before, after)
    assert verdict.outcome is not Outcome.REGRESSED, verdict.objections


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_held_against_itself_has_converged(name):
    assert regression_check(DOCUMENTS[name], DOCUMENTS[name]).outcome is Outcome.CONVERGED


@pytest.mark.parametrize("name", DOCUMENTS)
def test_damage_beside_a_harmless_edit_is_still_caught(name):
    text = DOCUMENTS[name]
    edited = EDITS["add a sentence"](EDITS["reword"](text))
    for kind in ("drop a section", "drop a cite", "drop a figure", "drop a table", "lose the end"):
        damaged = DAMAGES[kind](edited)
        if damaged is not None:
            assert regression_check(text, damaged).outcome is Outcome.REGRESSED, kind
