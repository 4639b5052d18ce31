"""Cures as plan items: certain ones are applied at once, each kind gated for itself."""

from latex.structure import structure
from reflect.change import WHOLE, Change
from reflect.checks.run import run_checks
from reflect.cures import apply_cures, as_changes
from reflect.evidence import Evidence
from reflect.finding import Category, Edit, Finding
from tests.reflect.drafts import DRAFT, prose

OUTLINE = structure(DRAFT).outline
NOTHING = Evidence()
OWN = Evidence(own=True)


def edit(old, new, source=DRAFT):
    start = source.index(old)
    return Edit(start, start + len(old), new)


def cure(*edits, name="tidy", **fields):
    return Change(WHOLE, "untidy", "tidy it", source="check", cure=edits, check=name, **fields)


def finding(check, old, severity=3, new=None, source=DRAFT):
    start = source.index(old)
    section = structure(source).outline.at(start)
    return Finding(
        check, severity, Category.OTHER, f"{old} is wrong.", start, start + len(old), old,
        section.anchor if section else "", () if new is None else (edit(old, new, source),),
    )  # fmt: skip


def test_findings_of_one_check_in_one_section_are_one_change():
    found = [
        finding("a", "Earlier work"), finding("a", "measured springs"), finding("a", "by eye"),
        finding("b", "Earlier work"),
    ]  # fmt: skip
    changes = {(change.check, change.section): change for change in as_changes(found, OUTLINE)}
    assert set(changes) == {("a", "n1"), ("a", WHOLE), ("b", "n1")}
    assert all(change.source == "check" for change in changes.values())
    assert changes["b", "n1"].evidence == "Earlier work"
    assert "places)" not in changes["b", "n1"].issue
    assert changes["a", "n1"].issue.endswith(" places)")


def test_what_has_a_cure_and_what_has_none_are_two_changes():
    found = [finding("a", "by eye", new="with care"), finding("a", "A straight")]
    assert sorted(len(change.cure) for change in as_changes(found, OUTLINE)) == [0, 1]


def test_the_most_severe_come_first():
    found = [finding("a", "Earlier work", 2), finding("b", "by eye", 5), finding("c", "scatter", 3)]
    assert [change.severity for change in as_changes(found, OUTLINE)] == [5, 3, 2]


def test_a_finding_outside_of_all_sections_concerns_the_whole():
    found = [finding("a", "\\maketitle")]
    assert as_changes(found, OUTLINE)[0].section == WHOLE


def test_every_cure_that_passes_the_gate_is_applied():
    changes = [cure(edit("by eye", "by the eye")), cure(edit("Earlier work", "Former work"))]
    text, attempts = apply_cures(DRAFT, changes, NOTHING)
    assert text == DRAFT.replace("by eye", "by the eye", 1).replace("Earlier work", "Former work")
    assert [attempt.fate for attempt in attempts] == ["kept", "kept"]
    assert attempts[0].before in DRAFT
    assert attempts[0].after in text


def test_a_cure_that_loses_something_is_refused_and_the_others_stand():
    changes = [cure(edit(r"\citet{hooke}", "Hooke")), cure(edit("Earlier work", "Former work"))]
    text, attempts = apply_cures(DRAFT, changes, NOTHING)
    assert text == DRAFT.replace("Earlier work", "Former work")
    assert [attempt.fate for attempt in attempts] == ["refused", "kept"]
    assert "citations-lost" in {objection.rule for objection in attempts[0].verdict.objections}


def test_of_two_cures_that_overlap_the_second_waits():
    changes = [cure(edit("Earlier work by", "Former work of")), cure(edit("work by", "study by"))]
    text, attempts = apply_cures(DRAFT, changes, NOTHING)
    assert text == DRAFT.replace("Earlier work by", "Former work of")
    assert [attempt.fate for attempt in attempts] == ["kept", "skipped"]


def test_a_cure_of_nothing_but_white_space_is_a_cure():
    text, attempts = apply_cures(DRAFT, [cure(edit("Earlier work", "Earlier  work"))], NOTHING)
    assert "Earlier  work" in text
    assert attempts[0].fate == "kept"


def test_a_sentence_said_twice_is_taken_out_once_and_nothing_else_changes():
    paragraph = (
        "The length of the spring was read on both sides of the mirror scale, and the mean of the\n"
        "two readings is what the first table holds, without any correction for the mass of the\n"
        "pan, which is small against every one of the weights that were laid on it.\n"
    )
    source = (
        "\\documentclass{article}\n\\begin{document}\n\\section{A}\n"
        f"{paragraph}\nAnother paragraph.\n\n{paragraph}\n{prose(0)}\n\n{prose(1)}\n"
        "The end of the text.\n\\end{document}\n"
    )
    found = run_checks(source, OWN)
    changes = as_changes((f for f in found if f.cure), structure(source).outline)
    assert [change.check for change in changes] == ["duplicate-paragraph"]
    text, attempts = apply_cures(source, changes, OWN)
    assert [attempt.fate for attempt in attempts] == ["kept"]
    assert text.count("mirror scale") == 1
    assert "Another paragraph." in text
    assert "The end of the text." in text
