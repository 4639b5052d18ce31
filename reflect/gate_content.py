"""Rules on what a draft shows beside its floats: equations, listings, theorems, frames."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from latex.environments import Environment
from reflect.finding import Category
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.gate_twins import Twins
from reflect.gate_words import FEWEST, fold, words_of
from reflect.verdict import Objection

BLOCK = frozenset(
    {
        *("frame", "proof", "theorem", "lemma", "corollary", "proposition", "definition", "remark"),
        *("example", "exercise", "solution", "claim", "conjecture", "assumption", "block"),
    }
)
NEW_THEOREM = re.compile(
    r"\\(?:newtheorem|spnewtheorem|declaretheorem|newtcbtheorem)\*?\s*(?:\[[^\[\]]*\])?\s*\{([^{}]*)\}"
)
MARKS = re.compile(
    r"\\(?:label\s*\{[^{}]*\}|(?:begin|end)\s*\{[^{}]*\}|nonumber|notag|tag\*?\s*\{[^{}]*\}|[\[\]])"
    r"|\$\$|[&~]|\\[,;:! ]|\\(?:q?quad|left|right)(?![A-Za-z])|\\\\(?:\[[^\]]*\])?"
)
IDLE = re.compile(r"(?<![A-Za-z]) | (?![A-Za-z])")
"""Space that ends no command and parts no words."""
ATOM = re.compile(r"\\[A-Za-z]+|[0-9]+|[^\s{}]")


def without_twin(before: list[str], after: list[str], least: float = 0.5) -> list[str]:
    """Texts of before that none of after continues, each of which serves once."""
    lost, rest = _rest(before, after), _rest(after, before)
    twins = Twins([ATOM.findall(body) for body in rest], len(lost))
    return [body for n, body in enumerate(lost) if twins.take(n, ATOM.findall(body), least) is None]


def _rest(texts: list[str], others: list[str]) -> list[str]:
    """Those that the others do not have as often."""
    return list((Counter(texts) - Counter(others)).elements())


def equations_lost(pair: Pair) -> Iterator[Objection]:
    """Displayed equations whose content is nowhere, neither in another display nor in the text."""
    before, after = (
        [_formula(side.live[slice(*span)]) for span in side.seen.displays]
        for side in (pair.before, pair.after)
    )
    if before == after:
        return
    new = _rest(after, before)
    gone = [body for body in _rest(before, after) if body]
    if gone:
        old, text = _formula(pair.before.live), _formula(pair.after.live)
        twice = any(change.category is Category.REPETITION for change in pair.plan)
        away = {body for body in set(gone) if text.count(body) < (1 if twice else old.count(body))}
        gone = [body for body in gone if body in away]
    fewer = len(gone) > len(new)
    lost = without_twin(gone, new, 0.5 if fewer else 0.2)
    if lost:
        spans = dict(zip(before, pair.before.seen.displays, strict=True))
        first = pair.before.line(spans[lost[0]][0])
        shown = tuple(fold(pair.before.live[slice(*spans[body])])[:80] for body in lost)
        message = f"The equation of the old line {first} is gone: `{shown[0]}`."
        yield Objection("equations-lost", message, shown)


def _formula(latex: str) -> str:
    return IDLE.sub("", fold(MARKS.sub("", latex))).strip(" .,;")


def verbatim_lost(pair: Pair) -> Iterator[Objection]:
    """Listings: another listing must hold at least half of the lines."""
    before, after = (
        [side.seen.source[slice(*span)].strip() for span in side.verbatim]
        for side in (pair.before, pair.after)
    )
    gone, came = _rest(before, after), _rest(after, before)
    twins = Twins([_lines(text) for text in came], len(gone))
    lost = [
        _lines(text)[0][:60]
        for n, text in enumerate(gone)
        if twins.take(n, _lines(text), 0.5) is None
    ]
    if lost:
        yield Objection("verbatim-lost", f"The listing is gone: `{lost[0]}`.", tuple(lost))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def blocks_lost(pair: Pair) -> Iterator[Objection]:
    """Theorems, proofs, examples and frames whose text is nowhere."""
    names = BLOCK | {name.strip() for name in NEW_THEOREM.findall(pair.before.preamble)}
    before, after = _blocks(pair.before, names), _blocks(pair.after, names)
    lost = []
    for name, bodies in before.items():
        if len(after[name]) >= len(bodies):
            continue
        for body in without_twin(bodies, after[name], 0.4):
            if len(words_of(body)) < FEWEST or pair.still_said(body) < 0.6:
                lost.append((name, body[:60]))
    if lost:
        name, text = lost[0]
        shown = tuple(f"{name}: {text}" for name, text in lost)
        yield Objection("blocks-lost", f"The {name} is gone: `{text}`.", shown)


def _blocks(side: Side, names: frozenset[str] | set[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for item in side.environments:
        if item.name in names:
            found[item.name].append(_body(side, item))
    return found


def _body(side: Side, item: Environment) -> str:
    return fold(side.live[item.inner_start : item.inner_end])
