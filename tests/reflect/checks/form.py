"""Looking at a source with one check of form."""

from reflect.checks import run
from tests.reflect.checks.content import cured, document, found, seen

__all__ = ["IDS", "cured", "document", "found", "seen"]

IDS = tuple(
    check_id
    for check_id, check in run.CHECKS.items()
    if check.look.__module__.startswith("reflect.checks.form_")
)
"""Of every check in a module `form_…`."""
