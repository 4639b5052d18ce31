"""The sources of the report in the run folder; what a person changed there is kept."""

import json
from pathlib import Path

from agent.bibliography.types import Cited
from agent.run import STATE
from agent.store import digest_of, file_digest, write_atomically


def write_sources(target: Path, cited: Cited) -> Path | None:
    """Write report.tex, facts.tex and references.bib.

    Gives the copy of report.tex that was set aside because it was edited since the last run.
    """
    mark = target / STATE / "published.json"
    kept = _set_aside(target / "report.tex", mark, cited.draft.source)
    write_atomically(target / "facts.tex", cited.draft.facts)
    write_atomically(target / "references.bib", cited.references)
    write_atomically(target / "report.tex", cited.draft.source)
    write_atomically(mark, json.dumps({"report.tex": file_digest(target / "report.tex")}))
    return kept


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
