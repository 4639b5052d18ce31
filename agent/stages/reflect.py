"""Reflect: the draft is criticised and revised in gated rounds, or left as it is."""

from concurrent.futures import ThreadPoolExecutor

from agent.analysis.printing import facts_tex
from agent.analysis.types import Findings
from agent.authors.briefing import brief_for
from agent.figures.types import Figures
from agent.materials.types import Inventory
from agent.reflecting.frame import with_appendix, without_appendix
from agent.reflecting.known import evidence_of
from agent.reflecting.policy import policy_of
from agent.reflecting.recording import hooks_for
from agent.reflecting.types import Reflected
from agent.reflecting.untraced import untraced_in
from agent.reflecting.verify import report_layout, verify_in
from agent.run import STATE, Run, reads
from latex.citations import fact_keys
from latex.draft import Draft
from reflect.history import Reflection
from reflect.loop import reflect


@reads(
    "report", "symbols", "column", "derive", "write", "reflect", "model", "budget", "bibliography",
    "compile", author=True,
)  # fmt: skip
def reflect_on_draft(
    run: Run, inventory: Inventory, findings: Findings, figures: Figures, draft: Draft
) -> Reflected:
    """Rounds of critique, change and gate; the best accepted version goes on.

    The list of numbers is the program's own: it is put aside first and set anew at the end.
    """
    policy = policy_of(run.settings.reflect, "lab", run.folder)
    body = without_appendix(draft.source)
    brief = brief_for(run.author, inventory, findings, figures, run.settings)
    evidence = evidence_of(brief)
    if policy.rounds == 0:
        return Reflected(draft, Reflection(body, ()), untraced_in(body, evidence))

    def facts_of(source: str) -> str:
        return facts_tex(findings.facts, fact_keys(source))

    files = [figure.file for figure in figures.items]
    compiling = run.settings.compile
    with ThreadPoolExecutor(run.settings.model.concurrency) as pool:
        hooks = hooks_for(
            emit=run.emit,
            folder=run.target / STATE / "rounds",
            spendings=run.spendings,
            pool=pool,
            verify=verify_in(
                report_layout(run.target, facts_of, files), compiling.engine, compiling.timeout
            ),
        )
        roles = run.author.roles(brief, policy)
        reflection = reflect(body, roles, policy, evidence, hooks)
    untraced = untraced_in(reflection.final, evidence)
    if not reflection.changed:
        return Reflected(draft, reflection, untraced)
    source = with_appendix(brief, reflection.final)
    return Reflected(Draft(source, facts_of(source)), reflection, untraced)
