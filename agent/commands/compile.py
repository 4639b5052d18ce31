"""`reflectex compile`: any LaTeX document to PDF."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from agent.errors import DEGRADED, EngineMissing, NoPdf, UsageError
from compile.document import compile_document
from compile.errors import EngineAbsent, Uncompilable
from compile.result import CompileResult, Outcome

ENGINES = ("auto", "pdflatex", "xelatex", "lualatex")
CODES = {Outcome.FAILED: NoPdf.exit_code, Outcome.DEGRADED: DEGRADED}


def compile_path(
    file: Path, output: Path | None, engine: str, timeout: float, *, as_json: bool
) -> int:
    if engine not in ENGINES:
        raise UsageError(f"There is no engine {engine!r}.", f"Choose from {', '.join(ENGINES)}.")
    if not file.exists():
        raise UsageError(f"There is no file {str(file)!r}.", "Check the path.")
    try:
        result = compile_document(file, engine=engine, timeout=timeout, output=output)
    except EngineAbsent as error:
        raise EngineMissing(str(error), "`reflectex doctor` says what to install.") from None
    except Uncompilable as error:
        raise NoPdf(error.message, error.hint) from None
    for diagnostic in result.diagnostics:
        if diagnostic.severity != "info":
            sys.stderr.write(f"{diagnostic}\n")
    if as_json:
        sys.stdout.write(json.dumps(_content(result), ensure_ascii=False) + "\n")
    elif result.pdf:
        sys.stdout.write(f"{result.pdf}\n")
    return CODES.get(result.outcome, 0)


def _content(result: CompileResult) -> dict[str, object]:
    names = ("severity", "file", "line", "code", "message")
    diagnostics = [{n: asdict(d)[n] for n in names} for d in result.diagnostics]
    return {
        "outcome": result.outcome,
        "pdf": result.pdf,
        "engine": result.engine,
        "passes": result.passes,
        "diagnostics": diagnostics,
        "repaired": [],
        "quarantined": [],
    }
