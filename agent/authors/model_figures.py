"""The figures that a model chooses, kept where the data can be shown so."""

from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from agent.analysis.types import Findings
from agent.authors.model_replies import FigureItem, entries, read_item
from agent.authors.model_tidy import tidy
from agent.figures.ids import figure_id
from agent.figures.types import FigureKind, FigureSpec
from agent.materials.types import Table
from latex.citations import cite_keys, fact_keys
from latex.escape import encode
from latex.health import examine

MOST = 10
MOST_LINES = 4
"""Curves in one figure that a reader can still tell apart."""


@dataclass(frozen=True, slots=True)
class Chosen:
    specs: tuple[FigureSpec, ...]
    dropped: tuple[str, ...] = ()
    """What was refused, and why, one sentence each."""


class _Refused(Exception):
    """Why a figure of the plan cannot be drawn."""


def read_figures(reply: Any, findings: Findings, pictures: tuple[FigureSpec, ...]) -> Chosen:
    """The figures in a reply that can be drawn, and behind them the user's own pictures.

    Raises:
        ValueError: it is no list of figures, or none of them can be drawn.
    """
    taken = {picture.id for picture in pictures}
    specs: list[FigureSpec] = []
    dropped: list[str] = []
    values = entries(reply, "figures")
    for value in values[:MOST]:
        item = read_item(FigureItem, value)
        if isinstance(item, str):
            dropped.append(f"A figure was dropped: {item}.")
            continue
        if item.kind == "image":
            continue
        try:
            spec = _spec(item, findings)
        except _Refused as reason:
            dropped.append(f"The figure {item.id or item.kind!r} was dropped: {reason}.")
            continue
        if any(_shows(spec) == _shows(other) for other in specs):
            continue
        specs.append(_named(spec, item, taken))
    if not specs and (values or not pictures):
        raise ValueError(" ".join(dropped) or "The list of figures is empty.")
    return Chosen((*specs, *pictures), tuple(dropped))


def _named(spec: FigureSpec, item: FigureItem, taken: set[str]) -> FigureSpec:
    name = figure_id(item.id or f"{spec.table}-{''.join(spec.y)}-{spec.x}", taken)
    return replace(spec, id=name)


def _shows(spec: FigureSpec) -> tuple[object, ...]:
    return spec.kind, spec.table, spec.x, spec.y, spec.fit


def _spec(item: FigureItem, findings: Findings) -> FigureSpec:
    caption = _caption(item.caption, findings)
    x: str
    y: tuple[str, ...]
    match item.kind:
        case "fit":
            fit = next((f for f in findings.fits if f.key == item.fit), None)
            if fit is None:
                raise _Refused(f"there is no fit {item.fit!r}")
            table, (x, y) = findings.table(fit.table), (fit.x, (fit.y,))
        case "data" | "lines" | "histogram" | "box":
            table = _table(item.table, findings)
            x, y = _columns(item, table)
        case _:
            known = ", ".join(kind for kind in get_args(FigureKind) if kind != "image")
            raise _Refused(f"there is no kind {item.kind!r}; there are {known}")
    scatter = item.kind in {"fit", "data", "lines"}
    known_reference = item.kind in {"histogram", "box"} and item.reference in findings.facts
    return FigureSpec(
        "",
        item.kind,
        table=table.name,
        x=x,
        y=y,
        fit=item.fit if item.kind == "fit" else "",
        log_x=scatter and item.log_x and _is_positive(table, x),
        log_y=scatter and item.log_y and all(_is_positive(table, name) for name in y),
        reference=item.reference if known_reference else "",
        caption=caption,
    )


def _table(name: str, findings: Findings) -> Table:
    for table in findings.tables:
        if name in (table.name, table.path):
            return table
    raise _Refused(f"there is no table {name!r}")


def _columns(item: FigureItem, table: Table) -> tuple[str, tuple[str, ...]]:
    """The columns of the two axes, all there and of the right type."""
    x = item.x or (item.y[0] if item.kind == "histogram" and item.y else "")
    y = () if item.kind == "histogram" else item.y[:MOST_LINES]
    if item.kind != "histogram" and not y:
        raise _Refused("it names no column for y")
    types = {column.name: column.type for column in table.columns}
    for name in (x, *y):
        if name not in types:
            raise _Refused(f"the table {table.name!r} has no column {name!r}")
    numeric = (*y, x) if item.kind == "histogram" else y
    for name in numeric:
        if types[name] != "number":
            raise _Refused(f"the column {name!r} holds no numbers")
    if item.kind in {"data", "lines"} and types[x] == "text":
        raise _Refused(f"the column {x!r} holds text")
    return x, y


def _is_positive(table: Table, name: str) -> bool:
    values = table.column(name).values
    finite = values[np.isfinite(values)]
    return finite.size > 0 and bool(np.all(finite > 0))


def _caption(text: str, findings: Findings) -> str:
    caption = tidy(text)
    unknown = [key for key in fact_keys(caption) if key not in findings.facts]
    if not caption or "\n\n" in caption:
        raise _Refused("its caption is empty or has several paragraphs")
    if unknown:
        raise _Refused(f"its caption names the unknown fact {unknown[0]!r}")
    if cite_keys(caption) or "\\ref" in caption:
        raise _Refused("its caption cites or refers")
    if problems := examine(caption):
        raise _Refused(f"its caption cannot be set ({problems[0].rstrip('.')})")
    return encode(caption)
