r"""Cures for the signs & % # _ ^ $ ~ that stand for themselves in the text without a backslash."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from compile.remedies.cure import Cure, Edit
from compile.remedies.known import DISPLAYS, INNER, TABLES
from compile.remedies.nesting import nesting
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from compile.remedies.standing import FORMULA, NAME, TEXT, standing
from latex.diagnostic import Diagnostic

Written = Callable[[str, int], tuple[int, int, str] | None]
"""From a masked source and the offset of a sign to what replaces which span."""

_ROWS = TABLES | DISPLAYS | INNER | {"tabu", "NiceTabular", "tblr", "longtblr", "eqnarray"}
_BLANK = re.compile(r"\n[ \t\r]*\n")
_SIGN = {s: re.compile(rf"(?<!\\)(?:\\\\)*(?P<sign>{re.escape(s)})") for s in "&#_^"}
_SUBSCRIPT = re.compile(r"(?P<base>(?<![A-Za-z0-9_])[A-Za-z])_(?P<low>[A-Za-z]{2,5})(?![\w{\\])")
_MARKDOWN = re.compile(r"#{1,6}[ \t]+\S")
_ENTITY = re.compile(r"&(?:#x?[0-9A-Fa-f]{2,6}|[A-Za-z]{2,8}\d{0,2});")
"""Another remedy translates headings and entities."""
_EXPONENT = re.compile(r"\^(?:\{(?P<group>[^{}\n$]{1,20})\}|(?P<bare>[+-]?\d+|[A-Za-z]{1,3}\b))")


@remedy("misplaced-alignment")
def escape_ampersand(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `Smith & Jones`; after: `Smith \& Jones`."""
    yield from _escaped(problem, project, "&", _backslash)


@remedy("wrong-place", "wrong-parameter")
def escape_hash(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `sample #3`; after: `sample \#3`."""
    if "#" in problem.message or problem.code == "wrong-parameter":
        yield from _escaped(problem, project, "#", _backslash)


@remedy("missing-dollar", "double-script")
def escape_underscore(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `data_set`; after: `data\_set`. Before: `v_max`; after: `$v_{\mathrm{max}}$`."""
    yield from _escaped(problem, project, "_", _underscore)
    yield from _escaped(problem, project, "_", _backslash)


@remedy("missing-dollar", "double-script")
def raise_exponent(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `the 2^nd run, 10 m^{-2}`; after: `the 2\textsuperscript{nd} run …`."""
    yield from _escaped(problem, project, "^", _superscript)
    yield from _escaped(problem, project, "^", _caret)


def _backslash(_: str, at: int) -> tuple[int, int, str]:
    return at, at, "\\"


def _underscore(code: str, at: int) -> tuple[int, int, str]:
    found = _SUBSCRIPT.match(code, at - 1) if at else None
    if found is None:
        return at, at, "\\"
    return *found.span(), rf"${found['base']}_{{\mathrm{{{found['low']}}}}}$"


def _superscript(code: str, at: int) -> tuple[int, int, str] | None:
    found = _EXPONENT.match(code, at)
    if found is None:
        return None
    raised = found["group"] or found["bare"]
    raised = raised.replace("-", "$-$") if re.match(r"-\d", raised) else raised
    return *found.span(), rf"\textsuperscript{{{raised}}}"


def _caret(_: str, at: int) -> tuple[int, int, str]:
    return at, at + 1, r"\textasciicircum{}"


def _escaped(problem: Diagnostic, project: Project, sign: str, written: Written) -> Iterator[Cure]:
    """The sign rewritten where it stands for itself around the place of the problem."""
    place = _offenders(problem, project, sign)
    if place is None:
        return
    file, offsets = place
    code = project.code(file)
    changes = [change for at in offsets if (change := written(code, at)) is not None]
    edits = tuple(Edit(file, *change) for change in dict.fromkeys(changes))
    if edits:
        yield Cure(f"Wrote the sign {sign} as text where it stands for itself.", edits)


def _offenders(
    problem: Diagnostic, project: Project, sign: str
) -> tuple[str, tuple[int, ...]] | None:
    """A source, and where the sign is loose: in the paragraph of the problem, or in a title."""
    span = project.line(problem.file, problem.line)
    if problem.file is not None and span is not None:
        loose = _loose(problem.file, project.code(problem.file), sign)
        start, end = _paragraph(project.code(problem.file), *span)
        if here := tuple(at for at in loose if start <= at < end):
            return problem.file, here
        if r"\maketitle" not in project.code(problem.file)[slice(*span)]:
            return None
    begin = project.body[0]
    loose = _loose(project.root, project.code(project.root), sign)
    front = tuple(at for at in loose if at < begin)
    return (project.root, front) if front else None


@lru_cache(maxsize=16)
def _loose(file: str, code: str, sign: str) -> tuple[int, ...]:
    """Offsets at which the sign stands in text, in no table and in no name."""
    stands = standing(file, code)
    found = [m.start("sign") for m in _SIGN[sign].finditer(code)]
    loose = [at for at in found if stands[at] == TEXT]
    if sign == "#":
        return tuple(at for at in loose if not _MARKDOWN.match(code, _line_start(code, at)))
    if sign != "&":
        return tuple(loose)
    loose = [at for at in loose if not _ENTITY.match(code, at)]
    rows = [(b.end, e.start) for b, e in nesting(file, code).spans if b.name in _ROWS]
    return tuple(at for at in loose if not any(start <= at < end for start, end in rows))


def _line_start(code: str, at: int) -> int:
    return code.rfind("\n", 0, at) + 1


def _paragraph(code: str, start: int, end: int) -> tuple[int, int]:
    before = [found.end() for found in _BLANK.finditer(code, 0, start + 1)]
    after = _BLANK.search(code, end)
    return (before[-1] if before else 0), (after.start() if after else len(code))


# What TeX takes without a word


_WORDS = (
    "of by in at to and or for from with was were is are on than the confidence error errors "
    "uncertainty accuracy level levels per more less higher lower larger smaller greater increase "
    "decrease relative after when which that while compared below above between within over under "
    "as but if due through during agreement deviation discrepancy difference loss yield efficiency "
    "humidity tolerance precision solution ethanol pure duty der des von aller bei und oder"
)
_TAIL = re.compile(
    rf"%(?:[.,;:!?)\]](?:[ \t]|$)| (?:{'|'.join(_WORDS.split())})\b(?![ \t]*[:=])|-[a-z]|--)"
)
_FAR_TAIL = re.compile(r"%[ ](?:of|confidence|relative|accuracy|der|aller)[ ](?:the|a|all|its|in)?")
_CELL = re.compile(r"%\s*(?:\$?\s*&.*\\\\|\\\\)\s*(?:\\[a-z]+)?$")
_PROSE = re.compile(r"[^\W\d_]{3,}[^\w\\{}]")
_OPEN_FORMULA = re.compile(r"\$[^$]{0,40}\d$")
_NUMBER = re.compile(r"(?:\d|\d\$|\\num\{[^{}]*\})$")
_REMARK = re.compile(r"TODO|FIXME|XXX|NOTE|check|http|!!|\?\?|\\begin|\\end|^% *%", re.IGNORECASE)
_SHELLS = (
    (re.compile(r"[\w }$]\($"), "%)"),
    (re.compile(r"[\w }$]\[$"), "%]"),
    (re.compile(r"\\(?:SI|si|qty|unit)\s*(?:\[[^\[\]]*\])?\s*(?:\{[^{}]*\}\s*)?\{$"), "%}"),
)
_MACRO = re.compile(r"[@#]|\\(?:catcode|[gxe]?def|expandafter|newcommand)(?![A-Za-z])")
_MOST_SIGNS = 400
_MOST_IN_LINE = 60
_FAR = 400
"""How much of a line around a sign says what it is."""


@precaution
def escape_percent(project: Project) -> Iterator[Cure]:
    r"""A percent sign that swallows the rest of its line: `95% of the sample` → `95\% of …`.

    Only where what follows goes on with the sentence, ends it, or closes what stands before.
    """
    for name in project.sources:
        edits = tuple(Edit(name, at, at, "\\") for at in _swallowing(name, project))
        if edits:
            what = "Wrote the sign % as text where it hid the rest of its line."
            yield Cure(what, edits[:_MOST_SIGNS])


def _swallowing(name: str, project: Project) -> Iterator[int]:
    text, code = project.texts[name], project.code(name)
    first, last = project.body if name == project.root else (0, len(code))
    stands = standing(name, code) if "%" in text else b""
    done = first
    for found in re.finditer("%", text[:last]):
        at = found.start()
        if at < done or code[at] == "%":
            continue
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        done = end = len(text) if end < 0 else end
        before = text[start:at]
        named = stands[at - 1] == NAME and not before.endswith(("{", "}"))
        if before.strip() and code[start:at] == before and not named:
            columns = _columns(text[start:end].rstrip(), at - start, stands[at - 1])
            yield from (start + column for column in columns)


def _columns(line: str, column: int, stands: int) -> Iterator[int]:
    """The columns of one line at which a percent sign is text, from the first comment on."""
    for _ in range(_MOST_IN_LINE):
        if column < 0:
            return
        if line[column - 1] == "\\":
            column = line.find("%", column + 1)
            continue
        if not _is_text(line[max(0, column - _FAR) : column], line[column : column + _FAR], stands):
            return
        yield column
        column = line.find("%", column + 1)


def _is_text(before: str, tail: str, stands: int) -> bool:
    if _MACRO.search(before):
        return False
    if any(shell.search(before) and tail.startswith(end) for shell, end in _SHELLS):
        return True
    head = before.rstrip()
    if not _NUMBER.search(head) or _REMARK.search(tail):
        return False
    if tail.startswith("%$"):
        return _OPEN_FORMULA.search(before) is not None
    if stands == FORMULA:
        return False
    if _CELL.match(tail) and "&" in before:
        return head == before
    if not _PROSE.search(re.sub(r"\\[A-Za-z]+\*?|\$[^$]*\$", " x ", head)) and "{" not in head:
        return False
    return (_TAIL if head == before else _FAR_TAIL).match(tail) is not None


_VERBS = (
    "is was are were be of at to by about around after with in from than takes took has had only "
    "for weighs costs lasted until within over under nearly"
)
_TILDE = re.compile(rf"(?:\(|\b(?:{'|'.join(_VERBS.split())})[ \n])(?P<sign>~)(?=\d)")


@precaution
def write_about(project: Project) -> Iterator[Cure]:
    r"""A ~ for "about", which prints as a space: `was ~5 V` → `was $\sim$5 V`."""
    yield from _silent(project, _TILDE, r"$\sim$", "Wrote ~ before a number as the sign itself.")


_PRICES = re.compile(
    r"(?<![\\$\w])(?P<first>\$)\d[\d.,]*(?=[ \n](?:[a-z]{2,}[ ,]\s?|[a-z]{2,}\n){1,6}\$\d)"
    r"[a-z ,\n]{2,60}?(?P<second>\$)(?=\d[\d.,]*(?![\d$]))"
)


@precaution
def escape_prices(project: Project) -> Iterator[Cure]:
    r"""Two prices that make a formula of the words between them: `$5 and $10` → `\$5 and \$10`."""
    for name in project.sources:
        found = list(_PRICES.finditer(project.code(name), _body_start(project, name)))
        signs = [m.start(group) for m in found for group in ("first", "second")]
        if signs:
            what = "Wrote the $ of prices as the sign itself."
            yield Cure(what, tuple(Edit(name, at, at, "\\") for at in signs))


def _silent(project: Project, pattern: re.Pattern[str], new: str, what: str) -> Iterator[Cure]:
    for name in project.sources:
        code = project.code(name)
        found = list(pattern.finditer(code, _body_start(project, name)))
        stands = standing(name, code) if found else b""
        edits = tuple(
            Edit(name, *m.span("sign"), new) for m in found if stands[m.start("sign")] == TEXT
        )
        if edits:
            yield Cure(what, edits)


def _body_start(project: Project, name: str) -> int:
    return project.body[0] if name == project.root else 0
