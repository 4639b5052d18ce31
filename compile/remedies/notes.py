r"""The framed note in the place of a picture that cannot be shown; its command stays in the source.

\absentpicture{3cm}{The picture \texttt{a.jpg} is missing.}{\includegraphics[width=3cm]{a.jpg}}
"""

import re

from compile.remedies.cure import Cure, Edit
from compile.remedies.pictures import Picture
from compile.remedies.project import Project
from latex.escape import ASCII

COMMAND = "absentpicture"
_DEFINITION = (
    "% A note in the place of a picture; to put the picture back, leave only the last argument.\n"
    rf"\newcommand{{\{COMMAND}}}[3]{{\fbox{{\parbox{{\dimexpr#1-2\fboxsep-2\fboxrule\relax}}"
    r"{\centering\small#2\strut}}}"
)
_DEFINED = re.compile(rf"\\newcommand\{{\\{COMMAND}\}}")
_WIDTH = re.compile(r"(?:^\[|[\[,])\s*width\s*=\s*([^,\[\]{}]+?)\s*(?=[,\]])")
_LENGTH = re.compile(
    r"(?:\d+(?:\.\d*)?|\.\d+)?\s*(?:\\(?:line|text|column|paper)width|cm|mm|in|pt|bp|em|ex)"
)
_USUAL = r"0.6\linewidth"
_NARROWEST = 3
_CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 0.0351, "bp": 0.0353}
_STRETCH = 12
"""Letters of a name without a place where the line may break."""
_LATIN = 0x180


def note_for(picture: Picture, project: Project, why: str, what: str) -> Cure:
    r"""A note that says which picture is not shown, and why.

    Args:
        picture: what is replaced.
        project: the document.
        why: the end of the note's sentence, such as `is missing`.
        what: the sentence for the user.
    """
    text = project.texts[picture.file][picture.start : picture.end]
    name = _shown(picture.written.strip() or "without a name", project.engine)
    opening = f"\\{COMMAND}{{{_width(picture)}}}{{The picture \\texttt{{{name}}} {why}.}}{{"
    kept = _restorable(text, picture, project.engine)
    if kept == text:
        edits = [
            Edit(picture.file, picture.start, picture.start, opening),
            Edit(picture.file, picture.end, picture.end, "}"),
        ]
    else:
        edits = [Edit(picture.file, picture.start, picture.end, f"{opening}{kept}}}")]
    if not any(_DEFINED.search(project.code(file)) for file in project.sources):
        edits.append(project.in_preamble(_DEFINITION))
    return Cure(what, tuple(edits), visible=True)


def _restorable(text: str, picture: Picture, engine: str) -> str:
    """The picture's command as it can stand in an argument.

    Without its ending an EPS is not looked for by pdfLaTeX; `#` and `%` are no signs of a name.
    """
    if engine == "pdflatex" and picture.written.rstrip().lower().endswith(".eps"):
        text = re.sub(r"\.[Ee][Pp][Ss](\s*\}\s*)$", r"\1", text)
    return re.sub(r"(?<!\\)([#%])", r"\\\1", text)


def is_noted(picture: Picture, project: Project) -> bool:
    """Whether the picture's command is already the last argument of a note."""
    before = project.texts[picture.file][max(0, picture.start - 400) : picture.start]
    line = before.rpartition("\n")[2]
    return f"\\{COMMAND}{{" in line and line.endswith(".}{")


def _width(picture: Picture) -> str:
    """The picture's own width, if a sentence fits into it."""
    found = _WIDTH.search(picture.options)
    if found is None or not _LENGTH.fullmatch(found[1]):
        return _USUAL
    absolute = re.fullmatch(r"([\d.]+)\s*(cm|mm|in|pt|bp)", found[1])
    narrow = absolute is not None and float(absolute[1]) * _CENTIMETRES[absolute[2]] < _NARROWEST
    return f"{_NARROWEST}cm" if narrow else found[1]


def _shown(name: str, engine: str) -> str:
    """The name as text, with places where a long one may break."""
    shown, run = "", 0
    for sign in name:
        known = engine != "pdflatex" or ord(sign) < _LATIN
        shown += ASCII.get(sign, sign) if known else "?"
        run += 1
        if sign in "/-_. " or run >= _STRETCH:
            shown, run = shown + r"\allowbreak{}", 0
    return shown.removesuffix(r"\allowbreak{}")
