r"""Cures for lengths and numbers: without a unit, empty, too large, or not in TeX's spelling."""

from collections.abc import Iterator
from dataclasses import dataclass

from compile.remedies.cure import Cure, Edit
from compile.remedies.length_values import Axis, meant_length, silent_length
from compile.remedies.loading import loaded
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from compile.remedies.tabular import tables_in
from latex.diagnostic import Diagnostic
from latex.patterns import re

_REACH = 2
"""Lines above the report in which the length may stand; TeX reads on to see whether it ends."""
_OPTION = r"(?:\s*\[[^\[\]\n]{0,60}\])*+"
_TEXT = r"\{([^{}\n]{0,80})\}"
_ARGUMENTS: tuple[tuple[str, tuple[Axis, ...]], ...] = (
    (rf"\\[vh]space\*?\s*{_TEXT}", ("space",)),
    (rf"\\(?:add(?:to)?vspace|kern|[vh]skip)\s*{_TEXT}", ("space",)),
    (rf"\\begin\s*\{{(?:minipage|sub(?:figure|table)|column|tabular[*xy]|tabulary)\}}{_OPTION}"
     rf"\s*{_TEXT}", ("across",)),
    (rf"\\begin\s*\{{wrap(?:figure|table)\}}{_OPTION}\s*\{{[lrioLRIO]\}}{_OPTION}\s*{_TEXT}",
     ("across",)),
    (rf"\\parbox{_OPTION}\s*{_TEXT}", ("across",)),
    (r"\\(?:make|frame)box\s*\[([^\[\]\n]{0,80})\]", ("across",)),
    (rf"\\rule{_OPTION}\s*{_TEXT}\s*{_TEXT}", ("across", "small")),
    (rf"\\resizebox\*?\s*{_TEXT}\s*{_TEXT}", ("across", "down")),
    (rf"\\scalebox\s*{_TEXT}", ("factor",)),
    (rf"\\raisebox\s*{_TEXT}", ("small",)),
    (rf"\\enlargethispage\*?\s*{_TEXT}", ("lines",)),
    (rf"\\(?:setcounter|addtocounter)\s*\{{[A-Za-z@]+\}}\s*{_TEXT}", ("count",)),
    (r"\\\\\*?\[([^\[\]{}\n]{0,40})\]", ("small",)),
    (rf"\\(?:setlength|addtolength)\s*(?:\{{\s*\\(?:text|paper|oddside|evenside|margin)[a-z]*\s*\}}"
     rf"|\\(?:text|paper|oddside|evenside)[a-z]*)\s*{_TEXT}", ("page",)),
    (rf"\\(?:setlength|addtolength)\s*(?:\{{\s*\\[A-Za-z@]+\s*\}}|\\[A-Za-z@]+)\s*{_TEXT}",
     ("small",)),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern), axes) for pattern, axes in _ARGUMENTS)
_NAKED = re.compile(
    r"\\(?:[vh]skip|kern|(?:parindent|parskip|textwidth|textheight|tabcolsep|topmargin)\s*=)"
    r"\s*(-?\d+(?:\.\d+)?)(?![\d.]|\s*(?:true|pt|cm|mm|in|em|ex|bp|pc|sp|dd|cc|px|\\))"
)
"""A number without braces, and no unit behind it."""
_KEYED = re.compile(
    r"\\(?:includegraphics|includesvg|includepdf|adjustbox|adjincludegraphics)\*?\s*"
    r"(\[(?:[^\[\]{}]|\{[^{}]*\}){0,400}+\])"
    r"|\\usepackage\s*(\[[^\[\]]{0,400}+\])\s*\{geometry\}|\\(?:new)?geometry\s*(\{[^{}]{0,400}+\})"
)
_KEY = re.compile(
    r"(?<=[\[{,\s])(?P<key>max width|(?:total)?height|(?:text|paper)?width|depth|scale|angle"
    r"|[hvlrtb]?margin|left|right|top|bottom|inner|outer|headheight|headsep|footskip)\s*=\s*"
    r"(?P<value>-?\d+,\d+[^,\[\]{}\n]{0,60}|\{[^{}\n]{0,60}\}|[^,\[\]{}\n]{0,80})(?=\s*[,\]}])"
)
_AXES: dict[str, Axis] = {
    **dict.fromkeys(("width", "max width"), "across"),
    **dict.fromkeys(("height", "totalheight", "depth"), "down"),
    "scale": "factor", "angle": "factor",
}  # fmt: skip
_SCALED = re.compile(r"\d*\.?\d*\s*\\(?:text|line|column)width")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where a length or a number stands."""

    file: str
    start: int
    end: int
    text: str
    axis: Axis
    key: tuple[int, int] | None = None
    """The key before it, where it has one."""


def slots(project: Project, file: str) -> Iterator[Slot]:
    """Every length of a source that stands in a known place."""
    code = project.code(file)
    for pattern, axes in _PATTERNS:
        for found in pattern.finditer(code):
            for group, axis in enumerate(axes, 1):
                yield Slot(file, *found.span(group), found[group], axis)
    for found in _NAKED.finditer(code):
        yield Slot(file, *found.span(1), found[1], "small")
    for table in tables_in(project, file):
        for column in table.columns:
            if column.letter in "pmb" and code.startswith("{", column.start + 1):
                start, end = column.start + 2, column.end - 1
                yield Slot(file, start, end, code[start:end], "column")
    for options in _KEYED.finditer(code):
        for found in _KEY.finditer(code, *options.span(options.lastindex or 0)):
            axis = _AXES.get(found["key"], "page")
            yield Slot(file, *found.span("value"), found["value"], axis, found.span("key"))


def _mended(slot: Slot) -> str | None:
    if slot.text.endswith("°"):
        return slot.text.removesuffix("°")
    return meant_length(slot.text, slot.axis)


@remedy(
    "missing-unit", "missing-number", "too-large", "bad-name", "missing-brace", "pdftex-error",
    "package-error",
)  # fmt: skip
def mend_length(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`width=0.5` becomes `width=0.5\linewidth`, `\vspace{}` becomes `\vspace{0pt}`.

    Also `7,5cm`, `80\%`, `0.8*\textwidth`, `300px`, `2inch`, `900cm`: see `length_values`.
    """
    if problem.file is None or problem.line is None or problem.file not in project.texts:
        return
    if problem.code == "package-error" and "keyval" not in problem.message:
        return
    by_line: dict[int, list[tuple[Slot, str]]] = {}
    for slot in slots(project, problem.file):
        line = project.line_of(slot.file, slot.start)
        if problem.line - _REACH <= line <= problem.line and (new := _mended(slot)) is not None:
            by_line.setdefault(line, []).append((slot, new))
    for line in sorted(by_line, reverse=True):
        yield _written(by_line[line])


def _written(found: list[tuple[Slot, str]]) -> Cure:
    edits: dict[int, Edit] = {}
    words: list[str] = []
    for slot, new in found:
        if slot.start in edits:
            continue
        lead = len(slot.text) - len(slot.text.lstrip())
        start = slot.start + lead
        edits[slot.start] = Edit(slot.file, start, start + len(slot.text.strip()), new)
        words.append(f"{slot.text.strip() or 'an empty length'} as {new}")
    return Cure(f"Wrote {', '.join(words)}.", tuple(edits.values()))


@remedy("missing-number", "missing-unit", "missing-brace")
def scale_by_width(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`scale=0.5\textwidth` becomes `width=0.5\textwidth`; `\begin{multicols}{}` gets a 2."""
    line = project.line(problem.file, problem.line)
    if problem.file is None or line is None:
        return
    for slot in slots(project, problem.file):
        inside = line[0] <= slot.start <= line[1]
        if inside and slot.key and slot.axis == "factor" and _SCALED.fullmatch(slot.text.strip()):
            edit = Edit(problem.file, *slot.key, "width")
            yield Cure("Scaled a picture to a width, for which a factor stood.", (edit,))
    code = project.code(problem.file)
    start = code.rfind("\\begin{multicols}", 0, line[1])
    found = re.compile(r"\\begin\{multicols\}\s*\{(\s*)\}").match(code, max(start, 0))
    if found and project.line_of(problem.file, found.start()) >= (problem.line or 0) - _REACH:
        edit = Edit(problem.file, *found.span(1), "2")
        yield Cure("Set two columns where their number was missing.", (edit,))


@remedy("runaway-argument")
def write_per_cent(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`[width=80%]`, whose `%` hides the rest of the line, becomes `[width=0.8\linewidth]`."""
    line = project.line(problem.file, problem.line)
    if problem.file is None or line is None:
        return
    text = project.texts[problem.file]
    for found in _PER_CENT.finditer(text, *line):
        if project.code(problem.file)[found.start() : found.end(1)].strip():
            share = f"{float(found[2]) / 100:.4g}"
            new = share if found[1] == "scale" else rf"{share}\linewidth"
            edit = Edit(problem.file, *found.span(3), new)
            yield Cure(f"Wrote {found[2]} per cent as {new}.", (edit,))


_PER_CENT = re.compile(
    r"\\(?:includegraphics|adjustbox)[^\[\n]{0,5}\[[^\]\n%]{0,200}?(width|height|scale)\s*=\s*"
    r"(?=(\d{1,3}(?:\.\d+)?)\s*%)(\d[\d.]*\s*%)"
)


@precaution
def mend_silent_length(project: Project) -> Iterator[Cure]:
    r"""`width=\textwidth0.5`, of which TeX takes the whole width, becomes `width=0.5\textwidth`."""
    calculated = "calc" in loaded(project)
    for file in project.sources:
        for slot in slots(project, file):
            if slot.axis in ("across", "down", "column"):
                new = silent_length(slot.text, calculated=calculated)
                if new is not None:
                    yield _written([(slot, new)])
