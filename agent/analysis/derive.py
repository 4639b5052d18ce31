"""`[[derive]]`: results computed from facts, beside a reference value where one is given."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from uncertainties import correlated_values, nominal_value, std_dev, ufloat

from agent.analysis import units
from agent.analysis.columns import nearest
from agent.analysis.evaluation import Quantity, evaluate, in_unit, own_unit, quantity
from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.formula import Formula, parse
from agent.analysis.types import ColumnProfile, Comparison, Fit
from agent.errors import UsageError
from agent.materials.types import Table
from agent.settings import DeriveRule

AGREES = 2.0
"""Standard uncertainties within which two values agree."""
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")


@dataclass(frozen=True, slots=True)
class Derived:
    facts: Facts
    """The ledger, with what was derived."""
    results: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    remarks: tuple[str, ...]


class _Ledger:
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
        self._columns = columns
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
        found = self._columns.get(word)
        if found is None:
            raise formula.error(f"{word!r} is no column", node, nearest(word, self._columns))
        table, profile = found
        return quantity(table.column(profile.column).values, profile.unit)

    def _hint(self, word: str) -> str:
        if word in self._columns:
            return f"It is a column: write mean({word}), or another statistic."
        if siblings := self.facts.under(word.rpartition(".")[0]):
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


def derive(
    rules: Sequence[DeriveRule],
    facts: Facts,
    fits: Sequence[Fit],
    columns: Mapping[str, tuple[Table, ColumnProfile]],
) -> Derived:
    """Compute the results in the user's order; later ones may use earlier ones.

    Args:
        rules: From the settings.
        facts: The ledger so far.
        fits: Whose parameters share their errors.
        columns: Key of a column → where its values are, for `mean(…)` and the like.

    Raises:
        UsageError: a key that is none or taken, an unknown name, units that do not go together.
    """
    ledger = _Ledger(facts, fits, columns)
    comparisons, remarks = [], []
    for rule in rules:
        where = f"[[derive]] {rule.key}"
        _check_key(rule.key, where, ledger.facts)
        formula = parse(rule.formula, where)
        result, number = _result(rule, formula, ledger)
        ledger.add([result], number)
        if rule.reference is not None:
            beside, comparison = _compared(rule, rule.reference, result)
            ledger.facts = ledger.facts.plus(beside)
            if comparison is None:
                remarks.append(
                    f"{result.name[:1].upper()}{result.name[1:]} is not compared in standard"
                    " deviations, since neither it nor the reference has an uncertainty."
                )
            else:
                comparisons.append(comparison)
    results = tuple(rule.key for rule in rules)
    return Derived(ledger.facts, results, tuple(comparisons), tuple(remarks))


def _check_key(key: str, where: str, facts: Facts) -> None:
    if not _KEY.fullmatch(key):
        raise UsageError(
            f"{where}: a key holds small letters, digits and underscores, in parts joined by dots.",
            "Such as `hubble.constant`.",
        )
    for part in ("", ".reference", ".difference", ".sigmas"):
        if key + part in facts:
            raise UsageError(
                f"{where}: there already is a fact {key + part!r}.", "Choose another key."
            )


def _result(rule: DeriveRule, formula: Formula, ledger: _Ledger) -> tuple[Fact, Quantity]:
    used: list[str] = []

    def name(word: str, node: ast.expr) -> Quantity:
        used.append(word)
        return ledger.number(formula, word, node)

    found = evaluate(formula, name, lambda word, node: ledger.column(formula, word, node))
    parents = tuple(dict.fromkeys(used))
    unit = own_unit(found)
    if rule.unit:
        unit = units.parse_unit(rule.unit)
        if unit is None:
            raise UsageError(
                f"{formula.where}: the unit {rule.unit!r} is not understood.",
                "Write it as in km/s or m·s⁻².",
            )
    number = _converted(found, unit, formula, bare=_any_bare(formula, ledger))
    value, error = float(nominal_value(number)), float(std_dev(number))
    first = ledger.facts[parents[0]].origin if parents else Origin("")
    fact = Fact(
        rule.key,
        value,
        rule.name or rule.key,
        "derived",
        Origin(
            f"computed as {rule.formula.strip()}",
            first.path,
            first.table,
            parents=parents,
            formula=rule.formula,
        ),
        error if error > 0 and math.isfinite(error) else None,
        unit,
    )
    return fact, quantity(number, unit)


def _any_bare(formula: Formula, ledger: _Ledger) -> bool:
    """Whether an input has no unit: then the user's unit says what comes out."""
    facts = [ledger.facts.get(word) for word in formula.names]
    return any(fact is not None and fact.unit is None for fact in facts) or any(
        word in ledger._columns and ledger._columns[word][1].unit is None for word in formula.names
    )


def _converted(found: Quantity, unit: str | None, formula: Formula, *, bare: bool) -> Quantity:
    try:
        return in_unit(found, unit).magnitude
    except units.UnitError as error:
        if found.dimensionless and bare:
            return in_unit(found, None).magnitude
        raise UsageError(f"{formula.where}: {error}.", "Mend the formula, or the unit.") from None


def _compared(
    rule: DeriveRule, reference: float, result: Fact
) -> tuple[list[Fact], Comparison | None]:
    assert not isinstance(result.value, str)
    difference = result.value - reference
    own, theirs = result.uncertainty or 0.0, abs(rule.reference_uncertainty)
    error = math.hypot(own, theirs)
    source = rule.reference_source
    origin = Origin(f"reference value{f', {source}' if source else ''}")
    both = Origin("result less reference", parents=(result.key, f"{result.key}.reference"))
    step = units.difference(result.unit)
    facts = [
        Fact(
            f"{result.key}.reference",
            reference,
            f"reference value of {result.name}",
            "reference",
            origin,
            theirs or None,
            result.unit,
            _digits_given(reference),
        ),
        Fact(
            f"{result.key}.difference",
            difference,
            f"difference of {result.name} from the reference value",
            "derived",
            both,
            error or None,
            step,
        ),
    ]
    if error == 0:
        return facts, None
    sigmas = abs(difference) / error
    facts.append(
        Fact(
            f"{result.key}.sigmas",
            sigmas,
            f"difference of {result.name} from the reference value in standard uncertainties",
            "derived",
            Origin("difference over its standard uncertainty", parents=both.parents),
            digits=2,
        )
    )
    return facts, Comparison(result.key, result.name, source, sigmas, sigmas <= AGREES)


def _digits_given(value: float) -> int:
    """Significant digits with which the settings write it."""
    return max(1, len(repr(value).partition("e")[0].replace(".", "").strip("-").strip("0")))
