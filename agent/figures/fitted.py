"""A fit over its data, with the residuals in a panel below that shares the axis."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from agent.analysis.types import Findings, Fit
from agent.arrays import Array
from agent.figures.axes_text import label
from agent.figures.errors import Undrawable
from agent.figures.inset import free_corner, inset
from agent.figures.lettering import families_for, formula, width
from agent.figures.points import DAY, X_LENGTH_CM, draw_points
from agent.figures.series import Quantity, fit_of, quantity, require_spread, table_of, together
from agent.figures.sheet import HANDLE_EMS, LEGEND_EMS, Entry, add_legend, blank, scale_axis
from agent.figures.style import CM, FONT_SIZE, colour
from agent.figures.types import FigureSpec
from agent.figures.words import model_name, words

HEIGHT_CM = 9.4
DATA_CM, RESIDUALS_CM = 5.4, 2.3
SHARES = [2.6, 1.0]


def paint_fit(spec: FigureSpec, findings: Findings, language: str) -> Canvas:
    """Data with error bars and the fitted curve; residuals about a line at zero."""
    fit = fit_of(findings, spec.fit)
    table = table_of(findings, fit.table)
    x, y = quantity(findings, table, fit.x), quantity(findings, table, fit.y)
    _require_curve(fit)
    days = DAY if x.is_date else 1.0
    at = fit.x_values / days
    x_error = _x_error(fit, x, y)
    x_error = None if x_error is None else x_error / days
    y_error = fit.y_uncertainty if fit.y_uncertainty.size else None
    log = (spec.log_x, spec.log_y)
    canvas, upper, lower = _panels(spec)
    points = draw_points(upper, at, fit.y_values, x_error, y_error, 0, log=log)
    (curve,) = upper.plot(fit.curve_x / days, fit.curve_y, color=colour(1), zorder=3)
    if lower is not None:
        _residuals(lower, at, fit, y_error)
    _axes_text(spec, fit, x, y, (upper, lower), language)
    if spec.residuals == "inset":
        _residuals_within(upper, at, fit, y_error, y, language)
    add_legend(
        canvas,
        [
            Entry(points, words(language)["measured"]),
            Entry(curve, _model_text(fit, language)),
        ],
    )
    if lower is not None:
        canvas.align_ylabels([upper, lower])
    return canvas


def _panels(spec: FigureSpec) -> tuple[Canvas, Axes, Axes | None]:
    """The sheet with one panel, or with one for the residuals below it."""
    if spec.residuals != "panel":
        canvas = blank()
        return canvas, canvas.subplots(), None
    canvas = blank(HEIGHT_CM)
    upper, lower = canvas.subplots(2, 1, sharex=True, height_ratios=SHARES)
    canvas.set_layout_engine("constrained", hspace=0.0, h_pad=0.02)
    return canvas, upper, lower


def _residuals_within(
    axes: Axes, at: Array, fit: Fit, y_error: Array | None, y: Quantity, language: str
) -> None:
    """The residuals in the free corner; nowhere when every corner holds points."""
    corner = free_corner(axes, at, fit.y_values)
    if corner is None:
        return
    small = inset(axes, corner)
    _residuals(small, at, fit, y_error)
    scale = scale_axis(small, "y", [], RESIDUALS_CM, log=False, date=False)
    rest = Quantity(words(language)["residual"], "", y.unit, y.pint_unit, y.values, None)
    small.set_title(label(rest, scale, 2 * RESIDUALS_CM), fontsize="x-small", pad=2)
    small.tick_params(labelbottom=False)


def _require_curve(fit: Fit) -> None:
    require_spread({fit.x: fit.x_values})
    if fit.curve_x.size < 2 or not np.isfinite(fit.curve_y).all():
        raise Undrawable(f"the fit {fit.key!r} has no curve to draw.")
    if fit.fitted.shape != fit.y_values.shape:
        raise Undrawable(f"the fit {fit.key!r} has no residuals to draw.")


def _residuals(axes: Axes, at: Array, fit: Fit, y_error: Array | None) -> None:
    axes.axhline(0.0, color=colour(1), linewidth=0.9, zorder=1)
    draw_points(axes, at, fit.y_values - fit.fitted, None, y_error, 0)
    # Below this the residuals of an exact fit are rounding of the computer, not of the readings.
    least = 1e-6 * float(np.ptp(fit.y_values))
    largest = max(least, *(abs(bound) for bound in axes.get_ylim())) or 1.0
    axes.set_ylim(-1.08 * largest, 1.08 * largest)


def _axes_text(
    spec: FigureSpec,
    fit: Fit,
    x: Quantity,
    y: Quantity,
    panels: tuple[Axes, Axes | None],
    language: str,
) -> None:
    upper, lower = panels
    lowest = upper if lower is None else lower
    x_scale = scale_axis(lowest, "x", [fit.x_values], X_LENGTH_CM, log=spec.log_x, date=x.is_date)
    y_scale = scale_axis(
        upper, "y", [fit.y_values, fit.curve_y], DATA_CM, log=spec.log_y, date=False
    )
    upper.set_ylabel(label(y, y_scale, DATA_CM))
    lowest.set_xlabel(label(x, x_scale, X_LENGTH_CM))
    if lower is None:
        return
    rest_scale = scale_axis(lower, "y", [], RESIDUALS_CM, log=False, date=False)
    upper.tick_params(labelbottom=False)
    rest = Quantity(words(language)["residual"], "", y.unit, y.pint_unit, y.values, None)
    text = label(rest, rest_scale, 2 * RESIDUALS_CM)
    if width(text) > RESIDUALS_CM * CM * 72 / FONT_SIZE:
        text = "\n(".join(text.rsplit(" (", 1))
    lower.set_ylabel(text)


def _model_text(fit: Fit, language: str) -> str:
    """The model's name, with its equation where both fit into one line."""
    name = model_name(fit.model, language)
    equation = formula(fit.equation)
    if equation is None:
        return name
    text = f"{name} {equation}"
    fits = width(text) + HANDLE_EMS < LEGEND_EMS
    return text if fits and families_for(text) is not None else name


def _x_error(fit: Fit, x: Quantity, y: Quantity) -> Array | None:
    """Uncertainties of x at the points of the fit, where these are the rows of the table."""
    rows = together(x, y)
    if x.uncertainty is None or not np.array_equal(x.values[rows], fit.x_values):
        return None
    errors: Array = x.uncertainty[rows]
    return errors
