"""A figure is declared as a spec and becomes a drawn file with caption and label."""

from dataclasses import dataclass
from typing import Literal

FigureKind = Literal[
    "data",
    "fit",
    "histogram",
    "box",
    "lines",
    "means",
    "bar",
    "runs",
    "spectrum",
    "heatmap",
    "image",
]
Residuals = Literal["panel", "inset", "none"]


@dataclass(frozen=True, slots=True)
class FigureSpec:
    id: str
    """ASCII letters, digits and hyphens; names the file `figures/ID.pdf` and the label `fig:ID`."""
    kind: FigureKind
    table: str = ""
    x: str = ""
    """Column on the horizontal axis (`data`, `lines`, `spectrum`, `runs`, `heatmap`), or whose
    values are counted (`histogram`), that groups (`box`, `means`), or that names (`bar`)."""
    y: tuple[str, ...] = ()
    z: str = ""
    """Column whose value is the colour (`heatmap`); empty where the table itself is the matrix."""
    tables: tuple[str, ...] = ()
    """Tables of the repeated runs, one panel each (`runs`)."""
    fit: str = ""
    """Key of the fit to draw (`fit`)."""
    residuals: Residuals = "panel"
    """Where the residuals of a `fit` stand: below, within the axes, or nowhere."""
    log_x: bool = False
    log_y: bool = False
    reference: str = ""
    """Key of a fact to mark with a line (`histogram`, `box`, `means`)."""
    image: str = ""
    """Path of the user's picture, relative to the folder (`image`)."""
    caption: str = ""
    """LaTeX; says what the figure shows."""


@dataclass(frozen=True, slots=True)
class Figure:
    spec: FigureSpec
    file: str
    """Relative to the run folder: `figures/ID.pdf`, or `.png`/`.jpg` for pictures."""
    digest: str
    """SHA-256 of the file."""
    width_cm: float
    """Natural width in the report."""

    @property
    def label(self) -> str:
        return f"fig:{self.spec.id}"

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The file and its digest: a stored figure counts only with it."""
        return ((self.file, self.digest),)


@dataclass(frozen=True, slots=True)
class Figures:
    items: tuple[Figure, ...]
    refused: tuple[tuple[str, str], ...] = ()
    """(id, reason) of specs that could not be drawn."""

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """(path relative to the run folder, digest): the stored product counts only with them."""
        return tuple((figure.file, figure.digest) for figure in self.items)
