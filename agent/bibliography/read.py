"""Reading .bib files: as far as they can be read, and nothing lost silently."""

import logging
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bibtexparser import model
from bibtexparser.entrypoint import parse_string

from agent.bibliography.blocks import Block, close_block, in_braces, split_blocks
from agent.bibliography.library import Entry, Library
from agent.bibliography.values import MONTHS, delimited, read_tokens, split_fields

# Every failed block is logged as well as returned; the remarks say it once.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

# Stands for an at sign inside a block, which bibtexparser would take for the next block.
AT_SIGN = "\ue000"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]")
FENCE = re.compile(r"^\s*(?:```|~~~)\w*\s*$", re.MULTILINE)
COMMENTED = re.compile(r"^[ \t]*%[^\n]*(?:\n|\Z)", re.MULTILINE)


@dataclass(slots=True)
class Reading:
    """What has been read so far."""

    entries: dict[str, Entry] = field(default_factory=dict)
    strings: dict[str, str] = field(default_factory=dict)
    preambles: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read_bibliography(texts: Sequence[tuple[str, str]]) -> Library:
    """The entries of all the files, given as (path, decoded text).

    Every block that starts like an entry ends as an entry, as a doublet that a remark names, or
    among the unread ones with a remark. Of entries with one key the first is kept, as in BibTeX.
    Months, `@string` macros and `#` stay as written. Missing commas, braces and quotes are put in
    where there is one way to do so.
    """
    reading = Reading()
    for path, text in texts:
        clean = unicodedata.normalize("NFC", CONTROL.sub("", text.replace("\r\n", "\n")))
        for block in split_blocks(clean.replace("\r", "\n")):
            _read_block(reading, path, block)
    entries = tuple(_with_known_macros(reading, entry) for entry in reading.entries.values())
    return Library(
        entries=entries,
        strings=tuple(reading.strings.items()),
        preambles=tuple(dict.fromkeys(reading.preambles)),
        unread=tuple(reading.unread),
        remarks=tuple(reading.remarks),
    )


def _read_block(reading: Reading, path: str, block: Block) -> None:
    place = f"line {block.line} of {path!r}"
    if block.type in ("comment", ""):
        stray = COMMENTED.sub("", FENCE.sub("", block.raw)).strip()
        if block.type == "" and "=" in stray:
            shown = " ".join(stray.split())[:60]
            reading.remarks.append(f"Text between entries after {place} was left out: {shown!r}.")
        return
    parsed, repaired = _parse(block)
    if isinstance(parsed, model.String):
        reading.strings.setdefault(parsed.key.lower(), _restored(parsed.value))
    elif isinstance(parsed, model.Preamble):
        reading.preambles.append(_restored(parsed.value))
    elif isinstance(parsed, model.Entry):
        _add_entry(reading, path, block, parsed, place)
        if repaired and parsed.key:
            reading.remarks.append(
                f"The entry {parsed.key!r} in {place} was not closed; its end was put in."
            )
    else:
        reading.unread.append(block.raw)
        shown = block.raw.split("\n", 1)[0].strip()[:60]
        reading.remarks.append(f"The entry in {place} could not be read: {shown!r}.")


def _restored(text: str) -> str:
    return text.replace(AT_SIGN, "@")


def _parse(block: Block) -> tuple[model.Block | None, bool]:
    """The block as bibtexparser sees it, and whether it had to be closed first."""
    for repaired in (False, True) if block.closed else (True,):
        source = in_braces(block)
        source = close_block(source) if repaired else source
        protected = source[0] + source[1:].replace("@", AT_SIGN)
        blocks = parse_string(protected, parse_stack=[]).blocks
        found = blocks[0] if blocks else None
        if isinstance(found, model.DuplicateFieldKeyBlock):
            found = found.ignore_error_block
        if isinstance(found, model.Entry | model.String | model.Preamble):
            return found, repaired
    return None, False


def _add_entry(reading: Reading, path: str, block: Block, parsed: model.Entry, place: str) -> None:
    key = _restored(parsed.key).strip()
    if not key:
        reading.unread.append(block.raw)
        reading.remarks.append(f"The entry in {place} has no key, so it cannot be cited.")
        return
    fields = _fields(reading, key, parsed.fields)
    entry = Entry(key, parsed.entry_type.lower(), fields, block.raw, path, block.line)
    first = reading.entries.setdefault(key, entry)
    if first is not entry and first.fields == entry.fields:
        reading.remarks.append(f"The entry {key!r} stands twice; {place} repeats it.")
    elif first is not entry:
        reading.unread.append(block.raw)
        reading.remarks.append(
            f"The key {key!r} belongs to two different entries; the one in line {first.line} of "
            f"{first.path!r} is used, the one in {place} is not."
        )


def _fields(
    reading: Reading, key: str, fields: Iterable[model.Field]
) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for parsed in fields:
        name, value = COMMENTED.sub("", _restored(parsed.key)), _restored(parsed.value)
        if not name.strip() or name.lstrip().startswith("%"):
            reading.remarks.append(f"A line that is commented out in {key!r} was left out.")
            continue
        pieces, odd = split_fields(name.strip(), value)
        if odd:
            reading.remarks.append(f"The field {name.strip()!r} of {key!r} lacked its braces.")
        if len(pieces) > 1:
            reading.remarks.append(f"A comma was missing after {name.strip()!r} in {key!r}.")
        for piece, content in pieces:
            if found.setdefault(piece.lower(), content) != content:
                reading.remarks.append(
                    f"The field {piece.lower()!r} stands twice in {key!r}; the first one is used."
                )
    return tuple(found.items())


def _with_known_macros(reading: Reading, entry: Entry) -> Entry:
    """The entry with words that name no macro turned into text, since BibTeX would drop them."""
    fields = []
    for name, value in entry.fields:
        tokens, _ = read_tokens(value)
        unknown = [token for token in tokens if not _readable(token, reading.strings)]
        if unknown:
            tokens = tuple(f"{{{t}}}" if t in unknown else t for t in tokens)
            reading.remarks.append(
                f"The macro {unknown[0]!r} in {entry.key!r} is defined nowhere; "
                "its name is printed instead."
            )
        fields.append((name, " # ".join(tokens)))
    return replace(entry, fields=tuple(fields))


def _readable(token: str, strings: dict[str, str]) -> bool:
    name = token.lower()
    return delimited(token) or token.isdigit() or name in MONTHS or name in strings
