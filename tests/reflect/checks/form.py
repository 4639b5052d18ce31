"""Looking at a source with one check of form."""

from latex.citations import replace_spans
from reflect.checks import run
from tests.reflect.checks.content import cured, document, found, seen

__all__ = ["IDS", "apply_cures", "cured", "document", "found", "seen"]

IDS = tuple(
    check_id
    for check_id, check in run.CHECKS.items()
    if check.look.__module__.startswith("reflect.checks.form_")
)
"""Of every check in a module `form_…`."""


def apply_cures(source, findings):
    """The source with every cure, where two overlap the first."""
    edits: dict[tuple[int, int, str], None] = {}
    reach = -1
    for finding in sorted(findings, key=lambda f: min((e.start for e in f.cure), default=0)):
        wanted = [(edit.start, edit.end, edit.new) for edit in finding.cure]
        if wanted and min(wanted)[0] >= reach:
            edits.update(dict.fromkeys(wanted))
            reach = max(end for _, end, _ in wanted)
    return replace_spans(source, edits)
