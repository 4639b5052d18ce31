"""The two texts a gate compares, with what is known about the edit."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from latex.sections import Section
from reflect.change import WHOLE, Change
from reflect.evidence import Evidence
from reflect.finding import Category
from reflect.gate_side import Side, side
from reflect.gate_words import common, fold, paragraphs_of, runs_of, stretches, words_of

NAME = re.compile(r"[^\s,{}\[\]\\~]+")


@dataclass(frozen=True)
class Pair:
    """Before and after, the plan, and what is known beyond both."""

    before: Side
    after: Side
    evidence: Evidence
    plan: tuple[Change, ...]

    @cached_property
    def changed_lines(self) -> tuple[int, int]:
        """The span of the source after in whose lines it differs from the source before."""
        before, after = self.before.seen.source, self.after.seen.source
        start = after.rfind("\n", 0, common(before, after)) + 1
        end = len(after) - common(before[start:][::-1], after[start:][::-1])
        return start, (after.find("\n", end) + 1) or len(after)

    @cached_property
    def stretches(self) -> tuple[str, str]:
        """Of the live texts, without the paragraphs that they begin and end with alike."""
        return stretches(self.before.live, self.after.live)

    @cached_property
    def old_source(self) -> str:
        """Of the source before, the stretch in which the two differ."""
        return stretches(self.before.seen.source, self.after.seen.source)[0]

    @cached_property
    def gone(self) -> dict[str, None]:
        """Paragraphs that only the text before has, in order."""
        return _only(self.before, self.after)

    @cached_property
    def came(self) -> dict[str, None]:
        """Paragraphs that only the text after has, in order."""
        return _only(self.after, self.before)

    @cached_property
    def _runs(self) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
        """Every run of four words of the paragraphs that are gone, and of those that came."""
        gone, came = (runs_of(words_of("\n\n".join(new))) for new in (self.gone, self.came))
        return gone, came

    def still_said(self, latex: str) -> float:
        """The share of a piece of the text before that the text after has, wherever it stands."""
        return _share(latex, self.after, self._runs[1])

    def said_before(self, latex: str) -> float:
        """The share of a piece of the text after that the text before has, wherever it stands."""
        return _share(latex, self.before, self._runs[0])

    @cached_property
    def named(self) -> frozenset[str]:
        """Everything that `removes` of the plan names: as it stands there, and word by word."""
        whole = [fold(text) for change in self.plan for text in change.removes]
        return frozenset([*whole, *(word for text in whole for word in NAME.findall(text))])

    @cached_property
    def restructures(self) -> bool:
        """Whether the plan wants the sections themselves changed."""
        return any(c.section == WHOLE and c.category is Category.STRUCTURE for c in self.plan)

    def names(self, *words: str) -> bool:
        """Whether a change says that one of these may go."""
        return any(word in self.named for word in words)

    def changes_on(
        self, section: Section | None, categories: Collection[Category]
    ) -> Iterator[Change]:
        """Those of such a category that concern this section of the text before, or the whole."""
        for change in self.plan:
            if change.category in categories and (
                change.section == WHOLE
                or (section is not None and change.section in (section.anchor, section.title))
            ):
                yield change


def _only(side: Side, other: Side) -> dict[str, None]:
    return dict.fromkeys(text for text in side.paragraphs if text not in other.paragraph_set)


def _share(latex: str, side: Side, changed: set[tuple[str, ...]]) -> float:
    """By runs of words; 0 for a piece without words.

    A paragraph that stands there has all its runs; only others are looked for run by run.
    """
    total = found = 0
    for text in paragraphs_of(latex):
        runs = runs_of(words_of(text))
        total += len(runs)
        mine = runs & changed
        found += len(runs if len(mine) < len(runs) and text in side.folded else mine)
    return found / total if total else 0.0


def pair(before: str, after: str, evidence: Evidence, plan: Iterable[Change]) -> Pair:
    return Pair(side(before), side(after), evidence, tuple(plan))
