"""What exploring the tables found: profiles, dependences, fits, groups and comparisons."""

from dataclasses import dataclass, field

from agent.analysis.facts import Facts
from agent.arrays import Array
from agent.materials.types import Column, Table

FACT_PARTS = ("n", "missing", "min", "max", "mean", "sd", "sem", "median")
"""Facts of a column profile lie under `TABLE.COLUMN.PART`."""


@dataclass(frozen=True, slots=True)
class Outlier:
    row: int
    """0-based row of the table."""
    value: float
    score: float
    """Modified z-score, 0.6745 (x - median) / MAD."""


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    table: str
    column: str
    key: str
    """Prefix of its facts, such as `boyle.volume`."""
    symbol: str
    """LaTeX for the quantity in running text and labels, in math mode where it is a symbol."""
    unit: str | None
    """In pint's spelling; None when there is none or it is not understood."""
    unit_text: str | None
    """The unit as the file writes it, for labels when pint does not know it."""
    role: str
    """`x` (set by the experimenter: first, evenly spaced or monotonic), `y` (measured), `group`
    (few repeated whole numbers or texts), `repeat` (repeated measurements of one quantity),
    `index` (a mere counter), `constant`."""
    outliers: tuple[Outlier, ...] = ()
    outlier_rule: str = ""
    """Named, such as `modified z-score above 3.5 (Iglewicz and Hoaglin 1993)`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    model: str
    """`proportional`, `line`, `parabola`, `power`, `exponential`, `exponential_offset`,
    `logarithm`, `gaussian`, `sine`, `damped_sine`."""
    parameters: int
    aicc: float
    delta: float
    """AICc above the lowest of the candidates."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    """ASCII: `a`, `b`, `tau`…"""
    symbol: str
    """LaTeX math without dollars: `a`, `\\tau`."""
    value: float
    uncertainty: float
    unit: str | None
    """In pint's spelling."""
    key: str
    """Of its fact."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    key: str
    """Prefix of its facts, such as `hubble.fit_velocity_distance`; facts below it: one for each
    parameter by name, `n`, `dof`, `chi2_nu` (weighted) or `rse` (unweighted), `r2`."""
    table: str
    x: str
    y: str
    model: str
    equation: str
    """LaTeX math without dollars, with the symbols of the columns: `v = a\\,d + b`."""
    parameters: tuple[Parameter, ...]
    covariance: tuple[tuple[float, ...], ...]
    weighted: bool
    n: int
    dof: int
    chi2_nu: float | None
    """χ²/ν of a weighted fit."""
    rse: float
    """Residual standard error, in the unit of y."""
    candidates: tuple[Candidate, ...]
    """All that converged, best first."""
    indistinguishable: tuple[str, ...]
    """Other models with ΔAICc < 2 of the best one."""
    x_values: Array = field(repr=False)
    y_values: Array = field(repr=False)
    y_uncertainty: Array = field(repr=False)
    """Empty when the fit is unweighted."""
    fitted: Array = field(repr=False)
    """The model at `x_values`."""
    curve_x: Array = field(repr=False)
    curve_y: Array = field(repr=False)
    """The model on a fine grid over the range of x, for drawing."""
    runs_p: float | None = None
    """p-value of the Wald-Wolfowitz runs test on the signs of the residuals, in order of x."""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    n: int
    mean: float
    sd: float
    sem: float
    key: str
    """Prefix of its facts: `TABLE.COLUMN.by_GROUP.LEVEL` with `n`, `mean`, `sd`, `sem`."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """One measured column split by a column of few repeated values."""

    table: str
    column: str
    by: str
    levels: tuple[Level, ...]
    key: str
    """Prefix of facts `f`, `p`, `df_between`, `df_within`: one-way analysis of variance."""


@dataclass(frozen=True, slots=True)
class Dependence:
    """How strongly two columns of a table go together."""

    table: str
    x: str
    y: str
    n: int
    pearson: float
    spearman: float
    p: float
    """Of Spearman's coefficient being zero."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result beside a value from elsewhere."""

    key: str
    """Of the result's fact; `KEY.reference`, `KEY.difference` and `KEY.sigmas` are facts too."""
    name: str
    source: str
    """Who gives the reference value, as the user wrote it (may hold a `\\cite`)."""
    sigmas: float
    """|difference| / combined standard uncertainty."""
    agrees: bool
    """Within two standard uncertainties."""


@dataclass(frozen=True, slots=True)
class Findings:
    facts: Facts
    tables: tuple[Table, ...]
    """The inventory's tables, with the columns added that `[[column]]` settings define."""
    profiles: tuple[ColumnProfile, ...] = ()
    dependences: tuple[Dependence, ...] = ()
    fits: tuple[Fit, ...] = ()
    groupings: tuple[Grouping, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    results: tuple[str, ...] = ()
    """Keys of the facts from `[[derive]]`, in the user's order."""
    remarks: tuple[str, ...] = ()
    """What could not be computed, and why, one sentence each."""

    def table(self, name: str) -> Table:
        return next(table for table in self.tables if table.name == name)

    def profile(self, table: str, column: str) -> ColumnProfile | None:
        return next((p for p in self.profiles if (p.table, p.column) == (table, column)), None)

    def column(self, table: str, name: str) -> Column:
        return self.table(table).column(name)
