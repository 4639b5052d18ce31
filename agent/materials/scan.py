"""The inventory: every file of a folder, with what was read or why it was not."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from agent.errors import NothingUsable
from agent.materials.kinds import kind_of
from agent.materials.names import unique
from agent.materials.rules import Rules, rule_for, settled
from agent.materials.twice import without_twins
from agent.materials.types import Inventory, Material, Status
from agent.materials.walk import Listed, check_folder, list_files
from agent.settings import TableRule

Memo = Callable[[str, Callable[[], Material]], Material]

READER_VERSION = 5
"""Counts up whenever the readers read something differently, so that nothing stored is reused."""
MAX_BYTES = 500_000_000


def take_inventory(
    folder: Path,
    *,
    memo: Memo,
    on_file: Callable[[str], None] = lambda _: None,
    rules: Rules = MappingProxyType({}),
) -> Inventory:
    """Every file below the folder.

    `memo(key, make)` gives a stored material, or makes and stores it. `rules` are the settings'
    `[tables]`: by file, pattern of files, or name of a table.

    Raises:
        UsageError: there is no such folder.
        NothingUsable: the folder holds no file at all.
    """
    check_folder(folder)
    listed = list_files(folder)
    if not listed:
        raise NothingUsable(f"The folder {folder} is empty.", "Put your data and notes into it.")
    materials = []
    taken: set[str] = set()
    for entry in listed:
        material = _take(entry, memo, rule_for(entry.path, rules))
        named = (replace(t, name=unique(t.name, taken)) for t in material.tables)
        tables = tuple(table for t in named if (table := settled(t, rules)) is not None)
        materials.append(replace(material, tables=tables))
        on_file(entry.path)
    return Inventory(str(folder.resolve()), without_twins(materials))


def _take(entry: Listed, memo: Memo, rule: TableRule) -> Material:
    blank = Material(entry.path, kind_of(entry.path), entry.bytes, "", Status.UNREAD)
    if entry.ignored:
        denied = entry.ignored.startswith("cannot be read")
        status = Status.UNREAD if denied else Status.IGNORED
        reason = f"{entry.ignored[:1].upper()}{entry.ignored[1:]}."
        return replace(blank, status=status, reason=reason)
    if rule.ignore:
        reason = "The settings leave it out."
        return replace(blank, status=Status.IGNORED, reason=reason)
    if entry.bytes > MAX_BYTES:
        size = (
            f"{entry.bytes / 1e9:.1f} GB" if entry.bytes >= 1e9 else f"{entry.bytes / 1e6:.0f} MB"
        )
        limit = MAX_BYTES // 1_000_000
        return replace(blank, reason=f"The file has {size}; files over {limit} MB are not read.")
    path = Path(entry.place)
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        return replace(blank, reason=f"The file cannot be read: {error.strerror}.")
    known = replace(blank, digest=digest)
    given = rule.model_dump_json(exclude_defaults=True, exclude={"names", "units", "u"})
    key = f"{entry.path}:{digest}:{READER_VERSION}:{given}"
    return memo(key, lambda: _read(path, known, rule))


def _read(path: Path, blank: Material, rule: TableRule) -> Material:
    # The readers and their libraries are loaded only when a file is really read.
    from agent.materials.read import read_material

    return read_material(path, blank, rule)
