r"""Which `\begin` belongs to which `\end`."""

from functools import lru_cache
from typing import NamedTuple

from latex.commands import commands

DEEPEST = 60
"""How many open environments are looked through for the one that closes."""


class Environment(NamedTuple):
    name: str
    """As written, such as `figure*`."""
    start: int
    r"""Offset of the backslash of `\begin`."""
    inner_start: int
    r"""Behind `\begin{…}`."""
    inner_end: int
    r"""Offset of the backslash of `\end`."""
    end: int


@lru_cache(maxsize=8)
def environments(live: str) -> tuple[Environment, ...]:
    """Every environment of a masked source that is closed, outside of definitions, in order.

    What stands open inside of one that closes is left out.
    """
    closed: list[Environment] = []
    stack: list[tuple[str, int, int]] = []
    for command in commands(live).outside:
        if command.key is None or command.name not in ("begin", "end"):
            continue
        name = command.key.strip()
        inner = command.end + len(command.key) + 2
        if command.name == "begin":
            stack.append((name, command.start, inner))
            continue
        for depth in range(len(stack) - 1, max(-1, len(stack) - 1 - DEEPEST), -1):
            if stack[depth][0] == name:
                _, start, inner_start = stack[depth]
                closed.append(Environment(name, start, inner_start, command.start, inner))
                del stack[depth:]
                break
    return tuple(sorted(closed, key=lambda environment: environment.start))
