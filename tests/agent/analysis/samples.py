"""Small tables and settings for the tests of this package."""

from typing import Any

import numpy as np

from agent.materials.types import Column, Table
from agent.settings import Layer, Settings, resolve


def numbers(name: str, unit: str | None, values: Any, of: str | None = None) -> Column:
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return Column(name, unit, "number", array, uncertainty_of=of)


def texts(name: str, cells: list[str]) -> Column:
    return Column(name, None, "text", np.empty(0), tuple(cells))


def table(name: str, *columns: Column) -> Table:
    rows = max(len(column.values) or len(column.texts) for column in columns)
    return Table(name, f"{name}.csv", tuple(columns), rows)


def settings(**values: Any) -> Settings:
    return resolve(Layer("reflectex.toml", values)).settings


DISTANCES = (
    [0.032, 0.034, 0.214, 0.263, 0.275, 0.275, 0.45, 0.5, 0.5, 0.63, 0.8, 0.9],
    [0.9, 0.9, 0.9, 1.0, 1.1, 1.1, 1.4, 1.7, 2.0, 2.0, 2.0, 2.0],
)
VELOCITIES = (
    [170, 290, -130, -70, -185, -220, 200, 290, 270, 200, 300, -30],
    [650, 150, 500, 920, 450, 500, 500, 960, 500, 850, 800, 1090],
)
NEBULAE = table(
    "hubble",
    numbers("distance", "Mpc", np.concatenate(DISTANCES)),
    numbers("velocity", "km/s", np.concatenate(VELOCITIES)),
)
"""Hubble 1929, table 1."""


def noisy_line(n: int = 20, slope: float = 2.0, intercept: float = 5.0) -> Table:
    rng = np.random.default_rng(7)
    x = np.linspace(1, 10, n)
    return table(
        "run",
        numbers("t", "s", x),
        numbers("s", "m", slope * x + intercept + rng.normal(0, 0.1, n)),
        numbers("u_s", "m", np.full(n, 0.1), of="s"),
    )
