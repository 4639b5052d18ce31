r"""`\left` and `\right`, which TeX wants in pairs."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from latex.commands import commands
from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category

TOKEN = regex.compile(
    r"""(?P<side>\\(?:left|right)(?![A-Za-z@])) | (?P<row>\\\\|\\cr(?![A-Za-z@]))
    | \\(?P<edge>begin|end)\s*+\{[^{}]*+\} | \\(?:[A-Za-z@]++|.) | (?P<sign>[{}&$])""",
    regex.VERBOSE | regex.DOTALL,
)
SIDE = regex.compile(r"\\(left|right)(?![A-Za-z@])")


@check("left-without-right", 4, Category.STRUCTURE)
def left_without_right(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""`\left` without its `\right` in one cell and one group of a formula, where TeX stops.

    Pass: \[ \left( \frac{a}{b} \right. \]
    Fail: \[ \left( \frac{a}{b} ) \]
    """
    live = structure.live
    if (r"\left" not in live and r"\right" not in live) or _makes_halves(live):
        return
    holders = [(d.start, d.end) for d in commands(live).definitions]
    for start, end in views(structure).math:
        if SIDE.search(live, start, end) is None:
            continue
        if any(first <= start < last for first, last in holders):
            continue
        lone = _lone(live, start, end)
        if lone is not None:
            side = "left" if live.startswith(r"\left", lone) else "right"
            other = "right" if side == "left" else "left"
            yield Hit(
                lone,
                lone + 1 + len(side),
                f"\\{side} has no \\{other} in its cell.",
                action=rf"Close it, with \{other}. where nothing is to be seen.",
            )


@lru_cache(maxsize=4)
def _makes_halves(live: str) -> bool:
    """Whether a command of the document holds one side only, so that pairs cannot be counted."""
    for definition in commands(live).definitions:
        sides = SIDE.findall(live, definition.start, definition.end)
        if sides.count("left") != sides.count("right"):
            return True
    return False


def _lone(live: str, start: int, end: int) -> int | None:
    """The offset of the first one without its partner."""
    open_ones: list[list[int]] = [[]]
    """Those of each group and environment, the innermost last."""
    environments = [False]
    for match in TOKEN.finditer(live, start, end):
        if match["side"] == r"\left":
            open_ones[-1].append(match.start())
        elif match["side"]:
            if not open_ones[-1]:
                return match.start()
            open_ones[-1].pop()
        elif match["sign"] == "{" or match["edge"] == "begin":
            open_ones.append([])
            environments.append(match["edge"] is not None)
        elif match["sign"] == "}" or match["edge"]:
            if open_ones[-1]:
                return open_ones[-1][0]
            if len(open_ones) > 1:
                open_ones.pop()
                environments.pop()
        elif (match["row"] or match["sign"] == "&") and environments[-1] and open_ones[-1]:
            return open_ones[-1][0]
    return next((rest[0] for rest in open_ones if rest), None)
