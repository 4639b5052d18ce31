"""Forty figures of a report drawn on one core and on two: the ratio of times in one run."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

from agent.analysis.explore import explore_tables
from agent.analysis.types import Findings
from agent.figures.types import FigureSpec
from agent.materials.types import Column, Table
from agent.settings import resolve

COUNT, ROWS = 20, 60
LIMIT = 1.6
REPEATS = 3


def findings() -> Findings:
    """Straight lines with noise: a table with a fit for each pair of figures."""
    noise = np.random.default_rng(1)
    tables = []
    for number in range(COUNT):
        x = np.linspace(0, 10, ROWS)
        y = 3 * x + 1 + noise.normal(0, 0.4, ROWS)
        columns = (Column("time", "s", "number", x), Column("voltage", "V", "number", y))
        tables.append(Table(f"run{number}", f"run{number}.csv", columns, ROWS))
    return explore_tables(tuple(tables), resolve().settings)


def draw(jobs: int) -> None:
    """Print the seconds that drawing takes in this fresh process."""
    found = findings()
    specs = [
        FigureSpec(f"fit-{n}", "fit", fit=fit.key, caption="A line.")
        for n, fit in enumerate(found.fits)
    ]
    specs += [
        FigureSpec(f"data-{n}", "data", table.name, "time", ("voltage",), caption="Readings.")
        for n, table in enumerate(found.tables)
    ]
    begun = time.perf_counter()
    from agent.figures.gallery import draw_all  # with matplotlib, which a run loads here too

    with tempfile.TemporaryDirectory() as target:
        figures = draw_all(specs, found, Path(target), Path(target), jobs=jobs)
    seconds = time.perf_counter() - begun
    assert len(figures.items) == 2 * COUNT
    print(seconds)


def main() -> None:
    seconds = {}
    for jobs in (1, 2):
        command = [sys.executable, __file__, str(jobs)]
        times = [
            float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(REPEATS)
        ]
        seconds[jobs] = median(times)
        print(f"{2 * COUNT} figures, {jobs} at a time: {seconds[jobs]:.2f} s")
    print(f"ratio {seconds[1] / seconds[2]:.2f} (limit {LIMIT})")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        draw(int(sys.argv[1]))
    else:
        main()
