"""Figures and tables placed by id become plain LaTeX, so the report opens anywhere."""

import regex

from agent.authors.types import TableAsset
from agent.figures.types import Figure, Figures
from latex.mask import mask

TEXT_WIDTH_CM = 15.8
COLUMN_CM = 8.8
"""Of a text in two columns."""
COLUMN_CELLS = 4
"""Cells of a row that one of them takes."""
ASSET = regex.compile(r"\\asset\{([^{}]*)\}")


def expand(
    body: str, figures: Figures, tables: tuple[TableAsset, ...], *, narrow: bool = False
) -> str:
    r"""Put every float where its `\\asset{LABEL}` stands; an unknown label is left out.

    In `narrow` columns what is wider than one of them goes over both.
    """
    known = {figure.label: _figure(figure, narrow=narrow) for figure in figures.items}
    known |= {f"tab:{table.id}": _table(table, narrow=narrow) for table in tables}
    live = mask(body)
    parts, last = [], 0
    for found in ASSET.finditer(live):
        parts += [body[last : found.start()], known.get(found[1].strip(), "")]
        last = found.end()
    return "".join([*parts, body[last:]])


def _figure(figure: Figure, *, narrow: bool) -> str:
    both = "*" if narrow and figure.width_cm > COLUMN_CM else ""
    # At its natural width the letters of a figure have the size they were drawn for.
    width = f"{min(figure.width_cm, TEXT_WIDTH_CM):.1f}cm"
    return "\n".join(
        [
            rf"\begin{{figure{both}}}[{'tp' if both else 'htbp'}]",
            r"\centering",
            rf"\includegraphics[width={width},height=0.5\textheight,keepaspectratio]"
            rf"{{{figure.file}}}",
            rf"\caption{{{figure.spec.caption}}}",
            rf"\label{{{figure.label}}}",
            rf"\end{{figure{both}}}",
        ]
    )


def _table(table: TableAsset, *, narrow: bool) -> str:
    cells = max((line.count("&") for line in table.body.splitlines()), default=0) + 1
    both = "*" if narrow and cells > COLUMN_CELLS else ""
    return "\n".join(
        [
            rf"\begin{{table{both}}}[{'tp' if both else 'htbp'}]",
            r"\centering",
            rf"\caption{{{table.caption}}}",
            rf"\label{{tab:{table.id}}}",
            table.body,
            rf"\end{{table{both}}}",
        ]
    )
