"""Explore: compute what the tables hold, and what the author asks for beyond that."""

from dataclasses import replace

from agent.analysis.counting import counts
from agent.analysis.types import Findings
from agent.authors.types import Requests
from agent.errors import UsageError
from agent.materials.types import Inventory
from agent.run import Run, reads
from agent.settings import Settings


@reads("symbols", "explore", "tables", "column", "fit", "derive", author=True)
def explore_materials(run: Run, inventory: Inventory) -> Findings:
    """The ledger of facts, and the fits, groups and comparisons behind it."""
    # Loaded late, with scipy behind it: a stored product needs none of it.
    from agent.analysis.explore import explore_tables
    from agent.analysis.table_findings import TableFindings

    memo = run.memo("tables", TableFindings)
    findings = explore_tables(
        inventory.tables, run.settings, memo=memo, on_table=run.progress("explore")
    )
    requests = run.author.request(inventory, findings)
    if requests != Requests():
        try:
            findings = explore_tables(inventory.tables, _widened(run.settings, requests), memo=memo)
        except UsageError as error:
            # The user made no mistake: what was computed without the requests stands.
            run.warn("explore", f"The author's requests were dropped: {error.message}")
    for remark in findings.remarks:
        run.warn("explore", remark)
    known = {remark for table in inventory.tables for remark in table.remarks}
    for table in findings.tables:
        for remark in table.remarks:
            if remark not in known:
                run.warn("explore", f"{table.name}: {remark}")
    for fit in findings.fits:
        for remark in fit.remarks:
            run.warn("explore", f"{fit.table}, {fit.y} against {fit.x}: {remark}")
    return replace(findings, facts=findings.facts.plus(counts(findings)))


def _widened(settings: Settings, requests: Requests) -> Settings:
    """The user's own rules come first; an author cannot take one of them away."""
    return settings.model_copy(
        update={
            "column": (*settings.column, *requests.columns),
            "fit": (*settings.fit, *requests.fits),
            "derive": (*settings.derive, *requests.derives),
        }
    )
