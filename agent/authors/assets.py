"""Figures and tables placed by id become plain LaTeX, so the report opens anywhere."""

import regex

from agent.authors.types import TableAsset
from agent.figures.types import Figure, Figures
from latex.mask import mask

TEXT_WIDTH_CM = 15.8
ASSET = regex.compile(r"\\asset\{([^{}]*)\}")


def expand(body: str, figures: Figures, tables: tuple[TableAsset, ...]) -> str:
    r"""Put every float where its `\\asset{LABEL}` stands; an unknown label is left out."""
    known = {figure.label: _figure(figure) for figure in figures.items}
    known |= {f"tab:{table.id}": _table(table) for table in tables}
    live = mask(body)
    parts, last = [], 0
    for found in ASSET.finditer(live):
        parts += [body[last : found.start()], known.get(found[1].strip(), "")]
        last = found.end()
    return "".join([*parts, body[last:]])


def _figure(figure: Figure) -> str:
    # At its natural width the letters of a figure have the size they were drawn for.
    width = f"{min(figure.width_cm, TEXT_WIDTH_CM):.1f}cm"
    return "\n".join(
        [
            r"\begin{figure}[htbp]",
            r"\centering",
            rf"\includegraphics[width={width},height=0.5\textheight,keepaspectratio]"
            rf"{{{figure.file}}}",
            rf"\caption{{{figure.spec.caption}}}",
            rf"\label{{{figure.label}}}",
            r"\end{figure}",
        ]
    )


def _table(table: TableAsset) -> str:
    return "\n".join(
        [
            r"\begin{table}[htbp]",
            r"\centering",
            rf"\caption{{{table.caption}}}",
            rf"\label{{tab:{table.id}}}",
            table.body,
            r"\end{table}",
        ]
    )
