"""Compile: the sources go out, TeX runs locked in, the PDF is published when it is whole."""

from dataclasses import replace

from agent.authors.types import Language
from agent.bibliography.types import Cited
from agent.errors import EngineMissing, NoPdf
from agent.figures.types import Figures
from agent.reflecting.repairing import asked_of
from agent.run import STATE, Run, reads
from agent.stages.sources import mark_sources, write_sources
from compile.asking import Ask
from compile.document import compile_document
from compile.errors import EngineAbsent, Uncompilable
from compile.result import CompileResult, Outcome


@reads("compile")
def compile_report(run: Run, cited: Cited, figures: Figures) -> CompileResult:
    """Write report.tex and what belongs to it, then compile it.

    Raises:
        EngineMissing: there is no TeX here; the sources are written all the same.
        NoPdf: TeX gave no PDF; the first problems are named.
    """
    kept = write_sources(run.target, cited)
    if kept is not None:
        run.warn("compile", f"The edited report.tex was kept as {kept.name}.")
    settings = run.settings.compile
    try:
        result = compile_document(
            run.target / "report.tex",
            engine=settings.engine,
            timeout=settings.timeout,
            keep=run.target / STATE / "build",
            ask=_ask(run, cited.draft.source),
            in_place=True,
            by_model=True,
        )
    except EngineAbsent as error:
        raise EngineMissing(
            f"{error} The sources are in {run.target}.", "`reflectex doctor` says what to install."
        ) from None
    except Uncompilable as error:
        raise NoPdf(error.message, error.hint) from None
    mark_sources(run.target)
    for diagnostic in result.diagnostics:
        if diagnostic.severity != "info":
            run.warn("compile", str(diagnostic))
    if result.outcome is Outcome.FAILED or result.pdf is None:
        problems = "; ".join(str(d) for d in result.errors[:3]) or "TeX gave no reason"
        raise NoPdf(
            f"The report could not be compiled: {problems}.",
            f"The whole log is {result.log or 'not there'}.",
        )
    return replace(result, pdf="report.pdf")


def _ask(run: Run, source: str) -> Ask | None:
    language: Language = "zh" if "{ctex" in source else "en"
    reviser = run.author.reviser(language)
    return reviser and asked_of(reviser, language, lambda why: run.warn("compile", why))
