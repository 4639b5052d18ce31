"""`reflectex sections`: the outline of any document, with exact spans, and what it holds."""

import sys
from pathlib import Path
from typing import Any

from agent.commands.printing import print_json, print_text
from agent.documents.read import Document, open_document
from latex.plain import plain_text
from latex.sections import LEVELS, Section
from latex.structure import Structure, structure

NAMES = {level: name for name, level in LEVELS.items()}


def show_sections(file: Path, *, as_json: bool) -> int:
    document = open_document(file)
    seen = structure(document.tree.text)
    rows = [_row(document, section) for section in seen.outline]
    if as_json:
        content = {
            "file": str(file),
            "encoding": document.encoding,
            "sections": rows,
            "structure": _counts(seen),
        }
        print_json(content)
        return 0
    several = len({row["file"] for row in rows}) > 1
    least = min((section.level for section in seen.outline), default=0)
    places = [f"{row['file']}:{row['line']}" if several else str(row["line"]) for row in rows]
    width = max(map(len, places), default=0)
    for section, row, place in zip(seen.outline, rows, places, strict=True):
        indent = "  " * (section.level - least)
        star = "*" if section.starred else ""
        title = indent + (plain_text(section.title) or "(no title)")
        print_text(f"{section.anchor:<5} {place:>{width}}  {title}  [{row['level']}{star}]\n")
    sys.stderr.write(f"{_summary(seen)}\n")
    for name, why in document.unread:
        sys.stderr.write(f"{name} was not read, since {why}.\n")
    return 0


def _row(document: Document, section: Section) -> dict[str, Any]:
    file, line = document.line_of(section.start)
    start, end = _span_in_file(document, section)
    return {
        "anchor": section.anchor,
        "level": NAMES[section.level],
        "title": section.title,
        "short_title": section.short_title,
        "starred": section.starred,
        "file": file,
        "line": line,
        "start": start,
        "end": end,
    }


def _span_in_file(document: Document, section: Section) -> tuple[int, int]:
    """The section's span in the file of its heading, up to where another file is read at last."""
    file, start = document.tree.locate(section.start)
    end = start
    for piece in document.tree.pieces:
        if piece.file == file and piece.start < section.end and section.start < piece.end:
            end = max(end, piece.offset + min(piece.end, section.end) - piece.start)
    return start, end


def _counts(seen: Structure) -> dict[str, Any]:
    def once(keys: Any) -> list[str]:
        return list(dict.fromkeys(keys))

    return {
        "cites": once(cite.key for cite in seen.cites if not cite.silent),
        "nocites": once(cite.key for cite in seen.cites if cite.silent),
        "labels": [mark.key for mark in seen.labels],
        "refs": [mark.key for mark in seen.refs],
        "figures": seen.figures,
        "tables": seen.tables,
        "graphics": [mark.key for mark in seen.graphics],
        "equations": len(seen.displays),
        "facts": once(mark.key for mark in seen.facts),
        "words": seen.words,
        "cjk_characters": seen.cjk_characters,
    }


def _summary(seen: Structure) -> str:
    counts = _counts(seen)
    numbers = {
        "heading": len(seen.outline),
        "cite key": len(counts["cites"]),
        "figure": seen.figures,
        "table": seen.tables,
        "displayed equation": counts["equations"],
        "word": seen.words,
    }
    parts = [f"{number} {noun}{'s' * (number != 1)}" for noun, number in numbers.items()]
    if seen.cjk_characters:
        parts.append(f"{seen.cjk_characters} CJK characters")
    return ", ".join(parts)
