"""Which sources and which facts a text names, and where: on live LaTeX only."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from latex.mask import mask


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


COMMAND = re.compile(
    r"""
    \\[^A-Za-z@]
  | \\(?P<name>
        (?:no|full|foot|footfull|auto|smart|super|paren|text|foottext)[cC]ite(?:s|texts?)?
      | (?:Paren|Auto|Smart|Foot|Text|Super)cites?
      | [Cc]ite(?:s|[tp]|al[tp]|author|year|yearpar|title|date|url|num|full
                 |[tp]alias)?
      | citefullauthor | Citefullauthor | volcites? | pvolcite | fvolcite | tvolcite | notecite
      | pnotecite | fnotecite | onlinecite | citelabel | shortcite | citeasnoun | possessivecite
    )\*?(?![A-Za-z@])
    """,
    re.VERBOSE | re.DOTALL,
)
NOTE = re.compile(r"\s*(?:\[(?:[^\[\]{}\\]|\\.|\{[^{}]*\})*+\]|\((?:[^()\n]*)\)(?=\s*[\[({]))")
ARGUMENT = re.compile(r"\s*\{([^{}\\]*)\}")
MULTIPLE = re.compile(r"(?:cites|Cites|citetexts)$")
VOLUME = re.compile(r"volcite|notecite")
KEY = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
FACT = re.compile(r"\\\\|\\fact(?:value)?\*?\s*\{\s*([^{}\\]*?)\s*\}")


def cite_keys(source: str) -> tuple[Citation, ...]:
    """Every key in a citation command of natbib, biblatex or plain LaTeX, in order."""
    live = mask(source)
    found: list[Citation] = []
    for match in COMMAND.finditer(live):
        if match["name"] is None:
            continue
        groups = tuple(_arguments(live, match.end(), match["name"]))
        found += (
            Citation(
                key=key[0],
                start=key.start(),
                end=key.end(),
                command=match["name"],
                silent=match["name"] == "nocite",
                argument=span,
                group=group,
                whole=(match.start(), groups[-1][0][1]),
            )
            for group, span in groups
            for key in KEY.finditer(live, *span)
            # The parameter of a macro that wraps the command is no key.
            if "#" not in key[0]
        )
    return tuple(found)


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
    return tuple(dict.fromkeys(match[1] for match in FACT.finditer(mask(source)) if match[1]))


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
