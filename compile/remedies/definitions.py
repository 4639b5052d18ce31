"""Remedies for definitions: made twice, of the wrong number of arguments, of itself, missing."""

import re
from collections.abc import Iterator

from compile.latex_names import SIGNATURES
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import behind_arguments, preamble_end
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import nearest_names
from latex.commands import Definition, commands
from latex.diagnostic import Diagnostic

_DEFINED = re.compile(r"^The command \\(\S+) is already defined")
_RENEWING = re.compile(r"^\\renewcommand changes \\([A-Za-z]+), which is not defined")
_PARAMETER = re.compile(r"^The definition of (?:\\)?(\S+) uses a parameter")
_COUNTER = re.compile(r"[Nn]o counter [`'‘]?([A-Za-z@]+)['’]? |counter ([A-Za-z]+) is not defined")
_PARAMETERS = re.compile(r"#([1-9])")
_NUMBER = re.compile(r"\*?\s*(?:\{\s*\\[A-Za-z@]+\s*\}|\\[A-Za-z@]+)\s*(?P<number>\[\d\])?")
_RENEWED = {
    "newcommand": "renewcommand", "newenvironment": "renewenvironment",
    "newrobustcmd": "renewrobustcmd", "newcommandx": "renewcommandx",
    "NewDocumentCommand": "RenewDocumentCommand",
    "NewDocumentEnvironment": "RenewDocumentEnvironment",
}  # fmt: skip
_OPERATOR = re.compile(
    r"\\(?:DeclareMathOperator\*?|DeclarePairedDelimiter)\s*\{\s*\\([A-Za-z]+)\s*\}"
)
_SPARE = re.compile(
    r"\\(?P<command>newtheorem|newcounter|newlength|newsavebox|newif)\*?\s*"
    r"(?:\{\s*\\?(?P<name>[A-Za-z]+\*?)\s*\}|\\(?P<bare>[A-Za-z]+))"
)


@remedy("already-defined")
def renew_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""The second `\newcommand{\vect}` → `\renewcommand{\vect}`; a second counter goes."""
    found = _DEFINED.match(problem.message)
    if found is None:
        return
    name = found[1].removeprefix("end").lstrip("\\") if found[1].startswith("end\\") else found[1]
    mine = _definitions_of(name, project)
    here = [
        (file, definition)
        for file, definition in mine
        if file == problem.file and problem.line is not None
        and project.line_of(file, definition.start) <= problem.line
        <= project.line_of(file, definition.end) + 1
    ]  # fmt: skip
    for file, definition in (here or mine)[-1:]:
        start = definition.start + 1
        yield Cure(
            rf"Redefined \{name} by \{_RENEWED[definition.command]}: it is defined already.",
            (Edit(file, start, start + len(definition.command), _RENEWED[definition.command]),),
        )
    yield from _spare_declaration(name, problem, project)
    yield from _operator(name, problem, project)
    for file, definition in mine[:1]:
        end = preamble_end(project)
        if file == project.root and definition.end < end:
            text = project.texts[file][definition.start : definition.end]
            new = text.replace(definition.command, _RENEWED[definition.command], 1)
            yield Cure(
                rf"Moved the definition of \{name} behind the packages, one of which defines it.",
                (
                    Edit(file, definition.start, definition.end, ""),
                    Edit(file, end, end, f"{new}\n"),
                ),
            )


def _definitions_of(name: str, project: Project) -> list[tuple[str, Definition]]:
    return [
        (source, definition)
        for source in project.sources
        for definition in commands(project.code(source)).definitions
        if definition.name == name and definition.command in _RENEWED
    ]


def _spare_declaration(name: str, problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """A theorem, counter or length declared a second time."""
    for source in project.sources:
        code = project.code(source)
        same = [
            m for m in _SPARE.finditer(code) if name in (m["name"], m["bare"], f"c@{m['name']}")
        ]
        near = [m for m in same if project.line_of(source, m.start()) == problem.line]
        if not same or (len(same) < 2 and not near):
            continue
        second = near[-1] if near else same[-1]
        stop = behind_arguments(code, second.end())
        yield Cure(
            f"Left out the second declaration of {name}.",
            (Edit(source, second.start(), stop, ""),),
        )


def _operator(name: str, problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\DeclareMathOperator` of a name that is taken: forget the old meaning first."""
    for source in project.sources:
        found = [m for m in _OPERATOR.finditer(project.code(source)) if m[1] == name]
        if found:
            at = found[-1].start()
            what = rf"Declared \{name} anew: it is defined already."
            yield Cure(what, (Edit(source, at, at, rf"\let\{name}\relax "),))


@remedy("undefined-renewed")
def define_first(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\renewcommand{\half}{…}` of what is not defined → `\newcommand{\half}{…}`."""
    found = _RENEWING.match(problem.message)
    first = {renewed: new for new, renewed in _RENEWED.items()}
    for source in project.sources if found else ():
        for definition in commands(project.code(source)).definitions:
            line = project.line_of(source, definition.start)
            if definition.command not in first or not found or definition.name != found[1]:
                continue
            if source == problem.file and line != problem.line:
                continue
            start, new = definition.start + 1, first[definition.command]
            what = rf"Defined \{definition.name} by \{new}: there is nothing to redefine."
            edit = Edit(source, start, start + len(definition.command), new)
            yield Cure(what, (edit,))
            return


@remedy("wrong-parameter", "wrong-place")
def count_parameters(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\newcommand{\pair}[1]{(#1,#2)}` → `[2]`; where it is used with one argument, `#1`."""
    named = _PARAMETER.match(problem.message)
    name = named[1].rstrip(".") if named else ""
    for source in project.sources:
        code = project.code(source)
        for definition in commands(code).definitions:
            if definition.command not in {"newcommand", "renewcommand", "providecommand"}:
                continue
            line = project.line_of(source, definition.start)
            near = problem.file == source and problem.line is not None and (
                line <= problem.line <= project.line_of(source, definition.end) + 1
            )  # fmt: skip
            if definition.groups and (definition.name == name or near):
                yield from _counted(source, definition, project)


def _counted(source: str, definition: Definition, project: Project) -> Iterator[Cure]:
    code = project.code(source)
    head = _NUMBER.match(code, definition.start + 1 + len(definition.command))
    start, end = definition.groups[-1]
    used = [int(found[1]) for found in _PARAMETERS.finditer(code, start, end)]
    if head is None or not used:
        return
    told = int(head["number"][1]) if head["number"] else 0
    if max(used) <= told:
        return
    at = head.span("number") if head["number"] else (head.end(), head.end())
    counted = Cure(
        rf"Let \{definition.name} take {max(used)} arguments, which its text uses.",
        (Edit(source, *at, f"[{max(used)}]"),),
    )
    lowered = Cure(
        rf"Let the text of \{definition.name} use the {told} arguments it takes.",
        tuple(
            Edit(source, found.start(), found.end(), f"#{told}")
            for found in _PARAMETERS.finditer(code, start, end)
            if int(found[1]) > told
        ),
    )
    given = re.compile(rf"\\{definition.name}(?![A-Za-z])((?:\s*\{{[^{{}}]*\}}){{0,9}})")
    counts = [
        found[1].count("{")
        for name in project.sources
        for found in given.finditer(project.code(name))
        if name != source or not definition.start <= found.start() < definition.end
    ]
    if told and counts and max(counts) <= told:
        yield lowered
        yield counted
    else:
        yield counted
        if told:
            yield lowered


@remedy("capacity", "timeout")
def save_original(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\renewcommand{\vec}[1]{\mathbf{\vec{#1}}}` → `\originalvec` inside."""
    for source in project.sources:
        code = project.code(source)
        for definition in commands(code).definitions:
            if not definition.groups or not definition.name.isalpha():
                continue
            name = definition.name
            inside = re.compile(rf"\\{name}(?![A-Za-z@])")
            found = list(inside.finditer(code, *definition.groups[-1]))
            if not found:
                continue
            renews = definition.command.lower().startswith("re") or name in SIGNATURES
            if not renews:
                yield Cure(
                    rf"Let \{name} print its own name in the definition where it calls itself.",
                    tuple(
                        Edit(source, m.start(), m.end(), rf"\mbox{{\ttfamily\string\{name}}}")
                        for m in found
                    ),
                    visible=True,
                )
                continue
            saved = rf"\original{name}"
            at = definition.start
            yield Cure(
                rf"Kept the old \{name} as {saved}, for the definition that called itself.",
                (
                    Edit(source, at, at, f"\\let{saved}\\{name}\n"),
                    *(Edit(source, m.start(), m.end(), saved) for m in found),
                ),
            )


@remedy("tex-error", "undefined-counter", "latex-error")
def declare_counter(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\setcounter{question}{1}` without a declaration → `\newcounter{question}`."""
    found = _COUNTER.search(problem.message)
    if found is None:
        return
    name = found[1] or found[2]
    code = project.code(project.root)
    first = re.search(rf"\{{{re.escape(name)}\}}", code)
    end = preamble_end(project)
    at = min(end, code.rfind("\n", 0, first.start()) + 1) if first else end
    near = nearest_names(name, _COUNTERS, most=1)
    if near and len(name) > 4:
        edits = tuple(
            Edit(source, m.start(1), m.end(1), near[0])
            for source in project.sources
            for m in re.finditer(
                rf"\\(?:set|addto|step|refstep)counter\{{({name})\}}|\\value\{{{name}\}}",
                project.code(source),
            )
            if m[1]
        )
        if edits:
            yield Cure(f"Corrected the counter {name} to {near[0]}.", edits)
    yield Cure(
        f"Declared the counter {name}.",
        (Edit(project.root, at, at, f"\\newcounter{{{name}}}\n"),),
    )


_COUNTERS = frozenset([
    "page", "section", "subsection", "subsubsection", "chapter", "part", "figure", "table",
    "equation", "footnote", "enumi", "enumii", "secnumdepth", "tocdepth", "paragraph",
    "mpfootnote",
])  # fmt: skip
