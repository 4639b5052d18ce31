"""Scan: every file of the folder ends in the inventory."""

from pathlib import Path

from agent.errors import NothingUsable
from agent.materials.scan import take_inventory
from agent.materials.types import Inventory, Kind, Material, Status
from agent.run import Run, reads


@reads(always=True)
def scan_materials(run: Run) -> Inventory:
    """Look at every file; unchanged ones are not read again.

    Raises:
        NothingUsable: no table, no notes and no picture could be read.
    """
    inventory = take_inventory(
        Path(run.folder),
        memo=run.memo("materials", Material),
        on_file=run.progress("scan"),
        rules=run.settings.tables,
    )
    for material in inventory:
        if material.status in (Status.PARTLY, Status.UNREAD):
            run.warn("scan", f"{material.path}: {material.reason}")
    if not inventory.of(
        Kind.TABLE,
        Kind.SPREADSHEET,
        Kind.BINARY,
        Kind.JSON,
        Kind.NOTES,
        Kind.IMAGE,
        Kind.BIBLIOGRAPHY,
    ):
        raise NothingUsable(
            f"Nothing in {run.folder} could be read as a table, notes or a picture.",
            "`reflectex scan` lists each file with the reason.",
        )
    return inventory
