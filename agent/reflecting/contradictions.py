"""Numbers that are said of a fact and are another number: only where that is certain."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.analysis.facts import Fact
from agent.authors.literal_numbers import Literal
from agent.reflecting.ledger_numbers import LedgerNumbers
from agent.reflecting.plain_statements import PlainStatements


@dataclass(frozen=True, slots=True)
class Contradiction:
    fact: Fact
    certain: bool
    """Whether the fact may be put into the place of the number as it stands."""


class Contradictions:
    def __init__(self, ledger: LedgerNumbers, symbols: Mapping[str, str]) -> None:
        """`symbols` gives LaTeX for the facts that have one, by key, without dollars."""
        self._ledger = ledger
        self._statements = PlainStatements(ledger.facts, symbols)

    def of(self, literal: Literal, live: str) -> Contradiction | None:
        """What the number contradicts; None when that is nothing, or not certain.

        The number carries a unit or an uncertainty, and either the sentence says it plainly of one
        fact of that unit, from which it is far away, or one digit away; or it is one digit away
        from the only fact with that unit and the very same uncertainty.
        """
        if literal.unit is None and literal.uncertainty is None:
            return None
        if fact := self._misprinted(literal):
            return Contradiction(fact, certain=True)
        fact = self._statements.fact(literal, live)
        if fact is not None and fact.unit == literal.unit and fact.key in self._ledger.printed:
            slip = _is_slip(literal.value, self._ledger.printed[fact.key][0])
            if slip or _is_far(literal, fact):
                return Contradiction(fact, certain=slip)
        return None

    def _misprinted(self, literal: Literal) -> Fact | None:
        if literal.uncertainty is None or literal.digits < 3:
            return None
        near = [
            fact
            for fact in self._ledger.facts
            if fact.unit == literal.unit
            and (printed := self._ledger.printed.get(fact.key)) is not None
            and printed[1:] == (literal.uncertainty, literal.exponent)
            and _is_slip(literal.value, printed[0])
        ]
        values = {self._ledger.printed[fact.key][0] for fact in near}
        return near[0] if len(values) == 1 else None


def _is_far(literal: Literal, fact: Fact) -> bool:
    """Beyond its rounding, 5 % and three standard uncertainties."""
    assert not isinstance(fact.value, str)
    value, known = float(literal.value) * 10.0**literal.exponent, float(fact.value)
    step = 10.0 ** (literal.exponent - len(literal.value.partition(".")[2]))
    distance = abs(abs(value) - abs(known))
    return distance > max(step, 0.05 * abs(known), 3 * (fact.uncertainty or 0.0))


def _is_slip(written: str, meant: str) -> bool:
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
