"""The controlled loop: find, plan, change, gate, verify; what got worse is reverted.

After *Controlled revision in reflection loops* (structured edit plan, scoped splicing, zero-token
gate) with the stop conditions of *Reflection and Self-Refine* and of the chapter on critique and
revision (a critique is a hypothesis, a revision an intervention, the gate decides).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from latex.structure import structure
from reflect.apply import Application
from reflect.change import MOST, Dropped, EditPlan, PlanError
from reflect.checks.run import run_checks
from reflect.cures import apply_cures, as_changes
from reflect.evidence import Evidence
from reflect.finding import Finding
from reflect.gate import regression_check
from reflect.history import Attempt, Reflection, Revision, Termination
from reflect.plan import grounded
from reflect.roles import Critiqued, Hooks, Policy, Roles, Spent
from reflect.score import Score, score
from reflect.verdict import Objection, Outcome, Verdict

TOO_LOW = "it is not worth a revision"
NO_CURE = "nothing certain mends it, and there is no reviser"
SEEN_BEFORE = "an earlier round was asked the same"


def reflect(
    source: str,
    roles: Roles = Roles(),  # noqa: B008  # frozen
    policy: Policy = Policy(),  # noqa: B008
    evidence: Evidence = Evidence(),  # noqa: B008
    hooks: Hooks = Hooks(),  # noqa: B008
) -> Reflection:
    """Improve a source in rounds, or leave it as it is; the whole history comes back.

    Nothing here meets a model: the roles are callables. An exception of theirs that is not one of
    the announced ones is passed on; the rounds before it have been told to `hooks.on_round`.
    """
    return _Loop(roles, policy, evidence, hooks).run(source)


@dataclass(slots=True)
class _Loop:
    roles: Roles
    policy: Policy
    evidence: Evidence
    hooks: Hooks
    history: list[Revision] = field(default_factory=list)
    asked: list[set[tuple[str, str]]] = field(default_factory=list)
    """The keys of the defects of each round."""
    found: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    """What the checks find, by source: a text is looked at again as the one before, and after."""
    scores: dict[str, Score] = field(default_factory=dict)
    """By source: a judge is asked once about each."""

    def run(self, source: str) -> Reflection:
        begin = self.score(source, self.findings(source))
        current = source
        for number in range(1, self.policy.rounds + 1):
            revision, stop = self.one_round(number, current)
            if stop is None and number == self.policy.rounds:
                stop = Termination.ROUNDS_SPENT
            self.history.append(replace(revision, termination=stop))
            self.hooks.on_round(self.history[-1])
            if stop is not None:
                return Reflection(source, tuple(self.history), stop, begin)
            current = revision.proposal if revision.accepted else current
        return Reflection(source, (), None, begin)

    def one_round(self, number: int, source: str) -> tuple[Revision, Termination | None]:
        """One round, and why it is the last one, if it is."""
        begun = self.hooks.spending()
        findings = self.findings(source)
        before = self.score(source, findings)
        cures = as_changes((f for f in findings if f.cure), structure(source).outline)
        text, attempts = apply_cures(source, cures, self.evidence, self.hooks.admit)
        for attempt in attempts:
            self.hooks.on_attempt(number, attempt)
        left = findings if text == source else self.findings(text)
        critique = self.critique(number, text, tuple(f for f in left if not f.cure))
        if self.roles.critic is None and text != source:
            # What overlapped a cure, or came to light by it, has its turn in the next round.
            critique = replace(critique, stop=None)
        if critique.stop is None and self.roles.reviser is not None:
            application = Application(
                text, self.roles.reviser, self.policy, self.evidence, self.hooks, number
            )
            applied = application.run(critique.plan.changes)
            text, attempts = applied.text, (*attempts, *applied.attempts)
            if applied.spent:
                critique = replace(critique, stop=Termination.BUDGET_SPENT)
        plan = replace(critique.plan, changes=(*cures, *critique.plan.changes))
        draft = Revision(
            number, findings, plan, attempts, source, text, False, Verdict(Outcome.CONVERGED),
            before, before, unparseable=critique.unparseable,
        )  # fmt: skip
        revision, refused = self.judged(draft)
        revision = replace(revision, spent=self.hooks.spending() - begun)
        return revision, refused or critique.stop or self.ending(revision)

    def findings(self, source: str) -> tuple[Finding, ...]:
        if source not in self.found:
            self.found[source] = run_checks(source, self.evidence)
        return self.found[source]

    def score(self, source: str, findings: tuple[Finding, ...]) -> Score:
        if source in self.scores:
            return self.scores[source]
        judged: Mapping[str, bool] | None = None
        asked = [criterion for criterion in self.policy.criteria if not criterion.checks]
        if self.roles.judge is not None and asked:
            try:
                said: object = self.roles.judge(source, asked)
            except Spent:
                said = None
            if isinstance(said, Mapping):
                judged = {key: passes for key, passes in said.items() if isinstance(passes, bool)}
        known = self.evidence.cite_keys is not None
        self.scores[source] = score(self.policy.criteria, findings, judged, bibliography=known)
        return self.scores[source]

    def critique(self, number: int, text: str, findings: tuple[Finding, ...]) -> "_Critique":
        """What to change beyond the certain cures, or why nothing is."""
        outline = structure(text).outline
        found = EditPlan(as_changes(findings, outline))
        material = [f for f in findings if f.severity >= self.policy.min_severity]
        if self.roles.critic is None or self.roles.reviser is None:
            return _Critique(*self._offline(found, material))
        try:
            plan: object = self.roles.critic(Critiqued(text, outline, findings, number))
            if not isinstance(plan, EditPlan):
                raise PlanError(f"The critic gave no plan but {type(plan).__name__}.")
        except Spent:
            return _Critique(EditPlan(), Termination.BUDGET_SPENT)
        except PlanError as error:
            return _Critique(EditPlan(), Termination.UNPARSEABLE_PLAN, str(error))
        plan = grounded(_with_findings(plan, found), text, outline)
        return _Critique(*self._worthwhile(plan))

    def _offline(
        self, found: EditPlan, material: list[Finding]
    ) -> tuple[EditPlan, Termination | None]:
        dropped = tuple(Dropped(change, NO_CURE) for change in found.changes)
        if material:
            return EditPlan((), dropped), Termination.CONVERGED
        stop = Termination.LOW_SEVERITY if found.changes else Termination.SATISFIED
        return EditPlan((), dropped), stop

    def _worthwhile(self, plan: EditPlan) -> tuple[EditPlan, Termination | None]:
        """The plan without what is too slight or was asked before."""
        if not plan.changes:
            return plan, Termination.NO_MATERIAL_DEFECT
        severe = [c for c in plan.changes if c.severity >= self.policy.min_severity]
        recent = set[tuple[str, str]]().union(*self.asked[-2:])
        fresh = [change for change in severe if change.key not in recent]
        self.asked.append({change.key for change in severe})
        chosen = fresh[:1] if self.policy.granularity == "single" else fresh
        dropped = [
            *plan.dropped,
            *(Dropped(c, TOO_LOW) for c in plan.changes if c not in severe),
            *(Dropped(c, SEEN_BEFORE) for c in severe if c not in fresh),
            *(Dropped(c, "one change at a time") for c in fresh if c not in chosen),
        ]
        stop = None
        if not severe:
            stop = Termination.LOW_SEVERITY
        elif not fresh:
            stop = Termination.REPEATED_FINDING
        return replace(plan, changes=tuple(chosen), dropped=tuple(dropped)), stop

    def judged(self, draft: Revision) -> tuple[Revision, Termination | None]:
        """The round held against the text before it: gate, then TeX, then the score."""
        if draft.proposal == draft.before:
            return draft, None
        verdict = regression_check(
            draft.before, draft.proposal, evidence=self.evidence, plan=draft.kept
        )
        draft = replace(draft, verdict=verdict)
        if verdict.outcome is Outcome.REGRESSED:
            broken = any(objection.rule == "preserve-broken" for objection in verdict.objections)
            return draft, Termination.PRESERVATION_BROKEN if broken else Termination.REGRESSED
        after = self.score(draft.proposal, self.findings(draft.proposal))
        draft = replace(draft, score_after=after)
        draft = self.compiled(draft)
        if draft.verdict.outcome is Outcome.REGRESSED:
            return draft, Termination.REGRESSED
        if after.value - draft.score_before.value < self.policy.margin:
            return draft, Termination.NOT_IMPROVED
        return replace(draft, accepted=True), None

    def compiled(self, draft: Revision) -> Revision:
        """Regressed when TeX takes the text before but no longer the proposal."""
        if self.hooks.verify is None:
            return draft
        compiles = self.hooks.verify(draft.proposal)
        if compiles is not False or self.hooks.verify(draft.before) is False:
            return replace(draft, compiles=compiles)
        objection = Objection("does-not-compile", "TeX no longer takes the draft.")
        return replace(draft, verdict=Verdict(Outcome.REGRESSED, (objection,)), compiles=False)

    def ending(self, revision: Revision) -> Termination | None:
        """Why another round would be in vain, after one that was not refused."""
        if not revision.accepted:
            return _without_effect(revision.attempts)
        if self.roles.judge is not None and revision.score_after.value >= self.policy.satisfied:
            return Termination.SATISFIED
        gains = [r.score_after.value - r.score_before.value for r in (*self.history, revision)]
        if len(gains) > 1 and max(gains[-2:]) <= 0 and revision.number < self.policy.rounds:
            return Termination.PLATEAU
        return None


@dataclass(frozen=True, slots=True)
class _Critique:
    plan: EditPlan
    stop: Termination | None = None
    """Why nothing is asked of the reviser; None when something is."""
    unparseable: str = ""


def _with_findings(plan: EditPlan, found: EditPlan) -> EditPlan:
    """The critic's changes, then the findings.

    Of two that are equally severe the critic's own goes first: it was made with the findings in
    sight.
    """
    return replace(plan, changes=(*plan.changes, *found.changes)[: 4 * MOST])


def _without_effect(attempts: tuple[Attempt, ...]) -> Termination:
    fates = {attempt.fate for attempt in attempts}
    rules = {o.rule for a in attempts if a.verdict is not None for o in a.verdict.objections}
    if "preserve-broken" in rules:
        return Termination.PRESERVATION_BROKEN
    if "refused" in fates:
        return Termination.REGRESSED
    return Termination.CONVERGED if fates <= {"unchanged"} else Termination.NOT_IMPROVED
