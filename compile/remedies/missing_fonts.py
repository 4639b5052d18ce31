"""Remedies for fonts that are not installed."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import behind_arguments, load, loaded
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_ABSENT = re.compile(r'^The font "?(.+?)"? is not installed')
_CHOICE = re.compile(
    r"\\(?P<command>set(?P<chinese>CJK)?(?P<kind>main|sans|mono|roman|math)font|setfontfamily"
    r"|new(?:CJK)?fontfamily|newfontface|setCJKfamilyfont)(?![A-Za-z])[ \t]*"
)
_NAME = re.compile(r"(?:\\[A-Za-z]+)?(?:\[[^\]]*\])?(?:\{\w*\})?\{\s*([^{}]*?)\s*\}")
_FANDOL = {"main": "FandolSong-Regular.otf", "sans": "FandolHei-Regular.otf",
           "mono": "FandolFang-Regular.otf"}  # fmt: skip
"""Free Chinese fonts that ctex itself falls back on."""
_SCALABLE = re.compile(r"font expansion|Font \S+ (?:at \d+ )?not found|scalable")


@remedy("missing-font")
def leave_out_font(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\setmainfont{Arial}` without Arial → the line is a comment; the usual font serves.

    Chinese needs a font: without ctex, which chooses one, `\setCJKmainfont{SimSun}` becomes
    `\setCJKmainfont{FandolSong-Regular.otf}`.
    """
    absent = _ABSENT.match(problem.message)
    line = project.line(problem.file, problem.line)
    if absent is None:
        return
    for file in project.sources:
        code = project.code(file)
        for found in _CHOICE.finditer(code):
            end = behind_arguments(code, found.end())
            name = _NAME.match(code, found.end())
            here = file == problem.file and line is not None and line[0] <= found.start() <= line[1]
            if name is None or not (name[1] == absent[1] or (here and absent[1] in name[1])):
                continue
            yield from _without(file, found, end, name.span(1), project)
            return


def _without(
    file: str, found: re.Match[str], end: int, name: tuple[int, int], project: Project
) -> Iterator[Cure]:
    missing = project.texts[file][slice(*name)]
    fandol = _FANDOL.get(found["kind"] or "") if found["chinese"] else None
    if fandol and "ctex" not in loaded(project):
        # Options such as BoldFont name more fonts of the same absent family.
        what = f"Took the font Fandol in place of {missing}, which is not installed."
        new = rf"\{found['command']}{{{fandol}}}"
        yield Cure(what, (Edit(file, found.start(), end, new),))
        return
    if found["command"].startswith("new"):
        what = f"Took Latin Modern in place of the font {missing}, which is not installed."
        yield Cure(what, (Edit(file, *name, "Latin Modern Roman"),))
        return
    kept = project.texts[file][found.start() : end].replace("\n", "\n% ")
    rest = project.texts[file][end : project.texts[file].find("\n", end) + 1 or None]
    after = "\n" if rest.strip() else ""
    what = f"Left out the choice of the font {missing}, which is not installed."
    yield Cure(what, (Edit(file, found.start(), end, f"% {kept}{after}"),))


@remedy("pdftex-error", "missing-font")
def load_latin_modern(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Microtype stretches only outlines: without them in T1, `\usepackage{lmodern}`."""
    if project.engine != "pdflatex" or "lmodern" in loaded(project):
        return
    if problem.message.endswith("lmodern.") or (
        problem.code == "pdftex-error" and _SCALABLE.search(problem.message)
    ):
        what = "Loaded the package lmodern, whose fonts come as outlines."
        yield Cure(what, (load(project, "lmodern"),))
