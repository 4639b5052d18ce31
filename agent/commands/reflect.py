"""`reflectex reflect`: gated rounds on any document; what is accepted is written back."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent.commands.printing import near, print_json, print_text
from agent.console import Console
from agent.documents.difference import difference
from agent.documents.evidence import evidence_for
from agent.documents.read import Document, open_document
from agent.documents.write import Saved, require_place, save
from agent.errors import ReportError
from agent.launch import settings_for
from agent.model.errors import ModelError, for_people
from agent.reflecting.gate_record import gate_record
from agent.reflecting.policy import policy_of
from agent.reflecting.recording import STAGE
from agent.reflecting.session import Session, session_for
from agent.store import write_atomically
from agent.summaries import count, rounds_in_words
from reflect.history import Reflection
from reflect.loop import reflect


def reflect_file(
    file: Path,
    given: Mapping[str, Any],
    *,
    output: Path | None,
    bib: Path | None,
    material: Path | None,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Reflect, write what was accepted, say what happened."""
    document = open_document(file)
    if not dry_run:
        require_place(document, output)
    folder = document.root.parent
    resolved = settings_for(folder, os.environ, given)
    policy = policy_of(resolved.settings.reflect, "document", folder)
    evidence = evidence_for(document, bib=bib, material=material)
    console = Console(quiet=quiet)
    with session_for(document, resolved.settings, (console,), output) as session:
        try:
            roles, hooks = session.roles(evidence, policy), session.hooks()
            reflection = session.stage(
                STAGE,
                lambda: reflect(document.tree.text, roles, policy, evidence, hooks),
                rounds_in_words,
            )
        except ModelError as error:
            raise _for_people(error, session) from None
        finally:
            console.close()
        content = _content(document, reflection, session)
        _record(session, content)
        saved = None
        if (reflection.changed or output is not None) and not dry_run:
            saved = save(document, reflection.final, output=output)
            content["written"] = [str(path) for path in saved.written]
            content["backups"] = [str(path) for path in saved.backups]
            _record(session, content)
    _report(reflection, saved, session, dry_run=dry_run, quiet=quiet)
    if as_json:
        print_json(content)
    elif dry_run:
        print_text(content["diff"])
    return 0


def _for_people(error: ModelError, session: Session) -> ReportError:
    return for_people(error, session.settings.model.base_url or "api.openai.com")


def _record(session: Session, content: Mapping[str, Any]) -> None:
    write_atomically(session.rounds / "reflection.json", json.dumps(content, indent=2) + "\n")


def _content(document: Document, reflection: Reflection, session: Session) -> dict[str, Any]:
    spent = session.spendings().get(STAGE, {})
    return {
        "file": str(document.root),
        "changed": reflection.changed,
        "termination": reflection.termination,
        "score": {
            "before": round(reflection.score.value, 4),
            "after": round(reflection.final_score.value, 4),
        },
        "rounds": [gate_record(revision) for revision in reflection.history],
        "diff": difference(document, reflection.final),
        "written": [],
        "backups": [],
        "journal": str(session.folder / "journal.jsonl"),
        "tokens": {
            name: int(spent.get(name, 0)) for name in ("calls", "prompt", "cached", "completion")
        },
        "cost": round(spent.get("cost", 0.0), 6),
        "warnings": list(session.warnings),
    }


def _left(reflection: Reflection) -> int:
    """Findings of the last round that were nobody's to mend."""
    if not reflection.history:
        return 0
    dropped = reflection.history[-1].plan.dropped
    return sum(item.change.source == "check" for item in dropped)


def _report(
    reflection: Reflection, saved: Saved | None, session: Session, *, dry_run: bool, quiet: bool
) -> None:
    if quiet:
        return
    lines = []
    if not reflection.changed:
        lines.append("The document is as it was.")
    if saved is not None:
        lines += [f"written: {near(path)}" for path in saved.written]
        lines += [f"as it was: {near(path)}" for path in saved.backups]
    elif reflection.changed and dry_run:
        lines.append("Nothing was written, since this is a dry run.")
    if left := _left(reflection):
        shown = count(left, "finding")
        lines.append(f"{shown} left that nothing certain mends; `reflectex check` lists them.")
    lines.append(f"every round: {near(session.rounds)}")
    sys.stderr.write("\n".join(lines) + "\n")
