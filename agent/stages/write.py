"""Write: the author plans and writes section by section; skeleton and facts are ours."""

from concurrent.futures import ThreadPoolExecutor

from agent.analysis.printing import facts_tex
from agent.analysis.types import Findings
from agent.authors.briefing import brief_for
from agent.authors.language import language_of
from agent.authors.skeleton import assemble
from agent.authors.types import SectionPlan, WrittenSection
from agent.figures.types import Figures
from agent.materials.types import Inventory
from agent.run import Run, reads
from latex.citations import fact_keys
from latex.draft import Draft


@reads(
    "report", "symbols", "column", "derive", "write", "model", "budget", "bibliography", author=True
)
def write_draft(run: Run, inventory: Inventory, findings: Findings, figures: Figures) -> Draft:
    """Outline, then the sections at the same time, then the abstract over all of them."""
    wished = language_of(inventory, run.settings)
    brief = brief_for(run.author, inventory, findings, figures, run.settings)
    if brief.language != wished:
        run.warn("write", f"The {run.author.name} author does not write {wished!r} yet: English.")
    outline = run.author.outline(brief)
    report = run.progress("write")

    def write(plan: SectionPlan) -> WrittenSection:
        body = run.author.write_section(brief, outline, plan)
        report(plan.title)
        return WrittenSection(plan, body)

    with ThreadPoolExecutor(run.settings.model.concurrency) as pool:
        sections = tuple(pool.map(write, outline))
    source = assemble(brief, run.author.write_abstract(brief, sections), sections)
    return Draft(source, facts_tex(findings.facts, fact_keys(source)))
