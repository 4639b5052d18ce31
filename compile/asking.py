"""Where no remedy helps, a model may mend the section that holds the error; TeX is the referee."""

from collections.abc import Callable
from dataclasses import dataclass

from compile.attempt import Attempt
from compile.ledger import Ledger
from compile.loss import losses
from compile.quarantine import fatal, faultless
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from latex.diagnostic import Diagnostic
from latex.fragment import fragment_of
from latex.outline import Section
from latex.sections import outline

MOST_CALLS = 3
REMEDY = "model"
"""The name under which its cures stand in a ledger."""


@dataclass(frozen=True, slots=True)
class Question:
    """One section with one error of TeX."""

    text: str
    """The section with its heading, up to its first subsection."""
    titles: tuple[str, ...]
    """Of the sections that hold it, outermost first."""
    problem: str
    """What TeX says, in a sentence."""
    line: str
    """The line that TeX names."""

    def examine(self, reply: str) -> tuple[str, ...]:
        """Why a reply cannot be spliced in; empty when it can."""
        fragment = fragment_of(self.text, reply)
        lost = losses(self.text, fragment.text)
        return (*fragment.problems, *(f"Your reply loses {loss}." for loss in lost))


Ask = Callable[[Question], str | None]
"""The section with the error mended; None where there is no reply that can be used."""
Try = Callable[[Ledger], Attempt | None]


def ask_for_cures(
    ledger: Ledger, now: Attempt, *, root: str, ask: Ask, attempt_on: Try
) -> tuple[Ledger, Attempt]:
    """Up to `MOST_CALLS` sections as a model has mended them, each kept only if TeX fares better.

    A section is asked for once. What comes back obeys the rules of reflection: heading kept,
    balanced, nothing lost; every other byte stays as it was.
    """
    asked: set[str] = set()
    for _ in range(MOST_CALLS):
        project = Project(root, ledger.texts, ledger.engine)
        found = next(
            ((file, span, question) for file, span, question in _questions(now, project)
             if question.text not in asked), None,
        )  # fmt: skip
        if found is None or faultless(now):
            break
        file, span, question = found
        asked.add(question.text)
        reply = ask(question)
        if reply is None or question.examine(reply):
            continue
        new = fragment_of(question.text, reply).text
        what = f"A model mended the {_named(question)}: {question.problem}"
        trial = ledger.with_cures((Cure(what, (_smallest(file, span, question.text, new),),
                                        remedy=REMEDY),))  # fmt: skip
        attempt = attempt_on(trial)
        if attempt is not None and attempt.better_than(now):
            ledger, now = trial, attempt
    return ledger, now


def _named(question: Question) -> str:
    return f"section “{question.titles[-1]}”" if question.titles else "text before the sections"


def _questions(now: Attempt, project: Project) -> list[tuple[str, tuple[int, int], Question]]:
    return [q for problem in now.diagnostics if fatal(problem) for q in _question(problem, project)]


def _question(problem: Diagnostic, project: Project) -> list[tuple[str, tuple[int, int], Question]]:
    line = project.line(problem.file, problem.line)
    if line is None or problem.file is None:
        return []
    text = project.texts[problem.file]
    low, high = project.body if problem.file == project.root else (0, len(text))
    if not low <= line[0] < high:
        return []
    sections = outline(text)
    section = sections.at(line[0])
    if section is None:
        start, end = low, min([high, *(s.start for s in sections if s.start > line[0])])
    else:
        start, end = section.start, min(high, sections.own_end(section))
    titles: list[str] = []
    above: Section | None = section
    while above is not None:
        titles.insert(0, above.title)
        above = sections.parent(above)
    question = Question(text[start:end], tuple(titles), problem.message, text[slice(*line)].strip())
    return [(problem.file, (start, end), question)]


def _smallest(file: str, span: tuple[int, int], old: str, new: str) -> Edit:
    """Only what differs, so that cures before and behind it can still be undone."""
    start, most = 0, min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return Edit(file, span[0] + start, span[0] + len(old) - end, new[start : len(new) - end])
