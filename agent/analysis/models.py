"""The models that may describe y against x: their equations, parameters and starting points."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from agent.analysis.fitting import Function
from agent.analysis.starts import (
    best_of,
    damped_grid,
    exponents,
    frequencies,
    peaks,
    scales,
    waves,
)
from agent.arrays import Vector

Starts = Callable[[Vector, Vector], list[Vector]]
Check = Callable[[Vector, Vector], bool]
"""Whether parameters, with x, mean what the model says."""

PERIODS = 1.5
"""A sine that the data do not follow for so many periods is anyone's curve."""
_FAR = 10.0
"""A decay or width so many times longer than the range of x is a line or a parabola in disguise."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A parameter: how it is called, written, and what it measures."""

    name: str
    symbol: str
    words: str
    """`slope`, in `slope of v against d`."""
    unit: str
    """Of x, y, their differences and quotients: see `fits.unit_of`."""


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    words: str
    """`straight line`, in `fit of a straight line`."""
    equation: str
    """LaTeX; `<y>`, `<x>` and each parameter in the same brackets stand for their symbols."""
    parameters: tuple[Quantity, ...]
    function: Function
    starts: Starts | None = None
    """None: linear in its parameters, and solved directly."""
    check: Check | None = None
    positive_x: bool = False
    oscillates: bool = False

    @property
    def size(self) -> int:
        return len(self.parameters)

    def basis(self, x: Vector) -> np.ndarray:
        """The columns that the parameters of a linear model multiply."""
        return np.column_stack([self.function(x, unit) for unit in np.eye(self.size)])


def _a(words: str, unit: str) -> Quantity:
    return Quantity("a", "a", words, unit)


def _c(unit: str = "y") -> Quantity:
    return Quantity("c", "c", "offset", unit)


_TAU = r"\tau"
_OMEGA = Quantity("omega", r"\omega", "angular frequency", "rad/x")
_PHI = Quantity("phi", r"\varphi", "phase", "rad")


def _tau_fits(position: int, *, bounded: bool) -> Check:
    def check(values: Vector, x: Vector) -> bool:
        return bool(values[position] > 0 and (not bounded or values[position] < _FAR * np.ptp(x)))

    return check


def _peak_fits(values: Vector, x: Vector) -> bool:
    _, centre, width, _ = values
    steps = np.diff(np.unique(x))
    inside = bool(x.min() <= centre <= x.max())
    return inside and 0 < width < np.ptp(x) / 2 and width > float(np.median(steps)) / 3


def _sine_fits(values: Vector, x: Vector) -> bool:
    omega = values[-3] if len(values) == 4 else values[2]
    fastest = np.pi / float(np.median(np.diff(np.unique(x))))
    return bool(2 * np.pi * PERIODS / np.ptp(x) <= omega <= fastest)


def _damped_fits(values: Vector, x: Vector) -> bool:
    tau, omega = values[1], values[2]
    return _sine_fits(values, x) and bool(1 / omega < tau < _FAR * np.ptp(x))


def _exponential(*, sign: int, offset: bool) -> Model:
    minus = "-" if sign < 0 else ""
    words = ("decaying" if sign < 0 else "growing") + " exponential"
    constant = "decay constant" if sign < 0 else "growth constant"

    def plain(x: Vector, p: Vector) -> Vector:
        return np.asarray(p[0] * np.exp(sign * x / p[1]))

    def lifted(x: Vector, p: Vector) -> Vector:
        return np.asarray(p[0] * np.exp(sign * x / p[1]) + p[2])

    def starts(x: Vector, y: Vector) -> list[Vector]:
        taus = scales(x, y, sign)
        return best_of(
            x,
            y,
            taus,
            lambda x, tau: (np.exp(sign * x / tau[0]), *([np.ones_like(x)] * offset)),
            1,
        )

    amplitude = _a("amplitude", "dy" if offset else "y")
    tau = Quantity("tau", _TAU, constant, "dx")
    return Model(
        "exponential_offset" if offset else "exponential",
        words + (" with an offset" if offset else ""),
        rf"<y> = <a>\,e^{{{minus}<x>/<tau>}}" + (" + <c>" if offset else ""),
        (amplitude, tau, _c()) if offset else (amplitude, tau),
        lifted if offset else plain,
        starts,
        _tau_fits(1, bounded=offset),
    )


MODELS = (
    Model(
        "proportional",
        "proportionality",
        r"<y> = <a>\,<x>",
        (_a("factor of proportionality", "y/x"),),
        lambda x, p: p[0] * x,
    ),
    Model(
        "line",
        "straight line",
        r"<y> = <a>\,<x> + <b>",
        (_a("slope", "dy/x"), Quantity("b", "b", "intercept", "y")),
        lambda x, p: p[0] * x + p[1],
    ),
    Model(
        "power",
        "power law",
        r"<y> = <a>\,<x>^{<b>}",
        (_a("factor", "y"), Quantity("b", "b", "exponent", "")),
        lambda x, p: p[0] * x ** p[1],
        lambda x, y: best_of(x, y, exponents(x, y), lambda x, b: (x ** b[0],), 1),
        positive_x=True,
    ),
    _exponential(sign=-1, offset=False),
    _exponential(sign=1, offset=False),
    Model(
        "logarithm",
        "logarithm",
        r"<y> = <a>\,\ln <x> + <b>",
        (_a("factor of the logarithm", "dy"), Quantity("b", "b", "constant", "y")),
        lambda x, p: p[0] * np.log(x) + p[1],
        positive_x=True,
    ),
    Model(
        "parabola",
        "parabola",
        r"<y> = <a>\,<x>^{2} + <b>\,<x> + <c>",
        (
            _a("quadratic coefficient", "dy/x2"),
            Quantity("b", "b", "linear coefficient", "dy/x"),
            Quantity("c", "c", "constant term", "y"),
        ),
        lambda x, p: p[0] * x**2 + p[1] * x + p[2],
    ),
    _exponential(sign=-1, offset=True),
    _exponential(sign=1, offset=True),
    Model(
        "gaussian",
        "Gaussian peak",
        r"<y> = <a>\,e^{-(<x>-<mu>)^{2}/(2<sigma>^{2})} + <c>",
        (
            _a("height", "dy"),
            Quantity("mu", r"\mu", "centre", "x"),
            Quantity("sigma", r"\sigma", "width", "dx"),
            _c(),
        ),
        lambda x, p: p[0] * np.exp(-(((x - p[1]) / p[2]) ** 2) / 2) + p[3],
        lambda x, y: best_of(
            x,
            y,
            peaks(x),
            lambda x, p: (np.exp(-(((x - p[0]) / p[1]) ** 2) / 2), np.ones_like(x)),
            1,
        ),
        _peak_fits,
    ),
    Model(
        "sine",
        "sine",
        r"<y> = <a>\,\sin(<omega> <x> + <phi>) + <c>",
        (_a("amplitude", "dy"), _OMEGA, _PHI, _c()),
        lambda x, p: p[0] * np.sin(p[1] * x + p[2]) + p[3],
        lambda x, y: [
            np.array([np.hypot(s, c), w[0], np.arctan2(c, s), rest])
            for s, c, rest, w in waves(x, y, [np.array([w]) for w in frequencies(x, y)])
        ],
        _sine_fits,
        oscillates=True,
    ),
    Model(
        "damped_sine",
        "damped sine",
        r"<y> = <a>\,e^{-<x>/<tau>}\sin(<omega> <x> + <phi>) + <c>",
        (
            _a("amplitude", "dy"),
            Quantity("tau", _TAU, "damping time", "dx"),
            _OMEGA,
            _PHI,
            _c(),
        ),
        lambda x, p: p[0] * np.exp(-x / p[1]) * np.sin(p[2] * x + p[3]) + p[4],
        lambda x, y: [
            np.array([np.hypot(s, c), w[1], w[0], np.arctan2(c, s), rest])
            for s, c, rest, w in waves(x, y, damped_grid(x, frequencies(x, y)))
        ],
        _damped_fits,
        oscillates=True,
    ),
)
