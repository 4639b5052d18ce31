"""A sheet to draw on, and how it becomes a file: all glyphs there, whole or not at all."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text

from agent.arrays import Array
from agent.figures.complaints import complaints
from agent.figures.errors import Undrawable
from agent.figures.fonts import typefaces
from agent.figures.lettering import (
    clean,
    escaped,
    families_for,
    has_formula,
    outside_formulas,
    width,
)
from agent.figures.style import CM, FONT_SIZE, HEIGHT_CM, WIDTH_CM
from agent.figures.ticks import (
    Scale,
    axis_of,
    can_be_logarithmic,
    scale_for,
    set_dates,
    set_linear,
    set_logarithmic,
)
from agent.store import write_atomically

ROW_CM = 0.45
"""Height of one row of a legend."""
LEGEND_EMS = WIDTH_CM * CM * 72 / FONT_SIZE - 4
HANDLE_EMS = 4.5
"""What line, gap and column space take beside the words of a legend."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    artist: Any
    text: str


def blank(height_cm: float = HEIGHT_CM) -> Canvas:
    return Canvas(figsize=(WIDTH_CM * CM, height_cm * CM), layout="constrained")


def scale_axis(
    axes: Axes, name: str, values: Sequence[Array], length_cm: float, *, log: bool, date: bool
) -> Scale:
    """Set the kind, the limits' ticks and the numbers of an axis whose artists are all drawn.

    A logarithm is taken only where no value would vanish from the axis.
    """
    axis = axis_of(axes, name)
    if date:
        set_dates(axis)
        return Scale()
    if log and can_be_logarithmic(*values):
        (axes.set_xscale if name == "x" else axes.set_yscale)("log", nonpositive="clip")
        axes.get_xlim()
        set_logarithmic(axis)
        return Scale()
    limits = axes.get_xlim() if name == "x" else axes.get_ylim()
    scale = scale_for(np.asarray(limits))
    set_linear(axis, scale, length_cm)
    return scale


def add_legend(canvas: Canvas, entries: Sequence[Entry]) -> None:
    """A legend above the axes, where it hides nothing, in as many columns as its words allow."""
    if not entries:
        return
    widest = max(width(entry.text) for entry in entries) + HANDLE_EMS
    columns = max(1, min(len(entries), int(LEGEND_EMS / widest)))
    if len(entries) == 2 and sum(width(e.text) + HANDLE_EMS for e in entries) <= LEGEND_EMS:
        columns = 2
    rows = -(-len(entries) // columns)
    canvas.set_figheight(canvas.get_figheight() + rows * ROW_CM * CM)
    canvas.legend(
        [entry.artist for entry in entries],
        [entry.text for entry in entries],
        loc="outside upper center",
        ncols=columns,
    )


def to_pdf(canvas: Canvas) -> bytes:
    """The sheet as PDF, the same bytes each time.

    Raises:
        Undrawable: a character that no typeface here has, or a formula that cannot be set.
    """
    for text in canvas.findobj(Text):
        assert isinstance(text, Text)
        _settle(text)
    buffer = io.BytesIO()
    with complaints() as heard:
        try:
            canvas.savefig(buffer, format="pdf", metadata={"CreationDate": None})
        except (ValueError, RuntimeError, OverflowError) as error:
            raise Undrawable(f"it could not be set: {_first_line(error)}.") from error
    if heard:
        raise Undrawable(f"a character could not be set: {heard[0]}.")
    return buffer.getvalue()


def require_glyphs(text: str) -> None:
    """See that some typeface has each character.

    Raises:
        Undrawable: one is missing; matplotlib would draw a box and go on.
    """
    if missing := typefaces().missing(text):
        raise Undrawable(
            f"no typeface here has the character {missing[0]!r} (U+{ord(missing[0]):04X})."
        )


def _settle(text: Text) -> None:
    content = text.get_text()
    require_glyphs(outside_formulas(content))
    if has_formula(content):
        families = families_for(content)
        if families is None:
            content = escaped(clean(outside_formulas(content)))
            text.set_text(content)
        text.set_fontfamily(families or typefaces().families)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")


def publish(content: bytes, target: Path, file: str) -> str:
    """Write a file of the run folder, whole or not at all; its SHA-256."""
    write_atomically(target / file, content)
    return hashlib.sha256(content).hexdigest()
