"""How often the choice among models finds the one that made the data, and how long it takes.

Run: python -m bench.fits [REPEATS]
"""

import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np

from agent.analysis.competition import compete
from agent.analysis.fitting import Vector

TRUTH: dict[str, Callable[[Vector], Vector]] = {
    "proportional": lambda x: 2.3 * x,
    "line": lambda x: 2.3 * x + 8,
    "parabola": lambda x: 0.5 * x**2 - 2 * x + 6,
    "power": lambda x: 3 * x**1.6,
    "exponential": lambda x: 20 * np.exp(-x / 4),
    "exponential_offset": lambda x: 20 * np.exp(-x / 2.5) + 5,
    "logarithm": lambda x: 4 * np.log(x) + 3,
    "gaussian": lambda x: 10 * np.exp(-((x - 5) ** 2) / 4.5) + 2,
    "sine": lambda x: 4 * np.sin(2 * x + 0.5) + 10,
    "damped_sine": lambda x: 8 * np.exp(-x / 5) * np.sin(3 * x + 0.5) + 1,
    "constant": lambda x: 0 * x + 10,
}
DESIGNS = ((12, 0.02), (30, 0.05), (30, 0.1), (200, 0.05))
"""Number of points, and noise as a part of the range of y."""


def main(repeats: int = 50) -> None:
    rng = np.random.default_rng(1)
    for n, noise in DESIGNS:
        x = np.linspace(0.5, 10, n)
        begin = time.perf_counter()
        print(f"\n{n} points, noise {noise:.0%}: chosen | named as indistinguishable | instead")
        for name, function in TRUTH.items():
            y = function(x)
            spread = noise * (np.ptp(y) or 10.0)
            chosen: Counter[str] = Counter()
            within = 0
            for _ in range(repeats):
                found = compete(x, y + rng.normal(0, spread, n), None)
                if found is None:
                    chosen["none"] += 1
                    continue
                model = "constant" if not found.depends else found.model.name
                chosen[model] += 1
                within += name == model or name in found.indistinguishable
            others = ", ".join(f"{k} {v}" for k, v in chosen.most_common() if k != name)
            print(f"{name:>20} {chosen[name] / repeats:4.0%} {within / repeats:4.0%}  {others}")
        fits = repeats * len(TRUTH)
        print(f"{1e3 * (time.perf_counter() - begin) / fits:.0f} ms for one data set")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
