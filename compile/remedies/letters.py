r"""Cures for characters that the engine or its fonts cannot set; none is ever deleted."""

import re
import unicodedata
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import direct, load, loaded, preamble_end
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from compile.remedies.signs import (
    in_formula,
    in_text,
    packages_for,
    same,
    scripts,
)
from compile.remedies.standing import FORMULA, NAME, standing
from latex.diagnostic import Diagnostic
from latex.escape import SUBSCRIPTS, SUPERSCRIPTS

_CODE = re.compile(r"U\+([0-9A-F]{4,6})")
_RUN = re.compile(
    f"[{''.join(SUPERSCRIPTS)}]+|[{''.join(SUBSCRIPTS)}]+|[^\\x00-\\x7f]", re.IGNORECASE
)
_COMBINING = re.compile(r"[^\W\d_][\u0300-\u036f]+")
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
    "\u0328": "k", "\u0323": "d", "\u0331": "b",
}  # fmt: skip
_OWN = re.compile(r"\\(?:newunicodechar\{(.)\}|DeclareUnicodeCharacter)")
_MOST = 400


@remedy("unicode-character", "text-command-in-math", "missing-sign", "missing-character")
def write_sign(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A sign the engine does not know, as its command: `x ≤ 5` → `x \ensuremath{\leq} 5`.

    In a formula the bare command; `²` and `₁₂` become scripts, an accent joins its letter.
    """
    wanted = _wanted(problem, project)
    if wanted and problem.code == "unicode-character":
        yield from _written(wanted | _unknown(project), project)
    yield from _written(wanted, project)


def _unknown(project: Project) -> frozenset[str]:
    """Every character of the sources that fonts for pdflatex have as a command only."""
    texts = [project.code(name) for name in project.sources]
    own = {sign for text in texts for sign in _OWN.findall(text)}
    signs = {sign for text in texts for sign in text if ord(sign) > 127} - own
    return frozenset(sign for sign in signs if in_text(sign) not in (None, sign))


def _written(wanted: frozenset[str], project: Project) -> Iterator[Cure]:
    if not wanted:
        return
    edits: list[Edit] = []
    packages: dict[str, None] = {}
    for name in project.sources:
        for start, end, new in _rewritten(project, name, wanted):
            edits.append(Edit(name, start, end, new))
            packages.update(dict.fromkeys(packages_for(new)))
            if r"\text{" in new:
                packages["amsmath"] = None
    if not edits:
        return
    there = loaded(project)
    edits = edits[:_MOST] + [load(project, p) for p in packages if p not in there]
    shown = " ".join(sorted(sign for sign in wanted if sign.isprintable())[:8])
    yield Cure(f"Wrote {shown or 'signs that cannot be seen'} as LaTeX.", tuple(edits))


def _wanted(problem: Diagnostic, project: Project) -> frozenset[str]:
    """The characters a problem is about."""
    if found := _CODE.search(problem.message):
        return frozenset(chr(int(found[1], 16)))
    if problem.code == "missing-character":
        return frozenset(
            s for s in problem.context if not s.isspace() and s not in "…\ufffd" and ord(s) > 127
        )
    span = project.line(problem.file, problem.line)
    if problem.code != "text-command-in-math" or problem.file is None or span is None:
        return frozenset()
    code = project.code(problem.file)
    stands = standing(problem.file, code)
    return frozenset(
        code[at] for at in range(*span) if ord(code[at]) > 127 and stands[at] == FORMULA
    )


def _rewritten(
    project: Project, name: str, wanted: frozenset[str]
) -> Iterator[tuple[int, int, str]]:
    code = project.code(name)
    if not any(sign in code for sign in wanted):
        return
    stands = standing(name, code)
    done = 0
    for found in _COMBINING.finditer(code):
        if set(found[0]) & wanted and (new := _accented(found[0], stands[found.start()])):
            yield *found.span(), new
            done = found.end()
    for found in _RUN.finditer(code):
        if not set(found[0]) & wanted or unicodedata.combining(found[0][0]):
            continue
        kind = stands[found.start()]
        if kind == NAME and not _setting(code, found.start()):
            continue
        new = _formula(found[0]) if kind == FORMULA else in_text(found[0])
        if new is not None and found.start() >= done - 1:
            yield *found.span(), _parted(new, code, found.end())


def _setting(code: str, at: int) -> bool:
    """Whether a place in the preamble is text that will be set: a definition, a caption's name."""
    line = code[code.rfind("\n", 0, at) + 1 : at]
    return (
        re.search(r"\\(?:(?:re|provide)?newcommand|def|title|author|date|thanks)", line) is not None
    )


def _formula(run: str) -> str | None:
    if len(run) > 1 or run in SUPERSCRIPTS or run in SUBSCRIPTS:
        return scripts(run)
    return in_formula(run)


def _parted(new: str, code: str, end: int) -> str:
    """A command's name must not run into a letter behind it."""
    name_ends = re.search(r"\\[A-Za-z]+$", new)
    return f"{new} " if name_ends and code[end : end + 1].isalpha() else new


def _accented(run: str, kind: int) -> str | None:
    composed = unicodedata.normalize("NFC", run)
    if len(composed) == 1 and kind != FORMULA and 0xC0 <= ord(composed) < 0x180:
        return composed
    if kind == FORMULA:
        return _math_accent(run)
    if len(run) == 2 and run[1] in _ACCENTS and run[0].isascii():
        return rf"\{_ACCENTS[run[1]]}{{{run[0]}}}"
    return in_text(run) if all(same(sign) for sign in composed) else None


def _math_accent(run: str) -> str | None:
    names = {"\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde",
             "\u0304": "bar", "\u0305": "bar", "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot",
             "\u030c": "check"}  # fmt: skip
    if len(run) != 2 or run[1] not in names:
        return None
    base = run[0] if run[0].isascii() else in_formula(run[0])
    return rf"\{names[run[1]]}{{{base.strip()}}}" if base else None


@remedy("missing-sign")
def load_text_fonts(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A sign the old font encoding lacks: `\usepackage[T1]{fontenc}` and `lmodern`."""
    if direct(project, "fontenc"):
        return
    lines = "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}"
    if "lmodern" in loaded(project):
        lines = r"\usepackage[T1]{fontenc}"
    yield Cure("Loaded fonts that have the letters used.", (_early(project, lines),))


def _early(project: Project, lines: str) -> Edit:
    first = min((x.start for x in project.loadings if x.file == project.root), default=None)
    at = preamble_end(project) if first is None else min(first, preamble_end(project))
    at = project.code(project.root).rfind("\n", 0, at) + 1
    return Edit(project.root, at, at, f"{lines}\n")


# What TeX says nothing of


_FULLWIDTH = {"｛": "{", "｝": "}", "［": "[", "］": "]", "＼": "\\"}
_WIDE_COMMAND = re.compile(
    r"[\\＼](?P<name>[A-Za-z]{2,20}\*?)(?P<option>[\[［][^\[\]［］\n]{0,80}[\]］])?"
    r"(?P<open>[{｛])(?P<text>[^{}｛｝\n]{1,200})(?P<close>[}｝])"
)


@precaution
def narrow_braces(project: Project) -> Iterator[Cure]:
    r"""Full-width braces, which TeX prints: `\section｛小结｝` → `\section{小结}`."""
    for name in project.sources:
        code = project.code(name)
        if not any(sign in code for sign in _FULLWIDTH):
            continue
        edits: list[Edit] = []
        for found in _WIDE_COMMAND.finditer(code):
            places = [found.start(), found.start("open"), found.start("close")]
            if found["option"]:
                places += [found.start("option"), found.end("option") - 1]
            edits += (
                Edit(name, at, at + 1, _FULLWIDTH[code[at]])
                for at in places
                if code[at] in _FULLWIDTH
            )
        if edits:
            yield Cure("Wrote full-width braces behind commands as LaTeX's own.", tuple(edits))
