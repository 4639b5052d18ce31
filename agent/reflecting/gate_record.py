"""A round as plain data: what journal, run.json and a page show of it."""

from typing import Any

from reflect.change import Change
from reflect.history import Attempt, Revision, Spending
from reflect.score import Score


def gate_record(revision: Revision) -> dict[str, Any]:
    """The structured `reflect_gate` of a round; texts and diffs are in the run folder."""
    return {
        "round": revision.number,
        "outcome": revision.verdict.outcome.value,
        "accepted": revision.accepted,
        "termination": revision.termination.value if revision.termination else None,
        "plan": [_change(change) for change in revision.plan.changes],
        "attempts": [_attempt(attempt) for attempt in revision.attempts],
        "kept": sum(attempt.fate == "kept" for attempt in revision.attempts),
        "dropped": [
            {**_change(dropped.change), "reason": dropped.reason}
            for dropped in revision.plan.dropped
        ],
        "objections": _objections(revision),
        "score": {"before": _score(revision.score_before), "after": _score(revision.score_after)},
        "compiles": revision.compiles,
        "findings": len(revision.findings),
        "unparseable": revision.unparseable,
        "repaired": list(revision.plan.repaired),
        **_spent(revision.spent),
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "section": change.section,
        "category": change.category.value,
        "severity": change.severity,
        "issue": change.issue,
        "action": change.action,
        "evidence": change.evidence[:300],
        "source": change.source,
        "check": change.check,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    rules = [o.rule for o in attempt.verdict.objections] if attempt.verdict else []
    return {
        "section": attempt.change.section,
        "issue": attempt.change.issue,
        "source": attempt.change.source,
        "fate": attempt.fate,
        "reasons": list(attempt.reasons),
        "rules": rules,
        "diff": attempt.diff[:4000],
    }


def _objections(revision: Revision) -> list[dict[str, Any]]:
    return [
        {"rule": o.rule, "message": o.message, "detail": list(o.detail)}
        for o in revision.verdict.objections
    ]


def _score(score: Score) -> dict[str, Any]:
    return {"value": round(score.value, 4), "failed": list(score.failed)}


def _spent(spent: Spending) -> dict[str, Any]:
    tokens = {
        "calls": spent.calls,
        "prompt": spent.prompt,
        "cached": spent.cached,
        "completion": spent.completion,
    }
    return {"tokens": tokens, "seconds": round(spent.seconds, 3), "cost": round(spent.cost, 6)}
