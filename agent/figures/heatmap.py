"""A matrix of values as colours: a table whose columns stand at numbers, or three columns."""

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure as Canvas

from agent.analysis.types import Findings
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.errors import Undrawable
from agent.figures.lettering import clean
from agent.figures.points import X_LENGTH_CM, Y_LENGTH_CM
from agent.figures.series import Quantity, quantity, table_of
from agent.figures.sheet import blank, scale_axis
from agent.figures.types import FigureSpec
from agent.materials.types import Table

FEWEST = 3
"""Rows and columns below which a matrix is a table to read, not a picture."""
MOST_EMPTY = 0.5
"""Share of cells without a value beyond which three columns make no grid."""
LARGEST = 4_000_000
BAR_CM = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    x: Quantity
    y: Quantity
    z: Quantity
    at_x: Array
    """Rising, as many as the values have columns."""
    at_y: Array
    """Rising, as many as the values have rows."""
    values: Array


def paint_heatmap(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Values over a grid as colours that any colour vision and grey print order alike (viridis).

    Cells lie around their places; cells without a value stay empty.
    """
    table = table_of(findings, spec.table)
    grid = _columns_grid(spec, findings, table) if spec.z else _matrix_grid(spec, findings, table)
    if min(grid.values.shape) < FEWEST:
        rows, columns = grid.values.shape
        raise Undrawable(f"{rows} by {columns} values are no picture.")
    finite = grid.values[np.isfinite(grid.values)]
    if not finite.size or np.ptp(finite) == 0:
        raise Undrawable("all values of the matrix are the same.")
    canvas = blank()
    axes = canvas.subplots()
    drawn = axes.pcolormesh(
        edges(grid.at_x), edges(grid.at_y), grid.values, cmap="viridis", rasterized=True
    )
    bar = canvas.colorbar(drawn, ax=axes, pad=0.02)
    # An image under the ticks hides them unless they point outwards.
    axes.tick_params(which="both", direction="out", top=False, right=False)
    x_scale = scale_axis(axes, "x", [], X_LENGTH_CM - BAR_CM, log=False, date=False)
    y_scale = scale_axis(axes, "y", [], Y_LENGTH_CM, log=False, date=False)
    z_scale = scale_axis(bar.ax, "y", [], Y_LENGTH_CM, log=False, date=False)
    bar.ax.tick_params(which="both", direction="out")
    axes.set_xlabel(label(grid.x, x_scale, X_LENGTH_CM - BAR_CM))
    axes.set_ylabel(label(grid.y, y_scale, Y_LENGTH_CM))
    bar.ax.set_ylabel(label(grid.z, z_scale, Y_LENGTH_CM))
    return canvas


def edges(places: Array) -> Array:
    """Borders of cells around rising places: half-way between neighbours."""
    middle = (places[1:] + places[:-1]) / 2
    first = places[0] - (middle[0] - places[0])
    last = places[-1] + (places[-1] - middle[-1])
    return np.concatenate([[first], middle, [last]])


def _columns_grid(spec: FigureSpec, findings: Findings, table: Table) -> Grid:
    if not spec.y:
        raise Undrawable("it names no column for the vertical axis.")
    x, y = quantity(findings, table, spec.x), quantity(findings, table, spec.y[0])
    z = quantity(findings, table, spec.z)
    rows = np.flatnonzero(np.isfinite(x.values) & np.isfinite(y.values) & np.isfinite(z.values))
    at_x, place_x = np.unique(x.values[rows], return_inverse=True)
    at_y, place_y = np.unique(y.values[rows], return_inverse=True)
    if at_x.size * at_y.size > LARGEST or rows.size < MOST_EMPTY * at_x.size * at_y.size:
        raise Undrawable(f"{x.name!r} and {y.name!r} make no grid.")
    total = np.zeros((at_y.size, at_x.size))
    count = np.zeros_like(total)
    np.add.at(total, (place_y, place_x), z.values[rows])
    np.add.at(count, (place_y, place_x), 1)
    with np.errstate(invalid="ignore"):
        return Grid(x, y, z, at_x, at_y, total / count)


def _matrix_grid(spec: FigureSpec, findings: Findings, table: Table) -> Grid:
    across = matrix_columns(table)
    if len(across) < FEWEST:
        raise Undrawable(f"the columns of {table.name!r} do not stand at numbers.")
    down = next((c.name for c in table.numeric if c.name not in across), None)
    if down is None:
        at = np.arange(1.0, table.rows + 1)
        y = Quantity("row", "", "", None, at, None)
    else:
        y = quantity(findings, table, down)
    columns = {c.name: c for c in table.columns}
    order = sorted(across, key=lambda name: across[name])
    rows = np.flatnonzero(np.isfinite(y.values))
    rows = rows[np.argsort(y.values[rows], kind="stable")]
    if np.unique(y.values[rows]).size < rows.size:
        raise Undrawable(f"{y.name!r} names several rows alike.")
    values = np.column_stack([columns[name].values[rows] for name in order])
    at_x = np.asarray([across[name] for name in order])
    unit = columns[order[0]].unit or ""
    x = Quantity(clean(spec.x) or "column", "", "", None, at_x, None)
    z = Quantity(clean(table.name), "", unit, None, values, None)
    return Grid(x, y, z, at_x, y.values[rows], values)


def matrix_columns(table: Table) -> dict[str, float]:
    """Columns whose names are different numbers, and these: the places along x."""
    found: dict[str, float] = {}
    for column in table.numeric:
        try:
            found[column.name] = float(column.name)
        except ValueError:
            continue
    return found if len(set(found.values())) == len(found) else {}
