"""Files, columns, fits, groups and comparisons, each as lines of a prompt."""

from collections.abc import Iterator

from agent.analysis.types import ColumnProfile, Comparison, Findings, Fit, Grouping
from agent.materials.types import Column, Material, Table

MAX_OUTLIERS = 5
MAX_LEVELS = 8


def file_line(item: Material) -> str:
    reason = f": {item.reason}" if item.reason else ""
    return f"{item.path} ({item.kind}, {item.status}{reason})"


def column_lines(table: Table, findings: Findings) -> Iterator[str]:
    """A line for the table, then one for each of its columns."""
    sheet = f", sheet {table.sheet}" if table.sheet else ""
    left_out = f", {table.rows_left_out} rows left out" if table.rows_left_out else ""
    yield f"{table.name} (file {table.path}{sheet}, {table.rows} rows{left_out})"
    for column in table.columns:
        yield f"  {_column(column, findings.profile(table.name, column.name))}"


def _column(column: Column, profile: ColumnProfile | None) -> str:
    parts: list[str] = [column.type]
    if column.unit:
        parts.append(f"unit {column.unit}")
    if column.uncertainty_of:
        parts.append(f"standard uncertainty of {column.uncertainty_of}")
    if profile is not None:
        parts += [f"facts under {profile.key}", f"symbol {profile.symbol}", f"role {profile.role}"]
        parts += _outliers(profile)
    return f"{column.name}: {', '.join(parts)}"


def _outliers(profile: ColumnProfile) -> list[str]:
    if not profile.outliers:
        return []
    shown = [f"{o.value:g} in row {o.row + 1}" for o in profile.outliers[:MAX_OUTLIERS]]
    more = len(profile.outliers) - len(shown)
    rest = f" and {more} more" if more else ""
    return [f"outliers by {profile.outlier_rule}: {'; '.join(shown)}{rest}"]


def fit_line(fit: Fit) -> str:
    """A fit with its rivals, its weights and what its residuals look like."""
    parameters = ", ".join(f"{p.symbol} ({p.key})" for p in fit.parameters)
    rivals = ", ".join(f"{c.model} ΔAICc {c.delta:.1f}" for c in fit.candidates)
    parts = [
        f"{fit.key}: {fit.y} against {fit.x} in {fit.table}: {fit.model}, {fit.equation}",
        f"parameters {parameters}",
        "weighted" if fit.weighted else "unweighted",
        f"candidates {rivals}" if rivals else "",
        f"as good: {', '.join(fit.indistinguishable)}" if fit.indistinguishable else "",
        f"runs test on the residuals p = {fit.runs_p:.2g}" if fit.runs_p is not None else "",
        *fit.remarks,
    ]
    return "; ".join(part for part in parts if part)


def grouping_line(grouping: Grouping) -> str:
    levels = [level.name for level in grouping.levels]
    more = len(levels) - MAX_LEVELS
    shown = ", ".join(levels[:MAX_LEVELS]) + (f" and {more} more" if more > 0 else "")
    return (
        f"{grouping.key}: {grouping.column} of {grouping.table} by {grouping.by} "
        f"({shown}); one-way analysis of variance"
    )


def comparison_line(comparison: Comparison) -> str:
    verdict = "agrees" if comparison.agrees else "does not agree"
    source = f" of {comparison.source}" if comparison.source else ""
    return (
        f"{comparison.key}: {comparison.name} {verdict} with {comparison.key}.reference{source}; "
        f"difference {comparison.key}.difference, in standard uncertainties "
        f"{comparison.key}.sigmas = {comparison.sigmas:.1f}"
    )
