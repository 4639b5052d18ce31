"""`reflectex check`: what the checks find in any document, for nothing."""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from agent.commands.printing import print_json, print_text
from agent.documents.evidence import evidence_for
from agent.documents.read import Document, open_document
from agent.errors import UsageError
from agent.summaries import count
from reflect.checks.run import CHECKS, run_checks
from reflect.finding import Finding


def check_files(
    files: Sequence[Path],
    *,
    bib: Path | None,
    material: Path | None,
    least: int,
    only: tuple[str, ...],
    as_json: bool,
) -> int:
    """0 when nothing of that severity is found in any of the files, else 1."""
    _require_checks(only)
    rows = []
    for file in files:
        document = open_document(file)
        evidence = evidence_for(document, bib=bib, material=material)
        found = run_checks(document.tree.text, evidence, only=only)
        rows += [_row(document, finding) for finding in found if finding.severity >= least]
    if as_json:
        print_json({"findings": rows})
    else:
        for row in rows:
            print_text(_line(row) + "\n")
        sys.stderr.write(_closing(rows))
    return 1 if rows else 0


def _require_checks(only: tuple[str, ...]) -> None:
    for name in only:
        if name not in CHECKS:
            near = get_close_matches(name, list(CHECKS), n=1, cutoff=0.5)
            raise UsageError(
                f"There is no check {name!r}.",
                f"Did you mean {near[0]!r}?" if near else "`reflectex check --list` shows all.",
            )


def list_checks(*, as_json: bool) -> int:
    """Every check with its severity and the first line of what it matches."""
    rows = [
        {
            "id": check.id,
            "severity": check.severity,
            "category": check.category.value,
            "matches": " ".join((check.look.__doc__ or "").strip().split("\n\n")[0].split()),
        }
        for check in CHECKS.values()
    ]
    if as_json:
        print_json({"checks": rows})
        return 0
    for row in sorted(rows, key=lambda row: (-int(str(row["severity"])), str(row["id"]))):
        print_text(f"{row['severity']}  {row['id']:<28} {row['matches']}\n")
    return 0


def _row(document: Document, finding: Finding) -> dict[str, Any]:
    file, line = document.line_of(finding.start)
    return {
        "id": finding.id,
        "severity": finding.severity,
        "section": finding.section,
        "file": file,
        "line": line,
        "message": finding.message,
        "evidence": finding.evidence,
        "curable": bool(finding.cure),
        "document": str(document.root),
    }


def _line(row: dict[str, Any]) -> str:
    """With a path that leads to the file from here, as editors and CI take it."""
    path = Path(row["document"]).parent / row["file"]
    cure = " (curable)" if row["curable"] else ""
    return f"{path}:{row['line']}: {row['severity']} {row['id']}: {row['message']}{cure}"


def _closing(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "Nothing found.\n"
    curable = sum(row["curable"] for row in rows)
    cures = f", {curable} with a certain cure; `reflectex reflect FILE` applies them"
    return f"{count(len(rows), 'finding')}{cures if curable else ''}.\n"
