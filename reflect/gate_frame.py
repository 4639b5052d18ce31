"""Rules on the draft as a whole: its frame, its length, its soundness."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest

from latex.balance import unbalanced
from reflect.gate_pair import Pair
from reflect.gate_side import BEGIN, Side
from reflect.gate_words import fold, listed, visible_length
from reflect.verdict import Objection

SHORTEST = 0.6
"""Share of its length that a draft must keep."""
FRAME = (
    ("\\documentclass", re.compile(r"\\document(?:class|style)(?![A-Za-z@])")),
    ("\\begin{document}", BEGIN),
    ("\\end{document}", re.compile(r"\\end\s*\{document\}")),
)
BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|printbibliography|begin\s*\{thebibliography\})(?![A-Za-z@])"
)
FILE_OF_ENTRIES = re.compile(r"\\(?:bibliography|printbibliography|addbibresource)(?![A-Za-z@])")
BIB_FILES = re.compile(
    r"\\(?:bibliography|addbibresource|addglobalbib|addsectionbib)\s*(?:\[[^\[\]]*\])?\s*\{([^{}]*)\}"
)
MARKS = re.compile(
    r"""
    [\\{}$\n]                                         # one set, so that the search is fast
    (?:
      (?<=\\)(?:(?:begin|end)\s*\{[^{}\\\n]*\}|.)
    | (?<=[{}])
    | (?<=\$)\$?
    | (?<=\n)[ \t\r]*+\n
    )
    """,
    re.VERBOSE | re.DOTALL,
)
"""What opens and closes, in masked text."""
NARROW = 20_000
"""Characters up to which a changed stretch is read token by token without a reason."""


def skeleton_lost(pair: Pair) -> Iterator[Objection]:
    lost = tuple(
        name
        for name, pattern in FRAME
        if pattern.search(pair.before.live) and not pattern.search(pair.after.live)
    )
    if lost:
        yield Objection(
            "skeleton-lost", f"The draft no longer compiles: {', '.join(lost)} is gone.", lost
        )


def preamble_changed(pair: Pair) -> Iterator[Objection]:
    """Only a cure of a check may touch it; people who edit without a plan may do as they like."""
    before, after = pair.before.preamble, pair.after.preamble
    if not pair.plan or not before or fold(before) == fold(after):
        return
    if not any(edit.start < len(before) for change in pair.plan for edit in change.cure):
        old, new = before.splitlines(), after.splitlines()
        first = next((a or b for a, b in zip_longest(old, new, fillvalue="") if a != b), "").strip()
        message = f"The preamble was changed, which no revision may do: `{first[:80]}`."
        yield Objection("preamble-changed", message, (first,))


def length_collapse(pair: Pair) -> Iterator[Objection]:
    # What both have makes the share only greater.
    old, new = map(visible_length, pair.stretches)
    if new >= SHORTEST * old:
        return
    before, after = pair.before.length, pair.after.length
    if after < SHORTEST * before:
        yield Objection(
            "length-collapse",
            f"Only {100 * after // before} % of the length is left.",
            (str(before), str(after)),
        )


def score_lower(pair: Pair) -> Iterator[Objection]:
    """Whatever was sound in structure before must be sound after; new parts may not be broken."""
    before, after = pair.before, pair.after
    worse: list[str] = []
    worse += (f"the {name} is gone" for name in sorted(before.front - after.front))
    worse += (f"the section `{title}` is empty" for title in _emptied(pair))
    worse += (
        f"the label `{key}` is there twice" for key in sorted(after.repeated - before.repeated)
    )
    if unknown := _unknown_items(pair):
        worse.append(f"no entry is left for {listed(unknown)}")
    worse += _unbalanced(pair)
    if worse:
        yield Objection(
            "score-lower", f"The structure got worse: {'; '.join(worse[:4])}.", tuple(worse)
        )


def _emptied(pair: Pair) -> list[str]:
    """Empty sections, but for as many as were empty before under a heading that is gone."""
    new = sorted(pair.after.empty - pair.before.empty)
    if not new:
        return []
    titles = {fold(section.title) for section in pair.after.seen.outline}
    return new[len(pair.before.empty - titles) :]


def _unknown_items(pair: Pair) -> list[str]:
    """Keys that are cited before and after, whose entry in the document itself is gone."""
    lost = _entries_lost(pair)
    return [c.key for c in pair.after.seen.cites if c.key in lost] if lost else []


def _entries_lost(pair: Pair) -> frozenset[str]:
    """Entries of the document itself that are gone, and that no file has that is named instead."""
    lost = pair.before.entries - pair.after.entries
    if lost and FILE_OF_ENTRIES.search(pair.after.live):
        return lost - (pair.evidence.cite_keys or frozenset())
    return lost


def _unbalanced(pair: Pair) -> list[str]:
    """What is opened or closed alone and was not before.

    Where what differs leaves open and closes what it did before, so does the whole.
    """
    before, after = pair.stretches
    if len(before) + len(after) > NARROW:
        old, new = _differing(pair.before, pair.after), _differing(pair.after, pair.before)
        if _marks(old) == _marks(new):
            return []
        before, after = "\n\n".join(old), "\n\n".join(new)
    if _alone(before) == _alone(after):
        return []
    known = _alone(pair.before.live)
    new = []
    for _, sentence in unbalanced(pair.after.live):
        if known[_mark(sentence)] <= 0:
            new.append(sentence.rstrip("."))
        known[_mark(sentence)] -= 1
    return new


def _differing(side: Side, other: Side) -> list[str]:
    """The preamble, and the paragraphs that one side has more often than the other."""
    more = side.counted - other.counted
    return [side.live[: side.body[0]], *more.elements()]


def _marks(paragraphs: Iterable[str]) -> Counter[tuple[str, ...]]:
    return Counter(map(_marks_of, paragraphs))


@lru_cache(maxsize=512)
def _marks_of(paragraph: str) -> tuple[str, ...]:
    return tuple(MARKS.findall(paragraph))


def _alone(live: str) -> Counter[str]:
    return Counter(_mark(sentence) for _, sentence in unbalanced(live))


def _mark(sentence: str) -> str:
    return sentence.split(" in line ")[0]


def bibliography_lost(pair: Pair) -> Iterator[Objection]:
    if BIBLIOGRAPHY.search(pair.before.live) and not BIBLIOGRAPHY.search(pair.after.live):
        yield Objection("bibliography-lost", "The list of references is gone.")
        return
    files, now = (_bib_files(side) for side in (pair.before, pair.after))
    # `\printbibliography` alone may stand for `\bibliography` where another file names the entries.
    if len(now) < len(files) and (now or "\\addbibresource" in pair.before.live):
        gone = tuple(name for name in files if name not in now)
        yield Objection("bibliography-lost", f"Its file is named no more: {listed(gone)}.", gone)
    cited = {citation.key for citation in pair.after.seen.cites}
    lost = tuple(
        key for key in sorted(_entries_lost(pair)) if not (pair.names(key) and key not in cited)
    )
    if lost and not set(lost) <= set(_unknown_items(pair)):
        yield Objection("bibliography-lost", f"Entries are gone: {listed(lost)}.", lost)


def _bib_files(side: Side) -> list[str]:
    return [
        name.strip().removesuffix(".bib")
        for names in BIB_FILES.findall(side.live)
        for name in names.split(",")
        if name.strip()
    ]


def inputs_lost(pair: Pair) -> Iterator[Objection]:
    """A file that is read in is a part of the document, whatever it holds."""
    lost = tuple(name for name in pair.before.inputs if name not in pair.after.inputs)
    if lost:
        yield Objection("input-lost", f"The file is no longer read in: {listed(lost)}.", lost)


def preserve_broken(pair: Pair) -> Iterator[Objection]:
    """What held before and holds no more, of what a change had to preserve."""
    broken = tuple(
        dict.fromkeys(
            wanted
            for change in pair.plan
            for wanted in change.preserve
            if _holds(pair.before, wanted) and not _holds(pair.after, wanted, pair.before)
        )
    )
    if broken:
        yield Objection(
            "preserve-broken", f"It should have been preserved: `{broken[0][:80]}`.", broken
        )


def _holds(side: Side, wanted: str, before: Side | None = None) -> bool:
    """In the live text; in all of the source for what stood in a listing or comment before."""
    wanted = fold(wanted)
    if wanted in side.folded:
        return True
    return (before is None or wanted not in before.folded) and wanted in fold(side.seen.source)
