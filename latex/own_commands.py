r"""Labels, references, cites and graphics in commands that the document itself defines.

`\newcommand{\figref}[1]{Figure~\ref{fig:#1}}` makes `\figref{a}` a reference to `fig:a`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from latex.alternation import one_of
from latex.braces import Braces
from latex.commands import CITES, GRAPHICS, LABELS, REFS, Definition, commands

Span = tuple[int, int]

KNOWN = CITES | GRAPHICS | LABELS | REFS
USE = re.compile(
    r"\\(?P<name>[A-Za-z@]+)\*?\s*(?:\[[^\[\]]*\]\s*){0,2}"
    r"\{(?P<before>[^{}\\#]{0,200})#(?P<number>[1-9])(?P<after>[^{}\\#]{0,200})\}"
)
"""A command applied to a parameter."""
NUMBER = re.compile(r"\*?\s*(?:\{[^{}]*\}|\\(?:[A-Za-z@]+|.))\s*\[\s*\d\s*\]\s*(?P<default>\[)?")
SPECIFICATION = re.compile(r"([a-zA-Z!+])(?:\{[^{}]*\})?")
IN_NAME = re.compile(r"[A-Za-z@]")
DEEPEST_CHAIN = 5
MOST_MADE = 30
"""Marks that one command makes; each chain multiplies them."""


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A mark that a command of the document makes of one of its arguments."""

    like: str
    """The command it comes down to, such as `ref`."""
    before: str
    after: str
    """What the definition puts before and behind the argument."""
    number: int
    """Of the argument, from 1."""
    optional: frozenset[int]
    """Numbers of the arguments that stand in brackets."""


class OwnMark(NamedTuple):
    key: str
    """As the command below gets it, so with what the definition puts around it."""
    start: int
    end: int
    """Of the part of the key that stands in the source."""
    command: str
    like: str
    argument: Span
    """Between the braces."""
    group: Span
    """The braces."""
    whole: Span


@lru_cache(maxsize=8)
def wrappers(live: str) -> dict[str, tuple[Wrapper, ...]]:
    """Of a masked source, by the name of the command or environment that the document defines."""
    found: dict[str, tuple[Wrapper, ...]] = {}
    uses = [(d.name, _uses(live, d)) for d in commands(live).definitions if d.groups and d.name]
    for _ in range(DEEPEST_CHAIN):
        before = dict(found)
        for name, inside in uses:
            if made := tuple(dict.fromkeys(islice(_made(name, inside, found), MOST_MADE))):
                found[name] = made
        if found == before:
            break
    return found


class Use(NamedTuple):
    """A command that is applied to a parameter in a definition."""

    name: str
    before: str
    after: str
    number: int
    optional: frozenset[int]


def _uses(live: str, definition: Definition) -> list[Use]:
    parameters = definition.command.endswith(("DocumentCommand", "DocumentEnvironment"))
    body = definition.groups[min(1 if parameters else 0, len(definition.groups) - 1)]
    if live.find("#", *body) < 0:
        return []
    optional = _optional(live, definition)
    return [
        Use(use["name"], use["before"], use["after"], int(use["number"]), optional)
        for use in USE.finditer(live, *body)
    ]


def _made(name: str, inside: list[Use], known: dict[str, tuple[Wrapper, ...]]) -> Iterator[Wrapper]:
    for use in inside:
        if use.name == name:
            continue
        if use.name in known:
            for below in known[use.name]:
                if below.number == 1:
                    before, after = below.before + use.before, use.after + below.after
                    yield Wrapper(below.like, before, after, use.number, use.optional)
        elif use.name in KNOWN and (use.name not in CITES or not use.before + use.after):
            yield Wrapper(use.name, use.before, use.after, use.number, use.optional)


def _optional(live: str, definition: Definition) -> frozenset[int]:
    if definition.command.endswith(("DocumentCommand", "DocumentEnvironment")):
        start, end = definition.groups[0]
        letters = [m[1] for m in SPECIFICATION.finditer(live, start + 1, end - 1)]
        letters = [letter for letter in letters if letter not in "+!>"]
        return frozenset(n for n, letter in enumerate(letters, 1) if letter not in "mv")
    after = re.compile(r"[A-Za-z]+").match(live, definition.start + 1)
    number = NUMBER.match(live, after.end()) if after else None
    return frozenset({1}) if number and number["default"] else frozenset()


@lru_cache(maxsize=8)
def own_marks(live: str) -> tuple[OwnMark, ...]:
    """All of a masked source, in order."""
    made = wrappers(live)
    if not made:
        return ()
    found = commands(live)
    uses = [
        (command.key, command.start, command.end + len(command.key) + 2)
        for command in found.outside
        if command.name == "begin" and command.key in made
    ]
    uses += _places(live, tuple(sorted(name for name in made if IN_NAME.match(name))))
    return tuple(
        mark
        for name, start, end in sorted(uses, key=lambda use: use[1])
        for mark in _marks(found.braces, name, made[name], start, end)
    )


def _places(live: str, names: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """(name, offset of the backslash, offset behind the name and a star) of each use."""
    for match in _pattern(names).finditer(live):
        start = match.start()
        slashes = start
        while slashes and live[slashes - 1] == "\\":
            slashes -= 1
        if (start - slashes) % 2 == 0:
            yield match["name"], start, match.end()


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\\(?P<name>{one_of(names)})(?![A-Za-z@])\*?")


def _marks(
    braces: Braces, name: str, made: tuple[Wrapper, ...], start: int, position: int
) -> Iterator[OwnMark]:
    arguments: list[Span | None] = []
    optional = made[0].optional
    for number in range(1, max(wrapper.number for wrapper in made) + 1):
        if number in optional:
            argument = braces.option(position)
        else:
            argument = braces.argument(position)
            if argument is None:
                break
        arguments.append(argument)
        position = argument[1] if argument else position
    for wrapper in made:
        group = arguments[wrapper.number - 1] if wrapper.number <= len(arguments) else None
        if group is None:
            continue
        argument = (group[0] + 1, group[1] - 1)
        for key, span in _keys(braces.live, argument, wrapper):
            yield OwnMark(key, *span, name, wrapper.like, argument, group, (start, position))


def _keys(live: str, argument: Span, wrapper: Wrapper) -> Iterator[tuple[str, Span]]:
    """The argument with what stands around it, divided at its commas."""
    text = live[slice(*argument)]
    if "#" in text or "\\" in text or "{" in text:
        return
    if "," not in text and text:
        start = argument[0] + len(text) - len(text.lstrip())
        yield wrapper.before + text.strip() + wrapper.after, (start, start + len(text.strip()))
        return
    parts = text.split(",")
    offset = argument[0]
    for number, part in enumerate(parts):
        before = wrapper.before if number == 0 else ""
        after = wrapper.after if number == len(parts) - 1 else ""
        key = f"{before}{part}{after}".strip()
        start = offset + len(part) - len(part.lstrip())
        if part.strip():
            yield key, (start, start + len(part.strip()))
        offset += len(part) + 1
