"""Labels, references, facts and graphics files, each key with its place."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from latex.commands import FACTS, GRAPHICS, LABELS, REFS, Command, Commands, commands
from latex.own_commands import own_marks, wrappers
from latex.patterns import re

Span = tuple[int, int]

RANGES = frozenset({"refrange", "vrefrange", "vpagerefrange"}) | {
    f"{name}refrange" for name in ("c", "C", "cpage", "Cpage")
}
SPECIAL = RANGES | {"hyperref"}
IN_OPTIONS = re.compile(r"(?:file|figure)\s*=\s*(?P<key>[^\s,{}]+)")
KEY = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
WHOLE = re.compile(r"\S(?:.*\S)?", re.DOTALL)
LABEL_OPTION = re.compile(
    r"[\[,]\s*(?:phantom)?label\s*=\s*"
    r"(?:\{\s*+(?P<braced>[^\s{}\\#,]++(?:\s++[^\s{}\\#,]++)*+)\s*+\}|(?P<bare>[^\s,\]{}\\()*#]+))"
)
PRINTED = frozenset(
    {"enumerate", "itemize", "description", "list", "Verbatim", "BVerbatim", "LVerbatim", "axis"}
)
"""Environments whose option `label` is text that is printed."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A key in a command, such as a label, a reference, a fact or a graphics file."""

    key: str
    r"""In a command that the document defines, what the definition makes of it: `fig:a` for
    `\figref{a}` where that is `\ref{fig:#1}`."""
    start: int
    """Offset of the key's first character in the source."""
    end: int
    command: str
    """Without backslash and star, such as `label`, `cref`, `includegraphics`."""
    whole: Span
    """The whole command, from the backslash to the last brace."""


def labels_in(live: str) -> tuple[Mark, ...]:
    r"""Of a masked source: `\label`, the option `label` of listings and boxes, own commands."""
    found = commands(live)
    return _in_order(
        _direct(found, LABELS, _single), _in_options(found), _of_theorems(found), _own(live, LABELS)
    )


def refs_in(live: str) -> tuple[Mark, ...]:
    """Of a masked source, one for each key of a command with several."""
    return _in_order(_direct(commands(live), REFS, _several), _own(live, REFS))


def facts_in(live: str) -> tuple[Mark, ...]:
    return _in_order(_direct(commands(live), FACTS, _single))


def graphics_in(live: str) -> tuple[Mark, ...]:
    """Files, of a masked source, as written."""
    return _in_order(_direct(commands(live), GRAPHICS, _files), _own(live, GRAPHICS))


def graphics_paths(live: str) -> tuple[str, ...]:
    r"""The folders of `\graphicspath`, as written."""
    found = commands(live)
    for command in reversed(found.of(("graphicspath",))):
        if group := found.braces.argument(command.end):
            inner = re.findall(r"\{([^{}]*)\}", live[group[0] + 1 : group[1] - 1])
            return tuple(path.strip() for path in inner)
    return ()


def _in_order(*groups: Iterable[Mark]) -> tuple[Mark, ...]:
    found = [mark for group in groups for mark in group]
    return tuple(sorted(found, key=lambda mark: mark.start))


Read = Callable[[Commands, Command], Iterator[Mark]]


def _direct(found: Commands, names: frozenset[str], read: Read) -> Iterator[Mark]:
    redefined = wrappers(found.live)
    for command in found.of(names - redefined.keys()):
        yield from (mark for mark in read(found, command) if "#" not in mark.key)


def _marks(
    found: Commands, command: Command, pattern: re.Pattern[str], span: Span, end: int
) -> Iterator[Mark]:
    for key in pattern.finditer(found.live, *span):
        yield Mark(key[0], *key.span(), command.name, (command.start, end))


def _single(found: Commands, command: Command) -> Iterator[Mark]:
    """A command with one key in its first argument."""
    if (key := command.key) is not None:
        start = command.end + 1 + len(key) - len(key.lstrip())
        if key := key.strip():
            end = command.end + 2 + len(command.key or "")
            yield Mark(key, start, start + len(key), command.name, (command.start, end))
        return
    braces = found.braces
    position = braces.behind_options(command.end)
    if group := _simple(found, position):
        yield from _marks(found, command, WHOLE, (group[0] + 1, group[1] - 1), group[1])


def _several(found: Commands, command: Command) -> Iterator[Mark]:
    """A command with keys between commas, in one argument or the two of a range."""
    if command.key is not None and command.name not in SPECIAL:
        start = command.end + 1
        end = start + len(command.key)
        yield from _marks(found, command, KEY, (start, end), end + 1)
        return
    braces = found.braces
    if command.name == "hyperref":
        if option := braces.option(command.end):
            text = braces.argument(option[1])
            span = (option[0] + 1, option[1] - 1)
            yield from _marks(found, command, WHOLE, span, text[1] if text else option[1])
        return
    groups: list[Span] = []
    position = command.end
    for _ in range(2 if command.name in RANGES else 1):
        if group := _simple(found, braces.behind_options(position)):
            groups.append(group)
            position = group[1]
    for start, end in groups:
        yield from _marks(found, command, KEY, (start + 1, end - 1), position)


def _simple(found: Commands, position: int) -> Span | None:
    """The group that comes next, if it holds no command and no other group."""
    group = found.braces.argument(position)
    if group is None:
        return None
    inner = found.live[group[0] + 1 : group[1] - 1]
    return None if "\\" in inner or "{" in inner else group


def _files(found: Commands, command: Command) -> Iterator[Mark]:
    braces = found.braces
    position = braces.behind_options(command.end)
    arguments = {"plottwo": 2, "adjustimage": 2}.get(command.name, 1)
    for number in range(arguments):
        group = braces.argument(position)
        if group is None:
            return
        position = group[1]
        if command.name == "adjustimage" and number == 0:
            continue
        span = (group[0] + 1, group[1] - 1)
        pattern = WHOLE
        if command.name in ("epsfig", "psfig"):
            option = IN_OPTIONS.search(found.live, *span)
            if option is None:
                return
            span = option.span("key")
        yield from _marks(found, command, pattern, span, group[1])


def _in_options(found: Commands) -> Iterator[Mark]:
    r"""`\begin{lstlisting}[label=a]`, and the same for boxes and frames."""
    for command in found.of(("begin", "lstinputlisting", "inputtcblisting")):
        position = command.end + (len(command.key) + 2 if command.key is not None else 0)
        if command.key in PRINTED or not found.live.startswith("[", position):
            continue
        option = found.braces.option(position)
        label = LABEL_OPTION.search(found.live, *option) if option else None
        if option and label:
            name = "braced" if label["braced"] else "bare"
            yield Mark(label[name], *label.span(name), "label", (command.start, option[1]))


def _of_theorems(found: Commands) -> Iterator[Mark]:
    r"""Of boxes that `\newtcbtheorem` makes: `\begin{name}{title}{key}` with the prefix of all."""
    prefixes: dict[str, str] = {}
    if "newtcbtheorem" not in found.named:
        return
    for command in found.outside:
        if command.name == "newtcbtheorem":
            groups = _groups(found, found.braces.behind_options(command.end), 4)
            if len(groups) == 4:
                name, _, _, prefix = (
                    found.live[start + 1 : end - 1].strip() for start, end in groups
                )
                prefixes[name] = prefix
        elif command.name == "begin" and command.key in prefixes:
            start = found.braces.behind_options(command.end + len(command.key) + 2)
            groups = _groups(found, start, 2)
            if len(groups) == 2 and groups[1][1] - groups[1][0] > 2:
                span = (groups[1][0] + 1, groups[1][1] - 1)
                key = f"{prefixes[command.key]}:{found.live[slice(*span)].strip()}"
                yield Mark(key, *span, command.key, (command.start, groups[1][1]))


def _groups(found: Commands, position: int, number: int) -> list[Span]:
    groups: list[Span] = []
    while len(groups) < number and (group := found.braces.argument(position)):
        groups.append(group)
        position = found.braces.behind_options(group[1])
    return groups


def _own(live: str, names: frozenset[str]) -> Iterator[Mark]:
    for mark in own_marks(live):
        if mark.like in names:
            yield Mark(mark.key, mark.start, mark.end, mark.command, mark.whole)
