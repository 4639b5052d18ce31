"""Rules on sentences that stayed, but give or lead to something else than before, or to nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence

from latex.citations import UNKNOWN_NUMBER
from latex.patterns import re
from reflect.finding import Category
from reflect.gate_links import pages_changed
from reflect.gate_misspelt import meant
from reflect.gate_pair import Pair
from reflect.gate_powers import powers_changed
from reflect.gate_sentences import Sentence, continued, sentences
from reflect.gate_values import check_numbers
from reflect.gate_words import likeness
from reflect.verdict import Objection

SAME_SENTENCE = 0.9
"""Likeness of words from which a sentence says what it said."""
CITED = re.compile(r"\\[A-Za-z]*[cC]ite[A-Za-z]*\*?(?:\s*\[[^\[\]]*\])*\s*\{([^{}]*)\}")
CITES = re.compile(
    r"\\[A-Za-z]*[cC]ite(?:s|texts)(?![A-Za-z])\*?(?:\s*\([^()]*\)){0,2}"
    r"(?:(?:\s*\[[^\[\]]*\]){0,2}\s*\{[^{}]*\})++"
)
BRACED = re.compile(r"\{([^{}]*)\}")
REFERRED = re.compile(
    r"\\(?:eq|page|auto|name|[cCvVzf]|zc|sub|labelc|[cC]page|title|full|namec|nameC|lcnamec)?"
    r"(?:ref|Ref)(?:range|s)?\*?\s*(?:\[[^\[\]]*\])?\s*\{([^{}]*)\}|\\hyperref\s*\[([^\[\]]*)\]"
)
LINKED = re.compile(r"\\(?:url|href|nolinkurl|doi)\s*\{([^{}]*)\}")
STATED = re.compile(r"\\fact(?:value)?\*?\s*\{([^{}]*)\}")
LEADS = (
    ("citation-dropped", CITED),
    ("reference-dropped", REFERRED),
    ("link-dropped", LINKED),
    ("fact-dropped", STATED),
)

Partners = Sequence[tuple[Sentence, Sentence]]


def check_sentences(pair: Pair) -> Iterator[Objection]:
    partners = tuple(continued(pair))
    yield from check_numbers(pair, partners)
    yield from powers_changed(pair, partners)
    yield from pages_changed(pair, partners)
    yield from _changed(pair, partners)
    yield from _dropped(pair, partners)


def _changed(pair: Pair, partners: Partners) -> Iterator[Objection]:
    """Other keys in the place of keys, in a sentence whose words are the same."""
    known = pair.evidence.cite_keys
    wrong = {key.key for key in pair.before.seen.cites} - known if known is not None else set()
    cites = _exchanged(CITED, partners, pair, frozenset(), frozenset(wrong - pair.before.entries))
    if cites:
        message = f"The same sentence cites another source: {cites[0]}."
        yield Objection("citation-changed", message, cites)
    facts = _exchanged(STATED, partners, pair)
    if facts:
        message = f"The same sentence gives another fact: {facts[0]}."
        yield Objection("fact-changed", message, facts)
    if any(change.category is Category.REFERENCE for change in pair.plan):
        return
    before, after = (
        frozenset(mark.key for mark in side.seen.labels) for side in (pair.before, pair.after)
    )
    # A label that is renamed everywhere points to what it pointed to.
    dangling = frozenset(mark.key for mark in pair.before.seen.refs) - before
    refs = _exchanged(REFERRED, partners, pair, (before - after) | (after - before), dangling)
    if refs:
        message = f"The same sentence points to another label: {refs[0]}."
        yield Objection("reference-changed", message, refs)


def _exchanged(
    pattern: re.Pattern[str],
    partners: Partners,
    pair: Pair,
    free: frozenset[str] = frozenset(),
    wrong: frozenset[str] = frozenset(),
) -> tuple[str, ...]:
    """Of `free` keys nothing is said; one that is `wrong` may become what was meant."""
    found = []
    for one, other in partners:
        before, after = _keys(pattern, one.text) - free, _keys(pattern, other.text) - free
        lost, gained = before - after, after - before
        if one.words != other.words:
            continue
        if lost and all(key in wrong and meant(key, gained) for key in lost):
            continue
        if lost and gained and not all(map(pair.names, lost)):
            found.append(f"{', '.join(sorted(lost))} -> {', '.join(sorted(gained))}")
        elif not lost and not gained and (moved := _moved(pattern, one, other)):
            found.append(moved)
    return tuple(found)


def _moved(pattern: re.Pattern[str], one: Sentence, other: Sentence) -> str:
    """What stands in another order than before, each key behind other words."""
    before, after = ([_set(group) for group in _found(pattern, s.text)] for s in (one, other))
    if before == after or sorted(map(sorted, before)) != sorted(map(sorted, after)):
        return ""
    first = next((a, b) for a, b in zip(before, after, strict=True) if a != b)
    return f"{', '.join(sorted(first[0]))} <-> {', '.join(sorted(first[1]))}"


def _dropped(pair: Pair, partners: Partners) -> Iterator[Objection]:
    """A sentence that says what it said without the source, label or address it led to."""
    for rule, pattern in LEADS:
        for one, other in partners:
            before, after = _keys(pattern, one.text), _keys(pattern, other.text)
            lost = before - after
            if not lost or after - before or all(map(pair.names, lost)):
                continue
            if likeness(one.words, other.words) < SAME_SENTENCE:
                continue
            if not lost <= _split_off(pattern, pair, one, other):
                yield Objection(
                    rule,
                    f"A sentence no longer leads to {', '.join(sorted(lost))}: `{one.text[:80]}`.",
                    tuple(sorted(lost)),
                )


def _split_off(pattern: re.Pattern[str], pair: Pair, one: Sentence, other: Sentence) -> set[str]:
    """Keys of what was cut off from a sentence and stands before or behind it now."""
    rest = Counter(one.words) - Counter(other.words)
    found: set[str] = set()
    for text in pair.came if rest else ():
        if other.text not in text:
            continue
        near = sentences(text)
        at = next((n for n, sentence in enumerate(near) if sentence.text == other.text), -1)
        for sentence in near[max(0, at - 1) : at] + near[at + 1 : at + 2]:
            own = sum((Counter(sentence.words) & rest).values())
            if 2 * own >= len(sentence.words):
                found |= _keys(pattern, sentence.text)
    return found


def _keys(pattern: re.Pattern[str], text: str) -> set[str]:
    if "\\" not in text:
        return set()
    keys = set().union(*map(_set, _found(pattern, text)))
    return keys - {UNKNOWN_NUMBER} if pattern is STATED else keys


def _found(pattern: re.Pattern[str], text: str) -> list[str]:
    """What stands between the braces, of commands for several sources group by group."""
    if pattern is CITED and "s" in text:
        text = CITES.sub(_one_by_one, text)
    return ["".join(groups) for groups in pattern.findall(text)]


def _one_by_one(several: re.Match[str]) -> str:
    return "".join(f"\\cite{{{keys}}}" for keys in BRACED.findall(several[0]))


def _set(group: str) -> frozenset[str]:
    return frozenset(key.strip() for key in group.split(","))
