"""Numbers that are said of a fact and are another number: only where that is certain."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from agent.analysis.facts import Fact
from agent.authors.literal_numbers import Literal
from agent.authors.trace_numbers import misrounded
from agent.reflecting.given_numbers import size
from agent.reflecting.ledger_numbers import LedgerNumbers
from agent.reflecting.plain_statements import PlainStatements

Fault = OneOf["value", "sign", "unit", "rounding"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    fact: Fact
    certain: bool
    """Whether the fact may be put into the place of the number as it stands."""
    fault: Fault = "value"


class Contradictions:
    def __init__(self, ledger: LedgerNumbers, symbols: Mapping[str, str]) -> None:
        """`symbols` gives LaTeX for the facts that have one, by key, without dollars."""
        self._ledger = ledger
        self._statements = PlainStatements(ledger.facts, symbols)

    def said(self, start: int, end: int, live: str) -> Fact | None:
        """The fact of which a sentence plainly says what stands in the span."""
        return self._statements.fact(start, end, live)

    def plainly(self, literal: Literal, live: str) -> Contradiction | None:
        """What a sentence says wrongly of a fact that it names; None when that is not certain.

        The number carries the unit of the fact, and is far away from it, or one digit away, or
        has the other sign.
        """
        if literal.exponent and literal.value == "1":
            return None
        end = literal.unit_span[1] if literal.unit_span else literal.end
        fact = self._statements.fact(literal.start, end, live)
        if fact is None or fact.unit != literal.unit or fact.key not in self._ledger.printed:
            return None
        slip = is_slip(literal.value, self._ledger.printed[fact.key][0])
        if slip or _is_far(literal, fact):
            return Contradiction(fact, certain=slip)
        negative = isinstance(fact.value, int | float) and fact.value < 0
        before = _ARGUMENT.sub("", live[max(0, literal.start - 60) : literal.start])
        if negative and not literal.value.startswith("-") and not _BARE_SIZE.search(before):
            return Contradiction(fact, certain=True, fault="sign")
        return None

    def by_sign(self, literal: Literal, facts: tuple[Fact, ...]) -> Contradiction | None:
        """A sign that is written out, and that none of the facts has which the number may be."""
        if not literal.signed or not facts:
            return None
        minus = literal.value.startswith("-")
        wrong = [fact for fact in facts if _is_negative(fact) is not minus]
        if len(wrong) != len(facts) or any(_is_distance(fact) for fact in facts):
            return None
        return Contradiction(facts[0], certain=len(facts) == 1, fault="sign")

    def of(self, literal: Literal) -> Contradiction | None:
        """What a number that no fact is comes from: a slip, a wrong rounding or another unit."""
        if literal.unit is None and literal.uncertainty is None:
            return None
        if fact := self._misprinted(literal):
            return Contradiction(fact, certain=True)
        if fact := misrounded(literal, self._ledger):
            return Contradiction(fact, certain=True, fault="rounding")
        if fact := self._ledger.of_other_unit(literal):
            return Contradiction(fact, certain=False, fault="unit")
        return None

    def _misprinted(self, literal: Literal) -> Fact | None:
        if literal.uncertainty is None or literal.digits < 3:
            return None
        near = [
            fact
            for fact in self._ledger.misprinted(literal)
            if is_slip(literal.value, self._ledger.printed[fact.key][0])
        ]
        values = {self._ledger.printed[fact.key][0] for fact in near}
        return near[0] if len(values) == 1 else None


_ARGUMENT = re.compile(r"[\w.]*\}")
_BARE_SIZE = re.compile(
    r"""\|[^|$]{0,30}\|?\s*=?\s*\Z | \b(?:magnitude|modulus|absolute|size|amount|decreas\w*|drop\w*
      |fall\w*|less|below|lower|smaller|minus|negative)\b
    | 绝对值|大小|下降|减小|减少|降低|低于|负""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words behind which a negative number has no sign."""


def _is_negative(fact: Fact) -> bool:
    return not isinstance(fact.value, str) and fact.value < 0


def _is_distance(fact: Fact) -> bool:
    """Whether its sign depends on what is taken from what."""
    return fact.key.endswith((".difference", ".uncertainty"))


def _is_far(literal: Literal, fact: Fact) -> bool:
    """Beyond its rounding, 5 % and three standard uncertainties."""
    assert not isinstance(fact.value, str)
    known = abs(float(fact.value))
    step = 10.0 ** (literal.exponent - literal.places)
    return abs(size(literal) - known) > max(step, 0.05 * known, 3 * (fact.uncertainty or 0.0))


def is_slip(written: str, meant: str) -> bool:
    """Whether one digit is another, or two neighbours are swapped; three digits at least."""
    a, b = written.lstrip("-"), meant.lstrip("-")
    if len(a) != len(b) or a == b or sum(character.isdigit() for character in b) < 3:
        return False
    wrong = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    if "." in {a[i] for i in wrong} | {b[i] for i in wrong}:
        return False
    if len(wrong) == 1:
        # The last digit may be a matter of rounding.
        return wrong[0] != len(a) - 1 or abs(int(a[-1]) - int(b[-1])) > 1
    swapped = len(wrong) == 2 and (a[wrong[0]], a[wrong[1]]) == (b[wrong[1]], b[wrong[0]])
    return swapped and len(a[wrong[0] : wrong[1] + 1].replace(".", "")) == 2
