"""The cure for mathematics that stands in the text without its signs."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.formula_spans import in_formula, odd_stretches
from compile.remedies.known import DISPLAYS, KEYED
from compile.remedies.live import live
from compile.remedies.mathlike import Token, tokens
from compile.remedies.nesting import nesting
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_BLANK = re.compile(r"\n[ \t\r]*\n")
_BREAK = re.compile(r"\n[ \t\r]*\n|\\(?:begin|end)\s*\{[^{}\n]*\}|\\item(?![A-Za-z])")


@remedy("missing-dollar", "only-in-math")
def wrap_in_formula(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Put mathematics that stands in the text between signs.

    Before: `the angle \varphi_0 is`; after: `the angle $\varphi_0$ is`.
    """
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    if problem.file == project.root and span[1] < project.body[0]:
        return
    code = live(project, problem.file)
    if any(s.start <= span[1] and span[0] <= s.end for s in odd_stretches(problem.file, code)):
        return
    if _ends_lost_display(problem.file, code, span[0]):
        return
    start, end = _paragraph(code, *span)
    every = list(_runs(code, start, end, problem.file))
    if len(every) > 1:
        signs = (Edit(problem.file, at, at, "$") for run in every for at in run)
        yield Cure(f"Set {len(every)} expressions of a paragraph as formulas.", tuple(signs))
    for start, end in [run for run in every if span[0] <= run[0] <= span[1]]:
        yield Cure(
            f"Set {' '.join(code[start:end].split())[:40]} as a formula.",
            (Edit(problem.file, start, start, "$"), Edit(problem.file, end, end, "$")),
        )


def _ends_lost_display(file: str, code: str, start: int) -> bool:
    r"""Whether the paragraph goes on to the \end of a display that has no \begin."""
    blank = _BLANK.search(code, start)
    end = blank.start() if blank else len(code)
    return any(
        fault.mark.name in DISPLAYS and not fault.mark.begins and start <= fault.mark.start < end
        for fault in nesting(file, code).faults
    )


def _paragraph(code: str, start: int, end: int) -> tuple[int, int]:
    before = [found.end() for found in _BREAK.finditer(code, max(0, start - 3000), start)]
    after = _BREAK.search(code, end)
    return before[-1] if before else start, after.start() if after else len(code)


def _runs(code: str, start: int, end: int, file: str) -> Iterator[tuple[int, int]]:
    """Stretches of the line that can only be mathematics and stand in no formula."""
    parts = list(tokens(code, start, end))
    names = [name.span() for name in KEYED.finditer(code, start, end)]
    position = 0
    for number, part in enumerate(parts):
        strong = part.in_text >= 2.5 and part.kind in ("script", "name")
        if not strong or part.start < position or in_formula(file, code, part.start):
            continue
        if any(begin < part.start < stop for begin, stop in names):
            continue
        first, last = _widened(parts, number)
        if part.kind == "script" and not _carries(parts, number):
            continue
        position = parts[last].end
        yield parts[first].start, position


def _carries(parts: list[Token], number: int) -> bool:
    """Whether a script has something before it that can carry one, and something to set."""
    base = parts[number - 1] if number else None
    following = parts[number + 1] if number + 1 < len(parts) else None
    if base is None or base.kind in ("space", "dollar", "other", "script"):
        return False
    if following is None or following.kind in ("space", "dollar", "script"):
        return False
    return base.kind != "word" or len(base.text) == 1


def _widened(parts: list[Token], number: int) -> tuple[int, int]:
    first = last = number
    depth = 0
    while first > 0 and _mathematical(parts[first - 1]) and parts[first - 1].kind != "dollar":
        first -= 1
    while last + 1 < len(parts):
        following = parts[last + 1]
        if following.kind == "brace":
            depth += 1 if following.text == "{" else -1
            if depth < 0:
                break
        elif depth == 0 and not _mathematical(following):
            break
        last += 1
    while parts[first].kind in ("space", "other") and first < number:
        first += 1
    while parts[last].kind == "space" or (parts[last].text in ".,;:" and last > number):
        last -= 1
    return first, last


def _mathematical(part: Token) -> bool:
    if part.kind in ("dollar", "kept"):
        return False
    if part.kind == "word":
        return len(part.text) == 1 and part.text not in "aIA"
    return part.in_math == 0 and (part.kind != "brace")
