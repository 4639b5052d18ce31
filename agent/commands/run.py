"""`reflectex run`: the pipeline from the command line, with its record at the end."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent.commands.doctor import faults
from agent.console import Console
from agent.errors import DEGRADED, INTERRUPTED, ReportError
from agent.events import RunFinished, RunStarted
from agent.figures.types import Figures
from agent.launch import choose_author, open_run, settings_for
from agent.materials.walk import check_folder
from agent.model.errors import ModelError, for_people
from agent.pipeline import generate
from agent.record import record, summary
from agent.reflecting.types import Reflected
from agent.run import Run, program_version
from agent.summaries import count
from compile.result import CompileResult, Outcome


def run_folder(
    folder: Path,
    output: Path | None,
    given: Mapping[str, Any],
    *,
    dry_run: bool,
    fresh: bool,
    quiet: bool,
    as_json: bool,
    strict: bool = False,
) -> int:
    """Run the pipeline and give the exit code that says what is true."""
    check_folder(folder)
    resolved = settings_for(folder, os.environ, given)
    choice = choose_author(resolved.settings, os.environ)
    console = Console(quiet=quiet)
    run = open_run(
        folder,
        output=output,
        resolved=resolved,
        environment=os.environ,
        listeners=(console,),
        fresh=fresh,
    )
    if dry_run:
        from agent.commands.dry_run import show_prompts

        return show_prompts(run, as_json=as_json)
    with run:
        run.emit(RunStarted(str(run.folder), run.author.name, choice.reason, program_version()))
        for fault in faults(run, os.environ):
            run.warn("doctor", fault)
        try:
            code, message, hint = _carry_out(run, strict=strict)
        finally:
            console.close()
        content = record(run, code, message)
        run.emit(RunFinished(code, content["pdf"], message))
    _report(content, hint, quiet=quiet, as_json=as_json)
    return code


def _carry_out(run: Run, *, strict: bool) -> tuple[int, str, str]:
    """Exit code, what happened, and what to do about it."""
    try:
        result = generate(run)
    except ReportError as error:
        return error.exit_code, error.message, error.hint
    except ModelError as error:
        failed = for_people(error, run.settings.model.base_url or "api.openai.com")
        return failed.exit_code, failed.message, failed.hint
    except KeyboardInterrupt:
        return INTERRUPTED, "Interrupted; what was finished is kept.", "Run it again to go on."
    except BaseException as error:
        record(run, 70, f"{type(error).__name__}: {error}")
        raise
    code = _code(run, result)
    if strict and code == 0 and (left := _untraced(run)):
        return DEGRADED, f"Not to be handed in (--strict): {count(left, 'number')} untraced.", ""
    return code, "", ""


def _code(run: Run, result: CompileResult) -> int:
    """Degraded when TeX lost something, or a figure the report should have was not drawn."""
    figures = run.products.get("figures")
    lost = isinstance(figures, Figures) and bool(figures.refused)
    return DEGRADED if lost or result.outcome is Outcome.DEGRADED else 0


def _untraced(run: Run) -> int:
    """How many numbers of the report nothing accounts for."""
    reflected = run.products.get("reflect")
    return len(reflected.untraced) if isinstance(reflected, Reflected) else 0


def _report(content: dict[str, Any], hint: str, *, quiet: bool, as_json: bool) -> None:
    lines = [] if quiet else summary(content)
    for line in filter(None, (*lines, content["message"], hint)):
        sys.stderr.write(line + "\n")
    sys.stderr.flush()
    if as_json:
        sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")
    elif content["pdf"]:
        sys.stdout.write(content["pdf"] + "\n")
