"""`reflectex edit`: one section changed by an instruction, under the same gate as any revision."""

import json
import os
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.commands.gate import require_rules
from agent.commands.printing import near, print_json
from agent.console import Console
from agent.documents.difference import difference
from agent.documents.evidence import evidence_for
from agent.documents.naming import section_named
from agent.documents.read import Document, open_document
from agent.documents.write import Saved, require_place, save
from agent.errors import UsageError
from agent.launch import choose_author, settings_for
from agent.model.errors import ModelError, for_people
from agent.reflecting.policy import policy_of
from agent.reflecting.session import Session, session_for
from agent.store import write_atomically
from latex.sections import Section
from latex.structure import structure
from reflect.apply import Application
from reflect.change import Change
from reflect.history import Attempt
from reflect.roles import Hooks
from reflect.verdict import Objection, Outcome, Verdict

YES = frozenset({"y", "yes", "j", "ja", "是"})
TEX = "does-not-compile"
"""The name under which TeX objects, as in a round."""


def edit_section(
    file: Path,
    wanted: str,
    instruction: str,
    given: Mapping[str, Any],
    *,
    output: Path | None,
    bib: Path | None,
    allow: Collection[str],
    yes: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """0 when it was written or there was nothing to write, 1 when it was refused."""
    require_rules([rule for rule in allow if rule != TEX])
    if not instruction.strip():
        raise UsageError("The instruction is empty.", "Say what shall be changed.")
    document = open_document(file)
    section = section_named(wanted, structure(document.tree.text).outline, file.name)
    require_place(document, output)
    settings = settings_for(file.parent, os.environ, given).settings
    if choose_author(settings, os.environ).author != "model":
        raise UsageError(
            "An edit needs a model, and none is set.",
            "Set OPENAI_API_KEY, or name an endpoint with --base-url.",
        )
    console = Console(quiet=quiet)
    with session_for(document, settings, (console,), output) as session:
        try:
            attempt, text = session.stage(
                "edit",
                lambda: _attempt(session, section, instruction, bib, allow),
                lambda result: result[0].fate,
            )
        except ModelError as error:
            where = settings.model.base_url or "api.openai.com"
            raise for_people(error, where) from None
        finally:
            console.close()
        shown = _shown(document, attempt, text)
        _record(session, file, attempt, shown, None)
    sys.stderr.write(shown)
    saved = None
    if attempt.fate == "kept" and (yes or _agreed()):
        saved = save(document, text, output=output)
        _record(session, file, attempt, shown, saved)
    _say(attempt, saved, quiet=quiet)
    if as_json:
        print_json(_content(file, attempt, shown, saved))
    return 1 if attempt.fate in ("refused", "skipped") else 0


def _shown(document: Document, attempt: Attempt, text: str) -> str:
    """The diff of the files, or of what was refused; of a reply that is no text there is none."""
    if attempt.fate == "kept":
        return difference(document, text)
    return attempt.diff if attempt.after else ""


def _attempt(
    session: Session, section: Section, instruction: str, bib: Path | None, allow: Collection[str]
) -> tuple[Attempt, str]:
    """What became of the edit, and the text with it."""
    document, settings = session.document, session.settings
    policy = policy_of(settings.reflect, "document", document.root.parent)
    evidence = evidence_for(document, bib=bib, material=None)
    reviser = session.roles(evidence, policy).reviser
    if reviser is None:
        raise UsageError("An edit needs a model, and none is set.", "Set OPENAI_API_KEY.")
    change = Change(section.anchor, instruction, instruction, severity=5, source="user")
    hooks = session.hooks()
    # What became of it is told when TeX has been asked as well.
    silent = replace(hooks, on_attempt=lambda number, attempt: None)
    before = document.tree.text
    applied = Application(before, reviser, policy, evidence, silent, 1, allow=allow).run([change])
    attempt = applied.attempts[-1]
    if attempt.fate == "kept":
        attempt = _held(document, attempt, applied.text, hooks, allow)
    hooks.on_attempt(1, attempt)
    return attempt, applied.text if attempt.fate == "kept" else before


def _held(
    document: Document, attempt: Attempt, text: str, hooks: Hooks, allow: Collection[str]
) -> Attempt:
    """Refused all the same when TeX does not take it."""
    verify = hooks.verify
    if TEX in allow or verify is None or verify(text) is not False:
        return attempt
    if verify(document.tree.text) is False:
        return attempt
    objection = Objection(TEX, "TeX no longer takes the document.")
    verdict = Verdict(Outcome.REGRESSED, (objection,))
    return replace(attempt, fate="refused", reasons=(objection.message,), verdict=verdict)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        sys.stderr.write("Nothing is written without --yes when nobody can be asked.\n")
        return False
    sys.stderr.write("Write this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in YES


def _say(attempt: Attempt, saved: Saved | None, *, quiet: bool) -> None:
    refused = attempt.fate in ("refused", "skipped")
    match attempt.fate:
        case "kept" if saved is not None:
            lines = [f"written: {near(path)}" for path in saved.written]
            lines += [f"as it was: {near(path)}" for path in saved.backups]
        case "kept":
            lines = ["The edit stands up to the gate; nothing was written."]
        case "unchanged":
            lines = ["The model gave the section back unchanged."]
        case _:
            lines = ["The edit was refused; nothing was written."]
            # Who is not quiet has read the reasons above.
            lines += [f"  {reason}" for reason in attempt.reasons if quiet]
            if attempt.verdict is not None and attempt.verdict.objections:
                rules = dict.fromkeys(o.rule for o in attempt.verdict.objections)
                options = " ".join(f"--allow {rule}" for rule in rules)
                lines.append(f"If that is meant: {options}")
    if not quiet or refused:
        sys.stderr.write("\n".join(lines) + "\n")


def _record(
    session: Session, file: Path, attempt: Attempt, shown: str, saved: Saved | None
) -> None:
    content = _content(file, attempt, shown, saved)
    text = json.dumps(content, ensure_ascii=True, indent=2)
    write_atomically(session.rounds / "edit.json", text + "\n")


def _content(file: Path, attempt: Attempt, shown: str, saved: Saved | None) -> dict[str, Any]:
    verdict = attempt.verdict
    objections = verdict.objections if verdict is not None else ()
    return {
        "file": str(file),
        "fate": attempt.fate,
        "reasons": list(attempt.reasons),
        "objections": [
            {"rule": o.rule, "message": o.message, "detail": list(o.detail)} for o in objections
        ],
        "diff": shown,
        "written": [str(path) for path in saved.written] if saved else [],
        "backups": [str(path) for path in saved.backups] if saved else [],
    }
