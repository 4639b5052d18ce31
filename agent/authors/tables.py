"""Tables that the program sets from data: readings, statistics, fit parameters, groups."""

import math

import numpy as np
from numpy.typing import NDArray

from agent.analysis.facts import Fact
from agent.analysis.rounding import round_by
from agent.analysis.types import ColumnProfile, Findings, Fit, Grouping
from agent.analysis.units import siunitx
from agent.authors.offline.words import Speech
from agent.authors.types import Brief, TableAsset
from agent.figures.ids import figure_id
from agent.materials.types import Column, Table
from latex.escape import escape

MAX_ROWS = 40
"""Readings beyond this are not printed; the statistics stand for them."""
MAX_COLUMNS = 7
MAX_PIVOT = 200


def table_assets(
    findings: Findings, computed: frozenset[str], said: Speech
) -> tuple[TableAsset, ...]:
    """Every table the report may show, in order; `computed` names columns no file holds."""
    taken: set[str] = set()
    assets = []
    for table in findings.tables:
        if readings := _readings(table, findings, computed, taken, said) or _pivot(
            table, findings, taken, said
        ):
            assets.append(readings)
        if statistics := _statistics(table, findings, taken, said):
            assets.append(statistics)
        for grouping in findings.groupings:
            if grouping.table == table.name:
                assets.append(_groups(grouping, findings, taken, said))
        if fits := [fit for fit in findings.fits if fit.table == table.name]:
            assets.append(_fits(table, fits, taken, said))
    return tuple(assets)


def table_called(brief: Brief, name: str) -> TableAsset | None:
    """The table that was made under a name such as `boyle-readings`."""
    wanted = figure_id(name, set())
    return next((asset for asset in brief.tables if asset.id == wanted), None)


def _tabular(columns: str, head: list[str], rows: list[list[str]]) -> str:
    lines = [
        rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def heading(name: str, profile: ColumnProfile | None, unit: str | None = None) -> str:
    """`pressure $p$ (hPa)` for the head of a column."""
    text = escape(name)
    if profile is not None and profile.symbol.startswith("$") and profile.symbol != f"${name}$":
        text += f" {profile.symbol}"
    elif profile is not None and profile.symbol.startswith("$"):
        text = profile.symbol
    return text + unit_suffix(profile, unit)


def unit_suffix(profile: ColumnProfile | None, unit: str | None = None) -> str:
    if profile is not None and profile.unit:
        return rf" (\unit{{{siunitx(profile.unit)}}})"
    other = (profile.unit_text if profile is not None else None) or unit
    return f" ({escape(other)})" if other else ""


def _decimals(values: NDArray[np.float64]) -> int:
    """Decimal places that print every value of a column as the file gave it, six at the most."""
    finite = values[np.isfinite(values)]
    for places in range(7):
        if np.allclose(finite, np.round(finite, places), rtol=0, atol=1e-9 * 10**-places):
            return places
    return 6


def cell(value: float, places: int) -> str:
    if not math.isfinite(value):
        return "--"
    if value and (abs(value) >= 1e7 or abs(value) < 10.0**-places / 2):
        return rf"\num{{{value:.4g}}}"
    return rf"\num{{{value:.{places}f}}}"


def _column_cells(table: Table, column: Column, *, computed: bool) -> list[str]:
    if column.type != "number":
        return [escape(text) for text in column.texts]
    error = table.uncertainty(column.name)
    if error is None:
        places = _decimals(column.values)
        if computed:
            # A product of readings has no digits of its own: five significant ones are shown.
            size = float(np.nanmax(np.abs(column.values), initial=1e-9))
            places = min(places, max(0, 4 - math.floor(math.log10(size or 1.0))))
        if places == 6:
            return [rf"\num{{{v:.5g}}}" if math.isfinite(v) else "--" for v in column.values]
        needed = [_decimals(np.array([v])) for v in column.values]
        if not computed and 3 * needed.count(places) < len(needed):
            # Few readings are this fine: the others must not look as if they were.
            least = min(places, 1)
            return [cell(v, max(least, n)) for v, n in zip(column.values, needed, strict=True)]
        return [cell(v, places) for v in column.values]
    cells = []
    for value, sigma in zip(column.values, error.values, strict=True):
        if math.isfinite(value) and math.isfinite(sigma) and sigma > 0:
            both = r" \pm ".join(round_by(value, sigma))
            cells.append(rf"\num{{{both}}}")
        else:
            cells.append(cell(value, 4))
    return cells


def _readings(
    table: Table, findings: Findings, computed: frozenset[str], taken: set[str], said: Speech
) -> TableAsset | None:
    """The data as they stand in the file; two blocks side by side when the table is long."""
    columns = [c for c in table.columns if c.uncertainty_of is None]
    if not 1 <= table.rows <= MAX_ROWS or not 1 <= len(columns) <= MAX_COLUMNS:
        return None
    head = [heading(c.name, findings.profile(table.name, c.name), c.unit) for c in columns]
    cells = [_column_cells(table, c, computed=c.name in computed) for c in columns]
    rows = [list(row) for row in zip(*cells, strict=True)]
    spec = "".join("r" if c.type == "number" else "l" for c in columns)
    if len(rows) > 16 and len(columns) <= 3:
        half = (len(rows) + 1) // 2
        right = [*rows[half:], *([[""] * len(columns)] * (2 * half - len(rows)))]
        rows = [a + b for a, b in zip(rows[:half], right, strict=True)]
        spec, head = f"{spec}@{{\\qquad}}{spec}", head * 2
    tight = r"\setlength{\tabcolsep}{4pt}" + "\n" if len(head) > 5 else ""
    size = tight + r"\small" + "\n" if len(spec) > 5 or len(rows) > 20 else ""
    caption = said.say("table.readings", path=_path(table))
    return TableAsset(
        figure_id(f"{table.name}-readings", taken), caption, size + _tabular(spec, head, rows)
    )


def _pivot(table: Table, findings: Findings, taken: set[str], said: Speech) -> TableAsset | None:
    """One measured quantity in groups of equal size: a column for each group."""
    roles = {p.column: p.role for p in findings.profiles if p.table == table.name}
    groups = [name for name, role in roles.items() if role == "group"]
    measured = [name for name, role in roles.items() if role in {"repeat", "y"}]
    if len(groups) != 1 or len(measured) != 1 or table.rows > MAX_PIVOT:
        return None
    by, column = table.column(groups[0]), table.column(measured[0])
    labels = by.texts or tuple(f"{value:g}" for value in by.values)
    blocks: dict[str, list[str]] = {}
    for label, text in zip(labels, _column_cells(table, column, computed=False), strict=True):
        blocks.setdefault(label, []).append(text)
    heights = {len(block) for block in blocks.values()}
    if len(heights) != 1 or not 2 <= len(blocks) <= MAX_COLUMNS:
        return None
    rows = [list(row) for row in zip(*blocks.values(), strict=True)]
    profile = findings.profile(table.name, column.name)
    caption = said.say(
        "table.pivot", path=_path(table), name=heading(column.name, profile), by=escape(by.name)
    )
    body = r"\small" + "\n" + _tabular("r" * len(blocks), [escape(b) for b in blocks], rows)
    return TableAsset(figure_id(f"{table.name}-readings", taken), caption, body)


def _statistics(
    table: Table, findings: Findings, taken: set[str], said: Speech
) -> TableAsset | None:
    """Count, range, mean and standard deviation of each measured column."""
    profiles = [
        p
        for p in findings.profiles
        if p.table == table.name and p.role not in {"index", "constant", "group"}
    ]
    shown = table.rows <= MAX_ROWS and len(table.numeric) <= MAX_COLUMNS
    if len(profiles) < 2 or shown:
        return None
    rows = []
    for profile in profiles[:20]:
        values = [
            findings.facts.get(f"{profile.key}.{p}") for p in ("n", "min", "max", "mean", "sd")
        ]
        if any(fact is None for fact in values):
            continue
        rows.append([heading(profile.column, profile), *(_linked(f) for f in values if f)])
    if not rows:
        return None
    names = [
        said.say(f"head.{part}") for part in ("quantity", "least", "greatest", "mean", "sd_short")
    ]
    body = _tabular("lrrrrr", [names[0], "$n$", *names[1:]], rows)
    caption = said.say("table.statistics", path=_path(table))
    return TableAsset(
        figure_id(f"{table.name}-statistics", taken), caption, r"\small" + "\n" + body
    )


def _linked(fact: Fact) -> str:
    return rf"\factvalue{{{fact.key}}}"


def _groups(grouping: Grouping, findings: Findings, taken: set[str], said: Speech) -> TableAsset:
    profile = findings.profile(grouping.table, grouping.column)
    unit = unit_suffix(profile)
    rows = [
        [
            escape(level.name),
            *(_linked(findings.facts[f"{level.key}.{p}"]) for p in ("n", "mean", "sd", "sem")),
        ]
        for level in grouping.levels
    ]
    head = [
        escape(grouping.by),
        "$n$",
        *(said.say(f"head.{part}") + unit for part in ("mean", "sd", "se")),
    ]
    caption = said.say("table.groups", name=escape(grouping.column), by=escape(grouping.by))
    name = figure_id(f"{grouping.table}-{grouping.column}-by-{grouping.by}", taken)
    return TableAsset(name, caption, _tabular("lrrrr", head, rows))


def _model_name(fit: Fit, said: Speech) -> str:
    return said.the_model(fit).removeprefix("the ")


def _path(table: Table) -> str:
    return rf"\texttt{{{escape(table.path)}}}"


def _fits(table: Table, fits: list[Fit], taken: set[str], said: Speech) -> TableAsset:
    rows = []
    for fit in fits:
        for i, parameter in enumerate(fit.parameters):
            first = (
                [
                    said.say("table.against", y=escape(fit.y), x=escape(fit.x)),
                    _model_name(fit, said),
                ]
                if i == 0
                else ["", ""]
            )
            rows.append([*first, rf"${parameter.symbol}$", rf"\fact{{{parameter.key}}}"])
    caption = said.say("table.fits", path=_path(table))
    names = [said.say(f"head.{part}") for part in ("fit", "model", "parameter", "value")]
    return TableAsset(
        figure_id(f"{table.name}-fits", taken),
        caption,
        _tabular("llll", names, rows),
    )
