"""`reflectex compile`: any LaTeX document to PDF."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent.authors.types import Language
from agent.commands.printing import print_json
from agent.documents.read import open_document
from agent.errors import DEGRADED, EngineMissing, NoPdf, UsageError
from agent.events import Warned
from agent.launch import settings_for
from agent.reflecting.repairing import asked_of
from agent.reflecting.session import session_for
from compile.asking import Ask
from compile.bibtool import BIBTOOLS
from compile.cured import Cured
from compile.document import STALE, compile_document
from compile.engine import ENGINES
from compile.errors import EngineAbsent, Uncompilable
from compile.result import CompileResult, Outcome

WISHES = ("auto", *ENGINES)
CODES = {Outcome.FAILED: NoPdf.exit_code, Outcome.DEGRADED: DEGRADED}
STAGE = "compile"
MOST_LINES = 4
"""Of a cure's before and after, shown to people; the JSON has all of them."""


def compile_path(
    file: Path,
    output: Path | None,
    given: Mapping[str, Any],
    *,
    engine: str,
    bibtool: str,
    timeout: float,
    keep: Path | None,
    repair: bool,
    as_json: bool,
) -> int:
    """`given` names a model where one may be asked; without it none ever is."""
    _require(file, engine, bibtool, timeout)
    try:
        with _asking(file, given, output) as ask:
            result = compile_document(
                file,
                engine=engine,
                bibtool=bibtool,
                timeout=timeout,
                output=output,
                keep=keep,
                mend=repair,
                ask=ask,
            )
    except EngineAbsent as error:
        raise EngineMissing(str(error), "`reflectex doctor` says what to install.") from None
    except Uncompilable as error:
        raise NoPdf(error.message, error.hint) from None
    sys.stderr.writelines(f"{line}\n" for line in _report(result))
    if as_json:
        print_json(_content(result))
    elif result.pdf:
        sys.stdout.write(f"{result.pdf}\n")
    return CODES.get(result.outcome, 0)


def _require(file: Path, engine: str, bibtool: str, timeout: float) -> None:
    for name, wish, known in (("engine", engine, WISHES), ("bibtool", bibtool, BIBTOOLS)):
        if wish not in known:
            raise UsageError(f"There is no {name} {wish!r}.", f"Choose from {', '.join(known)}.")
    if timeout <= 0:
        raise UsageError("The timeout must be more than 0 seconds.", "Try --timeout 120.")
    if not file.exists():
        raise UsageError(f"There is no file {str(file)!r}.", "Check the path.")


@contextmanager
def _asking(file: Path, given: Mapping[str, Any], output: Path | None) -> Iterator[Ask | None]:
    """A model for what no remedy cures, where one is named."""
    model: Mapping[str, Any] = given.get("model", {})
    if not any(model.values()):
        yield None
        return
    document = open_document(file)
    settings = settings_for(file.parent, os.environ, given).settings
    language: Language = "zh" if "{ctex" in document.tree.text else "en"
    with session_for(document, settings, (), output) as session:
        reviser = session.reviser(language)

        def tell(why: str) -> None:
            session.emit(Warned(STAGE, why))
            sys.stderr.write(f"{why}\n")

        yield reviser and asked_of(reviser, language, tell)


def _report(result: CompileResult) -> Iterator[str]:
    """For people: every cure, every problem, and without a PDF why there is none."""
    for cured in result.cured:
        yield from _told(cured)
    yield from (str(d) for d in result.diagnostics if d.severity != "info" or d.code == STALE)
    if result.outcome is Outcome.FAILED:
        yield _reasons(result)


def _told(cured: Cured) -> Iterator[str]:
    yield f"cured: {cured}"
    for sign, text in (("-", cured.before), ("+", cured.after)):
        lines = text.splitlines()
        yield from (f"    {sign} {line}" for line in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            yield f"    {sign} … {len(lines) - MOST_LINES} more lines"


def _reasons(result: CompileResult) -> str:
    problems = [str(error).rstrip(".") for error in result.errors[:3]]
    if not problems:
        return "No PDF: TeX gave no reason."
    return f"No PDF: {'; '.join(problems)}."


def _content(result: CompileResult) -> dict[str, object]:
    names = ("severity", "file", "line", "code", "message")
    diagnostics = [{n: asdict(d)[n] for n in names} for d in result.diagnostics]
    places = ("file", "line", "end_line", "reason")
    return {
        "outcome": result.outcome,
        "pdf": result.pdf,
        "engine": result.engine,
        "passes": result.passes,
        "pass_reasons": list(result.pass_reasons),
        "diagnostics": diagnostics,
        "repaired": [asdict(cured) for cured in result.cured],
        "quarantined": [{n: asdict(block)[n] for n in places} for block in result.quarantined],
        "log": result.log,
    }
