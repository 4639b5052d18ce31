"""Small findings built by hand, and pictures made on the spot."""

from collections.abc import Sequence

import numpy as np

from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.types import ColumnProfile, Findings, Fit
from agent.arrays import Array
from agent.materials.types import Column, ColumnType, Table


def column(
    name: str,
    values: Sequence[float] | Array = (),
    unit: str | None = None,
    *,
    of: str | None = None,
    texts: tuple[str, ...] = (),
    kind: ColumnType = "number",
) -> Column:
    return Column(name, unit, kind, np.asarray(values, dtype=float), texts, of)


def table(name: str, *columns: Column) -> Table:
    rows = max(max(c.values.size, len(c.texts)) for c in columns)
    return Table(name, f"{name}.csv", columns, rows)


def profile(
    table: str, column: str, symbol: str, unit: str | None = None, unit_text: str | None = None
) -> ColumnProfile:
    return ColumnProfile(table, column, f"{table}.c", symbol, unit, unit_text, "y")


def line_fit(
    source: Table, x: str, y: str, *, model: str = "line", equation: str = "y = a x + b"
) -> Fit:
    xs, ys = source.column(x).values, source.column(y).values
    slope, intercept = np.polyfit(xs, ys, 1)
    error = source.uncertainty(y)
    grid = np.linspace(xs.min(), xs.max(), 50)
    nothing = np.asarray([])
    return Fit(
        key=f"{source.name}.fit",
        table=source.name,
        x=x,
        y=y,
        model=model,
        equation=equation,
        parameters=(),
        covariance=(),
        weighted=error is not None,
        n=xs.size,
        dof=xs.size - 2,
        chi2_nu=None,
        rse=1.0,
        candidates=(),
        indistinguishable=(),
        x_values=xs,
        y_values=ys,
        y_uncertainty=nothing if error is None else error.values,
        fitted=slope * xs + intercept,
        curve_x=grid,
        curve_y=slope * grid + intercept,
    )


def number_fact(key: str, value: float, unit: str | None, name: str = "accepted value") -> Fact:
    return Fact(key, value, name, "reference", Origin("given"), unit=unit)


NEBULAE = table(
    "nebulae",
    column("distance", np.linspace(0.1, 2.0, 12), "Mpc"),
    column(
        "velocity",
        450 * np.linspace(0.1, 2.0, 12) + 40 * np.sin(np.arange(12.0)),
        "km/s",
    ),
    column("velocity err", np.full(12, 60.0), "km/s", of="velocity"),
    column("group", np.repeat([1.0, 2.0, 3.0], 4)),
    column("kind", texts=("spiral", "spiral", "α & $x_1$", "椭圆") * 3, kind="text"),
    column("date", [1.7e9 + 3600.0 * hour for hour in range(12)], texts=("x",) * 12, kind="date"),
    column("one", [np.nan] * 11 + [4.0]),
    column("missing", [np.nan] * 12),
    column("constant", [2.0] * 12),
)
SPEED = table("speed", column("c", 299_000.0 + 10 * np.round(np.sin(np.arange(60)) * 20 + 85)))


def findings(
    *tables: Table, profiles: tuple[ColumnProfile, ...] = (), fits: tuple[Fit, ...] = ()
) -> Findings:
    all_profiles = (
        profile("nebulae", "distance", "$d$", "megaparsec"),
        profile("nebulae", "velocity", "$v$", "kilometer / second"),
        profile("speed", "c", "$c$", "kilometer / second"),
        *profiles,
    )
    facts = Facts(
        (
            number_fact("light", 299_792.458, "kilometer / second"),
            number_fact("light_si", 299_792_458.0, "meter / second"),
            number_fact("far", 9e9, "kilometer / second"),
            number_fact("mass", 1.0, "kilogram"),
        )
    )
    known = (NEBULAE, SPEED, *tables)
    all_fits = (line_fit(NEBULAE, "distance", "velocity"), *fits)
    return Findings(facts, known, all_profiles, fits=all_fits)
