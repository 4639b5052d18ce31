"""All checks over one source."""

from collections.abc import Collection, Iterable
from importlib import import_module
from pkgutil import iter_modules

from latex.citations import replace_spans
from latex.structure import structure
from reflect import checks
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Evidence
from reflect.finding import Category, Finding

for _module in iter_modules(checks.__path__):
    if _module.name not in ("run", "registry"):
        import_module(f"reflect.checks.{_module.name}")

__all__ = ["CHECKS", "apply_cures", "run_checks"]


def run_checks(
    source: str,
    evidence: Evidence = Evidence(),  # noqa: B008  # frozen
    *,
    only: Collection[str] = (),
) -> tuple[Finding, ...]:
    """What the checks find, by place; `only` names those to run.

    A check that fails takes no other down: it is a finding `check-failed` itself.
    """
    seen = structure(source)
    found: list[Finding] = []
    for check in CHECKS.values():
        if only and check.id not in only:
            continue
        try:
            found += findings_of(check, seen, evidence)
        except (TimeoutError, RecursionError, ValueError, LookupError) as error:
            message = f"The check {check.id} could not be run: {type(error).__name__}."
            found.append(Finding("check-failed", 1, Category.OTHER, message, 0, 0))
    return tuple(sorted(found, key=lambda f: (f.start, f.end, f.id)))


def apply_cures(source: str, findings: Iterable[Finding]) -> str:
    """The source with every cure, where two overlap the first."""
    edits: dict[tuple[int, int, str], None] = {}
    reach = -1
    for finding in sorted(findings, key=lambda f: min((e.start for e in f.cure), default=0)):
        wanted = [(edit.start, edit.end, edit.new) for edit in finding.cure]
        if wanted and min(wanted)[0] >= reach:
            edits.update(dict.fromkeys(wanted))
            reach = max(end for _, end, _ in wanted)
    return replace_spans(source, edits)
