"""The sources of one document in the working copy, and the questions remedies ask of them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from compile.remedies.cure import Edit
from latex.mask import mask

BEGIN = re.compile(r"\\begin[ \t]*\{document\}")
_END = re.compile(r"\\end[ \t]*\{document\}")
_CLASS = re.compile(
    r"\\documentclass\s*(?:\[(?P<options>[^\]]*)\])?\s*\{(?P<name>[^{}]*)\}[^\n]*\n?"
)
_LOADING = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[(?P<options>[^\]]*)\])?\s*\{(?P<names>[^{}]*)\}"
)
_LATE = ("hyperref", "bookmark", "cleveref", "glossaries")
"""Packages that want to come after the others, in their order."""


@dataclass(frozen=True, slots=True)
class Loading:
    """One loading of packages in a source."""

    file: str
    start: int
    end: int
    names: tuple[str, ...]
    options: str


@dataclass(frozen=True)
class Project:
    """A document's sources by relative name; remedies read it and never change it."""

    root: str
    texts: Mapping[str, str]
    """The root, what it inputs, and its .bib files, as they lie in the working copy."""
    engine: str = "pdflatex"
    assets: frozenset[str] = frozenset()
    """Relative names of the folder's other files: pictures, data, listings."""
    read: Callable[[str], bytes | None] = field(default=lambda _: None, repr=False)
    """The bytes of one of `assets`; None where they cannot be had, or are too many."""
    _codes: dict[str, str] = field(default_factory=dict, repr=False)
    _starts: dict[str, list[int]] = field(default_factory=dict, repr=False)

    def code(self, name: str) -> str:
        """The live part of a source, offset by offset (`latex.mask`); a .bib as it is."""
        if name not in self._codes:
            text = self.texts[name]
            self._codes[name] = text if name.endswith(".bib") else mask(text)
        return self._codes[name]

    def line(self, file: str | None, number: int | None) -> tuple[int, int] | None:
        """Span of a line without its end, or None where there is no such line."""
        if file is None or file not in self.texts or number is None:
            return None
        starts = self._line_starts(file)
        if not 0 < number <= len(starts):
            return None
        start = starts[number - 1]
        end = self.texts[file].find("\n", start)
        return start, len(self.texts[file]) if end < 0 else end

    def line_of(self, file: str, offset: int) -> int:
        """1-based number of the line that holds `offset`."""
        return bisect_right(self._line_starts(file), offset)

    def _line_starts(self, file: str) -> list[int]:
        if file not in self._starts:
            ends = (found.end() for found in re.finditer("\n", self.texts[file]))
            self._starts[file] = [0, *ends]
        return self._starts[file]

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the LaTeX sources, the root first."""
        others = (name for name in self.texts if name != self.root and not name.endswith(".bib"))
        return (self.root, *others)

    @cached_property
    def body(self) -> tuple[int, int]:
        r"""Span of the root between \begin{document} and \end{document}; all of it without them."""
        code = self.code(self.root)
        begin = BEGIN.search(code)
        start = begin.end() if begin else 0
        end = _END.search(code, start)
        return start, end.start() if end else len(code)

    @cached_property
    def document_class(self) -> tuple[str, str]:
        """Name and options of the document class; two empty strings without one."""
        found = _CLASS.search(self.code(self.root))
        return (found["name"].strip(), found["options"] or "") if found else ("", "")

    @cached_property
    def loadings(self) -> tuple[Loading, ...]:
        """Every loading of packages in the project's sources."""
        return tuple(self._loadings())

    def _loadings(self) -> Iterator[Loading]:
        for name in self.sources:
            for found in _LOADING.finditer(self.code(name)):
                names = tuple(filter(None, (word.strip() for word in found["names"].split(","))))
                yield Loading(name, found.start(), found.end(), names, found["options"] or "")

    def loads(self, package: str) -> bool:
        return any(package in loading.names for loading in self.loadings)

    def in_preamble(self, lines: str, *, before: tuple[str, ...] = _LATE) -> Edit:
        r"""Insert `lines` (without a line end) in the root's preamble.

        They come before the first loading of a package in `before`, else before
        \begin{document}, else behind \documentclass.
        """
        code = self.code(self.root)
        begin = BEGIN.search(code)
        end = begin.start() if begin else len(code)
        for loading in self.loadings:
            if (
                loading.file == self.root
                and loading.start < end
                and set(loading.names) & set(before)
            ):
                return Edit(self.root, loading.start, loading.start, f"{lines}\n")
        if begin:
            return Edit(self.root, end, end, f"{lines}\n")
        found = _CLASS.search(code)
        at = found.end() if found else 0
        return Edit(self.root, at, at, f"{lines}\n")
