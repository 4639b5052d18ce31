"""Facts as numbers for formulas, with the errors that they share."""

import ast
from collections.abc import Mapping, Sequence

import numpy as np
from uncertainties import correlated_values, ufloat

from agent.analysis.columns import nearest
from agent.analysis.evaluation import Quantity, quantity
from agent.analysis.facts import Fact, Facts
from agent.analysis.formula import Formula
from agent.analysis.types import ColumnProfile, Fit
from agent.materials.types import Table


class Ledger:
    """Facts as numbers whose errors are known to be shared: those of one fit, and of what was
    derived from the same fact.
    """

    def __init__(
        self,
        facts: Facts,
        fits: Sequence[Fit],
        columns: Mapping[str, tuple[Table, ColumnProfile]],
    ) -> None:
        self.facts = facts
        self.columns = columns
        self._fits = {parameter.key: fit for fit in fits for parameter in fit.parameters}
        self._numbers: dict[str, Quantity] = {}

    def add(self, facts: Sequence[Fact], number: Quantity) -> None:
        self.facts = self.facts.plus(facts)
        self._numbers[facts[0].key] = number

    def number(self, formula: Formula, word: str, node: ast.expr) -> Quantity:
        if word not in self._numbers:
            fact = self.facts.get(word)
            if fact is None:
                raise formula.error(f"{word!r} is no fact", node, self._hint(word))
            if isinstance(fact.value, str):
                raise formula.error(f"the fact {word!r} is text", node)
            if fit := self._fits.get(word):
                self._numbers |= _correlated(fit)
            else:
                self._numbers[word] = quantity(_magnitude(fact), fact.unit)
        return self._numbers[word]

    def column(self, formula: Formula, word: str, node: ast.expr) -> Quantity:
        found = self.columns.get(word)
        if found is None:
            raise formula.error(f"{word!r} is no column", node, nearest(word, self.columns))
        table, profile = found
        return quantity(table.column(profile.column).values, profile.unit)

    def _hint(self, word: str) -> str:
        if word in self.columns:
            return f"It is a column: write mean({word}), or another statistic."
        prefix = word.rpartition(".")[0]
        if fit := next((f for f in self._fits.values() if f.key == prefix), None):
            names = ", ".join(parameter.name for parameter in fit.parameters)
            return f"The model used in that fit is {fit.model}; its parameters: {names}."
        if siblings := self.facts.under(prefix):
            return nearest(word, [fact.key for fact in siblings])
        return nearest(word, [fact.key for fact in self.facts])


def _magnitude(fact: Fact) -> float | Quantity:
    assert not isinstance(fact.value, str)
    if fact.uncertainty:
        return ufloat(fact.value, fact.uncertainty)
    return float(fact.value)


def _correlated(fit: Fit) -> dict[str, Quantity]:
    values = [parameter.value for parameter in fit.parameters]
    if all(parameter.uncertainty > 0 for parameter in fit.parameters):
        values = list(correlated_values(values, np.array(fit.covariance)))
    return {
        parameter.key: quantity(value, parameter.unit)
        for parameter, value in zip(fit.parameters, values, strict=True)
    }
