"""The rule on powers and indices: digits glued to a formula, which no reader of numbers sees."""

import re
from collections.abc import Iterator, Sequence

from reflect.finding import Category
from reflect.gate_pair import Pair
from reflect.gate_sentences import Sentence
from reflect.verdict import Objection

POWER = re.compile(r"(?<!10)(?<!10 )([\^_])\s*(?:\{\s*([-\u2212]?[0-9]+)\s*\}|([0-9]+))")
"""Of ten it belongs to a number."""


def powers_changed(
    pair: Pair, partners: Sequence[tuple[Sentence, Sentence]]
) -> Iterator[Objection]:
    """Another power or index in a sentence that is the same to the letter otherwise."""
    if any(change.category in (Category.WRONG_NUMBER, Category.CONTRADICTION)
           for change in pair.plan):  # fmt: skip
        return
    changed = [
        (was, now)
        for one, other in partners
        if POWER.sub(r"\1", one.text) == POWER.sub(r"\1", other.text)
        for was, now in zip(_powers(one), _powers(other), strict=True)
        if was != now and not pair.names(was)
    ]
    if changed:
        message = f"`{changed[0][0]}` became `{changed[0][1]}` where nothing else has changed."
        yield Objection("power-changed", message, tuple(f"{a} -> {b}" for a, b in changed))


def _powers(sentence: Sentence) -> list[str]:
    return [f"{sign}{braced or bare}" for sign, braced, bare in POWER.findall(sentence.text)]
