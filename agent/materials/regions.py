"""A sheet of cells is cut along its empty columns, so that tables side by side are read apart."""

from collections.abc import Sequence
from typing import NamedTuple

Grid = Sequence[Sequence[str]]


class Strip(NamedTuple):
    """Columns that belong together."""

    start: int
    stop: int
    """Half-open, 0-based."""


def strips(grid: Grid) -> tuple[Strip, ...]:
    """Spans of columns between columns that are empty from top to bottom.

    A column on its own is no table, so an empty column beside it is only a gap.
    """
    width = max((len(row) for row in grid), default=0)
    used = [any(place < len(row) and row[place] for row in grid) for place in range(width)]
    found: list[Strip] = []
    for place in range(width):
        if not used[place]:
            continue
        if found and found[-1].stop == place:
            found[-1] = Strip(found[-1].start, place + 1)
        else:
            found.append(Strip(place, place + 1))
    result: list[Strip] = []
    for strip in found:
        lone = strip.stop - strip.start == 1 and not _is_prose(grid, strip)
        if result and (lone or _lone(result[-1], grid)):
            result[-1] = Strip(result[-1].start, strip.stop)
        else:
            result.append(strip)
    return tuple(result)


def _lone(strip: Strip, grid: Grid) -> bool:
    return strip.stop - strip.start == 1 and not _is_prose(grid, strip)


def _is_prose(grid: Grid, strip: Strip) -> bool:
    """Whether the one column holds lines of text, perhaps with the cells of a row in each."""
    cells = [row[strip.start] for row in grid if strip.start < len(row) and row[strip.start]]
    return sum(len(cell.split()) > 1 for cell in cells) > 0.5 * len(cells)


def part(grid: Grid, strip: Strip) -> list[list[str]]:
    return [list(row[strip.start : strip.stop]) for row in grid]
