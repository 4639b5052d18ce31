"""Figures, tables and displayed equations."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from latex.commands import CAPTIONS, Command, commands
from latex.environments import Environment, environments
from latex.patterns import re
from latex.references import Mark

Span = tuple[int, int]
Kind = Literal["figure", "table"]

KINDS: dict[str, Kind] = {
    **dict.fromkeys(
        [
            *("figure", "wrapfigure", "sidewaysfigure", "SCfigure", "marginfigure"),
            *("floatingfigure", "figwindow", "teaserfigure", "rotfigure"),
        ],
        "figure",
    ),
    **dict.fromkeys(
        [
            *("table", "wraptable", "sidewaystable", "SCtable", "margintable", "floatingtable"),
            *("tabwindow", "longtable", "longtabu", "xltabular", "longtblr", "deluxetable"),
            *("supertabular", "xtabular", "rottable", "planotable", "tablehere"),
        ],
        "table",
    ),
}
"""By name without star. From LaTeX, wrapfig, rotating, sidecap, tufte, floatflt, picinpar, acmart,
longtable, tabu, xltabular, tabularray, supertabular, xtab and AASTeX."""
INNER = frozenset({"subfigure", "subtable", "minipage", "subfloat"})
DISPLAYS = frozenset(
    {
        *("equation", "align", "gather", "multline", "flalign", "alignat", "xalignat", "eqnarray"),
        *("displaymath", "dmath", "dgroup", "darray", "IEEEeqnarray", "xxalignat", "math-display"),
    }
)
"""By name without star."""
INSIDE = r"[^$\\\n]|\\.|\n(?![ \t\r]*+\n)"
DOLLARS = re.compile(
    rf"[^\\$]*+(?:\\.[^\\$]*+)*+(?:(?P<display>\$\$(?:{INSIDE}|\$(?!\$))*+\$\$)"
    rf"|\$(?:{INSIDE})*+\$|\$|\\?\Z)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Float:
    r"""A figure or a table, from `\begin` to behind `\end`."""

    kind: Kind
    environment: str
    """As written, such as `figure*` or `longtable`."""
    span: Span
    caption: Span | None
    """Between the braces of its first caption; that of a part of it only where it has no other."""
    labels: tuple[str, ...]
    graphics: tuple[str, ...]


def floats_in(live: str, labels: tuple[Mark, ...], graphics: tuple[Mark, ...]) -> tuple[Float, ...]:
    """Of a masked source, the outermost ones, with those of `labels` and `graphics` they hold."""
    return tuple(
        Float(
            kind=KINDS[environment.name.rstrip("*")],
            environment=environment.name,
            span=(environment.start, environment.end),
            caption=_caption(live, environment),
            labels=_inside(labels, environment),
            graphics=_inside(graphics, environment),
        )
        for environment in _outermost(live, frozenset(KINDS))
    )


def displays_in(live: str) -> tuple[Span, ...]:
    r"""Displayed equations of a masked source: environments, `\[…\]` and `$$…$$`, outermost."""
    found = commands(live)
    spans = [(e.start, e.end) for e in _outermost(live, DISPLAYS)]
    opened: int | None = None
    for command in found.outside:
        if command.name == "[" and opened is None:
            opened = command.start
        elif command.name == "]" and opened is not None:
            spans.append((opened, command.start + 2))
            opened = None
    if "$$" in live:
        spans += (m.span("display") for m in DOLLARS.finditer(live) if m["display"])
    spans.sort()
    outermost: list[Span] = []
    for span in spans:
        if not outermost or span[0] >= outermost[-1][1]:
            outermost.append(span)
    return tuple(outermost)


def _outermost(live: str, names: frozenset[str]) -> Iterator[Environment]:
    end = 0
    for environment in environments(live):
        if environment.start >= end and environment.name.rstrip("*") in names:
            end = environment.end
            yield environment


def _inside(marks: tuple[Mark, ...], environment: Environment) -> tuple[str, ...]:
    first = bisect_left(marks, environment.start, key=lambda mark: mark.start)
    last = bisect_left(marks, environment.end, key=lambda mark: mark.start)
    return tuple(mark.key for mark in marks[first:last])


def _caption(live: str, environment: Environment) -> Span | None:
    found = commands(live)
    first: Span | None = None
    parts = (
        inner
        for inner in _between(environments(live), environment)
        if inner.name.rstrip("*") in INNER
    )
    part = next(parts, None)
    for command in _between(found.outside, environment):
        if command.name not in CAPTIONS or (group := _text(live, command)) is None:
            continue
        while part is not None and part.end <= command.start:
            part = next(parts, None)
        if part is None or command.start < part.start:
            return group
        first = group if first is None else first
    return first


Placed = TypeVar("Placed", Command, Environment)


def _between(placed: tuple[Placed, ...], environment: Environment) -> tuple[Placed, ...]:
    first = bisect_right(placed, environment.start, key=lambda item: item.start)
    last = bisect_left(placed, environment.end, key=lambda item: item.start)
    return placed[first:last]


def _text(live: str, command: Command) -> Span | None:
    """What stands between the braces of a caption."""
    braces = commands(live).braces
    group = braces.argument(braces.behind_options(command.end))
    if group is not None and command.name == "captionof":
        group = braces.argument(braces.behind_options(group[1]))
    return (group[0] + 1, group[1] - 1) if group is not None else None
