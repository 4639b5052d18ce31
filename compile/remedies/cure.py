"""What a remedy proposes: edits of the working copy, and a sentence that says what they do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `start` to `end` of a source become `new`; an insertion where both are equal."""

    file: str
    start: int
    end: int
    new: str

    def beside(self, other: "Edit") -> bool:
        """Whether both only insert, at one point, so that the order alone is open."""
        places = {self.start, self.end, other.start, other.end}
        return self.file == other.file and len(places) == 1

    def overlaps(self, other: "Edit") -> bool:
        """Whether the two cannot both be applied: they share characters or an insertion point."""
        if self.file != other.file:
            return False
        if self.start == other.start:
            return True
        first, second = sorted((self, other), key=lambda edit: edit.start)
        return first.end > second.start


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file for the build folder, made from one that TeX cannot take."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Cure:
    """One change that should make one problem go away."""

    what: str
    """One sentence in the past tense for the user: `Loaded the package booktabs.`"""
    edits: tuple[Edit, ...] = ()
    engine: str | None = None
    """The engine to go on with, where that is the cure."""
    files: tuple[NewFile, ...] = ()
    visible: bool = False
    """Whether the reader of the PDF meets a note in place of something: the result is degraded."""
    remedy: str = ""
    """Name of the remedy, given by the registry."""


def apply_edits(texts: dict[str, str], edits: tuple[Edit, ...]) -> dict[str, str]:
    """The sources with all edits made, which must not overlap.

    Insertions at one point keep their order.

    Raises:
        ValueError: an edit lies outside its source, or two overlap.
    """
    changed = dict(texts)
    limit: dict[str, int] = {}
    in_order = sorted(edits, key=lambda edit: (edit.file, edit.start, edit.end))
    for edit in reversed(in_order):
        text = changed[edit.file]
        if not 0 <= edit.start <= edit.end <= limit.get(edit.file, len(text)):
            raise ValueError(f"an edit of {edit.file} lies outside it or on another one")
        changed[edit.file] = text[: edit.start] + edit.new + text[edit.end :]
        limit[edit.file] = edit.start
    return changed
