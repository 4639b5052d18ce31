"""Cures for siunitx: what is no number, unit names that do not exist, names of other versions."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compile.remedies.bracing import braces_in
from compile.remedies.cure import Cure, Edit
from compile.remedies.numbers import is_number
from compile.remedies.project import Project
from compile.remedies.quantities import NUMBERS, readings
from compile.remedies.registry import remedy
from compile.remedies.unit_names import spelled
from latex.diagnostic import Diagnostic

_COMMAND = re.compile(
    r"\\(?P<name>numrange|numlist|numproduct|num|qtyrange|qtylist|qtyproduct|qty|SIrange|SIlist|SI|si"
    r"|unit|ang)(?![A-Za-z])"
)
_ARGUMENTS = {"num": 1, "ang": 1, "si": 1, "unit": 1, "numrange": 2, "numlist": 1, "numproduct": 1}
_ARGUMENTS |= {"qtyrange": 3, "SIrange": 3}
_OLDER = {"qty": "SI", "unit": "si", "qtyrange": "SIrange", "qtylist": "SIlist"}
_SAID = re.compile(r"siunitx cannot read (.*) as a number", re.DOTALL)
_UNDEFINED = re.compile(r"The command \\([A-Za-z]+) is not defined")
_AFTER_UNIT = re.compile(r"(\\[A-Za-z]+)\s*\\(square|cubic)(?=\s*(?:\\|$))")


class Use(NamedTuple):
    """A siunitx command of a source with its arguments."""

    name: str
    start: int
    end: int
    option: str
    groups: tuple[tuple[int, int], ...]
    """Inside of their braces."""


def uses(project: Project, file: str, start: int, end: int) -> Iterator[Use]:
    """The siunitx commands that begin between two offsets, whole."""
    code = project.code(file)
    braces = braces_in(code)
    for found in _COMMAND.finditer(code, start, end):
        position, option = found.end(), ""
        if (span := braces.option(position)) and not code[position : span[0]].strip():
            option, position = code[slice(*span)], span[1]
        groups: list[tuple[int, int]] = []
        while len(groups) < max(2, _ARGUMENTS.get(found["name"], 2)) and (
            group := braces.argument(position)
        ):
            if code[position : group[0]].strip(" \t"):
                break
            groups.append((group[0] + 1, group[1] - 1))
            position = group[1]
            if len(groups) == _ARGUMENTS.get(found["name"]):
                break
        if groups:
            yield Use(found["name"], found.start(), position, option, tuple(groups))


def _here(problem: Diagnostic, project: Project, *, before: int = 0) -> Iterator[Use]:
    if problem.file is None or (line := project.line(problem.file, problem.line)) is None:
        return
    first = project.line(problem.file, max(1, (problem.line or 1) - before)) or line
    yield from uses(project, problem.file, first[0], line[1])


@remedy("invalid-number")
def mend_number(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""What siunitx cannot read as a number, in the spelling it knows, else as plain text.

    `\num{3 \times 10^8}` becomes `\num{3e8}`, `\qty{10-20}{\metre}` becomes
    `\qtyrange{10}{20}{\metre}`, `\qty{abc}{\metre}` becomes `abc~\unit{\metre}`.
    """
    said = _SAID.match(problem.message)
    wanted = re.sub(r"\s+|\\protect|\{\}", "", said[1]) if said else ""
    faulty: list[tuple[Use, str]] = []
    for use in _here(problem, project, before=3):
        texts = _texts(project, problem.file or "", use)
        for text in texts[: NUMBERS.get(use.name, 0)]:
            if not is_number(text) and not (use.name == "ang" and ";" in text):
                faulty.append((use, text))
    faulty.sort(key=lambda fault: re.sub(r"\s+", "", fault[1]) != wanted)
    done: set[int] = set()
    for use, _ in faulty:
        if use.start not in done:
            done.add(use.start)
            texts = _texts(project, problem.file or "", use)
            for new, what in readings(use.name, use.option, texts):
                yield Cure(what, (Edit(problem.file or "", use.start, use.end, new),))


def _texts(project: Project, file: str, use: Use) -> list[str]:
    return [project.texts[file][start:end] for start, end in use.groups]


@remedy("undefined-command")
def complete_quantity(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A number where only a unit may stand: `\si{5}{\metre}` becomes `\SI{5}{\metre}`."""
    file = problem.file or ""
    for use in _here(problem, project):
        if use.name not in {"si", "unit"} or not is_number(_texts(project, file, use)[0]):
            continue
        if project.code(file).startswith("{", use.end):
            name = "SI" if use.name == "si" else "qty"
            edit = Edit(file, use.start, use.start + len(use.name) + 1, f"\\{name}")
            yield Cure(f"Wrote \\{name} for a number with its unit.", (edit,))


@remedy("undefined-command", "missing-dollar", "too-many-braces")
def part_from_physics(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""With physics loaded its `\qty` hides that of siunitx: `\qty{5}{\metre}` becomes `\SI…`."""
    if not (project.loads("physics") and project.loads("siunitx")):
        return
    if all(use.name != "qty" for use in _here(problem, project, before=1)):
        return
    edits = tuple(
        Edit(file, use.start, use.start + len("\\qty"), "\\SI")
        for file in project.sources
        for use in uses(project, file, 0, len(project.code(file)))
        if use.name == "qty" and len(use.groups) == 2
    )
    if edits:
        yield Cure(r"Wrote \SI for \qty, which the package physics takes for itself.", edits)


@remedy("undefined-command")
def use_older_name(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A siunitx too old for `\qty`: `\qty{5}{\metre}` becomes `\SI{5}{\metre}`."""
    undefined = _UNDEFINED.match(problem.message)
    name = undefined[1] if undefined else ""
    if name not in _OLDER or not project.loads("siunitx"):
        return
    edits = tuple(
        Edit(file, use.start + 1, use.start + 1 + len(name), _OLDER[name])
        for file in project.sources
        for use in uses(project, file, 0, len(project.code(file)))
        if use.name == name
    )
    if edits:
        yield Cure(f"Wrote \\{_OLDER[name]} for \\{name}, which this siunitx does not know.", edits)


def unit_places(name: str, problem: Diagnostic, project: Project) -> list[tuple[int, int]]:
    """Where the command of a diagnostic stands in the unit of a quantity near its line."""
    if problem.file not in project.texts or not project.loads("siunitx"):
        return []
    pattern = re.compile(rf"\\{name}(?![A-Za-z])")
    code = project.code(problem.file or project.root)
    return [
        found.span()
        for use in _here(problem, project, before=2)
        for span in use.groups[0 if use.name in {"si", "unit"} else NUMBERS.get(use.name, 1) :]
        for found in pattern.finditer(code, *span)
    ]


@remedy("undefined-command")
def name_unit(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Unit names that siunitx does not define: `\metres` becomes `\metre`.

    What is no misspelling becomes a unit of the document: `\DeclareSIUnit\counts{counts}`.
    """
    undefined = _UNDEFINED.match(problem.message)
    if undefined is None:
        return
    name, file = undefined[1], problem.file or ""
    places = unit_places(name, problem, project)
    if not places:
        return
    known = spelled(name)
    if known:
        mended = tuple(Edit(file, start, end, known) for start, end in places)
        yield Cure(f"Wrote {known} for the unit \\{name}.", mended)
    declared = project.in_preamble(f"\\DeclareSIUnit\\{name}{{{name}}}")
    yield Cure(f"Declared the unit \\{name}.", (declared,))


@remedy("text-command-in-math", "unicode-character", "missing-character")
def write_unit_sign(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Signs that fonts of formulas lack: `\qty{5}{µm}` becomes `\qty{5}{\micro\metre}`."""
    if not project.loads("siunitx"):
        return
    for file in project.sources:
        edits: list[Edit] = []
        for use in uses(project, file, 0, len(project.code(file))):
            numbers = 0 if use.name in {"si", "unit"} else NUMBERS.get(use.name, 1)
            for start, end in use.groups[numbers:]:
                text = project.texts[file][start:end]
                if not text.isascii() and (new := _in_macros(text)):
                    edits.append(Edit(file, start, end, new))
        if edits:
            yield Cure("Wrote units with special signs by their names.", tuple(edits))


def _in_macros(unit: str) -> str | None:
    r"""A unit of symbols as macros: `µm/s` is `\micro\metre\per\second`; None where unsure."""
    written: list[str] = []
    per = False
    for part in re.split(r"([./·*\s⋅])", unit.strip()):
        if part == "/":
            per = True
        elif part.strip() and part not in ".·*⋅":
            symbol = re.fullmatch(r"([A-Za-zµμΩΩ°Å%]+)(?:\^?\{?(-?\d)\}?|([²³]))?", part)
            named = spelled(symbol[1]) if symbol else None
            if symbol is None or named is None:
                return None
            power = symbol[2] or {"²": "2", "³": "3"}.get(symbol[3] or "", "")
            raised = f"\\tothe{{{power}}}" if power else ""
            written.append(("\\per" if per else "") + named + raised)
            per = False
    return "".join(written) or None


@remedy("package-error")
def put_power_first(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A power behind its unit: `\metre\square` becomes `\metre\squared`."""
    if "Found power part with no unit" not in problem.message:
        return
    edits: list[Edit] = []
    for file in project.sources:
        for use in uses(project, file, 0, len(project.code(file))):
            for span in use.groups[-1:]:
                for found in _AFTER_UNIT.finditer(project.code(file), *span):
                    new = {"square": "squared", "cubic": "cubed"}[found[2]]
                    edits.append(Edit(file, *found.span(2), new))
    if edits:
        yield Cure("Wrote powers that stand behind their unit as such.", tuple(edits))
