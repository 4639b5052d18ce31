"""Paragraphs and sentences of a source, with their offsets."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import regex

from latex.structure import Structure

_BREAK = regex.compile(
    r"""(?P<blank>\n[ \t\r]*+\n\s*+)
    | \\(?P<mark>begin|end)\s*+\{(?P<name>[^{}]*+)\}(?:\s*+\[[^\[\]]*+\])?+
    | \\(?P<mark>item|par)(?![A-Za-z])(?:\s*+\[[^\[\]]*+\])?+""",
    regex.VERBOSE,
)
_NO_PROSE = regex.compile(
    r"""\\begin\s*+\{(?P<name>(?:tabular|tabularx|longtable|array|tikzpicture|pgfpicture|axis
        |thebibliography|algorithmic|forest|(?:equation|align|gather|multline|eqnarray)\*?)\*?)\}
    (?:(?!\\end\s*+\{(?P=name)\}).)*+""",
    regex.VERBOSE | regex.DOTALL,
)
_COMMAND = regex.compile(
    r"""\\\\(?:\[[^\]]{0,50}+\])?+ | \$\$?(?:\\.|[^$\\]){0,2000}+\$\$?
    | \\\((?:\\\\|(?!\\[()\[\]]).){0,2000}+\\\)
    | \\\[(?:\\\\|(?!\\[()\[\]]).){0,4000}+\\\]
    | \\(?:[A-Za-z]*[rR]ef|label|[A-Za-z]*cite[A-Za-z]*|includegraphics|input|include|url|href|index
        |fact|factvalue|asset|gls|texttt|lstinline|qty|SI|si|unit|num)\*?+
      (?:\s*+\[[^\]]{0,300}+\])*+(?:\s*+\{[^{}]{0,2000}+\})?+
    | \\[A-Za-z@]++\*?+ | \\.""",
    regex.VERBOSE | regex.DOTALL,
)
_HAN = regex.compile(r"\p{Han}")
_WORD = regex.compile(r"\p{Latin}{2,}+")
_SENTENCE = regex.compile(r"(?:[.!?]['’”)}]*+(?=\s|\Z)|[。！？；][”’）]?)\s*+")

_RUNNING = frozenset(
    {"document", "itemize", "enumerate", "description", "abstract", "center", "small", "sloppypar"}
)
"""Environments whose text is running text."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph or a sentence."""

    start: int
    end: int
    text: str
    """The mask of the source between them."""
    plain: bool = True
    """Whether it is running text or a list, not part of a float, a proof or the like."""
    alone: bool = False
    """Whether blank lines, headings or the ends of the document stand on both sides."""

    @property
    def size(self) -> tuple[int, int]:
        """Words of Latin script, and Chinese characters; of commands, formulas and keys none."""
        prose = _COMMAND.sub(" ", self.text)
        return len(_WORD.findall(prose)), len(_HAN.findall(prose))


def paragraphs(structure: Structure) -> tuple[Passage, ...]:
    """Runs of text of the body between blank lines, headings, items and ends of environments.

    Nothing of tables, drawings, displayed formulas and the bibliography is among them.
    """
    start, end = structure.body or (0, len(structure.source))
    heads = tuple((section.start, section.body_start) for section in structure.outline)
    return _paragraphs(structure.live, start, end, heads)


@lru_cache(maxsize=4)
def _paragraphs(
    live: str, start: int, end: int, heads: tuple[tuple[int, int], ...]
) -> tuple[Passage, ...]:
    text = _NO_PROSE.sub(lambda match: " " * len(match[0]), live[:end], pos=start)
    breaks = [
        _Break(*match.span(), *match.group("mark", "name"))
        for match in _BREAK.finditer(text, start)
    ]
    breaks += [_Break(*head, None, None) for head in heads]
    found: list[Passage] = []
    inside: list[str] = []
    done, clean = start, True
    for cut in (*sorted(breaks, key=lambda cut: cut.start), _Break(end, end, None, None)):
        piece = text[done : cut.start]
        if stripped := piece.strip():
            first = done + len(piece) - len(piece.lstrip())
            alone = clean and cut.mark is None
            found.append(Passage(first, first + len(stripped), stripped, not inside, alone))
        _enter(inside, cut)
        if cut.end > done:
            done, clean = cut.end, cut.mark is None
    return tuple(found)


class _Break(NamedTuple):
    start: int
    end: int
    mark: str | None
    """`begin`, `end`, `item`; None for blank lines and headings."""
    name: str | None
    """Of the environment."""


def _enter(inside: list[str], cut: _Break) -> None:
    """Keep the list of open environments that are more than running text."""
    if cut.name is None or cut.name.strip() in _RUNNING:
        return
    if cut.mark == "begin":
        inside.append(cut.name)
    elif cut.name in inside:
        while inside.pop() != cut.name:
            pass


@lru_cache(maxsize=8192)
def sentences(paragraph: Passage) -> tuple[Passage, ...]:
    found: list[Passage] = []
    done = 0
    for end in (
        *(match.end() for match in _SENTENCE.finditer(paragraph.text)),
        len(paragraph.text),
    ):
        piece = paragraph.text[done:end].rstrip()
        if piece:
            start = paragraph.start + done
            found.append(Passage(start, start + len(piece), piece, paragraph.plain))
        done = end
    return tuple(found)
