"""What can be counted in a source: cites, labels, floats, graphics, equations, facts, words."""

from dataclasses import dataclass
from functools import lru_cache

from latex.citations import Citation, cite_keys
from latex.commands import commands
from latex.floats import Float, displays_in, floats_in
from latex.mask import mask
from latex.prose import prose_length
from latex.references import Mark, facts_in, graphics_in, graphics_paths, labels_in, refs_in
from latex.sections import Outline, outline

__all__ = ["Float", "Mark", "Structure", "structure"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Structure:
    """Everything in order of appearance, on live LaTeX only."""

    source: str
    live: str
    """The mask of the source."""
    outline: Outline
    cites: tuple[Citation, ...]
    r"""`\nocite` among them, marked `silent`."""
    labels: tuple[Mark, ...]
    refs: tuple[Mark, ...]
    """One for each key of a command with several."""
    floats: tuple[Float, ...]
    graphics: tuple[Mark, ...]
    displays: tuple[Span, ...]
    """Displayed equations, with their delimiters."""
    facts: tuple[Mark, ...]
    class_name: str | None
    r"""What `\documentclass` names."""
    body: Span | None
    r"""Between `\begin{document}` and a live `\end{document}`; None when either is missing."""
    graphics_paths: tuple[str, ...] = ()
    r"""The folders of `\graphicspath`, as written."""

    @property
    def words(self) -> int:
        """Of prose, CJK characters not counted."""
        return prose_length(self.live, self.body, self.displays)[0]

    @property
    def cjk_characters(self) -> int:
        """Of prose."""
        return prose_length(self.live, self.body, self.displays)[1]

    @property
    def figures(self) -> int:
        """How many `figure` and `figure*` there are, and nothing like them."""
        return sum(item.environment.rstrip("*") == "figure" for item in self.floats)

    @property
    def tables(self) -> int:
        """How many `table` and `table*` there are, and nothing like them."""
        return sum(item.environment.rstrip("*") == "table" for item in self.floats)


@lru_cache(maxsize=8)
def structure(source: str) -> Structure:
    live = mask(source)
    labels, graphics = labels_in(live), graphics_in(live)
    displays = displays_in(live)
    class_name, body = _frame(live)
    return Structure(
        source=source,
        live=live,
        outline=outline(source),
        cites=cite_keys(source),
        labels=labels,
        refs=refs_in(live),
        floats=floats_in(live, labels, graphics),
        graphics=graphics,
        displays=displays,
        facts=facts_in(live),
        class_name=class_name,
        body=body,
        graphics_paths=graphics_paths(live),
    )


def _frame(live: str) -> tuple[str | None, Span | None]:
    """The class of the document and the span of its body."""
    found = commands(live)
    name: str | None = None
    start: int | None = None
    for command in found.outside:
        if command.name in ("documentclass", "documentstyle") and name is None:
            group = found.braces.argument(found.braces.behind_options(command.end))
            name = live[group[0] + 1 : group[1] - 1].strip() if group else None
        elif command.key == "document" and command.name == "begin" and start is None:
            start = command.end + len("{document}")
        elif command.key == "document" and command.name == "end" and start is not None:
            return name, (start, command.start)
    return name, None
