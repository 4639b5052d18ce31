"""A declared figure becomes a PDF of the run folder."""

from collections.abc import Callable, Mapping
from pathlib import Path

from matplotlib.figure import Figure as Canvas

from agent.analysis.types import Findings
from agent.figures.boxes import paint_box
from agent.figures.errors import Undrawable
from agent.figures.fitted import paint_fit
from agent.figures.heatmap import paint_heatmap
from agent.figures.histogram import paint_histogram
from agent.figures.ids import check_id
from agent.figures.means import paint_bar, paint_means
from agent.figures.points import paint_data, paint_lines
from agent.figures.runs import paint_runs
from agent.figures.sheet import publish, to_pdf
from agent.figures.spectrum import paint_spectrum
from agent.figures.style import WIDTH_CM, styled
from agent.figures.types import Figure, FigureSpec

_PAINTERS: Mapping[str, Callable[[FigureSpec, Findings, str], Canvas]] = {
    "data": paint_data,
    "fit": paint_fit,
    "histogram": paint_histogram,
    "box": paint_box,
    "lines": paint_lines,
    "means": paint_means,
    "bar": paint_bar,
    "runs": paint_runs,
    "spectrum": paint_spectrum,
    "heatmap": paint_heatmap,
}


def draw(spec: FigureSpec, findings: Findings, target: Path, *, language: str = "en") -> Figure:
    """Draw a figure as `figures/ID.pdf` of the run folder `target`, whole or not at all.

    The same spec over the same findings gives the same bytes.

    Raises:
        Undrawable: the data cannot be shown so, something named is not there, or a character has
            no glyph.
    """
    check_id(spec.id)
    paint = _PAINTERS.get(spec.kind)
    if paint is None:
        raise Undrawable(f"figures of the kind {spec.kind!r} are not drawn from tables.")
    with styled():
        content = to_pdf(paint(spec, findings, language))
    file = f"figures/{spec.id}.pdf"
    return Figure(spec, file, publish(content, target, file), WIDTH_CM)
