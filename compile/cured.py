"""What was changed to make a document compile, in words and with before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from compile.ledger import Ledger, Made


@dataclass(frozen=True, slots=True)
class Cured:
    """One cure that was kept."""

    remedy: str
    what: str
    file: str | None
    line: int | None
    """1-based, in the repaired source."""
    before: str
    after: str
    visible: bool
    """Whether the reader meets a note in place of something."""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return f"{place}: {self.what}" if place else self.what


def cured_in(ledger: Ledger) -> tuple[Cured, ...]:
    """Every cure of the ledger, in the order in which they were made."""
    return tuple(_all(ledger))


def _all(ledger: Ledger) -> Iterator[Cured]:
    for number, cure in ledger.cures.items():
        edits = sorted(
            (m for m in ledger.made if m.cure == number), key=lambda m: (m.file, m.start)
        )
        first = edits[0] if edits else None
        before, after = _shown(ledger, edits)
        yield Cured(
            cure.remedy, cure.what, first.file if first else None,
            ledger.texts[first.file].count("\n", 0, first.start) + 1 if first else None,
            before, after, cure.visible,
        )  # fmt: skip


def _shown(ledger: Ledger, edits: list[Made]) -> tuple[str, str]:
    """The lines of the first edits as they were and as they are; of what is gone, its own text."""
    if not edits:
        return "", ""
    if any(edit.covered for edit in edits):
        return "\n".join(e.old for e in edits), "\n".join(e.new for e in edits)
    near = [edits[0]]
    for _, edit in pairwise(edits):
        if edit.file == near[0].file and edit.start - near[-1].end < 200:
            near.append(edit)
    text = ledger.texts[near[0].file]
    start = text.rfind("\n", 0, near[0].start) + 1
    end = text.find("\n", near[-1].end)
    end = len(text) if end < 0 else end
    before, position = "", start
    for edit in near:
        before += text[position : edit.start] + edit.old
        position = edit.end
    return before + text[position:end], text[start:end]
