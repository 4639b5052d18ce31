"""What a person settles in `[tables."file.csv"]` about how a file is to be read."""

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from agent.materials.types import Column, Table
from agent.settings import TableRule

Rules = Mapping[str, TableRule]
NO_RULE = TableRule()


def rule_for(path: str, rules: Rules) -> TableRule:
    """The rule of a file: its path, else the first pattern that its path matches."""
    if path in rules:
        return rules[path]
    return next((rule for name, rule in rules.items() if fnmatchcase(path, name)), NO_RULE)


def settled(table: Table, rules: Rules) -> Table | None:
    """The table with the names and units that a rule for it, or for its file, gives to its columns;
    None when the rule leaves it out.
    """
    rule = rules.get(table.name) or rule_for(table.path, rules)
    if rule.ignore:
        return None
    if not rule.names and not rule.units:
        return table
    names = [column.name for column in table.columns]
    for place, name in enumerate(rule.names[: len(names)]):
        names[place] = name or names[place]
    new = dict(zip((column.name for column in table.columns), names, strict=True))
    columns = tuple(
        replace(
            column,
            name=new[column.name],
            unit=_unit(column, place, new[column.name], rule),
            uncertainty_of=new.get(column.uncertainty_of or "", column.uncertainty_of),
        )
        for place, column in enumerate(table.columns)
    )
    said = f"Names or units of {table.name!r} are those of the settings."
    return replace(table, columns=columns, remarks=(*table.remarks, said))


def _unit(column: Column, place: int, name: str, rule: TableRule) -> str | None:
    if isinstance(rule.units, Mapping):
        return rule.units.get(name, rule.units.get(column.name, column.unit)) or None
    given = rule.units[place] if place < len(rule.units) else column.unit
    return given or None
