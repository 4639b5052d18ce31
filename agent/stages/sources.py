"""The sources of the report in the run folder; what a person changed there is kept."""

import json
from pathlib import Path

from agent.bibliography.types import Cited
from agent.run import STATE
from agent.store import digest_of, file_digest, write_atomically

MARK = f"{STATE}/published.json"


def write_sources(target: Path, cited: Cited) -> Path | None:
    """Write report.tex, facts.tex and references.bib.

    Gives the copy of report.tex that was set aside because it was edited since the last run.
    """
    kept = _set_aside(target / "report.tex", target / MARK, cited.draft.source)
    write_atomically(target / "facts.tex", cited.draft.facts)
    write_atomically(target / "references.bib", cited.references)
    write_atomically(target / "report.tex", cited.draft.source)
    mark_sources(target)
    return kept


def mark_sources(target: Path) -> None:
    """Note that report.tex, as it is now, is the program's own."""
    write_atomically(target / MARK, json.dumps({"report.tex": file_digest(target / "report.tex")}))


def _set_aside(report: Path, mark: Path, new: str) -> Path | None:
    if not report.exists() or report.read_bytes() == new.encode():
        return None
    try:
        ours = json.loads(mark.read_text())["report.tex"]
    except (OSError, ValueError, KeyError):
        ours = ""
    if file_digest(report) == ours:
        return None
    content = report.read_bytes()
    copy = report.with_name(f"report-edited-{digest_of(content)[:8]}.tex")
    write_atomically(copy, content)
    return copy
