"""The part of a round that needs no model: certain cures, each kind gated for itself."""

from collections.abc import Iterable, Sequence

from latex.citations import replace_spans
from latex.sections import Outline
from reflect.change import WHOLE, Change
from reflect.evidence import Evidence
from reflect.finding import Finding
from reflect.gate import regression_check
from reflect.history import Attempt
from reflect.roles import Admit
from reflect.verdict import Outcome, unwritable

SHOWN = 60
"""Characters around a cure that its record shows."""


def as_changes(findings: Iterable[Finding], outline: Outline) -> tuple[Change, ...]:
    """Findings as plan items, most severe first: those of one check in one section are one."""
    groups: dict[tuple[str, str, bool], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.id, finding.section, bool(finding.cure)), []).append(finding)
    changes = [_change(group) for group in groups.values()]
    return tuple(sorted(changes, key=lambda change: -change.severity))


def _change(group: Sequence[Finding]) -> Change:
    first = group[0]
    more = f" ({len(group)} places)" if len(group) > 1 else ""
    # Without a cure a reviser must find the place, so the first one is quoted.
    return Change(
        section=first.section or WHOLE,
        issue=f"{first.message}{more}",
        action=first.action or first.message,
        category=first.category,
        severity=max(finding.severity for finding in group),
        evidence=first.evidence,
        removes=tuple(dict.fromkeys(f.evidence for f in group if f.evidence)),
        source="check",
        cure=tuple(edit for finding in group for edit in finding.cure),
        check=first.id,
    )


def apply_cures(
    source: str, changes: Sequence[Change], evidence: Evidence, admit: Admit = lambda source: ""
) -> tuple[str, tuple[Attempt, ...]]:
    """The text with every cure that passes the gate, and what became of each.

    All cures are edits of `source`; one that overlaps an earlier one waits for the next round.
    Whether the text has a place to go to is asked once, and of each cure only where it has none.
    """
    text, attempts = _cured(source, changes, evidence, lambda text: "")
    if text == source or not admit(text):
        return text, attempts
    return _cured(source, changes, evidence, admit)


def _cured(
    source: str, changes: Iterable[Change], evidence: Evidence, admit: Admit
) -> tuple[str, tuple[Attempt, ...]]:
    accepted: list[tuple[int, int, str]] = []
    text, attempts = source, []
    for change in changes:
        edits = [(edit.start, edit.end, edit.new) for edit in change.cure]
        try:
            candidate = replace_spans(source, dict.fromkeys([*accepted, *edits]))
        except ValueError:
            attempts.append(Attempt(change, "skipped", ("It overlaps another cure.",)))
            continue
        before, after = _shown(source, edits)
        verdict = regression_check(text, candidate, evidence=evidence, plan=(change,))
        if verdict.outcome is not Outcome.REGRESSED:
            verdict = unwritable(admit(candidate)) or verdict
        if verdict.outcome is Outcome.REGRESSED:
            reasons = tuple(objection.message for objection in verdict.objections)
            attempts.append(Attempt(change, "refused", reasons, before, after, verdict))
            continue
        # A cure of nothing but white space is a cure all the same.
        accepted += edits
        text = candidate
        attempts.append(Attempt(change, "kept", (), before, after, verdict))
    return text, tuple(attempts)


def _shown(source: str, edits: Sequence[tuple[int, int, str]]) -> tuple[str, str]:
    """The lines that hold the edits, before and after."""
    before, after = [], []
    for start, end, new in sorted(edits):
        left = max(source.rfind("\n", 0, start) + 1, start - SHOWN)
        right = source.find("\n", end)
        right = min(len(source) if right < 0 else right, end + SHOWN)
        before.append(source[left:right])
        after.append(source[left:start] + new + source[end:right])
    return "\n".join(before) + "\n", "\n".join(after) + "\n"
