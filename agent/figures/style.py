"""How every figure looks: size, type, lines and colours."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from matplotlib import rc_context, rcParamsDefault

from agent.figures.fonts import typefaces

WIDTH_CM = 12.5
"""The line of an 11 pt article on A4 paper."""
HEIGHT_CM = 8.0
CM = 1 / 2.54
FONT_SIZE = 9.0
"""Points: one size below the text, as captions are."""

COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#000000",
)
"""Okabe and Ito (2008), told apart with any colour vision, without the yellow no print shows."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
STROKES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (7, 2)), (0, (1, 1)))
INK = "#222222"
FILL = "#BBD7EA"
MARKER_SIZE = 4.0

_drawing = threading.Lock()


def colour(position: int) -> str:
    return COLOURS[position % len(COLOURS)]


def marker(position: int) -> str:
    return MARKERS[position % len(MARKERS)]


def stroke(position: int) -> Any:
    return STROKES[position % len(STROKES)]


def parameters() -> dict[str, Any]:
    """Settings of matplotlib that make the style; everything else stays at its default."""
    faces = typefaces()
    return {
        "font.family": faces.families,
        "font.size": FONT_SIZE,
        "axes.labelsize": FONT_SIZE,
        "xtick.labelsize": FONT_SIZE - 0.5,
        "ytick.labelsize": FONT_SIZE - 0.5,
        "legend.fontsize": FONT_SIZE - 0.5,
        "mathtext.fontset": "custom",
        "mathtext.rm": faces.math.family,
        "mathtext.it": faces.italic,
        "mathtext.bf": faces.bold,
        "mathtext.cal": faces.italic,
        "mathtext.sf": "DejaVu Sans",
        "mathtext.tt": "DejaVu Sans Mono",
        "mathtext.fallback": "stix",
        # Type 3 is the only legal way matplotlib has to embed an OpenType face with cubic outlines.
        "pdf.fonttype": 3,
        "axes.linewidth": 0.6,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.axisbelow": True,
        "xtick.direction": "in",
        "ytick.direction": "in",
        "xtick.top": True,
        "ytick.right": True,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "xtick.minor.width": 0.4,
        "ytick.minor.width": 0.4,
        "lines.linewidth": 1.1,
        "lines.markersize": MARKER_SIZE,
        "errorbar.capsize": 1.5,
        "patch.linewidth": 0.6,
        "legend.frameon": False,
        "legend.handlelength": 2.2,
        "legend.columnspacing": 1.6,
        "axes.unicode_minus": True,
        "figure.dpi": 100,
        "savefig.dpi": 250,
        "path.simplify": True,
        "path.simplify_threshold": 0.1,
    }


@contextmanager
def styled() -> Iterator[None]:
    """The style, for what is drawn within; one figure at a time, as the settings are global."""
    defaults: dict[str, Any] = {
        str(name): value for name, value in rcParamsDefault.items() if name not in _UNTOUCHED
    }
    with _drawing, rc_context(cast(Any, {**defaults, **parameters()})):
        yield


_UNTOUCHED = {"backend", "backend_fallback", "toolbar", "interactive", "webagg.port"}
