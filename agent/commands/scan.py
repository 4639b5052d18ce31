"""`reflectex scan`: the inventory of a folder, for a person or as JSON."""

import json
import sys
from pathlib import Path
from typing import Any

from agent.materials.scan import take_inventory
from agent.materials.types import Inventory, Material, Table
from agent.summaries import count, words


def scan_folder(folder: Path, *, as_json: bool) -> int:
    inventory = take_inventory(folder, memo=lambda _, make: make())
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
        "rows_left_out", "remarks",
    )  # fmt: skip
    content = {name: getattr(table, name) for name in names}
    columns = [
        {"name": c.name, "unit": c.unit, "type": c.type, "uncertainty_of": c.uncertainty_of}
        for c in table.columns
    ]
    return {**content, "columns": columns}


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
    head = f"        {table.name}: {count(table.rows, 'row')}{left}, from line {table.first_line}"
    return [head, f"          {columns}", *(f"          {remark}" for remark in table.remarks)]
