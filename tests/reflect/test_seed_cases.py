"""The cases that the sources of controlled reflection name themselves, one test each.

*Controlled revision in reflection loops* gives the first fourteen, the chapters on critique and
revision and on self-refinement the others.
"""

from latex.sections import outline
from reflect.change import MOST, PlanError
from reflect.evidence import Evidence
from reflect.gate import regression_check
from reflect.history import Termination
from reflect.loop import reflect
from reflect.plan import grounded, read_plan, resolve
from reflect.roles import Policy, Roles
from reflect.score import Criterion, score
from reflect.verdict import Outcome
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

CITE = r" Earlier work by \citet{hooke} measured springs."


def gate(before, after, **known):
    verdict = regression_check(before, after, **known)
    return verdict.outcome, {objection.rule for objection in verdict.objections}


def run(critic, reviser, policy=POLICY):
    return reflect(DRAFT, Roles(critic, reviser), policy)


def test_accept():
    better = DRAFT.replace("were aligned by eye", "were aligned by eye and with a level", 1)
    assert gate(DRAFT, better) == (Outcome.ACCEPTED, set())


def test_revert():
    result = run(ScriptedCritic(plan(change("n1"))), ScriptedReviser((CITE, "")))
    assert result.final == DRAFT
    assert not result.history[0].accepted
    assert result.history[0].attempts[0].diff


def test_converge():
    assert gate(DRAFT, DRAFT.replace("\n\n", "\n\n\n")) == (Outcome.CONVERGED, set())
    result = run(ScriptedCritic(plan(change("n1"))), ScriptedReviser())
    assert result.termination is Termination.CONVERGED


def test_lost_section():
    start, end = DRAFT.index("\\section{Results}"), DRAFT.index("\\section{Results and")
    outcome, rules = gate(DRAFT, DRAFT[:start] + DRAFT[end:])
    assert outcome is Outcome.REGRESSED
    assert {"sections-fewer", "section-lost"} <= rules


def test_lost_citation():
    assert gate(DRAFT, DRAFT.replace(CITE, "")) == (Outcome.REGRESSED, {"citations-lost"})


def test_lost_figure():
    start, end = DRAFT.index("\\begin{figure}"), DRAFT.index("\\end{figure}") + len("\\end{figure}")
    assert "figures-fewer" in gate(DRAFT, DRAFT[:start] + DRAFT[end:])[1]


def test_lost_skeleton():
    assert "skeleton-lost" in gate(DRAFT, DRAFT.replace("\\end{document}", ""))[1]


def test_length_collapse():
    long = DRAFT.replace(prose(2), "\n\n".join(prose(n, 6) for n in range(2, 20, 4)))
    assert "length-collapse" in gate(long, DRAFT.replace(prose(2), "Short."))[1]
    # Three fifths are enough.
    assert "length-collapse" not in gate(DRAFT, DRAFT.replace(prose(3), ""))[1]


def test_empty_bibliography_is_no_false_alarm():
    more = DRAFT.replace(CITE, CITE + r" So did \citet{young}.")
    unknown = Criterion("closed", "Closed.", "[?]", "high", ("unknown-cite-key",), True)
    policy = Policy(rounds=1, criteria=(*CRITERIA, unknown))
    assert gate(DRAFT, more, evidence=Evidence(cite_keys=None))[0] is Outcome.ACCEPTED
    result = run(
        ScriptedCritic(plan(change("n1"))),
        ScriptedReviser((CITE, CITE + r" So did \citet{young}.")),
        policy,
    )
    assert r"\citet{young}" in result.final
    # And what was cited is still not to be lost.
    assert gate(DRAFT, DRAFT.replace(CITE, ""), evidence=Evidence(cite_keys=None))[1] == {
        "citations-lost"
    }


def test_degraded_revision_reverts_and_stops():
    critic = ScriptedCritic(plan(change("n1")), plan(change("n2")))
    result = run(critic, ScriptedReviser((CITE, "")))
    assert result.final == DRAFT
    assert result.termination is Termination.REGRESSED
    assert len(critic.seen) == 1


def test_title_fallback():
    found = outline(DRAFT)
    assert resolve("Results", found).anchor == "n2"
    assert resolve("Results and Discussion", found).anchor == "n3"
    assert resolve("the section Results and Discussion of the draft", found).anchor == "n3"
    assert resolve("n9", found) is None
    # `Results` must not catch `Results and Discussion`, not even where it is the only one.
    only = outline(DRAFT.replace("\\section{Results}\n", ""))
    assert resolve("Results", only) is None


def test_section_split_by_the_model_is_skipped():
    split = ScriptedReviser((prose(3), f"\\section{{More}}\n{prose(3)}"))
    result = run(ScriptedCritic(plan(change("n2"))), split)
    assert result.final == DRAFT
    assert result.history[0].attempts[0].fate == "skipped"


def test_cap_of_8():
    items = [{"section": f"n{1 + n % 4}", "issue": f"i{n}", "action": "a"} for n in range(12)]
    read = grounded(read_plan({"changes": items}), DRAFT, outline(DRAFT))
    assert len(read.changes) == MOST == 8
    assert len(read.dropped) == 4


def test_unparseable_is_not_no_defect():
    broken = run(ScriptedCritic(PlanError("It is prose.")), ScriptedReviser())
    sound = run(ScriptedCritic(plan()), ScriptedReviser())
    assert broken.termination is Termination.UNPARSEABLE_PLAN
    assert sound.termination is Termination.NO_MATERIAL_DEFECT
    assert broken.final == sound.final == DRAFT


def test_the_score_is_the_weighted_share_of_criteria_that_pass():
    criteria = [
        Criterion("grounded", "It is.", "It is not.", "high"),
        Criterion("complete", "It is.", "It is not.", "high"),
        Criterion("formed", "It is.", "It is not.", "medium"),
    ]
    judged = {"grounded": False, "complete": False, "formed": True}
    assert score(criteria, [], judged).value == 0.25
    assert score(criteria, [], dict.fromkeys(judged, True)).value == 1.0


def test_the_answer_is_the_best_version_not_the_last_one():
    scores = {0: True, 1: True, 2: False}
    seen: list[str] = []

    def judge(source, criteria):
        if source not in seen:
            seen.append(source)
        return {"clarity": scores[seen.index(source)]}

    critic = ScriptedCritic(plan(change("n1", "a")), plan(change("n2", "b")))
    words = iter(("One more sentence is here.", "Another one is there."))
    reviser = ScriptedReviser(answer=lambda task: f"{task.text.rstrip()} {next(words)}\n\n")
    result = reflect(DRAFT, Roles(critic, reviser, judge), Policy(rounds=2, criteria=CRITERIA,
                                                                  satisfied=2.0))  # fmt: skip
    assert "One more sentence is here." in result.final
    assert "Another one is there." not in result.final


def test_what_the_environment_reports_outranks_the_score():
    """Verified success before any score: a better score does not buy a draft that fails."""
    from reflect.roles import Hooks

    judge = lambda source, criteria: {"clarity": "by eye and" in source}  # noqa: E731
    reviser = ScriptedReviser(("by eye", "by eye and hand"))
    result = reflect(
        DRAFT, Roles(ScriptedCritic(plan(change("n2"), change("n1"))), reviser, judge), POLICY,
        hooks=Hooks(verify=lambda source: "by eye and" not in source),
    )  # fmt: skip
    assert result.final == DRAFT
    assert result.history[0].verdict.objections[0].rule == "does-not-compile"


def test_only_what_held_before_can_be_broken():
    wish = change("n2", preserve=("a sentence that was never there", "aligned by eye"))
    harmless = run(ScriptedCritic(plan(wish)), ScriptedReviser(("photo gates", "gates")))
    assert harmless.changed
    broken = run(ScriptedCritic(plan(wish)), ScriptedReviser(("aligned by eye", "levelled")))
    assert broken.final == DRAFT


def test_the_reviser_sees_the_item_and_the_section_and_nothing_to_please():
    reviser = ScriptedReviser()
    run(ScriptedCritic(plan(change("n2"))), reviser)
    task = reviser.tasks[0]
    shown = repr((task.changes, task.scope, task.text, task.placeholders, task.path))
    for criterion in CRITERIA:
        assert criterion.id not in shown
        assert criterion.passes not in shown
    assert "score" not in shown
    assert prose(5) not in task.text
