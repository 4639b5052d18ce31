"""`reflectex gate`: whether a revision lost something; for hooks and CI as well."""

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from agent.commands.printing import print_json, print_text
from agent.documents.evidence import evidence_for
from agent.documents.git import committed
from agent.documents.read import Document, open_document
from agent.documents.versions import GIT, against, two_versions
from agent.errors import UsageError
from reflect.evidence import Evidence
from reflect.gate import RULE_NAMES, regression_check
from reflect.verdict import Objection, Outcome, Verdict

SHOWN = 8
"""Keys, files or headings that are listed of one objection."""
SAID = 20
"""Characters of one by which it is known again in a message."""


def gate_two(
    old: str, new: Path, *, bib: Path | None, allow: Collection[str], as_json: bool
) -> int:
    """Hold `new` against `old`, a file or `git:REV:PATH`; 1 when it regressed."""
    require_rules(allow)
    if str(new).startswith(GIT):
        raise UsageError("Only OLD can be git:REV:PATH.", "NEW is a file.")
    before, document, after = two_versions(old, new, Path.cwd())
    verdict = _judge(before, after, _known(document, bib), allow)
    if as_json:
        print_json(as_content(verdict))
    else:
        print_text(f"{verdict.outcome.value}\n")
        _explain(verdict)
    return 1 if verdict.outcome is Outcome.REGRESSED else 0


def gate_against(
    revision: str,
    files: list[Path],
    *,
    bib: Path | None,
    allow: Collection[str],
    as_json: bool,
) -> int:
    """Hold each file against its own text in a git revision; new files have nothing to lose."""
    require_rules(allow)
    here = Path.cwd()
    verdicts: dict[str, Verdict] = {}
    new = []
    for file in files:
        if not file.is_file():
            raise UsageError(f"There is no file {str(file)!r}.", "Check the path.")
        old = committed(revision, file.resolve(), here)
        if old.blob() is None:
            new.append(str(file))
            continue
        before, after = against(old, file)
        evidence = _known(open_document(file), bib) if bib is not None else Evidence()
        verdicts[str(file)] = _judge(before, after, evidence, allow)
    if as_json:
        print_json(_content(verdicts, new))
    else:
        for name in new:
            print_text(f"{name}: new\n")
        for name, verdict in verdicts.items():
            print_text(f"{name}: {verdict.outcome.value}\n")
            _explain(verdict)
    return 1 if _worst(verdicts) is Outcome.REGRESSED else 0


def require_rules(allow: Collection[str]) -> None:
    """See that every name is that of a rule.

    Raises:
        UsageError: it is not.
    """
    unknown = [rule for rule in allow if rule not in RULE_NAMES]
    if unknown:
        raise UsageError(
            f"There is no rule {unknown[0]!r} of the gate.", f"The rules: {', '.join(RULE_NAMES)}."
        )


def as_content(verdict: Verdict) -> dict[str, Any]:
    objections = [
        {"rule": o.rule, "message": o.message, "detail": list(o.detail)} for o in verdict.objections
    ]
    return {"verdict": verdict.outcome.value, "objections": objections}


def _content(verdicts: dict[str, Verdict], new: list[str]) -> dict[str, Any]:
    files = [{"file": name, **as_content(verdict)} for name, verdict in verdicts.items()]
    return {
        "verdict": _worst(verdicts).value,
        "objections": [
            {"file": content["file"], **objection}
            for content in files
            for objection in content["objections"]
        ],
        "files": files,
        "new": new,
    }


def _worst(verdicts: dict[str, Verdict]) -> Outcome:
    outcomes = {verdict.outcome for verdict in verdicts.values()}
    if Outcome.REGRESSED in outcomes:
        return Outcome.REGRESSED
    return Outcome.ACCEPTED if Outcome.ACCEPTED in outcomes else Outcome.CONVERGED


def _known(document: Document, bib: Path | None) -> Evidence:
    """What is known of the keys; without a .bib that is named, nothing."""
    if bib is None:
        return Evidence()
    evidence = evidence_for(document, bib=bib, material=None)
    return Evidence(cite_keys=evidence.cite_keys, bibtex=evidence.bibtex)


def _judge(before: str, after: str, evidence: Evidence, allow: Collection[str]) -> Verdict:
    """The verdict on two texts; git may keep other line ends than the folder."""
    old, new = (text.replace("\r\n", "\n") for text in (before, after))
    return regression_check(old, new, evidence=evidence, allow=allow)


def _explain(verdict: Verdict) -> None:
    for objection in verdict.objections:
        sys.stderr.write(f"  {objection.rule}: {objection.message}{_detail(objection)}\n")


def _detail(objection: Objection) -> str:
    """What it is about, where the message does not say it; the rest is in the object of --json."""
    if any(item[:SAID] in objection.message for item in objection.detail) or not objection.detail:
        return ""
    more = ", …" if len(objection.detail) > SHOWN else ""
    return f" ({', '.join(objection.detail[:SHOWN])}{more})"
