"""Figures: what the author declares is drawn, the user's pictures are placed."""

from pathlib import Path

from agent.analysis.types import Findings
from agent.authors.language import written_in
from agent.figures.types import Figure, Figures
from agent.materials.types import Inventory
from agent.run import Run, reads


@reads("report", "symbols", author=True)
def draw_figures(run: Run, inventory: Inventory, findings: Findings) -> Figures:
    """Draw every figure that can be drawn; say of the others why not."""
    # Loaded late, with matplotlib behind it: a stored product needs none of it.
    from agent.figures.gallery import draw_all

    figures = draw_all(
        run.author.choose_figures(inventory, findings),
        findings,
        Path(run.folder),
        run.target,
        language=written_in(inventory, run.settings, run.author),
        memo=run.memo("drawn", Figure),
        on_figure=run.progress("figures"),
    )
    for name, reason in figures.refused:
        run.warn("figures", f"The figure {name} was not drawn: {reason}")
    return figures
