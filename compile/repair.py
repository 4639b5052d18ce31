"""The repair loop: pass, problems, cures, pass; what did not help is undone.

Cures for problems in different blocks of the text are tried in one round. Where that leaves
errors, the first problem alone is tried as well: what follows a fault in TeX's log is often only
its echo, and a cure for an echo would spoil good text.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from compile.attempt import Attempt, Key, problem_key
from compile.ledger import Ledger
from compile.loss import losses
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import cures_for
from latex.diagnostic import Diagnostic

Try = Callable[[Ledger], Attempt | None]
"""One pass over the texts; None when it did not end in time, or there is no time left."""

MOST_PASSES = 24
MOST_ALTERNATIVES = 6
"""Cures of one problem that are tried."""
MOST_SINGLES = 4
"""Problems that are tried one by one after a round in common has failed."""
MOST_PRUNED = 6
"""Cures up to which each is tried for being needed."""

_BLANK_LINES = re.compile(r"\n[ \t]*\n")

Signature = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """How far the loop came."""

    ledger: Ledger
    attempt: Attempt
    """The last pass over `ledger`'s texts."""
    passes: int
    undone: int
    """Cures that were tried and taken back."""


@dataclass
class _Loop:
    attempt_on: Try
    root: str
    assets: frozenset[str]
    read: Callable[[str], bytes | None]
    ledger: Ledger
    now: Attempt
    passes: int = 0
    undone: int = 0
    tried: dict[Signature, int] = field(default_factory=dict)
    """What was tried alone, with the number of cures that were adopted by then."""
    adopted: int = 0
    seen: set[object] = field(default_factory=set)
    addressed: set[Key] = field(default_factory=set)
    """The problems that the last batch is for."""

    def run(self) -> Repair:
        rounds = 0
        while not self.now.clean and self.passes < MOST_PASSES:
            rounds += 1
            if not self.round():
                break
        if self.now.clean and rounds > 1:
            self.prune()
        return Repair(self.ledger, self.now, self.passes, self.undone)

    @property
    def project(self) -> Project:
        return Project(self.root, self.ledger.texts, self.ledger.engine, self.assets, self.read)

    def round(self) -> bool:
        """One step towards a clean text; False where no cure is left that helps."""
        batch = self.batch() or self.again()
        if not batch:
            return False
        best = self.evaluate(batch)
        if best is not None and best[1].clean:
            alone = self.evaluate(batch[:1]) if len(batch) > 1 else None
            return self.adopt(*(alone if alone is not None and alone[1].clean else best))
        left = {problem_key(p) for p in best[1].problems} if best is not None else set()
        if best is not None and len(batch) > MOST_SINGLES and not self.addressed & left:
            return self.adopt(*best)  # each of them did what it was for
        if len(batch) > 1 and (alone := self.evaluate(batch[:1])) is not None:
            best = alone if best is None or not best[1].better_than(alone[1]) else best
        if best is None and len(batch) > 1:
            best = self.first_helpful(batch[1 : 1 + MOST_SINGLES])
        if best is None:
            return True  # what was tried is not tried again: the next round has other cures
        return self.adopt(*best)

    def batch(self) -> list[Cure]:
        """The best untried cure of the first problem in each block; none of them overlaps."""
        project = self.project
        chosen: list[Cure] = []
        self.addressed = set()
        blocks: dict[object, str] = {}
        for problem in self.now.problems:
            block = _block(problem, project)
            cure = next(self.untried(problem, project), None)
            if cure is None or blocks.setdefault(block, cure.remedy) != cure.remedy:
                continue
            edits = [edit for other in chosen for edit in other.edits]
            if not any(_in_the_way(mine, edit, project) for mine in cure.edits for edit in edits):
                chosen.append(cure)
                self.addressed.add(problem_key(problem))
        return chosen

    def again(self) -> list[Cure]:
        """What did not help beside faults that have been cured since may help now."""
        self.tried = {key: when for key, when in self.tried.items() if when == self.adopted}
        return self.batch()

    def untried(self, problem: Diagnostic, project: Project) -> Iterator[Cure]:
        for cure in islice(cures_for(problem, project), MOST_ALTERNATIVES):
            if signature(cure, self.ledger) not in self.tried and _changes(cure, self.ledger):
                yield cure

    def first_helpful(self, cures: list[Cure]) -> tuple[Ledger, Attempt] | None:
        for cure in cures:
            if (found := self.evaluate([cure])) is not None:
                return found
        return None

    def evaluate(self, cures: list[Cure]) -> tuple[Ledger, Attempt] | None:
        """The texts with these cures and their pass, if nothing is lost and it is better."""
        trial = self.ledger.with_cures(cures)
        if len(cures) == 1:
            self.tried[signature(cures[0], self.ledger)] = self.adopted
        attempt = None
        if self.passes < MOST_PASSES and not _lost(self.ledger, trial, len(cures)):
            self.passes += 1
            attempt = self.attempt_on(trial)
        if attempt is None or not attempt.better_than(self.now) or self.known(trial):
            self.undone += len(cures)
            return None
        return trial, attempt

    def known(self, trial: Ledger) -> bool:
        """A text that was there before would lead round in a circle."""
        return (trial.engine, tuple(sorted(trial.texts.items()))) in self.seen

    def adopt(self, ledger: Ledger, attempt: Attempt) -> bool:
        self.seen.add((self.ledger.engine, tuple(sorted(self.ledger.texts.items()))))
        self.ledger, self.now = ledger, attempt
        self.adopted += 1
        return True

    def prune(self) -> None:
        """Take back the cures without which the text is clean as well: they cured an echo."""
        if len(self.ledger.cures) > MOST_PRUNED:
            return
        for number in list(self.ledger.cures):
            fewer = self.ledger.without(number)
            if fewer is None or len(self.ledger.cures) == 1 or self.passes >= MOST_PASSES:
                continue
            self.passes += 1
            attempt = self.attempt_on(fewer)
            if attempt is not None and attempt.clean:
                self.undone += 1
                self.ledger, self.now = fewer, attempt


def repair(
    ledger: Ledger,
    first: Attempt,
    *,
    root: str,
    assets: frozenset[str],
    attempt_on: Try,
    read: Callable[[str], bytes | None] = lambda _: None,
) -> Repair:
    """Cure what can be cured without a model, starting from the pass `first` over the texts.

    Ends when a pass is clean, when no untried cure is left or helps, or when `MOST_PASSES` are
    spent. A cure that does not make things better, or loses anything, leaves no trace.
    """
    return _Loop(attempt_on, root, assets, read, ledger, first).run()


def signature(cure: Cure, ledger: Ledger) -> Signature:
    """What makes a cure the same when other edits have moved its place."""
    edits = tuple(
        (edit.file, *_around(ledger.texts[edit.file], edit.start, edit.end), edit.new)
        for edit in cure.edits
    )
    return cure.remedy, cure.engine, tuple(file.name for file in cure.files), edits


def _around(text: str, start: int, end: int) -> tuple[str, str, str]:
    return text[max(0, start - 20) : start], text[start:end], text[end : end + 20]


def _changes(cure: Cure, ledger: Ledger) -> bool:
    """Whether the cure does anything, and all its edits lie within the texts."""
    for edit in cure.edits:
        text = ledger.texts.get(edit.file)
        if text is None or not 0 <= edit.start <= edit.end <= len(text):
            return False
    new_engine = cure.engine is not None and cure.engine != ledger.engine
    edits = any(e.new != ledger.texts[e.file][e.start : e.end] for e in cure.edits)
    return new_engine or edits or bool(cure.files)


def _lost(before: Ledger, after: Ledger, cures: int) -> bool:
    return any(
        losses(before.texts[name], after.texts[name], cures)
        for name in after.texts
        if name.endswith((".tex", ".ltx")) and before.texts[name] != after.texts[name]
    )


def _in_the_way(mine: Edit, other: Edit, project: Project) -> bool:
    """Lines that are put at one place of the preamble are not in each other's way."""
    if mine.beside(other) and mine.file == project.root and mine.start < project.body[0]:
        return mine.new == other.new
    return mine.overlaps(other)


def _block(problem: Diagnostic, project: Project) -> object:
    """The paragraph of a problem; in the preamble, and where no place is known, itself."""
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return problem
    if problem.file == project.root and span[0] < project.body[0]:
        return problem.file, "preamble", problem.line
    breaks = [found.start() for found in _BLANK_LINES.finditer(project.texts[problem.file])]
    return problem.file, bisect_right(breaks, span[0])
