r"""Cures for references to labels that are not there."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import distance
from latex.diagnostic import Diagnostic
from latex.references import Mark, labels_in, refs_in

SHORTEST = 4
"""Names with fewer letters are too near to too many others."""
_PREFIXES = {
    **dict.fromkeys(("fig", "figure", "figs", "f", "abb", "img", "plot"), "fig"),
    **dict.fromkeys(("tab", "table", "tbl", "t", "tabelle"), "tab"),
    **dict.fromkeys(("eq", "eqn", "equation", "gl", "e", "eqs"), "eq"),
    **dict.fromkeys(("sec", "section", "s", "subsec", "subsection", "ssec", "kap"), "sec"),
    **dict.fromkeys(("ch", "chap", "chapter"), "ch"), **dict.fromkeys(("app", "appendix"), "app"),
    **dict.fromkeys(("lst", "listing", "code"), "lst"),
    **dict.fromkeys(("alg", "algorithm"), "alg"),
}  # fmt: skip
"""Beginnings of keys that mean the same."""
_NUMBER = re.compile(r"\d+")

Place = tuple[str, Mark]
"""A label or a reference, and the source it stands in."""


@remedy("undefined-reference")
def mend_reference(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A reference to a label that is not there, where one label alone is near to it.

    `\ref{fig:spectum}` becomes `\ref{fig:spectrum}`, `\ref{plot}` becomes `\ref{fig:plot}`. Numbers
    must agree: `fig:run1` is no misspelling of `fig:run2`.
    """
    given = problem.context.strip()
    keys = {mark.key for _, mark in labels_of(project)}
    if not given or given in keys:
        return
    meant = _meant(given, keys)
    if meant is None:
        return
    edits = tuple(
        Edit(file, mark.start, mark.end, meant)
        for file, mark in refs_of(project)
        if mark.key == given and project.code(file)[mark.start : mark.end] == given
    )
    if edits:
        yield Cure(f"Referred to the label {meant} for {given}, which is not there.", edits)


@remedy("undefined-reference")
def trim_reference(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\ref{ fig:plot }` becomes `\ref{fig:plot}`: blanks are part of a key."""
    given = problem.context
    if given == given.strip() or given.strip() not in {m.key for _, m in labels_of(project)}:
        return
    for file, mark in refs_of(project):
        if mark.key == given.strip():
            code = project.code(file)
            start = len(code[: mark.start].rstrip(" "))
            end = len(code) - len(code[mark.end :].lstrip(" "))
            if (start, end) != (mark.start, mark.end):
                yield Cure("Took blanks out of a reference.", (Edit(file, start, end, mark.key),))


def labels_of(project: Project) -> Iterator[Place]:
    for file in project.sources:
        yield from ((file, mark) for mark in labels_in(project.code(file)))


def refs_of(project: Project) -> Iterator[Place]:
    for file in project.sources:
        yield from ((file, mark) for mark in refs_in(project.code(file)))


def _meant(given: str, keys: set[str]) -> str | None:
    """The one key that is near to this one; None where there is none, or several."""
    prefix, body = split_key(given)
    numbers = [int(number) for number in _NUMBER.findall(given)]
    same = [key for key in keys if [int(n) for n in _NUMBER.findall(key)] == numbers]
    spelt = [key for key in same if split_key(key) == (prefix, body)]
    likely = spelt or [
        key for key in same if split_key(key)[1] == body and (not prefix or not split_key(key)[0])
    ]
    if not likely and len(body) >= SHORTEST:
        likely = [
            key
            for key in same
            if split_key(key)[0] == prefix and distance(split_key(key)[1], body, 1) <= 1
        ]
    return likely[0] if len(likely) == 1 else None


def split_key(key: str) -> tuple[str, str]:
    """What kind of thing a key names, and its name without signs and capitals."""
    head, colon, tail = key.strip().lower().partition(":")
    if not colon:
        return "", re.sub(r"[\W_]+", "", head)
    return _PREFIXES.get(head.strip(), head.strip()), re.sub(r"[\W_]+", "", tail)
