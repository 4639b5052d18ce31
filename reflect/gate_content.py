"""Rules on what a draft shows beside its floats: equations, listings, theorems, frames."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from latex.commands import commands
from latex.environments import Environment
from latex.floats import DISPLAYS, KINDS
from reflect.finding import Category
from reflect.gate_pair import Pair
from reflect.gate_passages import replaced
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
SEEN_ELSEWHERE = (
    DISPLAYS
    | frozenset(KINDS)
    | frozenset(
        {
            *(
                "document",
                "itemize",
                "enumerate",
                "description",
                "list",
                "thebibliography",
                "tabular",
            ),
            *(
                "tabularx",
                "tabulary",
                "tabu",
                "tblr",
                "array",
                "matrix",
                "pmatrix",
                "bmatrix",
                "cases",
            ),
            *("aligned", "gathered", "split", "tikzpicture", "axis", "scope", "minipage", "center"),
            *(
                "subfigure",
                "subtable",
                "subequations",
                "columns",
                "column",
                "multicols",
                "threeparttable",
            ),
        }
    )
)
FRAME = re.compile(r"\\frame(?![A-Za-z@])\s*(?:<[^<>]*>)?(?:\[[^\[\]]*\])?\s*(?=\{)")
NEW_THEOREM = re.compile(
    r"\\(?:newtheorem|spnewtheorem|declaretheorem|newtcbtheorem)\*?\s*(?:\[[^\[\]]*\])?\s*\{([^{}]*)\}"
)
MARKS = re.compile(
    r"\\(?:label\s*\{[^{}]*\}|(?:begin|end)\s*\{[^{}]*\}|nonumber|notag|tag\*?\s*\{[^{}]*\}|[\[\]])"
    r"|\$\$|[&~]|\\[,;:! ]|\\(?:q?quad|left|right)(?![A-Za-z])|\\\\(?:\[[^\]]*\])?"
)
IDLE = re.compile(r"(?<![A-Za-z]) | (?![A-Za-z])")
"""Space that ends no command and parts no words."""
EXCHANGED = 0.45
"""Likeness of two formulas below which one is not the other, set right."""
MOST_COMPARED = 10_000
"""Pairs of formulas that are compared atom by atom; no report changes so many at once."""
DERIVED = 0.85
CONTEXT = 80
"""Characters before a display by which its place is known."""
TOKEN = re.compile(r"\w+|[^\w\s]")
FEW_LINES = 2
"""Lines of a listing up to which one changed line leaves next to none."""
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
    lost = without_twin(gone, new, 0.5 if fewer else EXCHANGED)
    if not fewer:
        held = _held(set(lost), set(new))
        lost = [body for body in lost if body not in held]
    if not lost:
        lost = _swapped(pair)
    if lost:
        spans = dict(zip(before, pair.before.seen.displays, strict=True))
        first = pair.before.line(spans[lost[0]][0])
        shown = tuple(fold(pair.before.live[slice(*spans[body])])[:80] for body in lost)
        message = f"The equation of the old line {first} is gone: `{shown[0]}`."
        yield Objection("equations-lost", message, shown)


def _held(parts: set[str], formulas: set[str]) -> set[str]:
    """Parts of which a longer formula has nearly all, as a derivation has."""
    if len(parts) * len(formulas) > MOST_COMPARED:
        return set()
    wholes = [Counter(ATOM.findall(formula)) for formula in formulas]
    atoms = {part: Counter(ATOM.findall(part)) for part in parts}
    return {
        part
        for part, own in atoms.items()
        if any((own & whole).total() >= DERIVED * own.total() for whole in wholes)
    }


def _swapped(pair: Pair) -> list[str]:
    """Displays that have changed places, each behind the words of the other now."""
    before, after = _placed(pair.before), _placed(pair.after)
    if len(before) != len(after):
        return []
    moved = [(one, other) for one, other in zip(before, after, strict=True)
             if one[0] != other[0] and one[1] and one[1] == other[1]]  # fmt: skip
    old, new = {one[0] for one, _ in moved}, {other[0] for _, other in moved}
    return [one[0] for one, other in moved if one[0] in new and other[0] in old]


def _placed(side: Side) -> list[tuple[str, str]]:
    """Each display with the text before it, from the last display on."""
    found, behind = [], 0
    for start, end in side.seen.displays:
        context = fold(side.live[max(behind, start - CONTEXT) : start])
        found.append((_formula(side.live[start:end]), context))
        behind = end
    return found


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
    lost = [text for n, text in enumerate(gone) if twins.take(n, _lines(text), 0.5) is None]
    short = [came[n] for n in sorted(twins.free) if came[n].count("\n") < FEW_LINES]
    by_token = Twins([TOKEN.findall(text) for text in short], len(lost))
    lost = [
        _lines(text)[0][:60]
        for n, text in enumerate(lost)
        if text.count("\n") >= FEW_LINES or by_token.take(n, TOKEN.findall(text), 0.5) is None
    ]
    if lost:
        yield Objection("verbatim-lost", f"The listing is gone: `{lost[0]}`.", tuple(lost))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def blocks_lost(pair: Pair) -> Iterator[Objection]:
    """Theorems, proofs, examples and frames whose text is nowhere."""
    names = BLOCK | {name.strip() for name in NEW_THEOREM.findall(pair.before.preamble)}
    before, after = _blocks(pair.before), _blocks(pair.after)
    lost = []
    for name, bodies in before.items():
        if bodies == after[name]:
            continue
        if len(after[name]) >= len(bodies):
            if name in names:
                gone = replaced(pair, _rest(bodies, after[name]), _rest(after[name], bodies))
                lost += [(name, body[:60]) for body in gone]
            continue
        for body in without_twin(bodies, after[name], 0.4):
            words = words_of(body)
            if name not in names:
                away = (Counter(words) - came(pair)).total()
                if len(words) >= FEWEST and away > len(words) / 2:
                    lost.append((name, body[:60]))
            elif len(words) < FEWEST or pair.still_said(body) < 0.6:
                lost.append((name, body[:60]))
    if lost:
        name, text = lost[0]
        shown = tuple(f"{name}: {text}" for name, text in lost)
        yield Objection("blocks-lost", f"The {name} is gone: `{text}`.", shown)


def came(pair: Pair) -> Counter[str]:
    """Words of the paragraphs that only the text after has."""
    return Counter(word for text in pair.came for word in words_of(text))


def _blocks(side: Side) -> dict[str, list[str]]:
    """What stands in environments that no other rule looks at; empty ones are none."""
    found: dict[str, list[str]] = defaultdict(list)
    for item in side.environments:
        if item.name.rstrip("*") not in SEEN_ELSEWHERE and (body := _body(side, item)):
            found[item.name].append(body)
    if "\\frame" in side.live:
        braces = commands(side.live).braces
        for frame in FRAME.finditer(side.live):
            if group := braces.argument(frame.end()):
                found["frame"].append(fold(side.live[group[0] + 1 : group[1] - 1]))
    return found


def _body(side: Side, item: Environment) -> str:
    return fold(side.live[item.inner_start : item.inner_end])
