"""Exploration requests of a model, granted where the program can carry them out."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import regex

from agent.analysis.columns import find_column, find_table
from agent.analysis.computed import with_computed_columns
from agent.analysis.derive import derive
from agent.analysis.explore import explore_tables
from agent.analysis.fits import MODEL_NAMES
from agent.analysis.formula import parse
from agent.analysis.types import ColumnProfile, Findings
from agent.authors.model_replies import RequestItem, entries, read_item
from agent.authors.types import Requests
from agent.errors import UsageError
from agent.materials.types import Inventory, Table
from agent.settings import ColumnRule, DeriveRule, FitRule, Settings
from latex.health import examine

MOST = 8


@dataclass(frozen=True, slots=True)
class Granted:
    requests: Requests
    dropped: tuple[str, ...] = ()
    """What was refused, and why, one sentence each."""


@dataclass(slots=True)
class _Desk:
    """The rules that are good so far, each tried on the tables before it counts."""

    inventory: Inventory
    findings: Findings
    settings: Settings
    stated: str
    """What the user wrote: where the numbers of a formula must come from."""
    columns: list[ColumnRule] = field(default_factory=list)
    fits: list[FitRule] = field(default_factory=list)
    derives: list[DeriveRule] = field(default_factory=list)
    _explored: tuple[int, Findings] | None = None

    def tables(self, *more: ColumnRule) -> tuple[Table, ...]:
        rules = (*self.settings.column, *self.columns, *more)
        return with_computed_columns(self.inventory.tables, rules, self.settings.symbols)

    def add_column(self, item: RequestItem) -> None:
        table = find_table(self.findings.tables, item.table, "It")
        self._check_numbers(item.formula)
        rule = ColumnRule(table=table.name, name=item.name, formula=item.formula, unit=item.unit)
        self.tables(rule)
        self.columns.append(rule)

    def add_fit(self, item: RequestItem) -> None:
        table = find_table(self.tables(), item.table, "It")
        x = find_column(table, item.x, self.settings.symbols, "It")
        y = find_column(table, item.y, self.settings.symbols, "It")
        if x is y or "text" in (x.type, y.type):
            raise UsageError(f"It fits {y.name!r} against {x.name!r}.")
        if any((f.table, f.x, f.y) == (table.name, x.name, y.name) for f in self._known_fits()):
            raise UsageError("That fit is made already.")
        models = tuple(name for name in item.models if name in MODEL_NAMES)
        if not any(rule.table == table.name for rule in self.fits):
            self.fits += self._usual_fits(table)
        self.fits.append(FitRule(table=table.name, x=x.name, y=y.name, models=models))

    def _usual_fits(self, table: Table) -> list[FitRule]:
        """The fits that the program made of its own accord: a rule for a table replaces them."""
        if any(
            find_table(self.findings.tables, rule.table, "It").name == table.name
            for rule in self.settings.fit
        ):
            return []
        return [
            FitRule(table=f.table, x=f.x, y=f.y)
            for f in self.findings.fits
            if f.table == table.name
        ]

    def _known_fits(self) -> list[FitRule]:
        return [*self._made_fits(), *self.fits]

    def _made_fits(self) -> list[FitRule]:
        return [FitRule(table=f.table, x=f.x, y=f.y) for f in self.findings.fits]

    def add_derive(self, item: RequestItem) -> None:
        self._check_numbers(item.formula)
        findings = self._explore()
        rule = DeriveRule(
            key=item.key,
            formula=item.formula,
            name=item.name,
            symbol="" if examine(f"${item.symbol}$") else item.symbol.strip("$"),
            unit=item.unit,
            **self._reference(item),
        )
        # Earlier results are not in the ledger yet, so they are derived along.
        derive((*self.derives, rule), findings.facts, findings.fits, _by_key(findings))
        self.derives.append(rule)

    def _explore(self) -> Findings:
        """What will be known once the granted columns and fits are computed."""
        wanted = len(self.columns) + len(self.fits)
        if not wanted:
            return self.findings
        if self._explored is None or self._explored[0] != wanted:
            settings = self.settings.model_copy(
                update={
                    "column": (*self.settings.column, *self.columns),
                    "fit": (*self.settings.fit, *self.fits),
                }
            )
            self._explored = wanted, explore_tables(self.inventory.tables, settings)
        return self._explored[1]

    def _reference(self, item: RequestItem) -> dict[str, Any]:
        """The reference value, if the user states it: a model's memory is no source."""
        given = (item.reference, item.reference_uncertainty or None)
        numbers = [number for number in given if number is not None]
        if item.reference is None or not all(self._is_stated(number) for number in numbers):
            return {}
        source = item.reference_source
        return {
            "reference": item.reference,
            "reference_uncertainty": item.reference_uncertainty,
            "reference_source": "" if examine(source) else source,
        }

    def _check_numbers(self, formula: str) -> None:
        for node in ast.walk(parse(formula, "Its formula").tree):
            number = node.value if isinstance(node, ast.Constant) else None
            if isinstance(number, int | float) and not (
                _is_plain(number) or self._is_stated(number)
            ):
                raise UsageError(f"The material does not state the number {number:g}.")

    def _is_stated(self, number: float) -> bool:
        return any(
            float(found[0].replace(",", "")) == abs(number)
            for found in _NUMBER.finditer(self.stated)
        )


_NUMBER = regex.compile(r"\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][+-]?\d+)?")


def _is_plain(number: float) -> bool:
    """Whether a number belongs to mathematics or to a change of units, and not to an apparatus."""
    if number == int(number) and abs(number) <= 100:
        return True
    return 4 * number == int(4 * number) or f"{number:e}".startswith("1.000000e")


def _by_key(findings: Findings) -> dict[str, tuple[Table, ColumnProfile]]:
    tables = {table.name: table for table in findings.tables}
    return {
        profile.key: (tables[profile.table], profile)
        for profile in findings.profiles
        if tables[profile.table].column(profile.column).type == "number"
    }


def read_requests(
    reply: Any, inventory: Inventory, findings: Findings, settings: Settings, stated: str
) -> Granted:
    """The requests in a reply that can be carried out as they stand.

    Raises:
        ValueError: it is no list of requests.
    """
    desk = _Desk(inventory, findings, settings, stated)
    kinds: dict[str, Callable[[RequestItem], None]] = {
        "column": desk.add_column,
        "fit": desk.add_fit,
        "derive": desk.add_derive,
    }
    dropped: list[str] = []
    read = [read_item(RequestItem, value) for value in entries(reply, "requests")]
    items = [item for item in read if not isinstance(item, str)]
    dropped += [f"A request was dropped: {item}." for item in read if isinstance(item, str)]
    if len(items) > MOST:
        dropped.append(f"Only the first {MOST} of {len(items)} requests are looked at.")
    # A fit may want a new column, and a derived result either of them.
    for kind, add in kinds.items():
        for item in items[:MOST]:
            if item.kind == kind:
                try:
                    add(item)
                except UsageError as error:
                    what = item.key or item.name or f"{item.y} against {item.x}"
                    dropped.append(f"The request for the {kind} {what!r} was dropped: {error}")
    dropped += [
        f"A request of the unknown kind {i.kind!r} was dropped."
        for i in items[:MOST]
        if i.kind not in kinds
    ]
    return Granted(
        Requests(tuple(desk.columns), tuple(desk.fits), tuple(desk.derives)), tuple(dropped)
    )
