r"""Cures for \begin and \end that have no partner, the wrong one, or a misspelt name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from compile.remedies.begins import begins_for
from compile.remedies.cure import Cure, Edit
from compile.remedies.ends import ends_for
from compile.remedies.known import ENVIRONMENTS, own_environments
from compile.remedies.live import live
from compile.remedies.near import nearest
from compile.remedies.nesting import Fault, Mark, nesting
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic
from latex.verbatim import ENVIRONMENTS as VERBATIM

_MOST_FAULTS = 4
_MOST_PLACES = 4


@remedy(
    "unbalanced-environment", "undefined-environment", "emergency-stop", "runaway-argument",
    "missing-dollar", "misplaced-alignment", "extra-alignment", "misplaced-rule", "math-nesting",
    "float-inside-box", "missing-item", "lonely-item", "caption-outside-float", "only-in-math",
    "left-right", "too-many-braces", "missing-brace", "unbalanced-group", "unclosed-group",
    "wrong-place", "wrong-syntax", "missing-number", "missing-unit", "tex-error", "package-error",
    "no-line-to-end", "only-in-preamble", "missing-begin-document", "capacity", "bad-name",
    "column-specification", "undefined-command", "double-script", "too-many-errors",
)  # fmt: skip
def mend_environments(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Give a \begin its \end and an \end its \begin; spell both in one way.

    Before: `\begin{itemize} \item one \end{enumerate}`; after: `… \end{itemize}`.
    """
    faults = [f for name in project.sources for f in nesting(name, live(project, name)).faults]
    if not faults:
        return
    close = nearest(problem, project, faults)
    if not any(_doubled(fault.mark, live(project, fault.file)) for fault in close):
        yield from _turned(close)
    for fault in close[:_MOST_FAULTS]:
        yield from _cures(fault, project)


def _cures(fault: Fault, project: Project) -> Iterator[Cure]:
    code = live(project, fault.file)
    mark = fault.mark
    match fault.kind:
        case "malformed":
            edit = Edit(fault.file, mark.start, mark.end, mark.spelt())
            yield Cure(f"Completed {mark.spelt()}.", (edit,))
        case "crossed" if fault.other is not None:
            yield Cure(
                f"Closed {fault.other.name} before {mark.name}, in which it was begun.",
                (
                    Edit(fault.file, mark.start, mark.end, mark.spelt(fault.other.name)),
                    Edit(fault.file, fault.other.start, fault.other.end, mark.spelt()),
                ),
            )
        case "misnamed" if fault.other is not None:
            yield from _renamings(fault, code)
        case "unclosed" if mark.name in VERBATIM:
            yield from _verbatim_ends(fault, project.texts[fault.file])
        case "unclosed":
            if _doubled(mark, code):
                yield _without(fault.file, code, mark)
            for at, text in ends_for(fault, code)[:_MOST_PLACES]:
                yield Cure(
                    f"Closed the environment {mark.name} with {text.strip()}.",
                    (Edit(fault.file, at, at, text),),
                )
        case "unopened":
            for at, text in begins_for(fault, code)[:_MOST_PLACES]:
                yield Cure(
                    f"Opened the environment {mark.name} with {text.strip()}.",
                    (Edit(fault.file, at, at, text),),
                )
            yield _without(fault.file, code, mark)
        case _:
            pass


def _without(file: str, code: str, mark: Mark) -> Cure:
    """The mark taken out, with its line where it stands there alone."""
    start, end = code.rfind("\n", 0, mark.start) + 1, code.find("\n", mark.end)
    alone = end >= 0 and code[start:end].strip() == code[mark.start : mark.end]
    span = (start, end + 1) if alone else (mark.start, mark.end)
    what = "closed nothing" if not mark.begins else "stood there twice"
    return Cure(f"Took out {mark.spelt()}, which {what}.", (Edit(file, *span, ""),))


def _doubled(mark: Mark, code: str) -> bool:
    r"""Whether the same \begin comes twice in a row."""
    spelt = re.escape(mark.spelt())
    return re.compile(rf"\s*{spelt}").match(code, mark.end) is not None


def _turned(faults: list[Fault]) -> Iterator[Cure]:
    r"""Two marks of one kind where the second should be the \end, or the first the \begin."""
    marks = sorted((f.mark.start, f) for f in faults if f.kind in ("unclosed", "unopened"))
    for (_, first), (_, second) in pairwise(marks):
        if first.file != second.file or first.mark.name != second.mark.name:
            continue
        if first.kind == second.kind and first.mark.whole and second.mark.whole:
            wrong = second.mark if first.mark.begins else first.mark
            right = replace(wrong, begins=not wrong.begins)
            edit = Edit(first.file, wrong.start, wrong.end, right.spelt())
            yield Cure(f"Wrote {right.spelt()} for a second {wrong.spelt()}.", (edit,))


def _verbatim_ends(fault: Fault, text: str) -> Iterator[Cure]:
    r"""Nothing behind a verbatim text that is not closed can be seen but the letters of its end."""
    begin = fault.mark
    spelt = f"\\end{{{begin.name}}}"
    name = re.escape(begin.name)
    near = re.compile(rf"\\?(?:end|begin)?[ \t]*\{{?{name}\}}|\\?end[ \t]*\{{?{name}\}}?")
    if found := near.search(text, begin.end):
        yield Cure(f"Completed {spelt}.", (Edit(fault.file, *found.span(), spelt),))
        return
    following = re.compile(r"\n(?=[ \t]*\n[ \t\r\n]*(?:\\|[A-Z][a-z]+ [a-z]+ ))")
    if found := following.search(text, begin.end):
        at = found.start()
        yield Cure(
            f"Closed the environment {begin.name}.", (Edit(fault.file, at, at, f"\n{spelt}"),)
        )


def _renamings(fault: Fault, code: str) -> Iterator[Cure]:
    begin, end = fault.other, fault.mark
    assert begin is not None
    known = ENVIRONMENTS | own_environments(code)
    of_begin = Cure(
        f"Renamed {begin.spelt()} to {begin.spelt(end.name)}, which closes it.",
        (Edit(fault.file, begin.start, begin.end, begin.spelt(end.name)),),
    )
    of_end = Cure(
        f"Renamed {end.spelt()} to {end.spelt(begin.name)}, which it closes.",
        (Edit(fault.file, end.start, end.end, end.spelt(begin.name)),),
    )
    if begin.name in known or end.name not in known:
        yield from (of_end, of_begin)
    else:
        yield from (of_begin, of_end)
