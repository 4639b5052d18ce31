"""The whole of a run, from a folder to a PDF: the file to read first."""

from agent.run import Run
from agent.stages.bib import cite_sources
from agent.stages.compile import compile_report
from agent.stages.explore import explore_materials
from agent.stages.figures import draw_figures
from agent.stages.reflect import reflect_on_draft
from agent.stages.scan import scan_materials
from agent.stages.write import write_draft
from compile.result import CompileResult


def generate(run: Run) -> CompileResult:
    """Turn the materials of a folder into a compiled report."""
    inventory = run.stage("scan", scan_materials)
    findings = run.stage("explore", explore_materials, inventory)
    figures = run.stage("figures", draw_figures, inventory, findings)
    draft = run.stage("write", write_draft, inventory, findings, figures)
    reflected = run.stage("reflect", reflect_on_draft, inventory, findings, figures, draft)
    cited = run.stage("bib", cite_sources, inventory, reflected)
    return run.stage("compile", compile_report, cited, figures)
