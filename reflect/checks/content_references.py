"""Labels and what refers to them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice

from latex.structure import Mark, Structure
from reflect.checks.content_wholeness import is_whole, makes_labels
from reflect.checks.registry import Hit, check, where
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

_KINDS = {
    "fig": "fig", "figure": "fig", "f": "fig", "figs": "fig",
    "tab": "tab", "table": "tab", "tbl": "tab", "t": "tab",
    "eq": "eq", "eqn": "eq", "equation": "eq", "e": "eq",
    "sec": "sec", "section": "sec", "sect": "sec", "s": "sec", "subsec": "sec", "ssec": "sec",
    "chap": "chap", "ch": "chap", "chapter": "chap",
    "app": "app", "appendix": "app",
    "lst": "lst", "listing": "lst", "code": "lst",
    "alg": "alg", "algorithm": "alg",
}  # fmt: skip
"""Prefixes of labels, and what they stand for."""
MOST_COMPARED = 20_000
"""Labels that are held against keys which lead nowhere, in one document."""


@check("dangling-ref", 4, Category.REFERENCE)
def dangling_ref(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A reference to a label that does not exist; the document shows `??`.

    Looked for in whole documents only: the labels of a part may stand in another file. It is mended
    when exactly one label has the same name but for its prefix and spelling.

    Pass:
        \begin{document}
        \section{Setup}\label{sec:setup} See Section~\ref{sec:setup}.
        \end{document}
    Fail:
        \begin{document}
        \section{Setup}\label{sec:set-up} See Section~\ref{sec:setup}.
        \end{document}
    """
    if not is_whole(structure):
        return
    labels = {mark.key for mark in structure.labels}
    named = _by_name(structure)
    resembling = _Resembling(sorted(labels))
    for ref in structure.refs:
        if ref.key in labels or not ref.key or "#" in ref.key or "\\" in ref.key:
            continue
        if makes_labels(structure, ref.key):
            continue
        meant = _meant(ref.key, named, structure)
        near = meant or resembling.to(ref.key)
        yield Hit(
            ref.start,
            ref.end,
            f"There is no label {ref.key!r}.",
            cure=(Edit(ref.start, ref.end, meant[0]),) if len(meant) == 1 else (),
            action=f"Refer to the label that is meant, perhaps {', '.join(map(repr, near))}."
            if near
            else "Set the label where it belongs, or leave the reference out.",
        )


@check("duplicate-label", 4, Category.REFERENCE)
def duplicate_label(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A label that is set twice: every reference leads to the last one.

    Pass:
        \section{A}\label{sec:a}
        \section{B}\label{sec:b}
    Fail:
        \section{A}\label{sec:a}
        \section{B}\label{sec:a}
    """
    seen: dict[str, Mark] = {}
    places: dict[str, str] = {}
    for mark in structure.labels:
        if "#" in mark.key or "\\" in mark.key:
            continue
        if mark.key in seen:
            if mark.key not in places:
                places[mark.key] = where(structure, seen[mark.key].start)
            yield Hit(
                mark.start,
                mark.end,
                f"The label {mark.key!r} stands {places[mark.key]} already.",
                action="Give this label a name of its own, and mend the references to it.",
            )
        seen.setdefault(mark.key, mark)


@dataclass(slots=True)
class _Resembling:
    """Labels that are spelled much like a key, as long as looking for them costs little."""

    labels: list[str]
    left: int = MOST_COMPARED
    known: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def to(self, key: str) -> tuple[str, ...]:
        if key not in self.known:
            self.left -= len(self.labels)
            near = get_close_matches(key, self.labels, n=2, cutoff=0.7) if self.left > 0 else ()
            self.known[key] = tuple(near)
        return self.known[key]


def _by_name(structure: Structure) -> dict[str, list[tuple[str, Mark]]]:
    """Kind and mark of the labels of each folded name, of each key the first one."""
    found: dict[str, list[tuple[str, Mark]]] = {}
    seen: set[str] = set()
    for label in structure.labels:
        kind, name = _parts(label.key)
        if name and label.key not in seen:
            seen.add(label.key)
            found.setdefault(name, []).append((kind, label))
    return found


def _meant(
    key: str, named: Mapping[str, list[tuple[str, Mark]]], structure: Structure
) -> tuple[str, ...]:
    """The labels that have the name of the key, if they can be of its kind; two at most."""
    kind, name = _parts(key)
    fitting = (
        label.key
        for other, label in named.get(name, ())
        if kind in {"", other or _kind_of(label, structure)}
    )
    return tuple(islice(fitting, 2))


def _parts(key: str) -> tuple[str, str]:
    """Kind (empty without a prefix) and folded name of a label."""
    prefix, _, rest = key.rpartition(":")
    first = prefix.split(":")[0].casefold()
    name = re.sub(r"[\W_]", "", rest or key).casefold()
    return _KINDS.get(first, first), name


def _kind_of(label: Mark, structure: Structure) -> str:
    """What a label without prefix stands in; anything but a float may be anything."""
    for item in structure.floats:
        if item.span[0] <= label.start < item.span[1]:
            return "fig" if item.kind == "figure" else "tab"
    return "?"
