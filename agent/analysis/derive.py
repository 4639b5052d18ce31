"""`[[derive]]`: results computed from facts, beside a reference value where one is given."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from uncertainties import nominal_value, std_dev

from agent.analysis import units
from agent.analysis.evaluation import Quantity, evaluate, in_unit, own_unit, quantity
from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.formula import Formula, parse
from agent.analysis.numbers_of_facts import Ledger
from agent.analysis.types import ColumnProfile, Comparison, Fit
from agent.errors import UsageError
from agent.materials.types import Table
from agent.settings import DeriveRule

AGREES = 2.0
"""Standard uncertainties within which two values agree."""
_ROUNDING = 1e-13
"""Of a value: an error so small is what the computer left of one that cancels."""
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")


@dataclass(frozen=True, slots=True)
class Derived:
    facts: Facts
    """The ledger, with what was derived."""
    results: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    remarks: tuple[str, ...]


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
    ledger = Ledger(facts, fits, columns)
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


def _result(rule: DeriveRule, formula: Formula, ledger: Ledger) -> tuple[Fact, Quantity]:
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
    first = _first_origin(formula, parents, ledger)
    fact = Fact(
        rule.key,
        value,
        rule.name or rule.key,
        "derived",
        Origin(
            f"computed as {rule.formula.strip()}",
            first.path,
            first.table,
            first.columns,
            parents=parents,
            formula=rule.formula,
        ),
        error if math.isfinite(error) and error > _ROUNDING * abs(value) else None,
        unit,
    )
    return fact, quantity(number, unit)


def _first_origin(formula: Formula, parents: Sequence[str], ledger: Ledger) -> Origin:
    """Where the first input came from; of a column of a table, the column too."""
    for word in formula.names:
        if word in parents:
            origin = ledger.facts[word].origin
            return Origin("", origin.path, origin.table)
        if word in ledger.columns:
            table, profile = ledger.columns[word]
            return Origin("", table.path, table.name, (profile.column,))
    return Origin("")


def _any_bare(formula: Formula, ledger: Ledger) -> bool:
    """Whether an input has no unit: then the user's unit says what comes out."""
    facts = [ledger.facts.get(word) for word in formula.names]
    return any(fact is not None and fact.unit is None for fact in facts) or any(
        word in ledger.columns and ledger.columns[word][1].unit is None for word in formula.names
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
