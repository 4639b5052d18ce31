"""`reflectex scan`: the inventory of a folder, for a person or as JSON."""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent.launch import settings_for
from agent.materials.scan import take_inventory
from agent.materials.types import Inventory, Material, Table
from agent.materials.walk import check_folder
from agent.summaries import count, words

SHOWN = 6
"""Lines of metadata printed for a table; `--json` has all."""


def scan_folder(folder: Path, *, as_json: bool) -> int:
    check_folder(folder)
    rules = settings_for(folder, os.environ, {}).settings.tables
    inventory = take_inventory(folder, memo=lambda _, make: make(), rules=rules)
    if as_json:
        content = {"materials": [_material(m) for m in inventory]}
        sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n".join(_lines(inventory)) + "\n")
    return 0


def _material(material: Material) -> dict[str, Any]:
    names = ("path", "kind", "bytes", "digest", "encoding", "status", "reason")
    content = {name: getattr(material, name) for name in names}
    return {**content, "tables": [_table(table) for table in material.tables]}


def _table(table: Table) -> dict[str, Any]:
    names = (
        "name", "sheet", "delimiter", "decimal", "header_rows", "first_line", "rows",
        "rows_left_out", "remarks", "same_as",
    )  # fmt: skip
    content = {name: getattr(table, name) for name in names}
    of_column = ("name", "unit", "type", "uncertainty_of", "decimals")
    of_entry = ("key", "text", "value", "unit", "line")
    columns = [{name: getattr(c, name) for name in of_column} for c in table.columns]
    said = [{name: getattr(m, name) for name in of_entry} for m in table.metadata]
    account = None if table.account is None else asdict(table.account)
    return {**content, "account": account, "columns": columns, "metadata": said}


def _lines(inventory: Inventory) -> list[str]:
    lines = []
    for material in inventory:
        reason = f"  {material.reason}" if material.reason else ""
        encoding = f"  {material.encoding}" if material.encoding else ""
        size = f"{material.bytes:,} B"
        lines.append(
            f"{material.status:<8}{material.kind:<13}{size:>14}  {material.path}{encoding}{reason}"
        )
        lines += [line for table in material.tables for line in _table_lines(table)]
    return [*lines, "", words(inventory)]


def _table_lines(table: Table) -> list[str]:
    columns = ", ".join(
        c.name
        + (f" [{c.unit}]" if c.unit else "")
        + (f" (uncertainty of {c.uncertainty_of})" if c.uncertainty_of else "")
        + ("" if c.type == "number" else f" ({c.type})")
        for c in table.columns
    )
    left = f", {table.rows_left_out} left out" if table.rows_left_out else ""
    head = f"        {table.name}: {count(table.rows, 'row')}{left}, {_layout(table)}"
    said = [
        f"          {m.key} = {m.text[:60]}{f' [{m.unit}]' if m.unit else ''}  (line {m.line})"
        for m in table.metadata[:SHOWN]
    ]
    if len(table.metadata) > SHOWN:
        said.append(f"          … and {len(table.metadata) - SHOWN} more lines of this kind")
    remarks = [f"          {remark}" for remark in table.remarks]
    return [head, f"          {columns}", *said, *remarks]


def _layout(table: Table) -> str:
    """What was decided, in the words in which `reflectex.toml` overrides it."""
    sign = {"\t": "tab", " ": "blank"}.get(table.delimiter or "", table.delimiter)
    parts = [f"from line {table.first_line}"]
    parts += [f"delimiter {sign}"] if sign else []
    parts += [f"decimal {table.decimal}"] if table.decimal else []
    parts.append(
        f"header of {count(table.header_rows, 'line')}" if table.header_rows else "no header"
    )
    if (lines := table.account) is not None:
        below = f", {lines.below} below the rows" if lines.below else ""
        other = f"{lines.above} above the head{below}, {lines.empty} empty"
        parts.append(f"{count(lines.total, 'line')} in all ({other})")
    return ", ".join(parts)
