"""The gate as a whole: its outcomes, its names, what a plan and a user may do."""

from pathlib import Path

import pytest

from reflect.change import Change
from reflect.evidence import Claim, Evidence
from reflect.finding import Category
from reflect.gate import RULE_NAMES, regression_check
from reflect.verdict import Outcome
from tests.reflect.drafts import DRAFT
from tests.reflect.gating import rules

DOCS = Path(__file__).parent.parent.parent / "docs" / "reflection.md"


def check(before, after, **known):
    verdict = regression_check(before, after, **known)
    return verdict.outcome, {objection.rule for objection in verdict.objections}


def test_every_name_under_which_the_gate_objects_is_explained():
    text = DOCS.read_text(encoding="utf-8")
    assert [name for name in RULE_NAMES if f"`{name}`" not in text] == []


def test_a_rule_can_be_switched_off_by_its_name():
    without = DRAFT.replace(r" Earlier work by \citet{hooke} measured springs.", "")
    assert check(DRAFT, without) == (Outcome.REGRESSED, {"citations-lost"})
    assert check(DRAFT, without, allow=("citations-lost",)) == (Outcome.ACCEPTED, set())
    assert check(DRAFT, without, allow=("elision",))[0] is Outcome.REGRESSED


def test_every_objection_names_what_is_lost():
    without = DRAFT.replace(r"\citet{hooke}", "Hooke").replace(r"\citep{coulomb}", "")
    verdict = regression_check(DRAFT, without)
    lost = next(o for o in verdict.objections if o.rule == "citations-lost")
    assert lost.detail == ("hooke", "coulomb")
    assert "`hooke`" in lost.message


def test_a_key_may_go_only_if_the_plan_names_it_and_the_bibliography_lacks_it():
    without = DRAFT.replace(r" Earlier work by \citet{hooke} measured springs.", "")
    plan = (Change("n1", "unknown source", "leave it out", removes=("hooke",)),)
    known, lacking = Evidence(frozenset({"hooke", "coulomb"})), Evidence(frozenset({"coulomb"}))
    assert check(DRAFT, without, plan=plan, evidence=lacking)[0] is Outcome.ACCEPTED
    assert check(DRAFT, without, plan=plan, evidence=known)[1] == {"citations-lost"}
    assert check(DRAFT, without, evidence=lacking)[1] == {"citations-lost"}


def test_a_new_key_must_be_known_where_there_is_a_bibliography():
    more = DRAFT.replace(r"\citet{hooke}", r"\citet{hooke,invented}")
    known = Evidence(frozenset({"hooke", "coulomb"}))
    assert check(DRAFT, more, evidence=known)[1] == {"cites-unknown-new"}
    assert check(DRAFT, more)[0] is Outcome.ACCEPTED


def test_the_preamble_is_a_persons_to_change_and_never_a_plans():
    other = DRAFT.replace("{natbib}", "{natbib}\n\\usepackage{xcolor}")
    plan = (Change("n1", "unclear", "say it"),)
    assert check(DRAFT, other)[0] is Outcome.ACCEPTED
    assert check(DRAFT, other, plan=plan)[1] == {"preamble-changed"}


def test_a_section_may_be_added_only_where_a_plan_asks_for_it():
    said = "Next year the rail will be longer, and a camera will take the place of the clocks."
    head = r"\section{Conclusion}"
    more = DRAFT.replace(head, f"\\section{{Outlook}}\n{said}\n\n{head}")
    asked = (Change("whole", "no outlook", "add one", Category.COVERAGE),)
    other = (Change("n1", "unclear", "say it"),)
    assert check(DRAFT, more, plan=asked)[0] is Outcome.ACCEPTED
    assert check(DRAFT, more, plan=other)[1] == {"section-added-without-plan"}
    assert check(DRAFT, more)[0] is Outcome.ACCEPTED


def test_sections_change_places_only_by_a_plan_for_the_structure_that_names_them():
    first, second = (DRAFT.index(f"\\section{{{t}") for t in ("Results}", "Results and"))
    end = DRAFT.index("\\section{Conclusion}")
    moved = DRAFT[:first] + DRAFT[second:end] + DRAFT[first:second] + DRAFT[end:]
    names = ("Results", "Results and Discussion")
    plan = (Change("whole", "order", "turn it", Category.STRUCTURE, removes=names),)
    assert check(DRAFT, moved)[1] == {"section-order"}
    assert check(DRAFT, moved, plan=plan)[0] is Outcome.ACCEPTED


def test_what_must_be_preserved_is_looked_for():
    plan = (Change("n2", "tense", "mend it", preserve=("aligned by eye",)),)
    after = DRAFT.replace("aligned by eye", "aligned with a level")
    assert check(DRAFT, after, plan=plan)[1] == {"preserve-broken"}
    kept = DRAFT.replace("were aligned by eye", "had been aligned\nby eye")
    assert check(DRAFT, kept, plan=plan)[0] is Outcome.ACCEPTED


def claims(*stated):
    def of(source):
        return tuple(
            Claim(source.index(text), source.index(text) + len(text), text, state, "a.b")
            for text, state in stated
            if text in source
        )

    return of


def test_what_the_ledger_contradicts_or_does_not_know_is_named():
    wrong = DRAFT.replace("by eye", "by eye to 9.9 mm", 1)
    for state, rule in (("contradicts", "fact-contradicted"), ("loose", "untraced-number")):
        known = Evidence(facts=frozenset({"a.b"}), claims=claims(("9.9 mm", state)))
        assert check(DRAFT, wrong, evidence=known)[1] == {rule}
        assert check(wrong, wrong.replace("timer", "clock"), evidence=known)[0] is Outcome.ACCEPTED


def test_a_user_may_name_a_number_that_nobody_knows_but_not_another_fact():
    after = DRAFT.replace("by eye", "by eye to 9.9 mm", 1)
    said = (Change("n2", "say how well", "It was 9.9 mm.", source="user"),)
    model = (Change("n2", "say how well", "It was 9.9 mm."),)
    loose = Evidence(facts=frozenset({"a.b"}), claims=claims(("9.9 mm", "loose")))
    assert check(DRAFT, after, evidence=loose, plan=said)[0] is Outcome.ACCEPTED
    assert check(DRAFT, after, evidence=loose, plan=model)[1] == {"untraced-number"}
    wrong = Evidence(facts=frozenset({"a.b"}), claims=claims(("9.9 mm", "contradicts")))
    assert check(DRAFT, after, evidence=wrong, plan=said)[1] == {"fact-contradicted"}


@pytest.mark.parametrize(
    ("old", "new"),
    [("in to", "into"), (r"\alpha x", r"\alphax"), ("a b", "ab"), ("1 000", "1000")],
)
def test_white_space_that_means_something_is_no_white_space(old, new):
    text = "\\section{A}\nSo $x$ goes OLD now.\n"
    assert (
        regression_check(text.replace("OLD", old), text.replace("OLD", new)).outcome
        is not Outcome.CONVERGED
    )


def test_white_space_that_means_nothing_is_none():
    text = "\\section{A}\nSo it  goes\nnow.\n\n\n\nAnd % so on\nmore."
    other = "\\section{A}\n\nSo it goes now.\n\nAnd % so   on\nmore.\n"
    assert regression_check(text, other).outcome is Outcome.CONVERGED
    verbatim = "\\begin{verbatim}\na  b\n\\end{verbatim}\n"
    spaced = verbatim.replace("a  b", "a b")
    assert regression_check(verbatim, spaced).outcome is not Outcome.CONVERGED


def test_a_block_that_holds_nothing_but_the_words_of_whoever_left_it_out_is_elided():
    block = "\\begin{remark}\nThe timer was read by two persons at once.\n\\end{remark}"
    after = "\\begin{remark}\n% ... rest unchanged ...\n\\end{remark}"
    assert "elision" in rules(block, after)


def test_who_wrote_that_the_rest_is_the_same_may_write_it_otherwise():
    line = "\\dots and the other parts look just the same"
    before = f"A first line.\n\n{line}\n\nA second line.\n\n{line}"
    assert rules(before, before.replace("look", "are", 1)) == ()
    more = f"{before.replace('look', 'are', 1)}\n% rest unchanged"
    assert rules(before, more) == ("elision",)


def test_braces_that_are_opened_elsewhere_are_seen():
    text = "\\begin{itemize}\n\n\\item one thing\n\n\\item other things\n\n\\end{itemize}"
    assert rules(text, text.replace("\\end{itemize}", "")) == ("score-lower",)
    assert rules(text, text.replace("\\begin{itemize}", "\\begin{enumerate}")) == ("score-lower",)
    assert rules(text, text.replace("itemize", "enumerate")) == ()
