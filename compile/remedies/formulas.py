r"""Cures for what a displayed formula may not hold: blank lines, cells, displays, two scripts."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.displays import near_displays
from compile.remedies.formula_spans import Display, displays, inline_formulas
from compile.remedies.groups import opener
from compile.remedies.known import KEYED
from compile.remedies.live import live
from compile.remedies.loading import load, loaded
from compile.remedies.mathlike import is_prose
from compile.remedies.nesting import nesting
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_BLANK = re.compile(r"\n(?:[ \t\r]*\n)+")
_BREAK = re.compile(r"\n[ \t\r]*\n(?:[ \t\r]*\n)*")
_WORDS = re.compile(
    r"\\(?:text\w*|[mhf]box|intertext|tag\*?|label|ref)\s*\{(?:[^{}\n]|\{[^{}\n]*\})*\}"
    r"|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+"
)
_QUANTITY = re.compile(r"\\(?:qty|SI|unit|si)\*?\s*(?:\[[^\]\n]*\])?(?:\s*\{[^{}\n]*\}){1,2}")
_DOUBLE = re.compile(r"(?<!\\)\$\$")
_ROW_PART = re.compile(r"\\\\|\\label\s*\{[^{}\n]*\}")
_INNER = re.compile(
    r"\\begin\s*\{(?P<name>[^{}\n]*)\}|\\end\s*\{[^{}\n]*\}|\\\\|\\[A-Za-z@]++|\\.|&|[{}]",
    re.DOTALL,
)
_OUTSIDE = re.compile(
    r"\s*(?:\\(?:label|tag\*?)\s*\{[^{}\n]*\}|\\(?:notag|nonumber)(?![A-Za-z])|\s)*"
)
_BEHIND = re.compile(r"(?:\s*\\(?:label|tag\*?)\s*\{[^{}\n]*\}|\s*\\(?:notag|nonumber))*\s*\Z")
_LINES = frozenset(["equation", "equation*", "displaymath", "math", "multline", "multline*"]) | {
    "\\[",
    "$$",
}
"""Displays without cells."""
_LINE_BREAK = re.compile(r"\\\\\*?(?:\[[^\]\n]*\])?[ \t]*|\\newline(?![A-Za-z])")
_PARAGRAPH_BEGIN = re.compile(
    r"(?:\n[ \t]*\n|\\(?:begin|end|(?:sub){0,2}section|label|item|par|centering|noindent|maketitle)"
    r"\s*(?:\{[^{}\n]*\}|\[[^\]\n]*\])*)\s*\Z"
)
_CELLED = frozenset(("matrix", "pmatrix", "cases", "array", "halign", "eqalign", "displaylines"))
"""Commands whose argument in braces has cells."""
_AHEAD = 600
_SCRIPT = r"(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\\[A-Za-z]+|[^\s{}\\$&])"
_TWICE = re.compile(
    rf"(?P<base>\\[A-Za-z]+|[A-Za-z0-9)\]])?(?P<first>(?P<sign>[_^])\s*{_SCRIPT}"
    rf"(?:\s*[_^]\s*{_SCRIPT})?)\s*(?P<second>(?P=sign)\s*{_SCRIPT})|'(?P<prime>\^)"
)


@remedy(
    "missing-dollar", "runaway-argument", "tex-error", "left-right", "unbalanced-group",
    "wrong-syntax", "unbalanced-environment", "too-many-braces", "misplaced-alignment",
    "missing-brace", "math-nesting", "extra-alignment", "wrong-place",
)  # fmt: skip
def join_formula(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take blank lines out of a displayed formula.

    Before: `\begin{equation}`, a blank line, `E = mc^2`; after: the same without the blank line.
    """
    for display in near_displays(problem, project):
        code = live(project, display.file)
        text = project.texts[display.file]
        edits = tuple(
            Edit(display.file, *blank.span(), "\n")
            for blank in _BLANK.finditer(code, display.start, display.end)
            if blank[0].count("\n") > 1 and not text[slice(*blank.span())].strip()
        )
        if edits:
            yield Cure("Took the blank lines out of a displayed formula.", edits)
    for name in project.sources:
        yield from _joined_dollars(name, live(project, name))


def _joined_dollars(file: str, code: str) -> Iterator[Cure]:
    """Displays between $$ and $$, which are none to TeX with a blank line in them."""
    signs = [found.start() for found in _DOUBLE.finditer(code)]
    for start, end in zip(signs[::2], signs[1::2], strict=False):
        inner = code[start + 2 : end]
        blanks = list(_BREAK.finditer(code, start + 2, end))
        if blanks and not any(is_prose(line) for line in inner.splitlines()):
            edits = tuple(Edit(file, *blank.span(), "\n") for blank in blanks)
            yield Cure("Took the blank lines out of a displayed formula.", edits)


@remedy("misplaced-alignment", "extra-alignment", "tex-error", "package-error")
def align_cells(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Give a formula with & an environment that takes it.

    Before: `\begin{equation} a &= b \end{equation}`; after: the same with `aligned` around it.
    """
    for display in near_displays(problem, project):
        code = live(project, display.file)
        bare = _bare_cells(code, display.start, display.end)
        if display.name in _LINES and "&" in bare:
            yield _aligned(project, display)
        elif display.name in ("gather", "gather*") and "&" in bare:
            yield from _renamed(project, display, display.name.replace("gather", "align"))


@remedy("misplaced-alignment", "extra-alignment")
def drop_grouped_cells(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take an & out of a group inside a displayed formula, where it parts nothing.

    Before: `\frac{a & b}{c}`; after: `\frac{a b}{c}`.
    """
    for display in near_displays(problem, project):
        edits = tuple(_grouped_cells(live(project, display.file), display))
        if edits:
            yield Cure("Took the & out of a group in a formula.", edits)


def _grouped_cells(code: str, display: Display) -> Iterator[Edit]:
    """The & whose innermost surrounding is a group in braces."""
    open_marks: list[str] = []
    for step in _INNER.finditer(code, display.start, display.end):
        if step["name"]:
            open_marks.append("begin")
        elif step[0] == "{":
            plain = opener(code, step.start()) not in _CELLED
            open_marks.append("{" if plain else "cells")
        elif step[0] == "}" or step[0].startswith("\\end"):
            if open_marks:
                open_marks.pop()
        elif step[0] == "&" and open_marks[-1:] == ["{"]:
            blank = step.end() < len(code) and code[step.end()] == " "
            yield Edit(display.file, step.start(), step.end() + blank, "")


def _bare_cells(code: str, start: int, end: int) -> str:
    r"""The & and \\\\ of a formula that stand in no environment and no group of it."""
    depth = 0
    found: list[str] = []
    for step in _INNER.finditer(code, start, end):
        if step["name"] or step[0] == "{":
            depth += 1
        elif (step[0].startswith("\\end") and "{" in step[0]) or step[0] == "}":
            depth -= 1
        elif depth == 0 and step[0] in ("&", "\\\\"):
            found.append(step[0])
    return "".join(found)


def _aligned(project: Project, display: Display) -> Cure:
    code = live(project, display.file)
    front = _OUTSIDE.match(code, display.start, display.end)
    start = front.end() if front else display.start
    back = _BEHIND.search(code, start, display.end)
    end = back.start() if back else display.end
    indent = re.search(r"\n?([ \t]*)\Z", code[:start])
    blanks = f"\n{indent[1] if indent else ''}"
    edits: tuple[Edit, ...] = (
        Edit(display.file, start, start, f"\\begin{{aligned}}{blanks}"),
        Edit(display.file, end, end, f"{blanks}\\end{{aligned}}"),
    )
    if "amsmath" not in loaded(project):
        edits = (*edits, load(project, "amsmath"))
    return Cure("Put aligned around a formula with cells.", edits)


@remedy("misplaced-alignment")
def drop_inline_cells(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take the & out of a formula in a line of text, where nothing can be aligned.

    Before: `$a &= b$`; after: `$a = b$`.
    """
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    code = live(project, problem.file)
    for start, end in inline_formulas(problem.file, code):
        if start <= span[1] and span[0] <= end and "\\begin" not in code[start:end]:
            cells = re.finditer(r"(?<!\\)&[ \t]*", code[start:end])
            edits = (Edit(problem.file, start + c.start(), start + c.end(), "") for c in cells)
            if found := tuple(edits):
                yield Cure("Took the & out of a formula in the text.", found)


@remedy("package-error", "tex-error")
def part_rows(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""End a row of a formula that has a label of its own.

    Before: `a &= b \label{one}` and a row with `\label{two}`; after: `\\` between the two.
    """
    if "Multiple \\label" not in problem.message:
        return
    for display in near_displays(problem, project):
        code = live(project, display.file)
        last: int | None = None
        for found in _ROW_PART.finditer(code, display.start, display.end):
            if found[0].startswith("\\\\"):
                last = None
            elif last is not None:
                yield Cure(
                    "Ended the row of a formula.", (Edit(display.file, last, last, " \\\\"),)
                )
                last = found.end()
            else:
                last = found.end()


def _renamed(project: Project, display: Display, name: str) -> Iterator[Cure]:
    for begin, end in nesting(display.file, live(project, display.file)).spans:
        if begin.end == display.start:
            edits = (
                Edit(display.file, begin.start, begin.end, begin.spelt(name)),
                Edit(display.file, end.start, end.end, end.spelt(name)),
            )
            yield Cure(f"Used {name} for a formula with cells.", edits)


@remedy("double-script", "missing-brace", "missing-dollar")
def part_scripts(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Group what carries a second script of the same kind.

    Before: `x^2^3`; after: `{x^2}^3`.
    """
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    code = live(project, problem.file)
    start = code.rfind("\n", 0, max(0, span[0] - 1)) + 1
    found = _scripts_twice(code, start, span[1])
    if not found and problem.code == "double-script":  # reported too early
        found = _scripts_twice(code, span[1], span[1] + _AHEAD)[:1]
    apart = [tuple(_parted(problem.file, one)) for one in found]
    if len(apart) > 1:
        yield Cure(f"Grouped {len(apart)} scripts.", tuple(e for edits in apart for e in edits))
    for one, edits in zip(found, apart, strict=True):
        yield Cure(f"Grouped {one[0].strip()}.", edits)


def _scripts_twice(code: str, start: int, end: int) -> list[re.Match[str]]:
    names = [name.span() for name in KEYED.finditer(code, start, end)]
    return [
        one
        for one in _TWICE.finditer(code, start, end)
        if not any(begin < one.start() < end for begin, end in names)
    ]


def _parted(file: str, found: re.Match[str]) -> Iterator[Edit]:
    if found["prime"]:
        at = found.start("prime")
        yield Edit(file, at, at, "{}")
    elif found["base"] and found["base"] not in (")", "]"):
        begin, at = found.start("base"), found.start("second")
        yield Edit(file, begin, begin, "{")
        yield Edit(file, at, at, "}")
    else:
        at = found.start("second")
        yield Edit(file, at, at, "{}")


@remedy("no-line-to-end")
def drop_line_break(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take out a \\ before which there is no line.

    Before: a paragraph that begins with `\\`; after: the paragraph without it.
    """
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    code = live(project, problem.file)
    start = max(0, span[0] - 400)
    breaks = list(_LINE_BREAK.finditer(code, start, span[1]))
    first = [b for b in breaks if _opens_paragraph(code[: b.start()])]
    for found in [*reversed(first), *reversed([b for b in breaks if b not in first])][:4]:
        apart = code[found.start() - 1 : found.start()].isspace() or found in first
        edit = Edit(problem.file, *found.span(), "" if apart else " ")
        yield Cure("Took out a \\\\ where no line had begun.", (edit,))


def _opens_paragraph(before: str) -> bool:
    """Whether nothing has been set since the last paragraph's end."""
    return _PARAGRAPH_BEGIN.search(before[-300:]) is not None


@remedy("missing-character")
def set_words_in_formula(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Set Chinese words in a formula or unit as text; the fonts of formulas lack them.

    Before: `$v = 距离$`; after: `$v = \text{距离}$`.
    """
    edits = tuple(
        Edit(name, start, end, f"\\text{{{live(project, name)[start:end]}}}")
        for name in project.sources
        for start, end in sorted(_words(name, live(project, name)))
    )
    if edits and "amsmath" not in loaded(project):
        edits = (*edits, load(project, "amsmath"))
    if edits:
        yield Cure("Set the words in formulas as text.", edits)


def _words(name: str, code: str) -> set[tuple[int, int]]:
    spans = [*inline_formulas(name, code), *((d.start, d.end) for d in displays(name, code))]
    spans += [found.span() for found in _QUANTITY.finditer(code)]
    return {
        found.span()
        for start, end in spans
        for found in _WORDS.finditer(code, start, end)
        if found[0][0] != "\\"
    }
