"""Which section a person means."""

import difflib
import re

from agent.errors import UsageError
from latex.plain import plain_text
from latex.sections import Outline, Section

ANCHOR = re.compile(r"\[?\s*(n\d+)\s*\]?", re.IGNORECASE)
SHOWN = 6


def section_named(wanted: str, outline: Outline, file: str) -> Section:
    """By anchor, by title, or by a part of a title that no other one has.

    Raises:
        UsageError: there is no such section, or more than one.
    """
    match = ANCHOR.fullmatch(wanted.strip())
    if match and (section := outline.get(match[1].lower())):
        return section
    titles = [(section, _folded(section.title)) for section in outline]
    asked = _folded(wanted)
    exact = [section for section, title in titles if title == asked]
    if found := exact or [s for s, title in titles if asked and asked in title]:
        return _only(found, wanted, file)
    if not titles:
        raise UsageError(f"{file} has no sections.", "`reflectex reflect` works on any document.")
    close = difflib.get_close_matches(asked, [title for _, title in titles], n=1, cutoff=0.5)
    near = next((section for section, title in titles if title in close), None)
    raise UsageError(
        f"There is no section {wanted!r} in {file}.",
        f"Did you mean {_shown(near)}?"
        if near is not None
        else "`reflectex sections FILE` lists all of them.",
    )


def _only(found: list[Section], wanted: str, file: str) -> Section:
    if len(found) == 1:
        return found[0]
    more = ", …" if len(found) > SHOWN else ""
    raise UsageError(
        f"{wanted!r} names {len(found)} sections in {file}: "
        f"{', '.join(_shown(section) for section in found[:SHOWN])}{more}.",
        "Name one of them by its anchor.",
    )


def _folded(title: str) -> str:
    return " ".join(plain_text(title).split()).casefold()


def _shown(section: Section) -> str:
    return f"{section.anchor} ({plain_text(section.title) or 'no title'})"
