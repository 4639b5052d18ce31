"""Which figures a report needs, and what each of them says."""

from dataclasses import replace

from agent.analysis.types import Findings, Fit
from agent.authors.offline.words import Speech, plain, quantity, value
from agent.authors.title import lead_notes
from agent.figures.ids import figure_id
from agent.figures.types import FigureSpec
from agent.materials.types import Inventory, Kind, Material, Table
from latex.escape import escape

MAX_FIGURES = 14
MAX_PICTURES = 20
"""The user's own; what is beyond is said in the coverage."""
DENSE = 400
"""Rows beyond which points are drawn as a line."""


def choose(inventory: Inventory, findings: Findings, said: Speech) -> tuple[FigureSpec, ...]:
    """A figure for each fit, for each repeated quantity, and for each of the user's pictures."""
    taken: set[str] = set()
    specs: list[FigureSpec] = []
    # Many tables share the places: each shows its first fits, so that none crowds out the rest.
    share = max(1, MAX_FIGURES // max(1, len({fit.table for fit in findings.fits})))
    for table in findings.tables:
        fits = [fit for fit in findings.fits if fit.table == table.name]
        specs += [_fit(fit, findings, taken, said) for fit in fits[:share]]
        specs += _repeats(table, findings, taken, said)
        if not fits:
            specs += _bare(table, findings, taken, said)
    return (*specs[:MAX_FIGURES], *_pictures(inventory, taken, said)[:MAX_PICTURES])


def _fit(fit: Fit, findings: Findings, taken: set[str], said: Speech) -> FigureSpec:
    y, x = quantity(findings, fit.table, fit.y), quantity(findings, fit.table, fit.x)
    caption = said.say(
        "figure.fit_bars" if fit.weighted else "figure.fit",
        y=y,
        x=x,
        model=said.model(fit.model),
        n=value(f"{fit.key}.n"),
    )
    spec = FigureSpec(
        figure_id(f"{fit.table}-{fit.y}-{fit.x}", taken),
        "fit",
        table=fit.table,
        x=fit.x,
        y=(fit.y,),
        fit=fit.key,
        caption=caption,
    )
    decades = _decades(findings, fit.table, fit.x) and _decades(findings, fit.table, fit.y)
    if fit.model == "power" and decades:
        return replace(spec, log_x=True, log_y=True)
    return spec


def _decades(findings: Findings, table: str, column: str) -> bool:
    """Whether a column runs over more than two decades of positive values."""
    profile = findings.profile(table, column)
    if profile is None:
        return False
    low, high = (findings.facts.get(f"{profile.key}.{part}") for part in ("min", "max"))
    if low is None or high is None or isinstance(low.value, str) or isinstance(high.value, str):
        return False
    return low.value > 0 and high.value / low.value > 100


def _repeats(table: Table, findings: Findings, taken: set[str], said: Speech) -> list[FigureSpec]:
    specs = []
    for profile in findings.profiles:
        if profile.table != table.name or profile.role != "repeat" or table.rows < 4:
            continue
        name = quantity(findings, table.name, profile.column)
        if table.rows >= 12:
            caption = said.say("figure.histogram", n=value(f"{profile.key}.n"), name=name)
            specs.append(
                FigureSpec(
                    figure_id(f"{table.name}-{profile.column}", taken),
                    "histogram",
                    table=table.name,
                    x=profile.column,
                    reference=_reference(profile.key, findings),
                    caption=caption,
                )
            )
        specs += [
            FigureSpec(
                figure_id(f"{table.name}-{profile.column}-by-{grouping.by}", taken),
                "box",
                table=table.name,
                x=grouping.by,
                y=(profile.column,),
                reference=_reference(profile.key, findings),
                caption=said.say("figure.box", name=name, by=plain(grouping.by)),
            )
            for grouping in findings.groupings
            if (grouping.table, grouping.column) == (table.name, profile.column)
        ]
    return specs


def _reference(prefix: str, findings: Findings) -> str:
    """The reference value a mean was compared with, when there is one."""
    for comparison in findings.comparisons:
        if f"{prefix}.mean" in findings.facts[comparison.key].origin.parents:
            return f"{comparison.key}.reference"
    return ""


def _bare(table: Table, findings: Findings, taken: set[str], said: Speech) -> list[FigureSpec]:
    """Columns that no fit describes, against the column that was set."""
    profiles = {p.column: p for p in findings.profiles if p.table == table.name}
    x = next((name for name, p in profiles.items() if p.role == "x"), None)
    y = tuple(name for name, p in profiles.items() if p.role == "y" and name != x)
    if x is None or not y or table.rows < 3:
        return []
    kind = "lines" if table.rows > DENSE else "data"
    specs = []
    for group in _same_unit(y, table.name, findings)[:4]:
        names = [quantity(findings, table.name, name) for name in group[:4]]
        x_name = quantity(findings, table.name, x)
        caption = said.say("figure.against", names=said.listed(names), x=x_name)
        specs.append(
            FigureSpec(
                figure_id(f"{table.name}-{group[0]}-{x}", taken),
                kind,  # type: ignore[arg-type]  # one of the two literals above
                table=table.name,
                x=x,
                y=group[:4],
                caption=caption,
            )
        )
    return specs


def _same_unit(names: tuple[str, ...], table: str, findings: Findings) -> list[tuple[str, ...]]:
    """Columns that may share an axis: those with the same known unit."""
    groups: dict[str, list[str]] = {}
    for name in names:
        profile = findings.profile(table, name)
        unit = (profile.unit or profile.unit_text) if profile is not None else None
        groups.setdefault(unit or f"alone {name}", []).append(name)
    return [tuple(group) for group in groups.values()]


def _pictures(inventory: Inventory, taken: set[str], said: Speech) -> list[FigureSpec]:
    captions = {
        path.rsplit("/", 1)[-1]: caption
        for material in lead_notes(inventory)
        if material.notes is not None
        for path, caption in material.notes.captions
    }
    return [
        FigureSpec(
            figure_id(material.path.rsplit("/", 1)[-1].rsplit(".", 1)[0], taken),
            "image",
            image=material.path,
            caption=captions.get(material.path.rsplit("/", 1)[-1]) or _from_name(material, said),
        )
        for material in inventory.of(Kind.IMAGE)
    ]


def _from_name(material: Material, said: Speech) -> str:
    name = material.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    path = rf"\texttt{{{escape(material.path)}}}"
    return said.say("figure.picture", name=plain(name), path=path)
