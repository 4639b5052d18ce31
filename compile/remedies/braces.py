"""Cures for braces that have no partner, and for arguments with a blank line in them."""

import re
from collections.abc import Iterator

from compile.remedies.brace_places import COMMANDS, closings, misplaced, openings
from compile.remedies.cure import Cure, Edit
from compile.remedies.groups import BraceFault, brace_faults, follows_argument, opener
from compile.remedies.known import own_arguments
from compile.remedies.live import live
from compile.remedies.near import nearest
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import named_command
from latex.diagnostic import Diagnostic

_MOST_FAULTS = 4
_MOST_PLACES = 4
_PARTED = re.compile(r"\\(?P<name>[A-Za-z]+)(?P<sign>[$&#^_~]|\\[&#_$])(?P<rest>[A-Za-z]+)")
_BLANK = re.compile(r"\n[ \t\r]*\n(?:[ \t\r]*\n)*")


@remedy(
    "runaway-argument", "too-many-braces", "missing-brace", "unbalanced-group", "unclosed-group",
    "emergency-stop", "missing-dollar", "unbalanced-environment", "undefined-environment",
    "misplaced-alignment", "extra-alignment", "misplaced-rule", "left-right", "wrong-syntax",
    "bad-name", "tex-error", "missing-begin-document", "missing-number", "missing-unit",
    "wrong-place", "package-error", "invalid-number", "only-in-math", "undefined-command",
    "missing-item", "lonely-item", "double-script", "capacity", "missing-package", "missing-file",
    "only-in-preamble", "wrong-parameter", "too-many-errors", "column-specification",
    "undefined-color", "math-nesting", "caption-outside-float", "already-defined",
    "no-line-to-end",
)  # fmt: skip
def mend_braces(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Close what is open, open what is closed, and join an argument that a blank line breaks.

    Before: `\textbf{resonance curve, that is`; after: `\textbf{resonance curve}, that is`.
    """
    faults = [f for name in project.sources for f in brace_faults(name, live(project, name))]
    if not faults:
        return
    for fault in nearest(problem, project, faults)[:_MOST_FAULTS]:
        match fault.kind:
            case "unclosed":
                yield from _close(fault, project)
            case "stray":
                yield from _open(fault, project)
            case "broken":
                yield from _join(fault, project)


@remedy(
    "undefined-command", "missing-dollar", "misplaced-alignment", "wrong-place", "double-script",
    "wrong-parameter",
)  # fmt: skip
def join_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take a sign out of the middle of a command's name.

    Before: `\ce$ntering`; after: `\centering`.
    """
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    code = live(project, problem.file)
    own = own_arguments(code)
    for found in _PARTED.finditer(code, code.rfind("\n", 0, span[0] - 1) + 1, span[1]):
        whole = found["name"] + found["rest"]
        unknown = found["name"] not in COMMANDS | own.keys()
        if whole in COMMANDS | own.keys() and (unknown or found["name"] == named_command(problem)):
            edit = Edit(problem.file, *found.span("sign"), "")
            yield Cure(f"Took {found['sign']} out of the name \\{whole}.", (edit,))


def _close(fault: BraceFault, project: Project) -> Iterator[Cure]:
    code = live(project, fault.file)
    name = opener(code, fault.at)
    drop = Cure(
        "Took out a { that nothing closes.", (Edit(fault.file, fault.at, fault.at + 1, ""),)
    )
    plain = not name and not follows_argument(code, fault.at)
    switch = code.startswith("\\", fault.at + 1)
    if any(misplaced(code, fault.at, fault.at + 1, "{")):
        yield drop
    for at in list(misplaced(code, fault.at + 1, fault.end, "{"))[:1]:
        edit = Edit(fault.file, at, at + 1, "")
        yield Cure("Took out a { in the middle of a word.", (edit,))
    if plain and not switch:
        yield drop
    for at in list(closings(code, fault))[:_MOST_PLACES]:
        yield Cure(
            f"Closed the argument of \\{name}." if name.isalpha() else "Closed a group with }.",
            (Edit(fault.file, at, at, "}"),),
        )
    if not plain or switch:
        yield drop


def _open(fault: BraceFault, project: Project) -> Iterator[Cure]:
    code = live(project, fault.file)
    for at in list(misplaced(code, fault.start, fault.end + 1, "}"))[-2:]:
        yield Cure("Took out a } in the middle of a word.", (Edit(fault.file, at, at + 1, ""),))
    for at in list(openings(code, fault))[:_MOST_PLACES]:
        yield Cure("Opened an argument with {.", (Edit(fault.file, at, at, "{"),))
    yield Cure("Took out a } too many.", (Edit(fault.file, fault.at, fault.at + 1, ""),))


def _join(fault: BraceFault, project: Project) -> Iterator[Cure]:
    code = live(project, fault.file)
    if blank := _BLANK.match(code, fault.at):
        edit = Edit(fault.file, *blank.span(), "\n")
        yield Cure("Took out the blank line in an argument.", (edit,))
    first = BraceFault(fault.file, "unclosed", fault.start, fault.at, fault.start)
    drop = Edit(fault.file, fault.end - 1, fault.end, "")
    for at in list(closings(code, first))[:2]:
        yield Cure(
            "Closed an argument before the blank line.", (Edit(fault.file, at, at, "}"), drop)
        )
