"""The rule on data that the source itself holds: points and formulas of plots, tables in files."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_words import fold
from reflect.verdict import Objection

POINTS = re.compile(r"coordinates\s*(?:\[[^\[\]]*\]\s*)?\{([^{}]*)\}")
POINT = re.compile(r"\(([^()]*)\)")
TABLE = re.compile(
    r"(?:\\addplot(?:3)?\+?\s*(?:\[[^\[\]]*\])?\s*table|\\pgfplotstableread)\s*(?:\[[^\[\]]*\])?\s*"
    r"\{([^{}]*\n[^{}]*)\}"
)
FORMULA = re.compile(r"\\addplot(?:3)?\+?\s*(?:\[[^\[\]]*\])?\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?", re.IGNORECASE)
FILE = "filecontents"


def plot_changed(pair: Pair) -> Iterator[Objection]:
    """Points, formulas or lines of data that the text after does not hold; new ones may come."""
    if not any(word in pair.before.live for word in ("addplot", "coordinates", FILE, "pgfplotst")):
        return
    old, new = _data(pair.before), _data(pair.after)
    lost = tuple((old - new).elements())
    if lost and not all(map(pair.names, lost)):
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        yield Objection("plot-changed", f"The plot no longer shows `{lost[0][:60]}`{more}.", lost)


def _data(side: Side) -> Counter[str]:
    found: Counter[str] = Counter()
    for block in POINTS.findall(side.live):
        found.update(f"({_plain(point)})" for point in POINT.findall(block))
    for block in TABLE.findall(side.live):
        found.update(_lines(block))
    found.update(_plain(formula) for formula in FORMULA.findall(side.live))
    for item in side.environments:
        if item.name.rstrip("*") == FILE:
            text = side.seen.source[item.inner_start : item.inner_end].partition("\n")[2]
            if "@" not in text and "\\" not in text:
                found.update(_lines(text))
    return found


def _lines(block: str) -> Iterator[str]:
    yield from filter(None, map(_plain, block.splitlines()))


def _plain(text: str) -> str:
    """Without idle zeros and white space."""
    return fold(re.sub(r"\s*([,;()+*/^])\s*", r"\1", NUMBER.sub(_shortest, text)))


def _shortest(number: re.Match[str]) -> str:
    try:
        return f"{Decimal(number[0]).normalize():f}" if len(number[0]) < 30 else number[0]
    except InvalidOperation:
        return number[0]
