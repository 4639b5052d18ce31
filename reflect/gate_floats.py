"""Rules on figures and tables: each is there, with its file."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from latex.patterns import re
from latex.structure import Float
from reflect.gate_captions import called, caption, check_captions, texts_of
from reflect.gate_content import MARKS, without_twin
from reflect.gate_misspelt import meant
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_twins import Twins
from reflect.gate_words import fold, likeness, listed, words_of
from reflect.verdict import Objection

TABULAR = frozenset({"tabular", "tabularx", "tabulary", "tabu", "longtable", "tblr", "longtblr"})
PICTURE = frozenset({"tikzpicture", "pgfpicture", "picture", "axis", "forest", "circuitikz"})
ALIKE = 0.6
"""Likeness of words from which a float without a label is the same one."""
FILE_ENDING = re.compile(r"\.(?:pdf|png|jpe?g|e?ps|svg|tiff?|bmp|gif)$", re.IGNORECASE)
SPEC = re.compile(
    r"^[ \t]*(?:\[[^\[\]]*\][ \t]*)?(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+\}[ \t]*){0,2}"
    r"(?:\\[a-z]*(?:rule|hline)\s*)*"
)
"""Width and columns of a table, and a line above it."""
PICTURED = re.compile(
    r"\\(?:includegraphics|includesvg|plotone)\*?(?:\s*\[[^\[\]]*\])*\s*\{([^{}]*)\}"
)


@dataclass(frozen=True, slots=True)
class Floats:
    pairs: tuple[tuple[Float, Float], ...]
    lost: tuple[Float, ...]
    added: tuple[Float, ...]


def _file(name: str) -> str:
    return FILE_ENDING.sub("", name.strip().removeprefix("./"))


def _inner(side: Side, item: Float) -> str:
    return side.live[slice(*item.span)]


def match_floats(pair: Pair) -> Floats:
    """The same by a label, or else by its files, its caption, its text."""
    floats = pair.before.seen.floats, pair.after.seen.floats
    before, after = dict.fromkeys(range(len(floats[0]))), dict.fromkeys(range(len(floats[1])))
    pairs: list[tuple[int, int]] = []

    def join(one: int, other: int) -> None:
        pairs.append((one, other))
        del before[one], after[other]

    captions = pair.before.captions, pair.after.captions
    for keys in (
        lambda side, n: [*floats[side][n].labels],
        lambda side, n: [frozenset(_files(floats[side][n]))] if floats[side][n].graphics else [],
        lambda side, n: [captions[side][n]] if captions[side][n] else [],
    ):
        known: dict[Hashable, list[int]] = defaultdict(list)
        for other in reversed(after):
            for key in keys(1, other):
                known[floats[1][other].kind, key].append(other)
        for one in list(before):
            for key in keys(0, one):
                same = known[floats[0][one].kind, key]
                while same and same[-1] not in after:
                    same.pop()
                if same:
                    join(one, same.pop())
                    break
    _join_by_text(pair, list(before), list(after), join)
    return Floats(
        tuple((floats[0][one], floats[1][other]) for one, other in sorted(pairs)),
        tuple(floats[0][one] for one in before),
        tuple(floats[1][other] for other in after),
    )


def _join_by_text(
    pair: Pair, before: list[int], after: list[int], join: Callable[[int, int], None]
) -> None:
    for kind in ("figure", "table"):
        ones = [n for n in before if pair.before.seen.floats[n].kind == kind]
        others = [n for n in after if pair.after.seen.floats[n].kind == kind]
        texts = [words_of(_inner(pair.after, pair.after.seen.floats[n])) for n in others]
        twins = Twins(texts, len(ones))
        for position, one in enumerate(ones):
            words = words_of(_inner(pair.before, pair.before.seen.floats[one]))
            twin = twins.take(position, words, ALIKE)
            if twin is not None:
                join(one, others[twin])


def _files(item: Float) -> set[str]:
    return {_file(name) for name in item.graphics}


def check_floats(pair: Pair) -> Iterator[Objection]:
    found = match_floats(pair)
    for kind, rule in (("figure", "figures-fewer"), ("table", "tables-fewer")):
        lost = tuple(
            called(pair.before, item)
            for item in found.lost
            if item.kind == kind and not (_shown_twice(pair, item) or _joined(pair, item))
        )
        lost += tuple(_pieces_lost(pair, kind)) if not lost else ()
        if lost:
            yield Objection(rule, f"The {kind} is gone: {listed(lost)}.", lost)
    yield from _files_changed(pair, found)
    yield from check_captions(pair, found.pairs)


def _shown_twice(pair: Pair, item: Float) -> bool:
    """Named in `removes`, and its files are all shown elsewhere."""
    if not item.graphics or not pair.names(*item.labels, *item.graphics):
        return False
    return _files(item) <= {_file(mark.key) for mark in pair.after.seen.graphics}


def _joined(pair: Pair, item: Float) -> bool:
    """Whether another float holds it now: all its files, and its caption as that of a part."""
    if not item.graphics:
        return False
    for other in pair.after.seen.floats:
        if not _files(item) <= _files(other):
            continue
        parts = [one for one in pair.before.seen.floats
                 if one is not item and one.graphics and _files(one) <= _files(other)]  # fmt: skip
        others = {caption(pair.before, one) for one in parts}
        texts = [text for text in texts_of(_inner(pair.after, other)) if text not in others]
        said = caption(pair.before, item)
        words = words_of(said)
        return not said or any(likeness(words, words_of(text)) >= ALIKE for text in texts)
    return False


def _pieces_lost(pair: Pair, kind: str) -> Iterator[str]:
    """Tables and drawings outside of floats: fewer than before, and the content nowhere."""
    names = TABULAR if kind == "table" else PICTURE
    before, after = _bodies(pair.before, names), _bodies(pair.after, names)
    for body in without_twin(before, after) if len(after) < len(before) else ():
        yield SPEC.sub("", body)[:60]


def _bodies(side: Side, names: frozenset[str]) -> list[str]:
    return [
        fold(side.live[item.inner_start : item.inner_end])
        for item in side.environments
        if item.name.rstrip("*") in names
    ]


def _files_changed(pair: Pair, found: Floats) -> Iterator[Objection]:
    """A figure that shows another file, or a file that is shown no more."""
    changed = [
        name
        for one, other in found.pairs
        for name in one.graphics
        if _file(name) not in _files(other)
    ]
    shown = {_file(mark.key) for mark in pair.after.seen.graphics}
    # Of a figure that is lost as a whole that is what must be said.
    away = [item.span for item in found.lost]
    changed += (
        mark.key
        for mark in pair.before.seen.graphics
        if _file(mark.key) not in shown
        and not any(start <= mark.start < end for start, end in away)
    )
    if pair.before.seen.graphics_paths != pair.after.seen.graphics_paths:
        ends = {name.rsplit("/", 1)[-1] for name in shown}
        changed = [name for name in changed if _file(name).rsplit("/", 1)[-1] not in ends]
    files = pair.evidence.files
    right = [name for name in shown if _exists(name, files)] if files is not None else []
    changed = [
        name
        for name in dict.fromkeys(changed)
        if not (_exists(name, files) is False and meant(_file(name), right))
        and not (pair.names(name) and (_exists(name, files) is False or _file(name) in shown))
    ]
    changed += _exchanged(pair, found)
    if changed:
        yield Objection(
            "figure-file-changed", f"No longer shown: {listed(changed)}.", tuple(changed)
        )


def _exchanged(pair: Pair, found: Floats) -> Iterator[str]:
    """Pictures of one float that have changed places, but not their captions with them."""
    for one, other in found.pairs:
        if len(one.graphics) < 2 or _files(one) != _files(other):
            continue
        before, after = _captioned(pair.before, one), _captioned(pair.after, other)
        for name, text in before.items():
            moved = after.get(name, text)
            if moved != text and moved in before.values() and text in after.values():
                yield name


def _captioned(side: Side, item: Float) -> dict[str, str]:
    """The words behind each picture up to the next one, where there are enough of them."""
    inner = _inner(side, item)
    pieces = PICTURED.split(inner)
    found = {}
    for name, text in zip(pieces[1::2], pieces[2::2], strict=True):
        words = words_of(MARKS.sub(" ", text))
        if words:
            found[_file(name)] = " ".join(words)
    return found


def _exists(name: str, files: frozenset[str] | None) -> bool | None:
    return None if files is None else any(_file(file) == _file(name) for file in files)
