"""Facts from what a file says of itself: `key: value` lines above or beside its data."""

from agent.analysis import units
from agent.analysis.facts import Fact, Origin
from agent.analysis.keys import slugs
from agent.materials.types import Metadata, Table

_MOST = 200
"""A file with more is a dump of an instrument's memory."""
_LONGEST = 200


def metadata_facts(table: Table, key: str) -> tuple[Fact, ...]:
    """One fact `KEY.meta.NAME` for each line: a number with its unit where it is one, else text."""
    lines = [line for line in table.metadata if line.key.strip()][:_MOST]
    names = slugs((line.key for line in lines), prefix="m")
    return tuple(
        _fact(table, line, f"{key}.meta.{name}") for line, name in zip(lines, names, strict=True)
    )


def _fact(table: Table, line: Metadata, key: str) -> Fact:
    origin = Origin("as the file states it", table.path, table.name, line=line.line or None)
    name = " ".join(line.key.split())
    unit = units.parse_unit(line.unit)
    known = line.unit is None or unit is not None
    if line.value is not None and known:
        return Fact(
            key, line.value, name, "setting", origin, unit=unit, digits=digits_written(line.text)
        )
    text = " ".join(line.text.split())
    if line.value is not None and line.unit and line.unit not in text:
        text = f"{text} {line.unit}"
    return Fact(
        key, text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…", name, "setting", origin
    )


def digits_written(text: str) -> int | None:
    """Significant digits of the first number in a text; None when there is none, or it is whole."""
    number = ""
    for character in text.strip():
        if not (character.isdigit() or character in ".,+-−'  "):
            break
        number += character
    digits = "".join(c for c in number if c.isdigit())
    if not digits or not any(sign in number for sign in ".,"):
        return len(digits.lstrip("0")) or None
    return max(1, len(digits.lstrip("0")))
