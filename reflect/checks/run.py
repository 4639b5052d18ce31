"""All checks over one source."""

from collections.abc import Collection
from importlib import import_module
from pkgutil import iter_modules

from latex.structure import structure
from reflect import checks
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Evidence
from reflect.finding import Category, Finding

for _module in iter_modules(checks.__path__):
    if _module.name not in ("run", "registry"):
        import_module(f"reflect.checks.{_module.name}")

__all__ = ["CHECKS", "run_checks"]


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
