"""The loop with scripted roles; the cases of its sources are named after them."""

import pytest

from latex.sections import outline
from reflect.change import PlanError
from reflect.finding import Category
from reflect.history import Spending, Termination
from reflect.loop import reflect
from reflect.roles import Hooks, NoRevision, Policy, Roles, Spent
from tests.reflect.drafts import (
    CRITERIA,
    DRAFT,
    POLICY,
    ScriptedCritic,
    ScriptedReviser,
    change,
    plan,
    prose,
)


def run(critic, reviser, policy=POLICY, draft=DRAFT, **hooks):
    return reflect(draft, Roles(critic, reviser), policy, hooks=Hooks(**hooks))


def section(source, title):
    found = next(s for s in outline(source) if s.title == title)
    return source[found.start : found.end]


GOOD = ("Friction was estimated", "Friction had been estimated")


def test_accept():
    result = run(ScriptedCritic(plan(change("Results"))), ScriptedReviser(GOOD))
    assert GOOD[1] in section(result.final, "Results")
    assert result.termination is Termination.NO_MATERIAL_DEFECT
    assert [revision.accepted for revision in result.history] == [True, False]


def test_every_byte_outside_the_section_is_untouched():
    result = run(ScriptedCritic(plan(change("Results"))), ScriptedReviser(GOOD))
    before, after = section(DRAFT, "Results"), section(result.final, "Results")
    assert DRAFT.split(before) == result.final.split(after)


def test_degraded_revision_reverts_and_stops():
    critic = ScriptedCritic(plan(change("Introduction")), plan(change("Results")))
    loses = ScriptedReviser((r" Earlier work by \citet{hooke} measured springs.", ""))
    result = run(critic, loses)
    assert result.final == DRAFT
    assert result.termination is Termination.REGRESSED
    assert len(result.history) == 1
    attempt = result.history[0].attempts[-1]
    assert attempt.fate == "refused"
    assert "citations-lost" in {o.rule for o in attempt.verdict.objections}
    assert "-" in attempt.diff


def test_only_the_item_that_lost_something_is_undone():
    critic = ScriptedCritic(plan(change("Introduction"), change("Results")))
    mixed = ScriptedReviser((r"\citet{hooke}", "Hooke"), GOOD)
    result = run(critic, mixed, Policy(rounds=1, criteria=CRITERIA))
    assert r"\citet{hooke}" in result.final
    assert GOOD[1] in result.final
    assert {a.fate for a in result.history[0].attempts} == {"kept", "refused"}


def test_converge():
    result = run(ScriptedCritic(plan(change("Results"))), ScriptedReviser())
    assert result.final == DRAFT
    assert result.termination is Termination.CONVERGED
    assert result.history[0].attempts[0].fate == "unchanged"


def test_section_split_by_the_model_is_skipped():
    split = ScriptedReviser((prose(3), f"\\section{{More}}\n{prose(3)}"))
    result = run(ScriptedCritic(plan(change("Results"))), split)
    assert result.final == DRAFT
    assert result.history[0].attempts[0].fate == "skipped"


def test_items_after_a_splice_still_hit_their_own_section():
    critic = ScriptedCritic(plan(*(change(f"n{i}", f"issue {i}") for i in (4, 3, 2, 1))))

    def longer(task):
        return task.text.rstrip() + f" A sentence was added to {task.path[-1]} here.\n\n"

    result = run(critic, ScriptedReviser(answer=longer))
    for heading in outline(DRAFT):
        assert f"added to {heading.title} here" in section(result.final, heading.title)
    assert [s.title for s in outline(result.final)] == [s.title for s in outline(DRAFT)]


def test_several_items_on_one_section_are_applied_one_after_the_other():
    critic = ScriptedCritic(plan(change("n2", "one"), change("n2", "two")))
    reviser = ScriptedReviser(
        answer=lambda task: task.text.rstrip() + f" Mended {task.changes[0].issue}.\n\n"
    )
    result = run(critic, reviser)
    assert "Mended one. Mended two." in section(result.final, "Results")
    assert "Mended one." in reviser.tasks[1].text


def test_unparseable_is_not_no_defect():
    result = run(ScriptedCritic(PlanError("It is prose.")), ScriptedReviser())
    assert result.termination is Termination.UNPARSEABLE_PLAN
    assert result.history[0].unparseable == "It is prose."
    sound = run(ScriptedCritic(plan()), ScriptedReviser())
    assert sound.termination is Termination.NO_MATERIAL_DEFECT
    assert sound.history[0].unparseable == ""


def test_low_severity_is_not_worth_a_revision():
    reviser = ScriptedReviser(GOOD)
    result = run(ScriptedCritic(plan(change("n2", severity=2))), reviser)
    assert result.termination is Termination.LOW_SEVERITY
    assert reviser.tasks == []


def test_a_finding_that_comes_back_ends_it():
    again = change("n2", category=Category.VERBOSITY, evidence="Friction")
    reviser = ScriptedReviser(("photo gates", "light gates"))
    policy = Policy(rounds=5, criteria=CRITERIA)
    result = run(ScriptedCritic(plan(again), plan(again)), reviser, policy)
    assert result.termination is Termination.REPEATED_FINDING
    assert len(reviser.tasks) == 1


def test_rounds_are_spent():
    critic = ScriptedCritic(plan(change("n1", "a")), plan(change("n2", "b")), plan(change("n3")))
    numbers = iter(range(9))
    reviser = ScriptedReviser(
        answer=lambda task: (
            task.text.rstrip() + f" Added sentence {'abcdefghi'[next(numbers)]}.\n\n"
        )
    )
    result = run(critic, reviser)
    assert result.termination is Termination.ROUNDS_SPENT
    assert len(result.history) == 2
    assert all(revision.accepted for revision in result.history)


def test_no_round_leaves_the_draft_alone():
    critic = ScriptedCritic(plan(change("n1")))
    result = run(critic, ScriptedReviser(GOOD), Policy(rounds=0))
    assert (result.final, result.history, result.termination) == (DRAFT, (), None)
    assert critic.seen == []


def test_a_spent_budget_keeps_what_was_reached():
    critic = ScriptedCritic(plan(change("n1", "a"), change("n2", "b")))

    def answer(task):
        if task.path[-1] == "Introduction":
            return task.text.replace("measured springs", "measured some springs")
        return Spent()

    result = run(critic, ScriptedReviser(answer=answer))
    assert result.termination is Termination.BUDGET_SPENT
    assert "some springs" in result.final
    again = run(ScriptedCritic(Spent()), ScriptedReviser())
    assert again.termination is Termination.BUDGET_SPENT


def test_a_reviser_without_a_usable_text_skips_its_item():
    critic = ScriptedCritic(plan(change("n1", "a"), change("n2", "b")))

    def answer(task):
        if task.path[-1] == "Introduction":
            return NoRevision("Your reply was cut off.")
        return task.text.replace(*GOOD)

    result = run(critic, ScriptedReviser(answer=answer))
    assert GOOD[1] in result.final
    skipped = next(a for a in result.history[0].attempts if a.fate == "skipped")
    assert skipped.reasons == ("Your reply was cut off.",)


@pytest.mark.parametrize("nothing", [None, 0, 3.5, b"text", ["text"], {"text": "x"}, object()])
def test_a_reviser_that_gives_no_text_skips_its_item_alone(nothing):
    critic = ScriptedCritic(plan(change("n1", "a"), change("n2", "b")))

    def reviser(task):
        return nothing if task.path[-1] == "Introduction" else task.text.replace(*GOOD)

    result = run(critic, reviser, Policy(rounds=1, criteria=CRITERIA))
    assert section(result.final, "Introduction") == section(DRAFT, "Introduction")
    assert GOOD[1] in section(result.final, "Results")
    skipped = next(a for a in result.history[0].attempts if a.fate == "skipped")
    assert skipped.reasons == (f"The reviser gave no text but {type(nothing).__name__}.",)


@pytest.mark.parametrize("nothing", [None, 0, "plan", [], {"changes": []}])
def test_a_critic_that_gives_no_plan_is_unparseable(nothing):
    result = run(lambda critiqued: nothing, ScriptedReviser(GOOD))
    assert result.termination is Termination.UNPARSEABLE_PLAN
    assert type(nothing).__name__ in result.history[0].unparseable
    assert result.final == DRAFT


@pytest.mark.parametrize("nothing", [None, 1, ["clarity"], {"clarity": "yes"}, {"clarity": None}])
def test_a_judge_that_decides_nothing_leaves_the_score_to_the_checks(nothing):
    critic = ScriptedCritic(plan(change("n2")))
    policy = Policy(rounds=1, criteria=CRITERIA)
    result = judged(lambda source, criteria: nothing, critic, ScriptedReviser(GOOD), policy)
    assert GOOD[1] in result.final
    assert result.score == reflect(DRAFT, policy=policy).score


def test_what_must_be_preserved_is_preserved_or_the_item_is_refused():
    critic = ScriptedCritic(plan(change("n2", preserve=("photo gates were aligned by eye",))))
    result = run(critic, ScriptedReviser(("by eye", "with a level")))
    assert result.termination is Termination.PRESERVATION_BROKEN
    assert result.final == DRAFT


def test_a_round_that_no_longer_compiles_has_regressed():
    result = run(
        ScriptedCritic(plan(change("n2"))),
        ScriptedReviser(GOOD),
        verify=lambda source: GOOD[1] not in source,
    )
    assert result.termination is Termination.REGRESSED
    assert result.final == DRAFT
    assert result.history[0].compiles is False
    assert result.history[0].verdict.objections[0].rule == "does-not-compile"


def test_a_text_that_has_no_place_to_go_to_refuses_its_item_alone():
    critic = ScriptedCritic(plan(change("n1", "a"), change("n2", "b")))
    result = run(
        critic,
        ScriptedReviser(("measured springs", "measured some springs"), GOOD),
        Policy(rounds=1, criteria=CRITERIA),
        admit=lambda source: "It reaches over a border." if "some springs" in source else "",
    )
    assert GOOD[1] in section(result.final, "Results")
    assert "some springs" not in result.final
    refused = next(a for a in result.history[0].attempts if a.fate == "refused")
    assert refused.reasons == ("It reaches over a border.",)
    assert [o.rule for o in refused.verdict.objections] == ["not-writable"]


def test_so_does_a_cure():
    draft = DRAFT.replace("Friction was estimated", 'Friction was "estimated"').replace(
        "See Figure~", "See Figure "
    )
    result = reflect(
        draft, hooks=Hooks(admit=lambda source: "No." if "``estimated''" in source else "")
    )
    assert "See Figure~\\ref" in result.final
    assert 'was "estimated"' in result.final
    fates = {a.change.check: a.fate for a in result.history[0].attempts}
    assert fates["straight-quotes"] == "refused"
    assert "kept" in fates.values()


def test_a_draft_that_never_compiled_is_not_held_against_its_revision():
    result = run(
        ScriptedCritic(plan(change("n2"))), ScriptedReviser(GOOD), verify=lambda source: False
    )
    assert GOOD[1] in result.final


def test_a_round_that_gains_less_than_the_margin_is_not_taken():
    policy = Policy(rounds=2, criteria=CRITERIA, margin=0.05)
    result = run(ScriptedCritic(plan(change("n2"))), ScriptedReviser(GOOD), policy)
    assert result.termination is Termination.NOT_IMPROVED
    assert result.final == DRAFT
    assert result.history[0].proposal != DRAFT


def judged(judge, critic, reviser, policy=POLICY):
    return reflect(DRAFT, Roles(critic, reviser, judge), policy)


def test_a_judged_draft_that_is_good_enough_satisfies():
    critic = ScriptedCritic(plan(change("n2")))
    result = judged(
        lambda source, criteria: {"clarity": GOOD[1] in source}, critic, ScriptedReviser(GOOD)
    )
    assert result.termination is Termination.SATISFIED
    assert result.final_score.value == 1.0
    assert len(critic.seen) == 1


def test_two_rounds_without_gain_are_a_plateau():
    policy = Policy(rounds=6, criteria=CRITERIA)
    critic = ScriptedCritic(*(plan(change("n2", category=kind)) for kind in list(Category)[:6]))
    words = iter("abcdefgh")
    reviser = ScriptedReviser(answer=lambda t: t.text.rstrip() + f" More {next(words)}.\n\n")
    result = judged(lambda source, criteria: {"clarity": False}, critic, reviser, policy)
    assert result.termination is Termination.PLATEAU
    assert len(result.history) == 2


def test_a_judge_is_asked_once_about_each_text():
    asked = []

    def judge(source, criteria):
        asked.append(source)
        return {"clarity": False}

    judged(judge, ScriptedCritic(plan(change("n2"))), ScriptedReviser(GOOD))
    assert len(asked) == len(set(asked)) == 2


def test_one_change_at_a_time():
    critic = ScriptedCritic(plan(change("n1", severity=3), change("n2", severity=5)))
    reviser = ScriptedReviser(GOOD)
    policy = Policy(rounds=1, granularity="single", criteria=CRITERIA)
    result = run(critic, reviser, policy)
    assert [task.path[-1] for task in reviser.tasks] == ["Results"]
    assert result.history[0].plan.dropped[-1].reason == "one change at a time"


def test_whole_items_share_one_rewrite_of_the_body():
    critic = ScriptedCritic(plan(change("whole", "a"), change("whole", "b"), change("n2")))
    reviser = ScriptedReviser(GOOD)
    result = run(critic, reviser)
    scopes = [(task.scope, len(task.changes)) for task in reviser.tasks]
    assert scopes == [("section", 1), ("body", 2)]
    body = reviser.tasks[1].text
    assert "documentclass" not in body
    assert "\\end{document}" not in body
    assert "abstract" in body
    assert result.final != DRAFT


def test_the_strategy_whole_sends_everything_into_one_rewrite():
    critic = ScriptedCritic(plan(change("n1", "a"), change("n2", "b")))
    reviser = ScriptedReviser(GOOD)
    run(critic, reviser, Policy(rounds=1, strategy="whole", criteria=CRITERIA))
    assert [(task.scope, len(task.changes)) for task in reviser.tasks] == [("body", 2)]


def test_a_draft_without_sections_is_rewritten_as_a_whole():
    draft = (
        "\\documentclass{article}\n\\begin{document}\nOnly a praragraph of text.\n\\end{document}\n"
    )
    critic = ScriptedCritic(plan(change("whole", "a typo", evidence="praragraph")))
    result = run(critic, ScriptedReviser(("praragraph", "paragraph")), draft=draft)
    assert result.final == draft.replace("praragraph", "paragraph")


def test_a_paragraph_is_all_that_is_sent_where_the_evidence_quotes_one():
    policy = Policy(rounds=1, scope="paragraph", criteria=CRITERIA)
    text = DRAFT.replace(prose(3), f"\n{prose(3)}")
    critic = ScriptedCritic(plan(change("n2", evidence="in case 3a")))
    reviser = ScriptedReviser(("in case 3a", "in the third case"))
    result = run(critic, reviser, policy, draft=text)
    assert reviser.tasks[0].scope == "paragraph"
    assert reviser.tasks[0].text.strip() == prose(3)
    assert result.final == text.replace("in case 3a", "in the third case")


def test_floats_travel_as_placeholders_and_return_byte_identical():
    critic = ScriptedCritic(plan(change("n2")))
    reviser = ScriptedReviser(GOOD)
    result = run(critic, reviser)
    assert "includegraphics" not in reviser.tasks[0].text
    assert len(reviser.tasks[0].placeholders) == 1
    figure = DRAFT[DRAFT.index("\\begin{figure}") : DRAFT.index("\\end{figure}")]
    assert figure in result.final


def test_a_lost_placeholder_is_a_bad_fragment():
    critic = ScriptedCritic(plan(change("n2")))
    reviser = ScriptedReviser(
        answer=lambda task: task.text.replace(task.placeholders[0], "") + "\nMore."
    )
    result = run(critic, reviser)
    assert result.final == DRAFT
    assert result.history[0].attempts[0].fate == "skipped"


def test_checks_are_the_critic_and_certain_cures_the_reviser_without_a_model():
    draft = DRAFT.replace("Friction was estimated", 'Friction was "estimated"').replace(
        "See Figure~", "See Figure "
    )
    result = reflect(draft, policy=Policy(rounds=3))
    assert "``estimated''" in result.final
    assert "See Figure~\\ref" in result.final
    assert result.history[0].accepted
    assert all(a.change.source == "check" for a in result.history[0].attempts)


def test_findings_go_to_the_critic_as_facts_and_into_the_plan_as_items():
    draft = DRAFT.replace(r"\ref{sec:intro}", r"\ref{sec:nowhere}")
    critic = ScriptedCritic(plan())
    reviser = ScriptedReviser((r"\ref{sec:nowhere}", r"\ref{sec:intro}"))
    result = run(critic, reviser, draft=draft)
    assert "dangling-ref" in {finding.id for finding in critic.seen[0].findings}
    assert reviser.tasks[0].changes[0].source == "check"
    assert result.final == DRAFT


def test_the_history_keeps_what_was_refused_with_its_diff_and_what_it_cost():
    spent = iter([Spending(), Spending(calls=2, prompt=100, completion=50, cost=0.5)] * 3)
    critic = ScriptedCritic(plan(change("n1")))
    loses = ScriptedReviser((r"\citet{hooke}", "Hooke"))
    seen = []
    result = run(critic, loses, spending=lambda: next(spent), on_round=seen.append)
    revision = result.history[0]
    assert revision.spent.calls == 2
    assert "+" in revision.attempts[0].diff
    assert seen == [revision]
    assert revision.termination is Termination.REGRESSED


@pytest.mark.parametrize("source", ["", "text", "\\section{A}", "\\begin{document}", "\ufeff%"])
def test_any_source_survives_a_reflection_without_a_model(source):
    assert reflect(source).final is not None
