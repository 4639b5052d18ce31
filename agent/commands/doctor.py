"""`reflectex doctor`: what a run needs from this machine, and what mends each fault."""

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.launch import choose_author, settings_for
from agent.materials.encoding import decode
from agent.materials.errors import Unreadable
from agent.materials.walk import list_files
from agent.run import Run, default_target, is_writable
from agent.settings import Settings
from compile.doctor import probe

CHINESE = re.compile(r"[\u3400-\u9fff]")
TEXTS = {".md", ".txt", ".rst", ".tex", ".csv", ".tsv", ".dat", ".toml"}
SHORT = 200_000
"""Bytes of a text that is looked into."""
MOST = 200
"""Files that are looked at."""


@dataclass(frozen=True, slots=True)
class Checked:
    name: str
    good: bool
    detail: str
    remedy: str = ""
    needed: bool = True
    """Whether a run cannot end well without it."""


def examine_machine(folder: Path, output: Path | None, *, as_json: bool) -> int:
    resolved = settings_for(folder, os.environ, {})
    target = output or default_target(folder)
    language = typeset_in(folder, resolved.settings)
    checks = check_all(resolved.settings, target, os.environ, language)
    if as_json:
        content = [
            {"name": c.name, "ok": c.good, "detail": c.detail, "remedy": c.remedy} for c in checks
        ]
        sys.stdout.write(json.dumps({"checks": content}, ensure_ascii=False) + "\n")
    else:
        for check in checks:
            mark = "ok  " if check.good else "FAIL" if check.needed else "warn"
            remedy = f"\n       mend it with: {check.remedy}" if check.remedy else ""
            sys.stdout.write(f"{mark}  {check.name}: {check.detail}{remedy}\n")
    return 7 if any(not c.good and c.needed for c in checks) else 0


def check_all(
    settings: Settings, target: Path, environment: Mapping[str, str], language: str
) -> tuple[Checked, ...]:
    """All checks, in the order in which a run would meet them."""
    tex = (
        Checked(p.name, p.ok, p.detail, "" if p.ok else p.remedy, needed=p.needed)
        for p in probe(language, settings.bibliography.style)
    )
    return (_place(target), *tex, *_endpoint(settings, environment))


def _place(target: Path) -> Checked:
    good = is_writable(target)
    remedy = "" if good else "choose another place with --output"
    return Checked("run folder", good, f"{target} can{'' if good else 'not'} be written", remedy)


def _endpoint(settings: Settings, environment: Mapping[str, str]) -> tuple[Checked, ...]:
    choice = choose_author(settings, environment)
    if choice.author == "offline":
        return (Checked("author", True, f"offline: {choice.reason}"),)
    from agent.model.endpoint import reach

    problem = reach(settings.model, environment.get("OPENAI_API_KEY", ""))
    good = not problem
    return (
        Checked("author", True, f"model: {choice.reason}"),
        Checked("endpoint", good, problem or "answers"),
    )


def typeset_in(folder: Path, settings: Settings) -> str:
    """`zh` when TeX will have to set Chinese: by the settings, or by what the folder holds.

    Looks at the names of files and at the beginnings of those that are short texts, before any
    of them is read in earnest.
    """
    if settings.report.language != "auto":
        return settings.report.language
    files = [entry for entry in list_files(folder) if not entry.ignored]
    if any(CHINESE.search(entry.path) for entry in files):
        return "zh"
    for entry in files[:MOST]:
        if Path(entry.path).suffix.lower() in TEXTS and entry.bytes <= SHORT:
            try:
                text = decode((folder / entry.place).read_bytes()).text
            except (OSError, Unreadable):
                continue
            if CHINESE.search(text):
                return "zh"
    return "en"


def faults(run: Run, environment: Mapping[str, str]) -> tuple[str, ...]:
    """What stands in the way of this run, said before the first token is spent."""
    language = typeset_in(run.folder, run.settings)
    checks = check_all(run.settings, run.target, environment, language)
    return tuple(
        f"{c.name}: {c.detail}" + (f" (mend it with: {c.remedy})" if c.remedy else "")
        for c in checks
        if not c.good
    )
