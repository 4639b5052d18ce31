"""The headings of a new text held against those of the old one."""

from collections import Counter
from collections.abc import Iterable, Iterator

from latex.citations import replace_spans
from latex.mask import mask
from latex.sections import LEVELS, Section, outline

NAMES = {level: name for name, level in LEVELS.items()}


def first_heading(text: str) -> Section | None:
    """The heading that the text begins with, comments and blanks apart."""
    found = outline(text)
    if not len(found) or mask(text)[: found[0].start].strip():
        return None
    return found[0]


def with_old_headings(old: str, text: str) -> str:
    """Each heading with the same words as in the old text, byte for byte as it stands there."""
    before, after = outline(old), outline(text)
    if _shape(before) != _shape(after):
        return text
    edits = [
        (new.start, new.body_start, old[kept.start : kept.body_start])
        for kept, new in zip(before, after, strict=True)
        if _folded(kept.title) == _folded(new.title)
    ]
    return replace_spans(text, edits)


def changed_headings(
    old: str, text: str, *, allow_title: bool, allow_subsections: bool
) -> Iterator[str]:
    """Sections are conserved: their number, levels, stars and, unless allowed, their titles."""
    before, after = outline(old), outline(text)
    first = first_heading(old)
    least = first.level if first is not None else max(LEVELS.values())
    if first is not None and after:
        kept, given = (_command(s.level, s.starred) for s in (first, after[0]))
        if kept != given:
            yield f"The heading must stay {kept}, not {given}."
            return
        if first_heading(text) is None:
            yield f"Nothing may stand before the heading `{first.title}`."
            return
    shown, found = (
        [s for s in sections if not allow_subsections or s.level <= least]
        for sections in (before, after)
    )
    if _shape(shown) != _shape(found):
        yield (
            f"The text must keep its {_counted(_shape(shown))}, no more and no fewer; yours has "
            f"{_counted(_shape(found))}."
        )
    elif not allow_title:
        for one, other in zip(shown, found, strict=True):
            if _folded(one.title) != _folded(other.title):
                yield f"The heading `{one.title}` must stay; yours says `{other.title}`."


def _shape(found: Iterable[Section]) -> list[tuple[int, bool]]:
    """Levels and stars in order."""
    return [(section.level, section.starred) for section in found]


def _command(level: int, starred: bool) -> str:
    return f"`\\{NAMES[level]}{'*' if starred else ''}`"


def _counted(shape: list[tuple[int, bool]]) -> str:
    counts = Counter(shape)
    named = (f"{count} {_command(*kind)}" for kind, count in sorted(counts.items()))
    return " and ".join(named) or "no heading"


def _folded(title: str) -> str:
    return " ".join(title.split())
