"""Which sources and which facts a text names, and where: on live LaTeX only."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from latex.commands import CITES, Command, commands
from latex.mask import mask
from latex.own_commands import own_marks
from latex.patterns import re


@dataclass(frozen=True, slots=True)
class Citation:
    key: str
    start: int
    """Offset of the key's first character in the source."""
    end: int
    command: str
    """Without backslash and star, such as `citep`."""
    silent: bool = False
    r"""`\nocite`: puts the entry into the list without a mark in the text."""
    argument: tuple[int, int] = (0, 0)
    """The span between the braces that hold this key and its neighbours."""
    group: tuple[int, int] = (0, 0)
    """The span of these braces with the notes that stand before them."""
    whole: tuple[int, int] = (0, 0)
    """The span of the whole command, from the backslash to the last brace."""


NOTE = re.compile(r"\s*(?:\[(?:[^\[\]{}\\]|\\.|\{[^{}]*\})*+\]|\((?:[^()\n]*)\)(?=\s*[\[({]))")
ARGUMENT = re.compile(r"\s*\{([^{}\\]*)\}")
MULTIPLE = re.compile(r"(?:cites|Cites|citetexts)$")
VOLUME = re.compile(r"volcite|notecite")
NOT_SIMPLE = re.compile(r"(?:cites|Cites|citetexts)$|volcite|notecite")
KEY = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
UNKNOWN_NUMBER = "?"
r"""The key of `\fact{?}`, which stands where a number is wanted that nobody knows."""
FACT = re.compile(r"\\\\|\\fact(?:value)?\*?\s*\{\s*+([^{}\\]*+)\}")


def cite_keys(source: str) -> tuple[Citation, ...]:
    """Every key in a citation command of natbib, biblatex or plain LaTeX, in order.

    Commands that the document makes of one of these, with a key among their arguments, count too.
    """
    live = mask(source)
    found = [
        citation for command in commands(live).of(CITES) for citation in _citations(live, command)
    ]
    own = [
        Citation(
            key=mark.key,
            start=mark.start,
            end=mark.end,
            command=mark.command,
            silent=mark.like == "nocite",
            argument=mark.argument,
            group=mark.group,
            whole=mark.whole,
        )
        for mark in own_marks(live)
        if mark.like in CITES
    ]
    return tuple(sorted([*found, *own], key=lambda citation: citation.start))


def _citations(live: str, command: Command) -> Iterator[Citation]:
    if command.key is not None and not NOT_SIMPLE.search(command.name):
        start, end = command.end, command.end + len(command.key) + 2
        groups = [((start, end), (start + 1, end - 1))]
    else:
        groups = [*_arguments(live, command.end, command.name)]
    for group, span in groups:
        for key in KEY.finditer(live, *span):
            # The parameter of a macro that wraps the command is no key.
            if "#" not in key[0]:
                yield Citation(
                    key=key[0],
                    start=key.start(),
                    end=key.end(),
                    command=command.name,
                    silent=command.name == "nocite",
                    argument=span,
                    group=group,
                    whole=(command.start, groups[-1][0][1]),
                )


def _arguments(
    live: str, position: int, name: str
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """(span with notes and braces, span between the braces) of each argument that holds keys."""
    skip = 1 if VOLUME.search(name) else 0
    several = MULTIPLE.search(name) is not None
    while True:
        start = position
        while note := NOTE.match(live, position):
            position = note.end()
        argument = ARGUMENT.match(live, position)
        if argument is None:
            return
        position = argument.end()
        if skip:
            skip -= 1
            continue
        yield (start, position), argument.span(1)
        if not several:
            return


def fact_keys(source: str) -> tuple[str, ...]:
    r"""Every key in `\fact{…}` and `\factvalue{…}`, in order of first use, once each."""
    found = (match[1].rstrip() for match in FACT.finditer(mask(source)) if match[1])
    return tuple(dict.fromkeys(key for key in found if key))


def replace_spans(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with each span (start, end) replaced; everything outside them stays as it is.

    Raises:
        ValueError: two spans overlap, or one lies outside the text.
    """
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        if not done <= start <= end <= len(text):
            raise ValueError(f"span {start}-{end} overlaps another one or leaves the text")
        pieces += (text[done:start], new)
        done = end
    return "".join(pieces) + text[done:]
