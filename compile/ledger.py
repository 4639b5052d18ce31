"""The working copy's texts with every edit that was made, where it now stands, and its undoing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from compile.remedies.cure import Cure, Edit, NewFile, apply_edits


@dataclass(frozen=True, slots=True)
class Made:
    """One edit that was made: what stands at `start` now, and what stood there before."""

    file: str
    start: int
    old: str
    new: str
    cure: int
    """Which cure it belongs to."""
    covered: bool = False
    """Whether a later edit has put something else in its place, so that it stands nowhere."""

    @property
    def end(self) -> int:
        return self.start + len(self.new)

    def undone(self) -> Edit:
        return Edit(self.file, self.start, self.end, self.old)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Immutable: every change gives another ledger, so that an undone one leaves no trace."""

    texts: Mapping[str, str]
    engine: str
    cures: Mapping[int, Cure] = field(default_factory=dict)
    made: tuple[Made, ...] = ()
    first: Mapping[str, str] = field(default_factory=dict)
    """The texts as they came, for the files that were changed."""
    first_engine: str = ""
    _next: int = 0

    def with_cures(self, cures: Iterable[Cure]) -> "Ledger":
        """The texts with all edits of these cures made in one go; they must not overlap."""
        ledger, edits, owners = self, [], {}
        known, number, engine = dict(self.cures), self._next, self.engine
        for cure in cures:
            known[number] = cure
            engine = cure.engine or engine
            for edit in cure.edits:
                edits.append(edit)
                owners[edit] = number
            number += 1
        ledger = self._edited(tuple(edits), owners)
        return replace(
            ledger, cures=known, engine=engine, first_engine=self.first_engine or self.engine,
            _next=number,
        )  # fmt: skip

    def without(self, number: int) -> "Ledger | None":
        """The texts without one cure, or None where later edits stand on its own."""
        mine = tuple(made for made in self.made if made.cure == number)
        others = tuple(made for made in self.made if made.cure != number)
        edits = tuple(made.undone() for made in mine)
        for other in others:
            if any(
                e.file == other.file and e.start <= other.end and other.start <= e.end
                for e in edits
            ):
                return None
        kept = {key: cure for key, cure in self.cures.items() if key != number}
        engine = self.engine
        if self.cures[number].engine:
            chosen = [cure.engine for cure in kept.values() if cure.engine]
            engine = chosen[-1] if chosen else self.first_engine
        bare = replace(self, made=others)._edited(edits, {})
        return replace(bare, cures=kept, engine=engine)

    def _edited(self, edits: tuple[Edit, ...], owners: Mapping[Edit, int]) -> "Ledger":
        """The texts with `edits` made; those with an owner are entered, all others moved along."""
        texts = apply_edits(dict(self.texts), edits)
        moved = [
            replace(
                made, start=_shifted(made.start, made.file, edits), new=_grown(made, edits),
                covered=made.covered or any(_covers(edit, made) for edit in edits),
            )
            for made in self.made
        ]  # fmt: skip
        entered = [
            Made(
                edit.file, _shifted(edit.start, edit.file, _moving(edits, number)),
                self.texts[edit.file][edit.start : edit.end], edit.new, owners[edit],
            )
            for number, edit in enumerate(edits) if edit in owners
        ]  # fmt: skip
        first = dict(self.first)
        for edit in edits:
            first.setdefault(edit.file, self.texts[edit.file])
        return replace(self, texts=texts, made=(*moved, *entered), first=first)

    @property
    def files(self) -> tuple[NewFile, ...]:
        return tuple(file for cure in self.cures.values() for file in cure.files)

    @property
    def changed(self) -> dict[str, str]:
        """Texts that differ from what came, by name."""
        return {n: self.texts[n] for n, text in self.first.items() if self.texts[n] != text}


def _grown(made: Made, edits: Iterable[Edit]) -> str:
    """What `made` has put there, with the edits that lie within it made as well."""
    inner = [
        edit for edit in edits
        if edit.file == made.file and made.start < edit.start and edit.end < made.end
    ]  # fmt: skip
    text = made.new
    for edit in sorted(inner, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start - made.start] + edit.new + text[edit.end - made.start :]
    return text


def _covers(edit: Edit, made: Made) -> bool:
    """Whether the edit replaces what `made` has put there, and more."""
    inside = edit.start <= made.start and made.end <= edit.end
    return edit.file == made.file and inside and (edit.start, edit.end) != (made.start, made.end)


def _moving(edits: tuple[Edit, ...], number: int) -> list[Edit]:
    """The other edits, without those that are inserted behind this one at its own point."""
    mine = edits[number]
    return [e for n, e in enumerate(edits) if n < number or (n > number and not e.beside(mine))]


def _shifted(position: int, file: str, edits: Iterable[Edit]) -> int:
    """Where an offset lies once the edits are made; inside of one, at its beginning."""
    moved = position
    for edit in edits:
        if edit.file == file and (edit.end, edit.start) <= (position, position):
            moved += len(edit.new) - (edit.end - edit.start)
        elif edit.file == file and edit.start < position < edit.end:
            moved -= position - edit.start
    return moved
